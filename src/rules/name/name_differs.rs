use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, SkillContext, quote};
use crate::text::Edit;

rule! {
    /// The name differs from the skill's directory.
    ///
    /// ## Why it matters
    /// The specification wants them equal. Some hosts skip the skill, some call it by its directory.
    ///
    /// ## Example
    /// ```yaml
    /// # in react-tips/SKILL.md
    /// name: acme-react-tips
    /// ```
    ///
    /// ## Use instead
    /// Rename the directory or change the name.
    "name-differs", Unsafe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(value) = super::text_value(ctx) else { return };
    let directory = ctx.skill.directory_name();
    // A name of the wrong form says so itself: one name, one diagnostic.
    if !ctx.audience(&Cause::NameForm).is_empty() {
        return;
    }
    let name = value.text.trim();
    let what = match name == directory {
        false => format!("The name `{name}` differs from its directory `{directory}`."),
        // Whoever takes the value as it stands gets its quotes, or a comment behind it, as well.
        true => format!("As it is written, the name differs from its directory `{directory}`."),
    };
    let Some(diagnostic) = ctx.report(&RULE, &Cause::NameDiffers, value.span, what) else { return };
    if name == directory || super::broken_form(&directory).is_some() {
        out.push(diagnostic);
        return;
    }
    let title = format!("Change the name to `{directory}`");
    let edit = Edit::replace(value.span.trim(ctx.text()), quote::value(&directory));
    out.push(diagnostic.with_fix(Fix::edit(title, false, &ctx.skill.entry, vec![edit])));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, check_for};

    #[test]
    fn one_that_differs_by_its_quotes_is_not_said_to_be_another() {
        check_for(
            "letta-code",
            &super::RULE,
            "
---
name: \"demo\"
      ^^^^^^ warning: As it is written, the name differs from its directory `demo`.
description: b
---
",
        );
    }

    #[test]
    fn the_value_is_marked() {
        check(
            &super::RULE,
            "
---
name: other
      ^^^^^ warning: differs from its directory `demo`
description: b
---
",
        );
        check(&super::RULE, "---\nname: demo\ndescription: b\n---\n");
    }
}
