use super::End;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, Severity, SkillContext};
use crate::text::Edit;

rule! {
    /// A link differs from its file in letter case.
    ///
    /// ## Why it matters
    /// It works on file systems that fold letter case, and nowhere else.
    ///
    /// ## Example
    /// ```markdown
    /// [more](REFERENCE.md)
    /// ```
    ///
    /// ## Use instead
    /// ```markdown
    /// [more](reference.md)
    /// ```
    "link-case", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    for finding in ctx.links() {
        let End::OtherCase(right) = &finding.end else { continue };
        let message = format!("The letter case differs: the file is `{right}`.");
        let mut diagnostic = ctx.fixed(&RULE, Severity::Warning, finding.span, message);
        diagnostic.file.clone_from(&finding.file);
        let edits = vec![Edit::replace(finding.span, finding.written_as(right))];
        out.push(diagnostic.with_fix(Fix::edit(format!("Write `{right}`"), true, &finding.file, edits)));
    }
}
