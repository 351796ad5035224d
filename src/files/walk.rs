//! The one walk below a directory.
//!
//! Not by `walkdir`: it knows the disk alone, and documents that are open and not saved yet must be met like files; and
//! toolnexus guards against every directory met before, in an order of its own, not only against those on the way down.
//! (Measured on 80,000 entries it is no faster; read one directory at a time, it takes twice as long.)

use std::cell::LazyCell;
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use super::{Cancel, Cancelled, Entry, Files, Kind};

/// How to walk.
#[derive(Clone, Copy, Debug)]
pub struct Walk<'a> {
    /// What is done with links.
    pub links: Links,
    /// Names of directories, and of links to directories, that are not entered. The start is entered whatever its name.
    pub prune: &'a [&'a str],
    /// How many levels are looked at; 1 means only what stands in the start itself.
    pub depth: usize,
}

/// What a walk does with links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// They are found as [`Kind::Link`]; nothing is asked about where they lead.
    Report,
    /// A link to a regular file below the start is found as a file; others are left out.
    Inside,
    /// A link is what it leads to, wherever that is; a broken one is left out. Give a depth: links can lead in a circle.
    Follow,
    /// As [`Links::Follow`], but no directory is entered a second time, whatever names lead to it.
    ///
    /// Which name wins: those in one directory by code point, all of them before any deeper one, the last of them first
    /// to be entered. The start itself can be entered once more (toolnexus does not count it).
    FollowOnce,
}

/// One thing below the start of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The path from the start, `/` between names, by the names of links. A last name that is not UTF-8 stands here with
    /// U+FFFD; see [`Found::exact`].
    pub path: String,
    /// What it is; with links followed, what they lead to.
    pub kind: Kind,
    /// Whether it is a link.
    pub linked: bool,
    /// Whether `path` is the real spelling: false when the name is not UTF-8. Directories with such names are not
    /// entered.
    pub exact: bool,
}

/// What a walk came upon.
#[derive(Debug, Default)]
pub struct Walked {
    /// Files, directories and the rest, by code point of the whole path.
    pub found: Vec<Found>,
    /// Directories that could not be read, and why; the start among them.
    pub unreadable: Vec<(PathBuf, io::Error)>,
}

/// Walks below `start`, which may itself be a link.
///
/// # Errors
/// [`Cancelled`], looked at before each directory.
pub fn walk(files: &dyn Files, start: &Path, how: &Walk<'_>, cancel: &Cancel) -> Result<Walked, Cancelled> {
    walk_on(files, start, None, how, cancel)
}

/// The same where the start has been read already: `first` is what it holds.
///
/// # Errors
/// As for [`walk`].
pub fn walk_on(
    files: &dyn Files,
    start: &Path,
    mut first: Option<Vec<Entry>>,
    how: &Walk<'_>,
    cancel: &Cancel,
) -> Result<Walked, Cancelled> {
    let mut walked = Walked::default();
    let mut guard = Guard { once: how.links == Links::FollowOnce, entered: HashSet::new() };
    // Asked only once a link is met.
    let inside = LazyCell::new(|| files.real_path(start).ok());
    let real = if guard.once { files.real_path(start).ok() } else { None };
    let mut open = vec![Directory { path: String::new(), real, level: 1 }];
    while let Some(directory) = open.pop() {
        cancel.check()?;
        let dir = start.join(&directory.path);
        let entries = match first.take().map_or_else(|| files.entries(&dir), Ok) {
            Ok(entries) => entries,
            Err(error) => {
                walked.unreadable.push((dir, error));
                continue;
            }
        };
        for entry in entries {
            let linked = entry.kind == Kind::Link;
            let kind = match how.links {
                _ if !linked => entry.kind,
                Links::Report => Kind::Link,
                Links::Inside if is_file_inside(files, &dir.join(&entry.name), inside.as_deref()) => Kind::File,
                Links::Inside => continue,
                Links::Follow | Links::FollowOnce => match files.kind(&dir.join(&entry.name)) {
                    Ok(kind) => kind,
                    Err(_) => continue,
                },
            };
            let name = entry.name.to_str();
            let exact = name.is_some();
            let path = join(&directory.path, name.map_or_else(|| entry.name.to_string_lossy(), Into::into).as_ref());
            if let (Kind::Directory, Some(name)) = (kind, name)
                && directory.level < how.depth
                && !how.prune.contains(&name)
                && let Some(real) = guard.enter(files, &dir, name, directory.real.as_deref(), linked)
            {
                open.push(Directory { path: path.clone(), real, level: directory.level + 1 });
            }
            walked.found.push(Found { path, kind, linked, exact });
        }
    }
    walked.found.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    Ok(walked)
}

/// A directory that waits to be read.
struct Directory {
    path: String,
    /// Its real path, known only where a guard asks for it.
    real: Option<PathBuf>,
    level: usize,
}

struct Guard {
    once: bool,
    entered: HashSet<PathBuf>,
}

impl Guard {
    /// Whether a directory may be entered, and its real path. A directory that is no link has its parent's real path
    /// before its name: nothing needs to be asked.
    fn enter(
        &mut self,
        files: &dyn Files,
        dir: &Path,
        name: &str,
        parent: Option<&Path>,
        linked: bool,
    ) -> Option<Option<PathBuf>> {
        if !self.once {
            return Some(None);
        }
        let real = match parent {
            Some(parent) if !linked => parent.join(name),
            _ => files.real_path(&dir.join(name)).ok()?,
        };
        self.entered.insert(real.clone()).then_some(Some(real))
    }
}

