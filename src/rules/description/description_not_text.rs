use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, SkillContext, quote};
use crate::skill::Form;
use crate::syntax::yaml::Style;
use crate::text::Edit;

rule! {
    /// The description is not a text.
    ///
    /// ## Why it matters
    /// A list or a map is no description, and `yes` or a number without quotes is none to every YAML reader.
    ///
    /// ## Example
    /// ```yaml
    /// description: [Collects notes]
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// description: "[Collects notes]"
    /// ```
    "description-not-text", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(value) = ctx.document().value("description") else { return };
    let key = "description".to_owned();
    let cause = if matches!(value.form, Form::List | Form::Map) { Cause::Type(key) } else { Cause::NotText(key) };
    let what = match value.form {
        Form::List => "The `description` is a list; it must be a text.".to_owned(),
        Form::Map => "The `description` is a map; it must be a text.".to_owned(),
        Form::Scalar(_) => format!("Without quotes `{}` is not a text to every YAML reader.", value.text),
        Form::Empty | Form::Line => return,
    };
    let Some(diagnostic) = ctx.report(&RULE, &cause, value.span, what) else { return };
    let source = value.span.slice(ctx.text());
    // A list of lines, and what a written type makes of a quoted text, are not mended by quotes.
    let quotable = value.form == Form::Scalar(Style::Plain) || source.starts_with(['[', '{']);
    if source.contains(['\n', '\r']) || !quotable {
        out.push(diagnostic);
        return;
    }
    let edit = Edit::replace(value.span, quote::quoted(source));
    out.push(diagnostic.with_fix(Fix::edit("Quote the description", true, &ctx.skill.entry, vec![edit])));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, fixed, has_fix};

    #[test]
    fn a_list_in_brackets() {
        check(
            &super::RULE,
            "
---
name: demo
description: [Collects notes]
             ^^^^^^^^^^^^^^^^ error: The `description` is a list
---
",
        );
        assert!(!has_fix(&super::RULE, "---\nname: demo\ndescription:\n- item\n---\n"));
        assert_eq!(fixed(&super::RULE, "---\ndescription: [a b]\n---\n"), "---\ndescription: \"[a b]\"\n---\n");
    }
}
