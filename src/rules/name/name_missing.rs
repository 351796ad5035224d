use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, SkillContext, quote};
use crate::skill::Form;
use crate::text::Edit;

rule! {
    /// The skill has no name.
    ///
    /// ## Why it matters
    /// The specification requires `name`. Hosts either skip a skill without one or call it by its directory.
    ///
    /// ## Example
    /// ```yaml
    /// description: Checks a release.
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// name: release-guide
    /// description: Checks a release.
    /// ```
    "name-missing", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let document = ctx.document();
    let (Some(opening), Some(_)) = (document.fences.opening, document.fences.closing) else { return };
    let value = document.value("name");
    let (span, what) = match &value {
        None => (opening.dashes, "There is no `name`."),
        Some(value) if value.form == Form::Empty || (is_text(value.form) && value.text.trim().is_empty()) => {
            (value.key, "The `name` is empty.")
        }
        Some(_) => return,
    };
    let Some(diagnostic) = ctx.report(&RULE, &Cause::NameMissing, span, what) else { return };
    let name = quote::value(&ctx.skill.directory_name());
    let safe = super::broken_form(&ctx.skill.directory_name()).is_none();
    let edit = match value {
        None => Edit::insert(opening.line_break.end, format!("name: {name}{}", opening.line_break.slice(ctx.text()))),
        Some(value) if value.form == Form::Empty => Edit::insert(value.key.end + 1, format!(" {name}")),
        Some(value) => Edit::replace(value.span, name),
    };
    out.push(diagnostic.with_fix(Fix::edit("Use the directory's name", safe, &ctx.skill.entry, vec![edit])));
}

fn is_text(form: Form) -> bool {
    matches!(form, Form::Scalar(_) | Form::Line)
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, fixed};

    #[test]
    fn no_name_and_an_empty_one() {
        check(
            &super::RULE,
            "
---
^^^ error: There is no `name`
description: b
---
",
        );
        check(
            &super::RULE,
            "
---
name:
^^^^ error: The `name` is empty
description: b
---
",
        );
        assert_eq!(fixed(&super::RULE, "---\r\nd: b\r\n---\r\n"), "---\r\nname: demo\r\nd: b\r\n---\r\n");
        assert_eq!(fixed(&super::RULE, "---\nname: # x\n---\n"), "---\nname: demo # x\n---\n");
    }
}