fn is_file_inside(files: &dyn Files, path: &Path, start: Option<&Path>) -> bool {
    let (Some(start), Ok(real)) = (start, files.real_path(path)) else { return false };
    real.starts_with(start) && matches!(files.kind(&real), Ok(Kind::File))
}

fn join(dir: &str, name: &str) -> String {
    if dir.is_empty() { name.to_owned() } else { [dir, "/", name].concat() }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::Disk;
    use super::*;

    fn tree(paths: &[&str]) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        for path in paths {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        (dir, root)
    }

    fn files(start: &Path, how: &Walk<'_>) -> Vec<String> {
        let walked = walk(&Disk, start, how, &Cancel::new()).unwrap();
        walked.found.into_iter().filter(|found| found.kind == Kind::File).map(|found| found.path).collect()
    }

    const ALL: Walk<'_> = Walk { links: Links::Report, prune: &[".git"], depth: usize::MAX };

    #[test]
    fn order_is_by_code_point_with_the_slash_as_a_character() {
        let (_dir, root) = tree(&["a/x", "a-b/x", "a/y/z", "\u{ff5e}", "\u{1f600}", ".git/x", "b/.git/x", "z/.h"]);
        assert_eq!(files(&root, &ALL), ["a-b/x", "a/x", "a/y/z", "z/.h", "\u{ff5e}", "\u{1f600}"]);
        assert_eq!(files(&root, &Walk { depth: 2, ..ALL }), ["a-b/x", "a/x", "z/.h", "\u{ff5e}", "\u{1f600}"]);
        assert_eq!(files(&root.join(".git"), &ALL), ["x"]);
    }

    #[test]
    fn what_cannot_be_read_is_told_and_cancelling_ends_it() {
        let (_dir, root) = tree(&["file"]);
        for start in ["missing", "file"] {
            let walked = walk(&Disk, &root.join(start), &ALL, &Cancel::new()).unwrap();
            assert_eq!((walked.found.len(), walked.unreadable.len()), (0, 1));
        }
        let cancel = Cancel::new();
        cancel.set();
        assert_eq!(walk(&Disk, &root, &ALL, &cancel).err(), Some(Cancelled));
    }

    #[cfg(unix)]
    #[test]
    fn links_by_policy() {
        use std::os::unix::fs::symlink;
        let (_dir, root) = tree(&["out/secret", "s/d/f"]);
        let start = root.join("s");
        symlink("d/f", start.join("file")).unwrap();
        symlink(start.join("d/f"), start.join("absolute")).unwrap();
        symlink("d", start.join("dir")).unwrap();
        symlink("../out/secret", start.join("leak")).unwrap();
        symlink("../out", start.join("outside")).unwrap();
        symlink("nothing", start.join("broken")).unwrap();
        symlink("/dev/null", start.join("null")).unwrap();
        let with = |links| files(&start, &Walk { links, depth: 3, ..ALL });
        assert_eq!(with(Links::Report), ["d/f"]);
        assert_eq!(with(Links::Inside), ["absolute", "d/f", "file"]);
        assert_eq!(with(Links::Follow), ["absolute", "d/f", "dir/f", "file", "leak", "outside/secret"]);
        // `d` before `dir`, which is the same directory.
        assert_eq!(with(Links::FollowOnce), ["absolute", "d/f", "file", "leak", "outside/secret"]);
    }

    /// Where the start itself is linked from below it is entered once more; then the guard knows it.
    #[cfg(unix)]
    #[test]
    fn circles_end() {
        use std::os::unix::fs::symlink;
        let (_dir, root) = tree(&["f", "d/g"]);
        symlink(".", root.join("self")).unwrap();
        symlink("..", root.join("d/up")).unwrap();
        let how = Walk { links: Links::FollowOnce, ..ALL };
        assert_eq!(files(&root, &how), ["d/g", "f", "self/f"]);
    }

    /// All names of one directory are met before any deeper one, and the last directory is entered first.
    #[cfg(unix)]
    #[test]
    fn which_name_of_a_directory_wins() {
        use std::os::unix::fs::symlink;
        let (_dir, root) = tree(&["a/x", "out/f", "z/x"]);
        let start = root.join("start");
        fs::create_dir_all(start.join("a")).unwrap();
        fs::create_dir_all(start.join("z")).unwrap();
        symlink("../../out", start.join("a/link")).unwrap();
        symlink("../../out", start.join("z/link")).unwrap();
        let how = Walk { links: Links::FollowOnce, ..ALL };
        assert_eq!(files(&start, &how), ["z/link/f"]);
        symlink("../out", start.join("m")).unwrap();
        assert_eq!(files(&start, &how), ["m/f"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_name_that_is_not_utf8_is_marked() {
        use std::os::unix::ffi::OsStrExt;
        let (_dir, root) = tree(&["d/f"]);
        let bad = std::ffi::OsStr::from_bytes(b"bad\xff");
        fs::write(root.join("d").join(bad), "").unwrap();
        fs::create_dir(root.join(bad)).unwrap();
        fs::write(root.join(bad).join("x"), "").unwrap();
        let found = walk(&Disk, &root, &ALL, &Cancel::new()).unwrap().found;
        let shown: Vec<(&str, bool)> = found.iter().map(|found| (found.path.as_str(), found.exact)).collect();
        assert_eq!(shown, [("bad\u{fffd}", false), ("d", true), ("d/bad\u{fffd}", false), ("d/f", true)]);
    }
}
