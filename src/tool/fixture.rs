//! A directory of real files for the tests of both tools.

use std::fs;
use std::path::PathBuf;

/// A directory that goes away with the fixture.
pub struct Fixture {
    pub root: PathBuf,
    _guard: tempfile::TempDir,
}

/// A directory with these files.
pub fn fixture(files: &[(&str, &str)]) -> Fixture {
    let guard = tempfile::tempdir().unwrap();
    let root = guard.path().canonicalize().unwrap();
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    Fixture { root, _guard: guard }
}
