use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext};

rule! {
    /// The name holds a word that a host reserves.
    ///
    /// ## Why it matters
    /// An upload with such a name is refused.
    ///
    /// ## Use instead
    /// Another name.
    "name-reserved", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(value) = super::text_value(ctx) else { return };
    let what = format!("The name `{}` holds a reserved word.", value.text.trim());
    out.extend(ctx.report(&RULE, &Cause::NameReserved, value.span, what));
}
