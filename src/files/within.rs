//! Reading below one directory, and never outside it.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::{Content, Files, Kind};

/// One directory held open, below which files are read. It stays the directory that was opened, whatever is put at its
/// path meanwhile.
pub trait Scope: Send + Sync {
    /// The first `limit` bytes of the regular file at `path`, which is relative with `/` between names. Links count by
    /// where they really lead.
    ///
    /// # Errors
    /// A [`Refusal`]; nothing outside the directory and nothing but a regular file is ever read, and nothing waits.
    fn read(&self, path: &str, limit: usize) -> Result<Content, Refusal>;

    /// The same for a path at which a walk has just met a regular file: sooner, where that still stands there.
    ///
    /// # Errors
    /// As for [`Scope::read`].
    fn read_met(&self, path: &str, limit: usize) -> Result<Content, Refusal> {
        self.read(path, limit)
    }

    /// The directory itself with all links resolved.
    ///
    /// # Errors
    /// What the system says.
    fn root(&self) -> io::Result<PathBuf>;
}

/// Why a file below a directory is not read.
#[derive(Debug)]
pub enum Refusal {
    /// The path is absolute.
    Absolute,
    /// The path, or a link on its way, leads out of the directory.
    Outside,
    /// The path holds what no path can hold.
    Impossible(&'static str),
    /// Something else than a regular file is there.
    NotAFile(Kind),
    /// Nothing is there.
    NotFound,
    /// Links lead in a circle.
    Circle,
    /// It is there, and the system does not give it.
    Unreadable(io::Error),
}

/// The normal form of `path` below `dir`: relative, `/` between names, no `.`, `..` or empty names. It is found from
/// the text alone, so a link keeps its own name.
///
/// # Errors
/// A [`Refusal`] for an absolute path, one that leads out of `dir`, one that names a directory (`.`, a slash at the
/// end) and one with a NUL.
pub fn normal(dir: &Path, path: &str) -> Result<String, Refusal> {
    if path.contains('\0') {
        return Err(Refusal::Impossible("a NUL character"));
    }
    if Path::new(path).is_absolute() || path.starts_with(is_separator) {
        return Err(Refusal::Absolute);
    }
    if cfg!(windows) && path.contains(':') {
        return Err(Refusal::Impossible("a colon"));
    }
    // A path that leaves the directory and comes back (`../skill/x`) lies inside after all.
    let start = lexical(&std::path::absolute(dir).unwrap_or_else(|_| dir.to_owned()));
    let mut names = start.clone();
    for name in path.split(is_separator) {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name.into()),
        }
    }
    let Some(inner) = names.strip_prefix(start.as_slice()) else { return Err(Refusal::Outside) };
    let last = path.rsplit(is_separator).next().unwrap_or("");
    if inner.is_empty() || matches!(last, "" | "." | "..") {
        return Err(Refusal::NotAFile(Kind::Directory));
    }
    let inner: Vec<_> = inner.iter().map(|name| name.to_string_lossy()).collect();
    Ok(inner.join("/"))
}

/// Reads one file below `dir`; for several, hold a [`Scope`].
///
/// # Errors
/// A [`Refusal`].
pub fn within(files: &dyn Files, dir: &Path, path: &str, limit: usize) -> Result<Content, Refusal> {
    files.scope(dir)?.read(&normal(dir, path)?, limit)
}

/// The names of an absolute path, `.` and `..` applied to the text.
fn lexical(path: &Path) -> Vec<OsString> {
    let mut names: Vec<OsString> = Vec::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(names.pop()),
            Component::CurDir | Component::RootDir => {}
            Component::Prefix(_) | Component::Normal(_) => names.push(part.as_os_str().to_owned()),
        }
    }
    names
}

/// On Windows both kinds of slash part names; elsewhere a backslash is a character like any other.
fn is_separator(c: char) -> bool {
    std::path::is_separator(c)
}

impl Refusal {
    /// What a system error means for a path below a scope.
    pub(super) fn of(error: io::Error) -> Self {
        #[cfg(unix)]
        if error.raw_os_error() == Some(libc::ELOOP) {
            return Refusal::Circle;
        }
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Refusal::NotFound,
            _ => Refusal::Unreadable(error),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Absolute => f.write_str("the path is absolute; it must be relative to the skill's directory"),
            Refusal::Outside => f.write_str("the path leads out of the skill's directory"),
            Refusal::Impossible(what) => write!(f, "the path holds {what}"),
            Refusal::NotAFile(Kind::Directory) => f.write_str("it is a directory, not a file"),
            Refusal::NotAFile(_) => f.write_str("it is not a regular file"),
            Refusal::NotFound => f.write_str("there is no such file"),
            Refusal::Circle => f.write_str("its links lead in a circle"),
            Refusal::Unreadable(error) => write!(f, "it cannot be read: {error}"),
        }
    }
}

impl std::error::Error for Refusal {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Refusal::Unreadable(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_form_is_found_from_the_text() {
        let dir = Path::new("/s/a");
        for (path, expected) in [
            ("SKILL.md", "SKILL.md"),
            ("./references/../SKILL.md", "SKILL.md"),
            ("x//y", "x/y"),
            ("../a/SKILL.md", "SKILL.md"),
            ("../../s/a/x", "x"),
            (" ", " "),
            ("...", "..."),
        ] {
            assert_eq!(normal(dir, path).unwrap(), expected, "{path}");
        }
        #[cfg(unix)]
        assert_eq!(normal(dir, "..\\x").unwrap(), "..\\x");
    }

    #[test]
    fn what_leads_out_or_names_a_directory_is_refused() {
        let dir = Path::new("/s/a");
        for path in ["..", "../x", "../ab/x", "x/../../b", "../../../../../etc/passwd"] {
            assert!(matches!(normal(dir, path), Err(Refusal::Outside)), "{path}");
        }
        for path in ["", ".", "./", "x/", "x/.", "x/..", "x/y/.."] {
            assert!(matches!(normal(dir, path), Err(Refusal::NotAFile(Kind::Directory))), "{path}");
        }
        assert!(matches!(normal(dir, "/s/a/x"), Err(Refusal::Absolute)));
        assert!(matches!(normal(dir, "x\0"), Err(Refusal::Impossible(_))));
    }
}
