use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, SkillContext, quote};
use crate::skill::Form;
use crate::syntax::yaml::Style;
use crate::text::Edit;

rule! {
    /// The name is not a text.
    ///
    /// ## Why it matters
    /// A list or a map is no name. A number, `yes` or a date without quotes is not a text to YAML: some hosts refuse it,
    /// others show another name than the one written.
    ///
    /// ## Example
    /// ```yaml
    /// name: 007
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// name: "007"
    /// ```
    "name-not-text", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(value) = ctx.document().value("name") else { return };
    let key = "name".to_owned();
    let cause = if matches!(value.form, Form::List | Form::Map) { Cause::Type(key) } else { Cause::NotText(key) };
    let what = match value.form {
        Form::List => "The `name` is a list; it must be a text.".to_owned(),
        Form::Map => "The `name` is a map; it must be a text.".to_owned(),
        Form::Scalar(_) => format!("Without quotes `{}` is not a text to every YAML reader.", value.text),
        Form::Empty | Form::Line => return,
    };
    let Some(diagnostic) = ctx.report(&RULE, &cause, value.span, what) else { return };
    if value.form != Form::Scalar(Style::Plain) {
        out.push(diagnostic);
        return;
    }
    let edit = Edit::replace(value.span.trim(ctx.text()), quote::quoted(value.span.slice(ctx.text())));
    out.push(diagnostic.with_fix(Fix::edit("Quote the name", true, &ctx.skill.entry, vec![edit])));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::check;

    #[test]
    fn a_list_is_no_name() {
        check(
            &super::RULE,
            "
---
name: [a]
      ^^^ error: The `name` is a list
description: b
---
",
        );
    }
}
