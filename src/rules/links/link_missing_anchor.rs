use super::End;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, Severity, SkillContext};
use crate::text::Edit;

rule! {
    /// A link names a heading that is not there.
    ///
    /// ## Why it matters
    /// Editors and viewers jump nowhere, and a model looks for a part that does not exist.
    ///
    /// ## Example
    /// ```markdown
    /// [setup](#instalation)
    /// ```
    ///
    /// ## Use instead
    /// ```markdown
    /// [setup](#installation)
    /// ```
    "link-missing-anchor", Unsafe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    for finding in ctx.links() {
        let End::NoAnchor(anchor, near) = &finding.end else { continue };
        let hint = near.as_ref().map(|near| format!(" The nearest is `#{near}`.")).unwrap_or_default();
        let message = format!("No heading has the anchor `#{anchor}`.{hint}");
        let mut diagnostic = ctx.fixed(&RULE, Severity::Info, finding.span, message);
        diagnostic.file.clone_from(&finding.file);
        if let Some(near) = near {
            let path = finding.path.split('#').next().unwrap_or("");
            let edits = vec![Edit::replace(finding.span, finding.written_as(&format!("{path}#{near}")))];
            diagnostic = diagnostic.with_fix(Fix::edit(format!("Change it to `#{near}`"), false, &finding.file, edits));
        }
        out.push(diagnostic);
    }
}
