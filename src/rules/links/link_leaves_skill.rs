use super::End;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Severity, SkillContext};

rule! {
    /// A link leads out of the skill.
    ///
    /// ## Why it matters
    /// The list/read tool refuses to read outside the skill's directory, and a skill that is installed alone has nothing there.
    ///
    /// ## Example
    /// ```markdown
    /// [shared](../../docs/shared.md)
    /// ```
    ///
    /// ## Use instead
    /// ```markdown
    /// [shared](references/shared.md)
    /// ```
    "link-leaves-skill", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    for finding in ctx.links() {
        if finding.end != End::Leaves {
            continue;
        }
        let message =
            format!("`{}` leaves the skill's directory: the list/read tool refuses to read it.", finding.path);
        let mut diagnostic = ctx.fixed(&RULE, Severity::Warning, finding.span, message);
        diagnostic.file.clone_from(&finding.file);
        out.push(diagnostic);
    }
}
