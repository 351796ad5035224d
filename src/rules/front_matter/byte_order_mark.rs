use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, SkillContext};
use crate::text::Edit;

rule! {
    /// The file begins with a byte order mark.
    ///
    /// ## Why it matters
    /// The mark is invisible, and to many readers it is text before the opening `---`: they see no front matter, so the
    /// skill has no name and no description.
    ///
    /// ## Use instead
    /// Save the file as UTF-8 without a byte order mark.
    "byte-order-mark", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let fences = &ctx.document().fences;
    let (Some(bom), Some(_)) = (fences.bom, fences.opening) else { return };
    let what =
        "The file begins with an invisible byte order mark (U+FEFF), before the opening `---`; save it without one.";
    let Some(diagnostic) = ctx.report(&RULE, &Cause::ByteOrderMark, bom, what) else { return };
    out.push(diagnostic.with_fix(Fix::edit(
        "Remove the byte order mark",
        true,
        &ctx.skill.entry,
        vec![Edit::delete(bom)],
    )));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::fixed_for;

    #[test]
    fn the_mark_goes() {
        assert_eq!(fixed_for("codex", &super::RULE, "\u{feff}---\nname: a\n---\n"), "---\nname: a\n---\n");
    }
}
