use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};

use super::disk::take;
use super::{Content, Kind, Refusal, Scope};

/// A directory of the disk held open. What lies in it is found through the open directory, never through its path
/// again, so nobody can put a link in between the check of a path and its reading.
#[derive(Debug)]
pub(super) struct DiskScope {
    dir: Dir,
    path: PathBuf,
}

impl DiskScope {
    pub(super) fn open(path: &Path) -> Result<Self, Refusal> {
        let dir = Dir::open_ambient_dir(path, ambient_authority()).map_err(Refusal::of)?;
        Ok(DiskScope { dir, path: path.to_owned() })
    }

    /// The file and its length in bytes.
    fn open_file(&self, path: &Path) -> Result<(File, u64), Failure> {
        // Asked before opening: opening a device may do something. Asked again of what was opened.
        let kind: Kind = self.dir.metadata(path)?.file_type().into();
        if kind != Kind::File {
            return Err(Failure::Refused(Refusal::NotAFile(kind)));
        }
        let file = self.dir.open_with(path, &reading(0))?.into_std();
        let met = file.metadata()?;
        if !met.is_file() {
            return Err(Failure::Refused(Refusal::NotAFile(met.file_type().into())));
        }
        Ok((file, met.len()))
    }

    /// The file, if it is opened at the first try as a regular file that no link leads to.
    fn open_met(&self, path: &Path) -> Option<(File, u64)> {
        let file = self.dir.open_with(path, &reading(NO_LINK)).ok()?.into_std();
        let met = file.metadata().ok()?;
        met.is_file().then_some((file, met.len()))
    }
}

/// For reading, so that a FIFO put there meanwhile does not wait for a writer.
fn reading(flags: i32) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use cap_std::fs::OpenOptionsExt;
        options.custom_flags(libc::O_NONBLOCK | flags);
    }
    #[cfg(not(unix))]
    let _ = flags;
    options
}

/// Refuses a link at the end of a path; elsewhere links are looked through, and stay below the directory all the same.
const NO_LINK: i32 = if cfg!(unix) { libc::O_NOFOLLOW } else { 0 };

impl Scope for DiskScope {
    fn read(&self, path: &str, limit: usize) -> Result<Content, Refusal> {
        let file = match self.open_file(Path::new(path)) {
            // An absolute link, or one that leaves the directory and comes back, counts by where it ends: that path has
            // no links left, and is opened below the directory like any other.
            Err(Failure::Escape) => {
                let root = self.root().map_err(Refusal::of)?;
                let real = std::fs::canonicalize(root.join(path)).map_err(Refusal::of)?;
                let inner = real.strip_prefix(&root).map_err(|_| Refusal::Outside)?;
                self.open_file(inner)
            }
            opened => opened,
        };
        match file {
            Ok((file, len)) => take(&file, len, limit).map_err(Refusal::Unreadable),
            Err(Failure::Escape) => Err(Refusal::Outside),
            Err(Failure::Refused(refusal)) => Err(refusal),
        }
    }

    fn read_met(&self, path: &str, limit: usize) -> Result<Content, Refusal> {
        match self.open_met(Path::new(path)) {
            Some((file, len)) => take(&file, len, limit).map_err(Refusal::Unreadable),
            None => self.read(path, limit),
        }
    }

    fn root(&self) -> io::Result<PathBuf> {
        std::fs::canonicalize(&self.path)
    }
}

/// Why a file could not be opened below the directory.
enum Failure {
    /// A link on the way leads out.
    Escape,
    Refused(Refusal),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        // cap-std's own error for a path that leads out; the system's denials carry a number.
        if error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none() {
            return Failure::Escape;
        }
        Failure::Refused(Refusal::of(error))
    }
}

