use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext};

rule! {
    /// A key has no effect here.
    ///
    /// ## Why it matters
    /// Some keys count only beside another one; alone they are read and do nothing.
    ///
    /// ## Use instead
    /// ```yaml
    /// context: fork
    /// agent: Explore
    /// ```
    "no-effect", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    for entry in ctx.document().yaml.entries() {
        let Some(key) = entry.key.text() else { continue };
        let what = format!("`{key}` does nothing as it stands here.");
        out.extend(ctx.report(&RULE, &Cause::NoEffect(key.to_owned()), entry.key.span, what));
    }
}
