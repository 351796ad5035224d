use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext, tail};
use crate::skill::limits::COMPATIBILITY_CHARS;

rule! {
    /// `compatibility` is too long.
    ///
    /// ## Why it matters
    /// The specification allows 500 characters; validators refuse more.
    ///
    /// ## Use instead
    /// Name what the skill needs in a sentence, and say the rest in the body.
    "compatibility-too-long", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(value) = ctx.document().value("compatibility") else { return };
    let count = value.text.trim().chars().count();
    let what = format!("`compatibility` has {count} characters; {COMPATIBILITY_CHARS} are allowed.");
    let span = tail::beyond(ctx.text(), &value, COMPATIBILITY_CHARS);
    out.extend(ctx.report(&RULE, &Cause::CompatibilityTooLong, span, what));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, codes};

    #[test]
    fn five_hundred_are_fine() {
        check(&super::RULE, &format!("---\nname: demo\ncompatibility: {}\n---\n", "a".repeat(500)));
        let long = format!("---\nname: demo\ncompatibility: {}\n---\n", "a".repeat(501));
        assert_eq!(codes(&super::RULE, &long), ["compatibility-too-long"]);
    }
}
