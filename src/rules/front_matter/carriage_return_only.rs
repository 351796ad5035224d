use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, SkillContext};
use crate::text::Edit;

rule! {
    /// The lines of the front matter end with a carriage return alone.
    ///
    /// ## Why it matters
    /// Readers end a line at LF or CRLF. With CR alone the whole file is one line to them, and there is no front matter.
    ///
    /// ## Use instead
    /// Save the file with LF line ends.
    "carriage-return-only", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(opening) = ctx.document().fences.opening else { return };
    let text = ctx.text();
    if opening.line_break.slice(text) != "\r" {
        return;
    }
    let what = "The lines end with a carriage return (CR) alone, so readers see one single line and no front matter.";
    let Some(diagnostic) = ctx.report(&RULE, &Cause::LineEnds, opening.dashes, what) else { return };
    let bytes = text.as_bytes();
    let lone = memchr::memchr_iter(b'\r', bytes).filter(|&at| bytes.get(at + 1) != Some(&b'\n'));
    let edits = lone.map(|at| Edit::replace((at..at + 1).into(), "\n")).collect();
    out.push(diagnostic.with_fix(Fix::edit("Use LF line ends", true, &ctx.skill.entry, edits)));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::fixed;

    #[test]
    fn lone_returns_become_line_feeds() {
        assert_eq!(fixed(&super::RULE, "---\rname: a\r---\rB\r\n"), "---\nname: a\n---\nB\r\n");
    }
}
