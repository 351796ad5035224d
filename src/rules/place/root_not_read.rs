use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext};

rule! {
    /// A selected host does not look where the skill stands.
    ///
    /// ## Why it matters
    /// Each host has its own directories for skills. In another one the skill does not exist for it.
    ///
    /// ## Use instead
    /// Put the skill, or a link to it, into a directory that the host reads.
    "root-not-read", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let root = ctx.skill.root.file_name().unwrap_or_default().to_string_lossy();
    let what = format!("The skill stands in a root `{root}` that not every selected host reads.");
    out.extend(ctx.report(&RULE, &Cause::Root, ctx.document().opening(), what));
}
