use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext};

rule! {
    /// `SKILL.md` is larger than a host reads.
    ///
    /// ## Why it matters
    /// The host does not load the skill, or only the beginning of it.
    ///
    /// ## Use instead
    /// Move parts of the body to files in `references/`.
    "file-too-large", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let what = format!("`SKILL.md` has {} bytes.", ctx.skill.len);
    out.extend(ctx.report(&RULE, &Cause::FileTooLarge, ctx.document().opening(), what));
}
