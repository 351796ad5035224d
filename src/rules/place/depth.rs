use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext};

rule! {
    /// The skill stands deeper or less deep below its root than a host looks.
    ///
    /// ## Why it matters
    /// Many hosts look only into the directories right in a root; a skill in a group folder is not found there.
    ///
    /// ## Use instead
    /// Put the skill right into the root, or give the group folder to the host as a root of its own.
    "depth", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let skill = ctx.skill;
    // A skill inside another says so itself.
    if skill.inside.is_some() {
        return;
    }
    let what = match skill.depth() {
        0 => "The skill is its root itself.".to_owned(),
        1 => "The skill stands right in its root.".to_owned(),
        depth => format!("The skill stands {depth} directories below its root."),
    };
    out.extend(ctx.report(&RULE, &Cause::Depth, ctx.document().opening(), what));
}
