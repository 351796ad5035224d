use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext, tail};

rule! {
    /// The name is too long.
    ///
    /// ## Why it matters
    /// The specification allows 64 characters. Some hosts skip a skill with a longer name.
    ///
    /// ## Use instead
    /// A short name; the description says the rest.
    "name-too-long", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(value) = super::text_value(ctx) else { return };
    let limit = crate::skill::limits::NAME_CHARS;
    let what = format!("The name has {} characters; {limit} are allowed.", value.text.trim().chars().count());
    out.extend(ctx.report(&RULE, &Cause::NameTooLong, tail::beyond(ctx.text(), &value, limit), what));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::check;

    #[test]
    fn what_is_too_much_is_marked() {
        let name = "a".repeat(64);
        check(&super::RULE, &format!("---\nname: {name}\ndescription: b\n---\n"));
        let marked = format!("{}^^ warning: The name has 66 characters", " ".repeat(70));
        check(&super::RULE, &format!("---\nname: {name}bc\n{marked}\ndescription: b\n---\n"));
    }
}
