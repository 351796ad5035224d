use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, SkillContext, quote};
use crate::skill::{Form, Value};
use crate::text::{Edit, Span};

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
        None => before_first_key(ctx, &name),
        Some(value) => behind_colon(ctx.text(), &value, &name),
    };
    let fix = edit.map(|edit| Fix::edit("Use the directory's name", safe, &ctx.skill.entry, vec![edit]));
    out.push(fix.into_iter().fold(diagnostic, Diagnostic::with_fix));
}

/// A line for the name, above the first key and indented as that one is.
fn before_first_key(ctx: &SkillContext<'_>, name: &str) -> Option<Edit> {
    let document = ctx.document();
    let opening = document.fences.opening?;
    let line_break = opening.line_break.slice(ctx.text());
    let Some(root) = &document.yaml.root else {
        return Some(Edit::insert(opening.line_break.end, format!("name: {name}{line_break}")));
    };
    let first = document.yaml.entries().first()?.key.span.start;
    let line_start = ctx.text()[..first].rfind(['\n', '\r'])? + 1;
    let indent = Span::new(line_start, first).slice(ctx.text());
    let is_block = !root.span.slice(ctx.text()).starts_with('{') && indent.trim_matches(' ').is_empty();
    is_block.then(|| Edit::insert(line_start, format!("{indent}name: {name}{line_break}")))
}

/// The name in the place of an empty value; none where an anchor, a type or a comment would be lost.
fn behind_colon(text: &str, value: &Value, name: &str) -> Option<Edit> {
    let rest = text.get(value.key.end..)?;
    let colon = value.key.end + (rest.len() - rest.trim_start_matches([' ', '\t']).len());
    let written = Span::new(colon + 1, (colon + 1).max(value.span.end)).trim(text);
    let between = Span::new(colon + 1, value.span.start.max(colon + 1)).slice(text);
    if !text[colon..].starts_with(':') || !between.trim().is_empty() || written.slice(text).contains('#') {
        return None;
    }
    let end = if written.is_empty() { colon + 1 } else { written.end };
    Some(Edit::replace(Span::new(colon + 1, end), format!(" {name}")))
}

fn is_text(form: Form) -> bool {
    matches!(form, Form::Scalar(_) | Form::Line)
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, fixed, has_fix};

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

    #[test]
    fn the_name_goes_where_yaml_takes_it() {
        for (block, expected) in [
            ("  d: b\n", "  name: demo\n  d: b\n"),
            ("# x\n", "name: demo\n# x\n"),
            ("name: >\n\nd: b\n", "name: demo\n\nd: b\n"),
            ("name : ''\nd: b\n", "name : demo\nd: b\n"),
        ] {
            assert_eq!(fixed(&super::RULE, &format!("---\n{block}---\n")), format!("---\n{expected}---\n"));
        }
    }

    #[test]
    fn no_fix_where_something_would_be_lost() {
        for block in ["{d: b}\n", "text\n", "? d\n: b\n", "name: &a\nd: b\n", "name: > # why\n\nd: b\n"] {
            assert!(!has_fix(&super::RULE, &format!("---\n{block}---\n")), "{block}");
        }
    }
}
