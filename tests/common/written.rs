//! A directory of its own with some files.

use std::fs;
use std::path::{Path, PathBuf};

pub struct Written {
    /// The directory, links followed.
    pub dir: PathBuf,
    _guard: tempfile::TempDir,
}

impl Written {
    /// With these files, by path.
    pub fn files(files: &[(&str, &str)]) -> Self {
        let guard = tempfile::tempdir().unwrap();
        let written = Written { dir: guard.path().canonicalize().unwrap(), _guard: guard };
        for (file, text) in files {
            let path = written.dir.join(file);
            fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).unwrap();
            fs::write(path, text).unwrap();
        }
        written
    }
}
