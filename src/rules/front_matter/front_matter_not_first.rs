use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, SkillContext};
use crate::syntax::fences::LeadKind;
use crate::text::{Edit, Span, lines};

rule! {
    /// Something stands before the front matter.
    ///
    /// ## Why it matters
    /// Readers look for `---` in the first line only. A blank line, a comment, a heading or a code fence above it hides
    /// the front matter, so name and description are lost.
    ///
    /// ## Example
    /// ```markdown
    /// <!-- generated -->
    /// ---
    /// name: shop
    /// description: Builds a storefront.
    /// ---
    /// ```
    ///
    /// ## Use instead
    /// Move what stands above the opening `---` below the closing one.
    "front-matter-not-first", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let fences = &ctx.document().fences;
    let (Some(lead), Some(opening), Some(closing)) = (fences.lead, fences.opening, fences.closing) else { return };
    let text = ctx.text();
    let (span, what) = match lead.kind {
        LeadKind::Blank => (opening.dashes, "A blank line stands before the front matter"),
        LeadKind::Comment => (opening.dashes, "A comment stands before the front matter"),
        LeadKind::Heading => (opening.dashes, "A heading stands before the front matter"),
        LeadKind::CodeFence => (lead.span.trim(text), "The front matter is wrapped in a code block"),
    };
    let what = format!("{what}; the opening `---` must be the first line.");
    let Some(diagnostic) = ctx.report(&RULE, &Cause::NotFirst, span, what) else { return };
    let after = closing.line_break.end;
    let fix = match lead.kind {
        LeadKind::Blank => {
            Fix::edit("Remove the blank lines above", true, &ctx.skill.entry, vec![Edit::delete(lead.span)])
        }
        LeadKind::CodeFence => {
            let mut edits = vec![Edit::delete(lead.span)];
            let end = lines(text, after).next().filter(|(line, _)| line.slice(text).trim().starts_with(['`', '~']));
            edits.extend(end.map(|(line, line_break)| Edit::delete(Span::new(line.start, line_break.end))));
            Fix::edit("Take the front matter out of the code block", true, &ctx.skill.entry, edits)
        }
        LeadKind::Comment | LeadKind::Heading => {
            let moved = lead.span.slice(text).trim_end().to_owned();
            let line_break = opening.line_break.slice(text);
            let own_line = if closing.line_break.is_empty() { line_break } else { "" };
            let edits = vec![Edit::delete(lead.span), Edit::insert(after, format!("{own_line}{moved}{line_break}"))];
            Fix::edit("Move it below the front matter", true, &ctx.skill.entry, edits)
        }
    };
    out.push(diagnostic.with_fix(fix));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, fixed};

    #[test]
    fn a_comment_above() {
        check(
            &super::RULE,
            "
<!-- generated -->
---
^^^ error: A comment stands before the front matter
name: shop
description: Builds.
---
",
        );
        assert_eq!(
            fixed(&super::RULE, "<!-- x -->\n\n---\nname: a\n---\nBody\n"),
            "---\nname: a\n---\n<!-- x -->\nBody\n"
        );
    }

    #[test]
    fn a_code_block_around() {
        check(
            &super::RULE,
            "
```yaml
^^^^^^^ error: wrapped in a code block
---
name: cloud
description: Administers.
---
```
",
        );
        assert_eq!(fixed(&super::RULE, "```yaml\n---\nname: a\n---\n```\n\nB\n"), "---\nname: a\n---\n\nB\n");
        assert_eq!(fixed(&super::RULE, "\n\n---\nname: a\n---\n"), "---\nname: a\n---\n");
    }
}
