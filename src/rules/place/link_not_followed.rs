use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext};

rule! {
    /// The skill is a symbolic link that a host does not follow.
    ///
    /// ## Why it matters
    /// Some hosts follow links to directories and not to files, some follow none.
    ///
    /// ## Use instead
    /// Put the skill itself there.
    "link-not-followed", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let what = match ctx.skill.linked_to {
        Some(_) => "The skill's directory is a symbolic link.",
        None => "`SKILL.md` is a symbolic link.",
    };
    out.extend(ctx.report(&RULE, &Cause::Linked, ctx.document().opening(), what));
}
