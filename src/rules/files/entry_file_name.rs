use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Change, Diagnostic, Fix, SkillContext};
use crate::skill::ENTRY;

rule! {
    /// The skill's file is not named `SKILL.md` letter by letter.
    ///
    /// ## Why it matters
    /// Most hosts look for exactly `SKILL.md`. On file systems that fold letter case the skill works for its author and
    /// is lost for everybody else.
    ///
    /// ## Example
    /// `contract/skill.md`
    ///
    /// ## Use instead
    /// `contract/SKILL.md`
    "entry-file-name", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let name = ctx.skill.entry_name();
    if name == ENTRY {
        return;
    }
    let what = format!("This file is named `{name}`; it must be `{ENTRY}`, letter by letter.");
    let Some(diagnostic) = ctx.report(&RULE, &Cause::FileName, ctx.document().opening(), what) else { return };
    let rename = Change::Rename { from: ctx.skill.entry.clone(), to: ctx.skill.dir.join(ENTRY) };
    out.push(diagnostic.with_fix(Fix { title: format!("Rename it to `{ENTRY}`"), safe: true, changes: vec![rename] }));
}
