//! A workspace of real files with a cursor in one of them.

use std::path::PathBuf;

use super::Site;
use crate::files::{Cancel, Overlay};
use crate::hosts;
use crate::rules::Diagnostic;
use crate::workspace::{Config, Settings, Workspace};

/// The cursor, as tests draw it.
pub const CURSOR: &str = "<|>";

/// A workspace in a directory of its own.
pub struct Fixture {
    pub dir: PathBuf,
    pub files: Overlay,
    pub workspace: Workspace,
    pub file: PathBuf,
    pub text: String,
    pub offset: usize,
    _guard: tempfile::TempDir,
}

impl Fixture {
    /// With these files, one of which holds the cursor; only the always asked hosts and those that read the roots speak.
    #[track_caller]
    pub fn new(files: &[(&str, &str)]) -> Self {
        Fixture::for_hosts(&[], files)
    }

    /// For these hosts.
    #[track_caller]
    pub fn for_hosts(hosts: &[&str], files: &[(&str, &str)]) -> Self {
        let guard = tempfile::tempdir().unwrap();
        let dir = guard.path().canonicalize().unwrap();
        let mut cursor = None;
        for (path, drawn) in files {
            let text = drawn.replace(CURSOR, "");
            let file = dir.join(path);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, &text).unwrap();
            if let Some(offset) = drawn.find(CURSOR) {
                assert!(cursor.is_none(), "two cursors");
                cursor = Some((file, text, offset));
            }
        }
        let (file, text, offset) = cursor.expect("a cursor");
        let hosts = hosts.iter().map(|id| hosts::find(id).unwrap()).collect();
        let mut config = Config::default();
        config.hosts = hosts;
        let settings = Settings { config, base: dir.clone(), starts: vec![dir.clone()], home: None };
        let files = Overlay::new(crate::files::Disk);
        let workspace = Workspace::open(&files, settings, &Cancel::default(), &|_, _| {});
        Fixture { dir, files, workspace, file, text, offset, _guard: guard }
    }

    /// The place of the cursor.
    pub fn site(&self) -> Site<'_> {
        Site { files: &self.files, workspace: &self.workspace, file: &self.file, text: &self.text, offset: self.offset }
    }

    /// All that is said of the workspace.
    pub fn said(&self) -> Vec<Diagnostic> {
        self.workspace.diagnostics().into_iter().cloned().collect()
    }

    /// Gives the cursor's file another text; the cursor goes to its end.
    pub fn edit(&mut self, text: &str) {
        self.files.set(&self.file, text);
        self.workspace.edit(&self.files, std::slice::from_ref(&self.file), &Cancel::default());
        self.text = text.to_owned();
        self.offset = text.len();
    }
}
