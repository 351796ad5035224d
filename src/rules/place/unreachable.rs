use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext};

rule! {
    /// The skill can be called neither by the model nor by the user.
    ///
    /// ## Why it matters
    /// With `disable-model-invocation: true` the model is not told of the skill, with `user-invocable: false` the user is not
    /// offered it: nobody can use it.
    ///
    /// ## Use instead
    /// Remove one of the two keys.
    "unreachable", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let span = ctx.document().yaml.get("user-invocable").map_or(ctx.document().opening(), |entry| entry.span());
    let what =
        "`disable-model-invocation: true` and `user-invocable: false` together leave nobody who can use the skill.";
    out.extend(ctx.report(&RULE, &Cause::Unreachable, span, what));
}
