use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext};
use crate::text::Span;

rule! {
    /// There is markup in the name or the description.
    ///
    /// ## Why it matters
    /// Both become part of the model's instructions; some hosts refuse or remove tags such as `<b>` there.
    ///
    /// ## Use instead
    /// Plain text.
    "markup", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    for key in ["name", "description"] {
        let Some(value) = ctx.document().value(key) else { continue };
        let source = value.span.slice(ctx.text());
        let tag = source.find('<').map_or(value.span, |at| {
            let rest = &source[at..];
            let len = rest.find('>').map_or(1, |end| end + 1);
            Span::new(value.span.start + at, value.span.start + at + len)
        });
        let what = format!("The `{key}` holds markup: `{}`.", tag.slice(ctx.text()));
        out.extend(ctx.report(&RULE, &Cause::Markup(key.to_owned()), tag, what));
    }
}