impl From<cap_std::fs::FileType> for Kind {
    fn from(kind: cap_std::fs::FileType) -> Self {
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

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::super::{Disk, Files, normal, within};
    use super::*;

    /// `secret` beside the scope `s`, which holds `SKILL.md` and `d/f`.
    fn fixture() -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("s/d")).unwrap();
        fs::write(root.join("secret"), "secret").unwrap();
        fs::write(root.join("s/SKILL.md"), "skill").unwrap();
        fs::write(root.join("s/d/f"), "f").unwrap();
        (dir, root)
    }

    /// What both ways of reading give.
    fn read(root: &Path, path: &str) -> Result<Vec<u8>, Refusal> {
        let read = within(&Disk, &root.join("s"), path, 100).map(|content| content.bytes);
        if normal(&root.join("s"), path).is_ok_and(|normal| normal == path) {
            let met = Disk.scope(&root.join("s")).unwrap().read_met(path, 100).map(|content| content.bytes);
            assert_eq!(format!("{met:?}"), format!("{read:?}"), "{path}");
        }
        read
    }

    #[test]
    fn links_count_by_where_they_lead() {
        let (_dir, root) = fixture();
        symlink("d/f", root.join("s/relative")).unwrap();
        symlink(root.join("s/d/f"), root.join("s/absolute")).unwrap();
        symlink("../s/d", root.join("s/around")).unwrap();
        symlink("absolute", root.join("s/chain")).unwrap();
        symlink(root.join("s/d"), root.join("s/dir")).unwrap();
        for path in ["relative", "absolute", "around/f", "chain", "dir/f"] {
            assert_eq!(read(&root, path).unwrap(), b"f", "{path}");
        }
        symlink("../secret", root.join("s/out")).unwrap();
        symlink(root.join("secret"), root.join("s/out-absolute")).unwrap();
        symlink("out", root.join("s/out-chain")).unwrap();
        symlink("..", root.join("s/up")).unwrap();
        for path in ["out", "out-absolute", "out-chain", "up/secret"] {
            assert!(matches!(read(&root, path), Err(Refusal::Outside)), "{path}");
        }
        symlink("self", root.join("s/self")).unwrap();
        symlink(root.join("s/two"), root.join("s/one")).unwrap();
        symlink("one", root.join("s/two")).unwrap();
        for path in ["self", "one"] {
            assert!(matches!(read(&root, path), Err(Refusal::Circle)), "{path}");
        }
        symlink("nothing", root.join("s/broken")).unwrap();
        for path in ["broken", "missing", "SKILL.md/x"] {
            assert!(matches!(read(&root, path), Err(Refusal::NotFound)), "{path}");
        }
    }

    #[test]
    fn a_linked_scope_is_the_directory_it_leads_to() {
        let (_dir, root) = fixture();
        symlink("s", root.join("link")).unwrap();
        symlink(root.join("s/d/f"), root.join("s/absolute")).unwrap();
        assert_eq!(within(&Disk, &root.join("link"), "SKILL.md", 100).unwrap().bytes, b"skill");
        assert_eq!(within(&Disk, &root.join("link"), "absolute", 100).unwrap().bytes, b"f");
        assert!(matches!(within(&Disk, &root.join("link"), "../secret", 100), Err(Refusal::Outside)));
        assert!(matches!(within(&Disk, &root.join("secret"), "x", 100), Err(Refusal::NotFound)));
    }

    #[test]
    fn only_regular_files_are_read_and_nothing_waits() {
        let (_dir, root) = fixture();
        assert!(Command::new("mkfifo").arg(root.join("s/fifo")).status().unwrap().success());
        symlink("fifo", root.join("s/to-fifo")).unwrap();
        for path in ["fifo", "to-fifo"] {
            assert!(matches!(read(&root, path), Err(Refusal::NotAFile(Kind::Other))), "{path}");
        }
        assert!(matches!(read(&root, "d"), Err(Refusal::NotAFile(Kind::Directory))));
        symlink("/dev/zero", root.join("s/zero")).unwrap();
        assert!(matches!(read(&root, "zero"), Err(Refusal::Outside)));
    }

    #[test]
    fn a_scope_stays_the_directory_that_was_opened() {
        let (_dir, root) = fixture();
        let scope = Disk.scope(&root.join("s")).unwrap();
        fs::rename(root.join("s"), root.join("moved")).unwrap();
        symlink("/etc", root.join("s")).unwrap();
        assert_eq!(scope.read("SKILL.md", 100).unwrap().bytes, b"skill");
        assert!(scope.read("passwd", 100).is_err());
    }

    /// Somebody swaps a file for a link to a secret, over and over, while it is read: it is never the secret.
    #[test]
    fn no_link_can_be_swapped_in() {
        let (_dir, root) = fixture();
        let swapper = {
            let root = root.clone();
            std::thread::spawn(move || {
                for round in 0..2000 {
                    let new = root.join("new");
                    if round % 2 == 0 {
                        symlink(root.join("secret"), &new).unwrap();
                    } else {
                        fs::write(&new, "f").unwrap();
                    }
                    fs::rename(&new, root.join("s/d/f")).unwrap();
                }
            })
        };
        while !swapper.is_finished() {
            let scope = Disk.scope(&root.join("s")).unwrap();
            for read in [scope.read("d/f", 100), scope.read_met("d/f", 100)] {
                assert!(read.is_err() || read.is_ok_and(|content| content.bytes == b"f"));
            }
        }
        swapper.join().unwrap();
    }
}
