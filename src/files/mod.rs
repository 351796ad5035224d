//! The seam to the file system.
//!
//! Whoever reads a file goes through [`Files`], so that the text of open documents is seen everywhere alike, by the rules
//! and by the tools.

mod cancel;
mod disk;
mod overlay;
mod scope;
mod walk;
mod within;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

pub use cancel::{Cancel, Cancelled};
pub use disk::Disk;
pub use overlay::Overlay;
pub use walk::{Found, Links, Walk, Walked, walk, walk_on};
pub use within::{Refusal, Scope, normal, within};

/// What can be asked of a file system.
pub trait Files: Send + Sync {
    /// The first `limit` bytes of a regular file; links are followed.
    ///
    /// # Errors
    /// What the system says, and [`io::ErrorKind::InvalidInput`] for anything that is not a regular file (a directory,
    /// a FIFO, a device): those are never opened, so nothing waits.
    fn read(&self, path: &Path, limit: usize) -> io::Result<Content>;

    /// Length of a regular file in bytes; links are followed.
    ///
    /// # Errors
    /// As for [`Files::read`].
    fn len(&self, path: &Path) -> io::Result<u64> {
        self.read(path, 0).map(|content| content.len)
    }

    /// Bytes at the beginning of a file's text that are saved with it and not shown in its editor: a byte order mark.
    fn unseen(&self, _path: &Path) -> usize {
        0
    }

    /// What a directory holds, sorted by name (code point order where names are UTF-8).
    ///
    /// # Errors
    /// What the system says.
    fn entries(&self, dir: &Path) -> io::Result<Vec<Entry>>;

    /// What stands at a path; links are followed.
    ///
    /// # Errors
    /// What the system says.
    fn kind(&self, path: &Path) -> io::Result<Kind>;

    /// Whether a link stands at a path, whatever it leads to.
    ///
    /// # Errors
    /// What the system says.
    fn is_link(&self, path: &Path) -> io::Result<bool>;

    /// The path with all links resolved.
    ///
    /// # Errors
    /// What the system says, for a path that is not there or a circle of links.
    fn real_path(&self, path: &Path) -> io::Result<PathBuf>;

    /// Holds a directory open, to read below it and nowhere else. A link to a directory stands for that directory.
    ///
    /// # Errors
    /// A [`Refusal`], when there is no such directory.
    fn scope(&self, dir: &Path) -> Result<Box<dyn Scope>, Refusal>;
}

/// Bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// From the beginning, up to the limit asked for.
    pub bytes: Vec<u8>,
    /// Length of the whole file in bytes.
    pub len: u64,
}

/// One name in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name; need not be UTF-8.
    pub name: OsString,
    /// What it is; a link is a link here.
    pub kind: Kind,
}

/// What stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link, where links are not followed.
    Link,
    /// A FIFO, a socket, a device.
    Other,
}
