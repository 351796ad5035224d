//! Where skills stand and which files they have: one walk, and what each tool wants of it.

use std::path::Path;

use crate::files::{Cancel, Cancelled, Files, Kind, Links, Walk, walk};
use crate::skill::ENTRY;

/// Names of directories that are not looked into for a skill's files, nor for skills by toolnexus.
pub const PRUNED: &[&str] = &["node_modules", ".git"];

/// Where below a root a tool looks for skills.
#[derive(Clone, Copy, Debug)]
pub struct Discovery {
    /// How it walks.
    pub walk: Walk<'static>,
    /// Whether a `SKILL.md` right in the root makes the root a skill.
    pub root: bool,
    /// In which order it takes them.
    pub order: Order,
}

/// The order of skills within a root: of two with one name, the first wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By code point of the directory.
    Directory,
    /// The shallowest first, then by code point of the path of the entry file, in which `/` counts as a character.
    Depth,
}

/// steamharness: each immediate child directory, linked ones too.
pub const CHILDREN: Discovery =
    Discovery { walk: Walk { links: Links::Follow, prune: &[], depth: 2 }, root: false, order: Order::Directory };

/// toolnexus: everywhere below the root, through links.
pub const TREE: Discovery = Discovery {
    walk: Walk { links: Links::FollowOnce, prune: PRUNED, depth: usize::MAX },
    root: true,
    order: Order::Depth,
};

/// The directories below `root` that hold a regular file `SKILL.md` (or a link to one), relative to it with `/` between
/// names; the root itself is the empty path. A root that is not there has none.
///
/// # Errors
/// [`Cancelled`].
pub fn skills(files: &dyn Files, root: &Path, how: &Discovery, cancel: &Cancel) -> Result<Vec<String>, Cancelled> {
    let found = walk(files, root, &how.walk, cancel)?.found;
    let mut dirs: Vec<String> = found
        .into_iter()
        .filter(|found| found.kind == Kind::File)
        .filter_map(|found| match found.path.strip_suffix(ENTRY)? {
            "" => how.root.then(String::new),
            dir => dir.strip_suffix('/').map(str::to_owned),
        })
        .collect();
    match how.order {
        Order::Directory => dirs.sort_unstable(),
        // They come by path: `a-b/SKILL.md` before `a/SKILL.md`.
        Order::Depth => dirs.sort_by_key(|dir| if dir.is_empty() { 0 } else { 1 + dir.matches('/').count() }),
    }
    Ok(dirs)
}

/// Which files of a skill a tool names.
#[derive(Clone, Copy, Debug)]
pub struct Listing {
    /// How it walks.
    pub walk: Walk<'static>,
    /// Whether files named `SKILL.md` are among them, at any depth.
    pub entries: bool,
    /// Whether files are named whose names are not UTF-8, with U+FFFD in them.
    pub inexact: bool,
}

/// steamharness: what `read` can read.
pub const READABLE: Listing =
    Listing { walk: Walk { links: Links::Inside, prune: PRUNED, depth: usize::MAX }, entries: true, inexact: false };

/// toolnexus: what lies beside the entry file, through links.
pub const SIBLINGS: Listing = Listing {
    walk: Walk { links: Links::FollowOnce, prune: PRUNED, depth: usize::MAX },
    entries: false,
    inexact: true,
};

/// The files of the skill in `dir`, relative to it, by code point of the whole path.
///
/// # Errors
/// [`Cancelled`].
pub fn files(files: &dyn Files, dir: &Path, how: &Listing, cancel: &Cancel) -> Result<Vec<String>, Cancelled> {
    let found = walk(files, dir, &how.walk, cancel)?.found;
    let is_entry = |path: &str| path.rsplit('/').next() == Some(ENTRY);
    Ok(found
        .into_iter()
        .filter(|found| found.kind == Kind::File && (found.exact || how.inexact))
        .filter(|found| how.entries || !is_entry(&found.path))
        .map(|found| found.path)
        .collect())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::files::Disk;

    #[test]
    fn each_tool_finds_its_skills_in_its_order() {
        let dir = tempfile::tempdir().unwrap();
        for path in ["SKILL.md", "a/SKILL.md", "a-b/SKILL.md", "a/deep/SKILL.md", "node_modules/SKILL.md", "b/skill.md"]
        {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        fs::create_dir_all(dir.path().join("c/SKILL.md")).unwrap();
        let find = |how| skills(&Disk, dir.path(), how, &Cancel::new()).unwrap();
        assert_eq!(find(&CHILDREN), ["a", "a-b", "node_modules"]);
        assert_eq!(find(&TREE), ["", "a-b", "a", "a/deep"]);
        assert!(skills(&Disk, &dir.path().join("none"), &TREE, &Cancel::new()).unwrap().is_empty());
        let list = |how| files(&Disk, dir.path(), how, &Cancel::new()).unwrap();
        assert_eq!(list(&READABLE), ["SKILL.md", "a-b/SKILL.md", "a/SKILL.md", "a/deep/SKILL.md", "b/skill.md"]);
        assert_eq!(list(&SIBLINGS), ["b/skill.md"]);
    }
}
