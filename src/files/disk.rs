use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::scope::DiskScope;
use super::{Content, Entry, Files, Kind, Refusal, Scope};

/// The disk as it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path, limit: usize) -> io::Result<Content> {
        // Asked before opening: opening a FIFO waits, opening a device may do something.
        if !fs::metadata(path)?.is_file() {
            return Err(not_regular());
        }
        let file = open_without_waiting(path)?;
        let met = file.metadata()?;
        if !met.is_file() {
            return Err(not_regular());
        }
        take(&file, met.len(), limit)
    }

    fn len(&self, path: &Path) -> io::Result<u64> {
        let metadata = fs::metadata(path)?;
        metadata.is_file().then_some(metadata.len()).ok_or_else(not_regular)
    }

    fn entries(&self, dir: &Path) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(dir)? {
            let entry = entry?;
            entries.push(Entry { name: entry.file_name(), kind: entry.file_type()?.into() });
        }
        entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    fn kind(&self, path: &Path) -> io::Result<Kind> {
        Ok(fs::metadata(path)?.file_type().into())
    }

    fn is_link(&self, path: &Path) -> io::Result<bool> {
        Ok(fs::symlink_metadata(path)?.is_symlink())
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn scope(&self, dir: &Path) -> Result<Box<dyn Scope>, Refusal> {
        Ok(Box::new(DiskScope::open(dir)?))
    }
}

fn not_regular() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")
}

/// The first `limit` bytes of an open file that is `len` bytes long.
pub(super) fn take(file: &fs::File, len: u64, limit: usize) -> io::Result<Content> {
    let expected = usize::try_from(len).unwrap_or(usize::MAX).min(limit);
    let mut bytes = Vec::with_capacity(expected);
    // No further than it is long: asking once more whether it ends there takes longer than it seems, file by file. Files
    // that the system makes up have no length, and are asked.
    let wanted = if len == 0 { limit } else { expected };
    file.take(wanted as u64).read_to_end(&mut bytes)?;
    // A file that grows or shrinks while it is read has the length that was seen.
    let len = if bytes.len() < limit { bytes.len() as u64 } else { len.max(bytes.len() as u64) };
    Ok(Content { bytes, len })
}

impl From<fs::FileType> for Kind {
    fn from(kind: fs::FileType) -> Self {
        if kind.is_file() {
            Kind::File
        } else if kind.is_dir() {
            Kind::Directory
        } else if kind.is_symlink() {
            Kind::Link
        } else {
            Kind::Other
        }
    }
}

/// Opens for reading so that a FIFO put there meanwhile does not wait for a writer.
fn open_without_waiting(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(libc::O_NONBLOCK);
    }
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_are_read_and_only_as_far_as_asked() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a");
        fs::write(&file, "hello").unwrap();
        assert_eq!(Disk.read(&file, 100).unwrap(), Content { bytes: b"hello".to_vec(), len: 5 });
        assert_eq!(Disk.read(&file, 2).unwrap(), Content { bytes: b"he".to_vec(), len: 5 });
        assert_eq!(Disk.read(dir.path(), 9).unwrap_err().kind(), io::ErrorKind::InvalidInput);
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_links_to_them_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let link = dir.path().join("zero");
        std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
        assert_eq!(Disk.read(&link, 9).unwrap_err().kind(), io::ErrorKind::InvalidInput);
        assert_eq!(Disk.entries(dir.path()).unwrap()[0].kind, Kind::Link);
    }
}
