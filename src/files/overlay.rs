use std::collections::{BTreeMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Content, Entry, Files, Kind, Refusal, Scope};
use crate::text::BOM;

/// The text of open documents laid over other files: who reads here sees what the editor shows.
///
/// A document is known by the real path of its file, so one file under two spellings or through a link is one document.
/// Documents whose file (or directory) is not there yet appear in [`Files::entries`] all the same. Clones are cheap
/// snapshots.
#[derive(Clone)]
pub struct Overlay {
    below: Arc<dyn Files>,
    open: Arc<BTreeMap<PathBuf, Vec<Open>>>,
    /// All names on the paths of open documents.
    names: Arc<HashSet<OsString>>,
}

/// A document under the path by which it was opened.
#[derive(Clone, Debug)]
struct Open {
    path: PathBuf,
    text: Arc<str>,
    unseen: usize,
}

impl Overlay {
    /// An overlay without documents.
    pub fn new(below: impl Files + 'static) -> Self {
        Overlay { below: Arc::new(below), open: Arc::default(), names: Arc::default() }
    }

    /// Opens a document or changes its text. Of two documents of one file, the last one set is the file's text.
    pub fn set(&mut self, path: &Path, text: impl Into<Arc<str>>) {
        self.set_behind(path, text.into(), 0);
    }

    /// The same for a document that is saved with a byte order mark, which its editor does not show.
    pub fn set_marked(&mut self, path: &Path, text: &str) {
        self.set_behind(path, format!("{BOM}{text}").into(), BOM.len_utf8());
    }

    fn set_behind(&mut self, path: &Path, text: Arc<str>, unseen: usize) {
        self.remove(path);
        let key = self.real(path);
        Arc::make_mut(&mut self.names).extend(key.iter().map(OsStr::to_owned));
        let open = Open { path: path.to_owned(), text, unseen };
        Arc::make_mut(&mut self.open).entry(key).or_default().push(open);
    }

    /// Closes a document, by the path by which it was opened.
    pub fn remove(&mut self, path: &Path) {
        if !self.open.values().flatten().any(|open| open.path == path) {
            return;
        }
        Arc::make_mut(&mut self.open).retain(|_, opened| {
            opened.retain(|open| open.path != path);
            !opened.is_empty()
        });
        self.names = Arc::new(self.open.keys().flat_map(|key| key.iter().map(OsStr::to_owned)).collect());
    }

    /// The files without the documents.
    pub fn below(&self) -> &dyn Files {
        self.below.as_ref()
    }

    /// The open text of the file at `path`, if it is open.
    pub fn text(&self, path: &Path) -> Option<Arc<str>> {
        if self.is_apart(path) {
            return None;
        }
        self.text_of(&self.real(path))
    }

    fn last_of(&self, key: &Path) -> Option<&Open> {
        self.open.get(key).and_then(|opened| opened.last())
    }

    /// Whether no open document can be at or below `path`, found without resolving it: its last name is on the path of
    /// none, and is no link to something of another name. Most of a scan's questions end here.
    fn is_apart(&self, path: &Path) -> bool {
        if self.open.is_empty() {
            return true;
        }
        // Where letter case does not count, names say nothing.
        let exact = !cfg!(any(windows, target_os = "macos"));
        let is_other = |name| exact && !self.names.contains(name);
        path.file_name().is_some_and(is_other) && self.below.is_link(path).is_ok_and(|link| !link)
    }

    fn text_of(&self, key: &Path) -> Option<Arc<str>> {
        self.last_of(key).map(|open| Arc::clone(&open.text))
    }

    /// The real path of a file that need not be there: that of the nearest directory that is, and the names left over.
    pub fn real(&self, path: &Path) -> PathBuf {
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let mut missing: Vec<&OsStr> = Vec::new();
        let mut there = whole.as_path();
        loop {
            if let Ok(mut real) = self.below.real_path(there) {
                real.extend(missing.iter().rev());
                return real;
            }
            let (Some(parent), Some(name)) = (there.parent(), there.file_name()) else { return whole };
            missing.push(name);
            there = parent;
        }
    }

    /// What open documents put below `dir`, a real path: each next name once, with what it stands for.
    fn added(&self, dir: &Path) -> impl Iterator<Item = Entry> {
        let range = self.open.range::<Path, _>((std::ops::Bound::Excluded(dir), std::ops::Bound::Unbounded));
        let mut last: Option<&OsStr> = None;
        range.map_while(move |(key, _)| key.strip_prefix(dir).ok()).filter_map(move |inner| {
            let mut names = inner.iter();
            let name = names.next().filter(|name| last != Some(name))?;
            last = Some(name);
            let kind = if names.next().is_some() { Kind::Directory } else { Kind::File };
            Some(Entry { name: name.to_owned(), kind })
        })
    }

