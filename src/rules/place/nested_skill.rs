use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Severity, SkillContext};
use crate::skill::ENTRY;
use crate::text::Span;

rule! {
    /// A skill lies inside another skill.
    ///
    /// ## Why it matters
    /// To the list/read tool, and to hosts that look one level deep, the inner one is only a file of the outer skill: it
    /// is never listed. Hosts that look deeper list both.
    ///
    /// ## Use instead
    /// Put the skills side by side in the root.
    "nested-skill", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(outer) = &ctx.skill.inside else { return };
    let outer_name = outer.file_name().unwrap_or_default().to_string_lossy();
    let what = format!(
        "This skill lies inside the skill `{outer_name}`: whoever does not look there takes it for a file of that."
    );
    // It may be meant as one, such as an example: a warning, whoever does not find it.
    let audience = ctx.audience(&Cause::Depth);
    let message = what + &audience.sentences();
    let name = ctx.document().value("name").filter(|value| !value.span.is_empty());
    let span = name.map_or(ctx.document().opening(), |value| value.span);
    let diagnostic = Diagnostic { hosts: audience.hosts(), ..ctx.fixed(&RULE, Severity::Warning, span, message) };
    out.push(diagnostic.with_related(outer.join(ENTRY), Span::default(), "the outer skill"));
}
