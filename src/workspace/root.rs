use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::files::{Files, Kind};
use crate::hosts::{self, Host, Scope};

/// A directory that holds skills, and who reads it.
#[derive(Clone, Debug)]
pub struct Root {
    /// The directory.
    pub path: PathBuf,
    /// Its path as the host table writes it: `.claude/skills`; for a directory of no host, its own name.
    pub shown: String,
    /// Whose it is; [`Scope::Given`] where no host looks by itself.
    pub scope: Scope,
}

impl Root {
    /// What is known of a directory as a root. A plugin's `skills` is told by the manifest beside it.
    pub fn of(files: &dyn Files, path: &Path, home: Option<&Path>) -> Self {
        // Deeper than two names only users' roots lie: elsewhere such a path is nobody's.
        let at_home = |tail: &str| home.is_some_and(|home| path == home.join(tail));
        let shown = known_tail(path).filter(|tail| !USERS.contains(tail.as_str()) || at_home(tail));
        let scope = match &shown {
            Some(tail) if at_home(tail) => Scope::User,
            Some(_) => Scope::Project,
            None if is_in_plugin(files, path) => Scope::Plugin,
            None => Scope::Given,
        };
        let own_name = || path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Root { path: path.to_owned(), shown: shown.unwrap_or_else(own_name), scope }
    }

    /// The hosts that look here by themselves, best known first.
    pub fn read_by(&self) -> Vec<&'static Host> {
        hosts::reading(&self.shown, self.scope).collect()
    }

    /// The directory of the project whose root it is.
    pub fn project(&self) -> Option<&Path> {
        let names = self.shown.split('/').count();
        if self.scope == Scope::Project { self.path.ancestors().nth(names) } else { None }
    }

    /// The nearest directory above `dir` (or `dir` itself) that some host reads as a project's or a user's root.
    pub fn above(dir: &Path) -> Option<&Path> {
        dir.ancestors().find(|dir| known_tail(dir).is_some())
    }
}

/// The last names of a path, where some host reads a root of these names.
fn known_tail(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    // Asked for every directory that is walked: the last name alone rules out nearly all of them.
    if !LAST_NAMES.contains(name) {
        return None;
    }
    let known =
        |tail: &str| [Scope::Project, Scope::User].iter().any(|scope| hosts::reading(tail, *scope).next().is_some());
    if known(name) {
        return Some(name.to_owned());
    }
    let parent = path.parent()?.file_name()?.to_str()?;
    let tail = format!("{parent}/{name}");
    if known(&tail) {
        return Some(tail);
    }
    USERS.iter().find(|users| path.ends_with(users)).map(|users| (*users).to_owned())
}

/// The paths of all hosts' roots, each with whose it is.
fn paths() -> impl Iterator<Item = (Scope, &'static str)> {
    let roots = hosts::table().iter().filter_map(|host| host.roots.as_ref()).flat_map(|roots| &roots.list);
    roots.filter_map(|root| Some((root.scope, root.path.as_deref()?)))
}

/// The directories below `base` in which hosts look for a project's skills, those of the best known hosts first; they need
/// not be there.
pub fn project_roots(base: &Path) -> impl Iterator<Item = PathBuf> + '_ {
    paths().filter(|(scope, _)| *scope == Scope::Project).map(|(_, path)| base.join(path))
}

/// The last names of the roots that hosts read by themselves.
static LAST_NAMES: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| paths().filter_map(|(_, path)| path.rsplit('/').next()).collect());

/// Users' roots more than two names below the home directory, such as `.config/goose/skills`.
static USERS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let users = paths().filter(|(scope, _)| *scope == Scope::User);
    users.filter_map(|(_, path)| path.strip_prefix("~/")).filter(|path| path.split('/').count() > 2).collect()
});

fn is_in_plugin(files: &dyn Files, path: &Path) -> bool {
    let manifest = path.parent().map(|plugin| plugin.join(super::plugin::MANIFEST));
    manifest.is_some_and(|manifest| matches!(files.kind(&manifest), Ok(Kind::File)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Disk;

    #[test]
    fn whose_a_root_is_and_how_it_is_called() {
        let of = |path: &str| {
            let root = Root::of(&Disk, Path::new(path), Some(Path::new("/home/me")));
            (root.shown.clone(), root.scope, root.project().map(Path::to_owned))
        };
        for (path, shown, scope, project) in [
            ("/home/me/.claude/skills", ".claude/skills", Scope::User, None),
            ("/home/me/.config/goose/skills", ".config/goose/skills", Scope::User, None),
            ("/home/me/.codeium/windsurf/skills", ".codeium/windsurf/skills", Scope::User, None),
            ("/home/me/p/.claude/skills", ".claude/skills", Scope::Project, Some("/home/me/p")),
            ("/home/me/p/.config/goose/skills", "skills", Scope::Given, None),
            ("/home/me/p/skills", "skills", Scope::Given, None),
            ("/home/me/p/.skills", ".skills", Scope::Project, Some("/home/me/p")),
        ] {
            assert_eq!(of(path), (shown.to_owned(), scope, project.map(PathBuf::from)), "{path}");
        }
        let inside = Path::new("/home/me/.config/opencode/skills/group/one");
        assert_eq!(Root::above(inside), Some(Path::new("/home/me/.config/opencode/skills")));
    }
}
