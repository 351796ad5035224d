use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Severity, WorkspaceContext};
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
    "nested-skill", None, Workspace(check)
}

fn check(ctx: &WorkspaceContext<'_>, out: &mut Vec<Diagnostic>) {
    for skill in &ctx.catalog.skills {
        let Some(outer) = &skill.inside else { continue };
        let message = format!(
            "This skill lies inside the skill `{}`: to the list/read tool it is a file of that skill and is not listed.",
            ctx.shown(outer)
        );
        let diagnostic = Diagnostic::new(&RULE, Severity::Warning, &skill.entry, skill.name_span, message);
        out.push(diagnostic.with_related(outer.join(crate::skill::ENTRY), Span::default(), "the outer skill"));
    }
}
