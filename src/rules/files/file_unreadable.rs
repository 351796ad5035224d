use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Severity, SkillContext};
use crate::text::Span;

rule! {
    /// A Markdown file of the skill cannot be read.
    ///
    /// ## Why it matters
    /// The system does not give it, so what it says is not checked, and an agent of the same user gets an error.
    ///
    /// ## Use instead
    /// Allow reading it, or remove it.
    "file-unreadable", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    for file in &ctx.skill.unreadable {
        let message = format!("`{}` cannot be read: {}. What it says is not checked.", file.path, file.why);
        let mut diagnostic = ctx.fixed(&RULE, Severity::Warning, Span::default(), message);
        diagnostic.file = ctx.skill.path_of(&file.path);
        out.push(diagnostic);
    }
}
