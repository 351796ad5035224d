use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Severity, SkillContext};
use crate::skill::limits::FILES_LISTED;

rule! {
    /// The skill has more files than the list/read tool lists.
    ///
    /// ## Why it matters
    /// The tool lists the first 60 files by path and sets `filesTruncated`. A model learns of the others only where
    /// `SKILL.md` names them.
    ///
    /// ## Use instead
    /// Fewer files, or name those that matter in `SKILL.md`.
    "too-many-files", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let count = ctx.skill.tree.listed().count();
    if count <= FILES_LISTED {
        return;
    }
    let first = ctx.skill.tree.listed().nth(FILES_LISTED).map_or("", |item| item.path.as_str());
    let message = format!(
        "The skill has {count} files; the list/read tool lists {FILES_LISTED}, so {} are hidden, the first of them \
         `{first}`. They can still be read by path.",
        count - FILES_LISTED
    );
    out.push(ctx.fixed(&RULE, Severity::Info, ctx.document().opening(), message));
}
