use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext};
use crate::skill::{Form, Value};
use crate::text::Span;

rule! {
    /// The skill has no description.
    ///
    /// ## Why it matters
    /// The description is all that a model sees before it chooses a skill. Most hosts skip a skill without one; others
    /// load it, but the model is never told of it.
    ///
    /// ## Example
    /// ```yaml
    /// name: release-guide
    /// description: # later
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// name: release-guide
    /// description: Checks a release. Use it before publishing.
    /// ```
    "description-missing", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let document = ctx.document();
    let (Some(opening), Some(_)) = (document.fences.opening, document.fences.closing) else { return };
    let value = document.value("description");
    let (span, what) = match &value {
        None => (opening.dashes, "There is no `description`."),
        Some(value) if is_empty(value) && comment_behind(ctx, value) => (
            value.key,
            "The `description` is empty in YAML: what follows its colon is a comment, because it begins with ` #`.",
        ),
        Some(value) if is_empty(value) => (value.key, "The `description` is empty."),
        Some(_) => return,
    };
    out.extend(ctx.report(&RULE, &Cause::DescriptionMissing, span, what));
}

fn is_empty(value: &Value) -> bool {
    match value.form {
        Form::Empty => true,
        Form::Scalar(_) | Form::Line => value.text.trim().is_empty(),
        Form::List | Form::Map => false,
    }
}

fn comment_behind(ctx: &SkillContext<'_>, value: &Value) -> bool {
    let text = ctx.text();
    ctx.document().yaml.comments.iter().any(|comment| {
        comment.start >= value.key.end && !Span::new(value.key.end, comment.start).slice(text).contains(['\n', '\r'])
    })
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::check;

    #[test]
    fn absent_empty_and_commented() {
        check(
            &super::RULE,
            "
---
^^^ error: There is no `description`
name: demo
---
",
        );
        check(
            &super::RULE,
            "
---
name: demo
description: # later
^^^^^^^^^^^ error: begins with ` #`
---
",
        );
    }
}
