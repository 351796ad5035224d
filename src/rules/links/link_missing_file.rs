use super::End;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Severity, SkillContext};

rule! {
    /// A link leads to a file that is not there.
    ///
    /// ## Why it matters
    /// A model that follows the link gets an error instead of the text.
    ///
    /// ## Example
    /// ```markdown
    /// [steps](references/step.md)
    /// ```
    ///
    /// ## Use instead
    /// ```markdown
    /// [steps](references/steps.md)
    /// ```
    "link-missing-file", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    for finding in ctx.links() {
        let what = match finding.end {
            End::Missing => "is not there",
            End::NoFile => "is neither a file nor a directory",
            _ => continue,
        };
        // In code a path may be an example; a link is one that the reader is told to follow.
        let severity = if finding.is_link { Severity::Warning } else { Severity::Info };
        let message = format!("`{}` {what}: reading it is an error.", finding.path);
        let mut diagnostic = ctx.fixed(&RULE, severity, finding.span, message);
        diagnostic.file.clone_from(&finding.file);
        out.push(diagnostic);
    }
}
