use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Severity, WorkspaceContext};
use crate::skill::{Stray, StrayKind};
use crate::text::Span;

rule! {
    /// A directory, or a link to one, cannot be looked into.
    ///
    /// ## Why it matters
    /// Skills in it are not found.
    ///
    /// ## Use instead
    /// Allow reading it, or remove the broken link.
    "directory-unreadable", None, Stray(check)
}

fn check(ctx: &WorkspaceContext<'_>, stray: &Stray, out: &mut Vec<Diagnostic>) {
    let message = match &stray.kind {
        StrayKind::DirectoryUnreadable(why) => {
            format!("`{}` cannot be read: {why}. What lies in it is not checked.", ctx.shown(&stray.path))
        }
        StrayKind::LinkBroken => {
            format!("The link `{}` leads nowhere: there is no skill behind it.", ctx.shown(&stray.path))
        }
        _ => return,
    };
    out.push(Diagnostic::new(&RULE, Severity::Warning, &stray.path, Span::default(), message));
}
