use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, SkillContext};
use crate::syntax::yaml::Entry;
use crate::text::{Edit, Span, next_line};

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
        let mut diagnostic = diagnostic.with_related(&ctx.skill.entry, first.key.span, "first here");
        if let Some(whole) = whole_lines(text, entry, ctx.document().fences.block.end) {
            let edits = vec![Edit::delete(whole)];
            let fix = Fix::edit(format!("Remove this `{key}`"), false, &ctx.skill.entry, edits);
            diagnostic = diagnostic.with_fix(fix);
        }
        out.push(diagnostic);
    }
}

/// A key and its value up to the next line; none where something else stands on it.
fn whole_lines(text: &str, entry: &Entry, most: usize) -> Option<Span> {
    let Span { start, end } = entry.span();
    // A block's last line break belongs to its value.
    let is_whole = text.get(start..end)?.ends_with(['\n', '\r']);
    let next = if is_whole { end } else { next_line(text, end).unwrap_or(text.len()) }.min(most);
    let rest = text.get(end..next)?.trim();
    (rest.is_empty() || rest.starts_with('#')).then(|| Span::new(start, next))
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, fixed, has_fix};

    #[test]
    fn only_its_own_lines_go() {
        for line_break in ["\n", "\r\n", "\r"] {
            let with = |text: &str| text.replace('\n', line_break);
            let fixed = fixed(&super::RULE, &with("---\nname: demo\nname: x # c\ndescription: b\n---\nBody\n"));
            assert_eq!(fixed, with("---\nname: demo\ndescription: b\n---\nBody\n"));
        }
        assert!(!has_fix(&super::RULE, "---\n{name: a, name: b, description: c}\n---\n"));
    }

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
