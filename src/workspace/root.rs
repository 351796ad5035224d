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
        let shown = known_tail(path);
        let scope = match &shown {
            Some(_) if home.is_some_and(|home| path.parent().and_then(Path::parent) == Some(home)) => Scope::User,
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

    /// The nearest directory above `dir` (or `dir` itself) that some host reads as a project's or a user's root.
    pub fn above(dir: &Path) -> Option<&Path> {
        dir.ancestors().find(|dir| known_tail(dir).is_some())
    }
}

/// The last two names of a path, where some host reads a root of that name.
fn known_tail(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let parent = path.parent()?.file_name()?.to_str()?;
    // Asked for every directory that is walked: the last name alone rules out nearly all of them.
    if !LAST_NAMES.contains(name) {
        return None;
    }
    let tail = format!("{parent}/{name}");
    let known = [Scope::Project, Scope::User].iter().any(|scope| hosts::reading(&tail, *scope).next().is_some());
    known.then_some(tail)
}

/// The last names of the roots that hosts read by themselves.
static LAST_NAMES: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let roots = hosts::table().iter().filter_map(|host| host.roots.as_ref()).flat_map(|roots| &roots.list);
    roots.filter_map(|root| root.path.as_deref()?.rsplit('/').next()).collect()
});

fn is_in_plugin(files: &dyn Files, path: &Path) -> bool {
    let manifest = path.parent().map(|plugin| plugin.join(super::plugin::MANIFEST));
    manifest.is_some_and(|manifest| matches!(files.kind(&manifest), Ok(Kind::File)))
}
