use crate::rules::rule::rule;
use crate::rules::{Change, Diagnostic, Fix, Severity, WorkspaceContext};
use crate::skill::{ENTRY, Stray, StrayKind};
use crate::text::Span;

rule! {
    /// A directory looks like a skill and is none.
    ///
    /// ## Why it matters
    /// It stands among skills and holds a Markdown file with a skill's front matter, but no `SKILL.md`. No host finds it.
    ///
    /// ## Example
    /// `release-guide/README.md`
    ///
    /// ## Use instead
    /// `release-guide/SKILL.md`
    "not-a-skill", Unsafe, Stray(check)
}

fn check(ctx: &WorkspaceContext<'_>, stray: &Stray, out: &mut Vec<Diagnostic>) {
    let StrayKind::OtherName(file) = &stray.kind else { return };
    let message = format!(
        "`{}` has a skill's front matter, but its directory has no `{ENTRY}`: it is no skill to any host.",
        ctx.shown(file)
    );
    let to = stray.path.join(ENTRY);
    let fix = Fix {
        title: format!("Rename it to `{ENTRY}`"),
        safe: false,
        changes: vec![Change::Rename { from: file.clone(), to }],
    };
    out.push(Diagnostic::new(&RULE, Severity::Warning, file, Span::default(), message).with_fix(fix));
}
