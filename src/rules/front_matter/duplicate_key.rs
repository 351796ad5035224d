use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, SkillContext};
use crate::text::{Edit, Span};

rule! {
    /// A key stands twice in the front matter.
    ///
    /// ## Why it matters
    /// Some readers refuse the whole front matter, some take the first value, some the last.
    ///
    /// ## Example
    /// ```yaml
    /// name: notes
    /// description: Collects notes.
    /// description: Files notes.
    /// ```
    ///
    /// ## Use instead
    /// Keep one of the lines.
    "duplicate-key", Unsafe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let entries = ctx.document().yaml.entries();
    let text = ctx.text();
    for (at, entry) in entries.iter().enumerate() {
        let Some(key) = entry.key.text() else { continue };
        let Some(first) = entries[..at].iter().find(|other| other.key.text() == Some(key)) else { continue };
        let what = format!("The key `{key}` stands twice.");
        let cause = Cause::DuplicateKey(key.to_owned());
        let Some(diagnostic) = ctx.report(&RULE, &cause, entry.key.span, what) else { continue };
        let line_end = text[entry.span().end..].find('\n').map_or(text.len(), |found| entry.span().end + found + 1);
        let whole = Span::new(entry.key.span.start, line_end.min(ctx.document().fences.block.end));
        let fix = Fix::edit(format!("Remove this `{key}`"), false, &ctx.skill.entry, vec![Edit::delete(whole)]);
        out.push(diagnostic.with_related(&ctx.skill.entry, first.key.span, "first here").with_fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::check;

    #[test]
    fn the_second_is_reported() {
        check(
            &super::RULE,
            "
---
name: a
description: b
description: c
^^^^^^^^^^^ error: The key `description` stands twice
---
",
        );
    }
}