    /// What open documents alone make of a path.
    fn virtual_kind(&self, path: &Path) -> Option<Kind> {
        if self.open.is_empty() {
            return None;
        }
        let key = self.real(path);
        if self.open.contains_key(&key) {
            return Some(Kind::File);
        }
        self.added(&key).next().map(|_| Kind::Directory)
    }
}

impl Files for Overlay {
    fn read(&self, path: &Path, limit: usize) -> io::Result<Content> {
        match self.text(path) {
            Some(text) => Ok(content(&text, limit)),
            None => self.below.read(path, limit),
        }
    }

    fn unseen(&self, path: &Path) -> usize {
        if self.is_apart(path) {
            return 0;
        }
        self.last_of(&self.real(path)).map_or(0, |open| open.unseen)
    }

    fn len(&self, path: &Path) -> io::Result<u64> {
        match self.text(path) {
            Some(text) => Ok(text.len() as u64),
            None => self.below.len(path),
        }
    }

    fn entries(&self, dir: &Path) -> io::Result<Vec<Entry>> {
        let below = self.below.entries(dir);
        if self.is_apart(dir) {
            return below;
        }
        let added: Vec<Entry> = self.added(&self.real(dir)).collect();
        let mut entries = match below {
            Err(error) if error.kind() == io::ErrorKind::NotFound && !added.is_empty() => Vec::new(),
            below => below?,
        };
        for entry in added {
            if let Err(at) = entries.binary_search_by(|other| other.name.cmp(&entry.name)) {
                entries.insert(at, entry);
            }
        }
        Ok(entries)
    }

    fn kind(&self, path: &Path) -> io::Result<Kind> {
        self.below.kind(path).or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => self.virtual_kind(path).ok_or(error),
            _ => Err(error),
        })
    }

    fn is_link(&self, path: &Path) -> io::Result<bool> {
        self.below.is_link(path)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.below.real_path(path).or_else(|error| match error.kind() {
            io::ErrorKind::NotFound if self.virtual_kind(path).is_some() => Ok(self.real(path)),
            _ => Err(error),
        })
    }

    fn scope(&self, dir: &Path) -> Result<Box<dyn Scope>, Refusal> {
        let below = match self.below.scope(dir) {
            Ok(below) if self.is_apart(dir) => return Ok(below),
            Ok(below) => Some(below),
            Err(Refusal::NotFound) if self.virtual_kind(dir) == Some(Kind::Directory) => None,
            Err(refusal) => return Err(refusal),
        };
        let root = self.real(dir);
        match below {
            Some(below) if self.added(&root).next().is_none() => Ok(below),
            below => Ok(Box::new(OverlayScope { root, overlay: self.clone(), below })),
        }
    }
}

/// A scope in which open text stands for the file; `below` is missing for a directory that only open documents make.
struct OverlayScope {
    root: PathBuf,
    overlay: Overlay,
    below: Option<Box<dyn Scope>>,
}

impl Scope for OverlayScope {
    fn read(&self, path: &str, limit: usize) -> Result<Content, Refusal> {
        self.over(path, limit, self.below.as_ref().map(|below| below.read(path, limit)))
    }

    fn read_met(&self, path: &str, limit: usize) -> Result<Content, Refusal> {
        self.over(path, limit, self.below.as_ref().map(|below| below.read_met(path, limit)))
    }

    fn root(&self) -> io::Result<PathBuf> {
        Ok(self.root.clone())
    }
}

impl OverlayScope {
    /// The open text at a path, where the disk below lets it be read or has nothing there.
    fn over(&self, path: &str, limit: usize, below: Option<Result<Content, Refusal>>) -> Result<Content, Refusal> {
        // The check is that of the disk: what may not be read there may not be read here, open or not.
        let below = below.unwrap_or(Err(Refusal::NotFound));
        if !matches!(below, Ok(_) | Err(Refusal::NotFound)) {
            return below;
        }
        let key = self.overlay.real(&self.root.join(path));
        match self.overlay.text_of(&key) {
            Some(text) if key.starts_with(&self.root) => Ok(content(&text, limit)),
            _ => below,
        }
    }
}

fn content(text: &str, limit: usize) -> Content {
    let bytes = text.as_bytes();
    Content { bytes: bytes[..bytes.len().min(limit)].to_vec(), len: bytes.len() as u64 }
}

#[cfg(test)]
mod tests {
    use super::super::{Cancel, Disk, Links, Walk, walk, within};
    use super::*;

