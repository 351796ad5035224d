//! The language server, driven as a client would: the real process over pipes.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]
#![allow(missing_docs, reason = "tests are read where they stand")]

#[path = "lsp/actions.rs"]
mod actions;
#[path = "lsp/calls.rs"]
mod calls;
#[path = "common/client.rs"]
mod client;
#[path = "lsp/files.rs"]
mod files;
#[path = "lsp/formatting.rs"]
mod formatting;
#[path = "lsp/lifecycle.rs"]
mod lifecycle;
#[path = "lsp/navigation.rs"]
mod navigation;
#[path = "lsp/pulled.rs"]
mod pulled;
#[path = "lsp/renaming.rs"]
mod renaming;
#[path = "lsp/sync.rs"]
mod sync;
#[path = "lsp/tree.rs"]
mod tree;

#[path = "lsp/writing.rs"]
mod writing;

use std::fs;
use std::path::{Path, PathBuf};

/// A directory to work in, by its real path.
pub struct Dir {
    _guard: tempfile::TempDir,
    pub path: PathBuf,
}

impl Dir {
    /// With these files.
    pub fn with(files: &[(&str, &str)]) -> Self {
        let guard = tempfile::tempdir().unwrap();
        let path = guard.path().canonicalize().unwrap();
        let dir = Dir { _guard: guard, path };
        files.iter().for_each(|(file, text)| dir.write(file, text));
        dir
    }

    pub fn write(&self, file: &str, text: &str) {
        let path = self.path.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

impl AsRef<Path> for Dir {
    fn as_ref(&self) -> &Path {
        &self.path
    }
}

/// A skill without a fault.
pub fn skill(name: &str) -> String {
    format!("---\nname: {name}\ndescription: Does one thing well when asked.\n---\n\n# Steps\n\nDo the work.\n")
}

/// A skill with one fault, `unquoted-colon` at 2:17.
pub fn faulty(name: &str) -> String {
    format!("---\nname: {name}\ndescription: Use: it.\n---\n\n# Steps\n\nDo the work.\n")
}
