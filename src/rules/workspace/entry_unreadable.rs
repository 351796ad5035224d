use crate::rules::context::seen_from;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Severity, WorkspaceContext};
use crate::skill::{Stray, StrayKind};
use crate::text::Span;

rule! {
    /// A skill's `SKILL.md` cannot be read.
    ///
    /// ## Why it matters
    /// It is a link that leaves the skill's directory, leads nowhere or in a circle, something else than a file, or the
    /// system does not give it. Nobody can load the skill, and nothing from outside a skill is read through it.
    ///
    /// ## Use instead
    /// A regular file in the skill's directory, which everybody who uses the skill may read.
    "entry-unreadable", None, Stray(check)
}

fn check(ctx: &WorkspaceContext<'_>, stray: &Stray, out: &mut Vec<Diagnostic>) {
    let why = match &stray.kind {
        StrayKind::EntryLeaves(to) => {
            format!(
                "is a link that leaves the skill, to `{}`; the list/read tool refuses to read it",
                seen_from(stray.path.parent().unwrap_or(to), to)
            )
        }
        StrayKind::EntryUnreadable(why) => format!("cannot be read: {why}"),
        _ => return,
    };
    let message =
        format!("`{}` {why}. The skill is lost: it needs a regular file that can be read.", ctx.shown(&stray.path));
    out.push(Diagnostic::new(&RULE, Severity::Error, &stray.path, Span::default(), message));
}
