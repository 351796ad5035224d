use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Severity, SkillContext};
use crate::skill::{ItemKind, Target};

rule! {
    /// A symbolic link in the skill leads nowhere.
    ///
    /// ## Why it matters
    /// Its target is not there, it leads in a circle, or to something that is no file. It is left out of the list, and
    /// reading it is an error.
    ///
    /// ## Use instead
    /// Remove the link or mend its target. A link to an absolute path, or out of the repository, is broken on every other
    /// machine.
    "symlink-broken", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    for item in ctx.skill.tree.items().iter().filter(|item| !is_lock(&item.path)) {
        let ItemKind::Link(target) = &item.kind else { continue };
        let leads = match target {
            Target::Missing => "leads nowhere",
            Target::Circle => "leads in a circle",
            Target::Other => "leads to something that is neither a file nor a directory",
            Target::File(_) | Target::Directory(_) | Target::Outside(_) | Target::Unknown => continue,
        };
        let message = format!("The symbolic link `{}` {leads}; reading it is an error.", item.path);
        let place = ctx.document().opening();
        let diagnostic = ctx.fixed(&RULE, Severity::Warning, place, message);
        out.push(diagnostic.with_related(ctx.skill.path_of(&item.path), Default::default(), "the link"));
    }
}

/// Emacs locks a file that is being edited by a link beside it, `.#NAME`, which leads nowhere and goes away by itself.
fn is_lock(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.starts_with(".#"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_lock_of_emacs_is_no_broken_link() {
        assert!(super::is_lock("refs/.#SKILL.md") && super::is_lock(".#x"));
        assert!(!super::is_lock(".#refs/x.md") && !super::is_lock("#x.md"));
    }
}
