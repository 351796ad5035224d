use crate::rules::context::seen_from;
use crate::rules::links::End;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Severity, SkillContext};
use crate::skill::{ItemKind, Target};

rule! {
    /// A symbolic link leads out of the skill.
    ///
    /// ## Why it matters
    /// The list/read tool lists no such file and refuses to read it, so that nothing outside the skill gets to the
    /// model. A skill that is copied or packed loses the target.
    ///
    /// ## Example
    /// `references -> ../../outside`
    ///
    /// ## Use instead
    /// Put the files into the skill's directory.
    "symlink-escape", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    for item in ctx.skill.tree.items() {
        let ItemKind::Link(Target::Outside(to)) = &item.kind else { continue };
        let leads =
            format!("The symbolic link `{}` leaves the skill, to `{}`", item.path, seen_from(&ctx.skill.dir, to));
        let used: Vec<_> = ctx
            .links()
            .iter()
            .filter(|finding| matches!(finding.end, End::LeavesThrough(link) if link.path == item.path))
            .collect();
        let refused = "the list/read tool does not list it and refuses to read it";
        if used.is_empty() {
            let message = format!("{leads}; {refused}. Put the files into the skill's directory.");
            let diagnostic = ctx.fixed(&RULE, Severity::Error, ctx.document().opening(), message);
            out.push(diagnostic.with_related(ctx.skill.path_of(&item.path), Default::default(), "the link"));
        }
        for finding in used {
            let message = format!("`{}` goes through a link. {leads}; {refused}.", finding.path);
            let mut diagnostic = ctx.fixed(&RULE, Severity::Error, finding.span, message);
            diagnostic.file.clone_from(&finding.file);
            out.push(diagnostic.with_related(ctx.skill.path_of(&item.path), Default::default(), "the link"));
        }
    }
}
