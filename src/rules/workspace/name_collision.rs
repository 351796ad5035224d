use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Severity, WorkspaceContext};
use crate::skill::Summary;

rule! {
    /// Two skills have one name.
    ///
    /// ## Why it matters
    /// The list/read tool knows a skill by its name alone: of two, the one in the stronger root wins, within a root the
    /// one whose directory comes first. The other can be neither listed nor read.
    ///
    /// ## Use instead
    /// Give one of them another name. Copies with the same bytes, and links to the same directory, are not reported.
    "name-collision", None, Name(check)
}

fn check(ctx: &WorkspaceContext<'_>, named_alike: &[&Summary], out: &mut Vec<Diagnostic>) {
    let Some((winner, others)) = named_alike.split_first() else { return };
    for skill in others.iter().filter(|skill| !winner.mirrors(skill)) {
        let why = if winner.root == skill.root { "its directory comes first" } else { "its root comes first" };
        let message = format!(
            "The name `{}` is already used by `{}`, which wins because {why}: the list/read tool never returns this skill.",
            skill.name,
            ctx.shown(&winner.dir)
        );
        let diagnostic = Diagnostic::new(&RULE, Severity::Warning, &skill.entry, skill.name_span, message);
        out.push(diagnostic.with_related(&winner.entry, winner.name_span, "the skill that wins"));
    }
}
