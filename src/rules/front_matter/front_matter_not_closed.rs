use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, SkillContext};
use crate::text::Edit;

rule! {
    /// The front matter is never closed.
    ///
    /// ## Why it matters
    /// Without a second `---` readers find no front matter, or take the whole file for it.
    ///
    /// ## Example
    /// ```markdown
    /// ---
    /// name: notes
    /// description: Collects notes.
    ///
    /// # Notes
    /// ```
    ///
    /// ## Use instead
    /// Put a line of three dashes after the last key.
    "front-matter-not-closed", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let fences = &ctx.document().fences;
    let (Some(opening), None) = (fences.opening, fences.closing) else { return };
    let what = "The front matter that begins here is never closed: a line `---` is missing after its last key.";
    let Some(diagnostic) = ctx.report(&RULE, &Cause::NotClosed, opening.dashes, what) else { return };
    let line_break = opening.line_break.slice(ctx.text());
    let line_break = if line_break.is_empty() { "\n" } else { line_break };
    let block = fences.block.slice(ctx.text());
    let before = if block.is_empty() && !opening.line_break.is_empty() || block.ends_with(['\n', '\r']) {
        ""
    } else {
        line_break
    };
    let edit = Edit::insert(fences.block.end, format!("{before}---{line_break}"));
    out.push(diagnostic.with_fix(Fix::edit("Close the front matter", true, &ctx.skill.entry, vec![edit])));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, fixed};

    #[test]
    fn no_second_fence() {
        check(
            &super::RULE,
            "
---
^^^ error: never closed
name: a
description: b

# Notes
",
        );
        assert_eq!(fixed(&super::RULE, "---\nname: a\n\n# N\n"), "---\nname: a\n---\n\n# N\n");
        assert_eq!(fixed(&super::RULE, "---\r\nname: a"), "---\r\nname: a\r\n---\r\n");
    }

    #[test]
    fn a_fence_at_the_end_of_the_file_closes() {
        check(&super::RULE, "---\nname: a\ndescription: b\n---");
    }
}