    fn fixture() -> (tempfile::TempDir, PathBuf, Overlay) {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        std::fs::create_dir(root.join("a")).unwrap();
        std::fs::write(root.join("a/x.md"), "disk").unwrap();
        (dir, root, Overlay::new(Disk))
    }

    fn read(files: &dyn Files, path: &Path) -> String {
        String::from_utf8(files.read(path, 100).unwrap().bytes).unwrap()
    }

    #[test]
    fn open_text_stands_for_the_file_under_every_spelling() {
        let (_dir, root, mut overlay) = fixture();
        overlay.set(&root.join("a/../a/x.md"), "open");
        assert_eq!(read(&overlay, &root.join("a/x.md")), "open");
        assert_eq!(overlay.read(&root.join("a/x.md"), 2).unwrap(), Content { bytes: b"op".to_vec(), len: 4 });
        assert_eq!(read(overlay.below(), &root.join("a/x.md")), "disk");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("a", root.join("link")).unwrap();
            assert_eq!(read(&overlay, &root.join("link/x.md")), "open");
            overlay.set(&root.join("link/x.md"), "newer");
            assert_eq!(read(&overlay, &root.join("a/x.md")), "newer");
            overlay.remove(&root.join("link/x.md"));
            assert_eq!(read(&overlay, &root.join("a/x.md")), "open");
        }
        overlay.remove(&root.join("a/../a/x.md"));
        assert_eq!(read(&overlay, &root.join("a/x.md")), "disk");
    }

    #[test]
    fn a_snapshot_keeps_its_text() {
        let (_dir, root, mut overlay) = fixture();
        overlay.set(&root.join("a/x.md"), "one");
        let snapshot = overlay.clone();
        overlay.set(&root.join("a/x.md"), "two");
        assert_eq!(
            (read(&snapshot, &root.join("a/x.md")), read(&overlay, &root.join("a/x.md"))),
            ("one".into(), "two".into())
        );
    }

    #[test]
    fn files_that_are_not_saved_yet_are_there() {
        let (_dir, root, mut overlay) = fixture();
        overlay.set(&root.join("a/x.md"), "x");
        overlay.set(&root.join("a/new.md"), "new");
        overlay.set(&root.join("b/c/SKILL.md"), "skill");
        let how = Walk { links: Links::Report, prune: &[], depth: usize::MAX };
        let found = walk(&overlay, &root, &how, &Cancel::new()).unwrap().found;
        let paths: Vec<(&str, Kind)> = found.iter().map(|found| (found.path.as_str(), found.kind)).collect();
        assert_eq!(
            paths,
            [
                ("a", Kind::Directory),
                ("a/new.md", Kind::File),
                ("a/x.md", Kind::File),
                ("b", Kind::Directory),
                ("b/c", Kind::Directory),
                ("b/c/SKILL.md", Kind::File),
            ]
        );
        assert_eq!(overlay.kind(&root.join("b")).unwrap(), Kind::Directory);
        assert_eq!(overlay.real_path(&root.join("b/c")).unwrap(), root.join("b/c"));
        assert!(overlay.kind(&root.join("c")).is_err());
        assert_eq!(within(&overlay, &root.join("b/c"), "SKILL.md", 9).unwrap().bytes, b"skill");
        assert_eq!(within(&overlay, &root.join("a"), "new.md", 9).unwrap().bytes, b"new");
        assert!(matches!(within(&overlay, &root.join("b/c"), "x", 9), Err(Refusal::NotFound)));
        assert!(matches!(within(&overlay, &root.join("c"), "x", 9), Err(Refusal::NotFound)));
    }

    #[cfg(unix)]
    #[test]
    fn open_text_outside_is_as_far_away_as_a_file_outside() {
        let (_dir, root, mut overlay) = fixture();
        std::fs::write(root.join("secret"), "s").unwrap();
        std::os::unix::fs::symlink("../secret", root.join("a/leak")).unwrap();
        std::os::unix::fs::symlink("../unsaved", root.join("a/broken")).unwrap();
        overlay.set(&root.join("secret"), "open secret");
        overlay.set(&root.join("unsaved"), "open secret");
        overlay.set(&root.join("a/x.md"), "open");
        assert!(matches!(within(&overlay, &root.join("a"), "leak", 9), Err(Refusal::Outside)));
        assert!(matches!(within(&overlay, &root.join("a"), "broken", 9), Err(Refusal::NotFound)));
        assert!(matches!(within(&overlay, &root.join("a"), "../secret", 9), Err(Refusal::Outside)));
        assert_eq!(within(&overlay, &root.join("a"), "x.md", 9).unwrap().bytes, b"open");
    }
}
