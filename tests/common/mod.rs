//! What several tests share: a copy of a tree to work in, and one run of the program.
#![allow(dead_code, reason = "each test file uses its part")]

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

/// The repository.
pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A copy of a directory, links as links, that goes away with the guard.
pub struct Copied {
    guard: tempfile::TempDir,
}

impl Copied {
    pub fn of(from: &Path) -> Self {
        let guard = tempfile::tempdir().unwrap();
        copy(from, guard.path());
        Copied { guard }
    }

    pub fn path(&self) -> &Path {
        self.guard.path()
    }

    pub fn text(&self, file: &str) -> String {
        let path = self.path().join(file);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    pub fn write(&self, file: &str, text: &str) {
        fs::write(self.path().join(file), text).unwrap();
    }

    /// All files and links with what is in them, by path.
    pub fn everything(&self) -> Vec<(PathBuf, Vec<u8>)> {
        walkdir::WalkDir::new(self.path())
            .sort_by_file_name()
            .into_iter()
            .map(Result::unwrap)
            .filter(|entry| !entry.file_type().is_dir())
            .map(|entry| {
                let content = match entry.path_is_symlink() {
                    true => fs::read_link(entry.path()).unwrap().into_os_string().into_encoded_bytes(),
                    false => fs::read(entry.path()).unwrap(),
                };
                (entry.into_path(), content)
            })
            .collect()
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type().unwrap();
        if kind.is_symlink() {
            link(&fs::read_link(&source).unwrap(), &target);
        } else if kind.is_dir() {
            copy(&source, &target);
        } else {
            fs::copy(&source, &target).unwrap();
        }
    }
}

#[cfg(unix)]
fn link(to: &Path, at: &Path) {
    std::os::unix::fs::symlink(to, at).unwrap();
}

#[cfg(windows)]
fn link(to: &Path, at: &Path) {
    std::os::windows::fs::symlink_dir(to, at).unwrap();
}

/// What one run of the program gave.
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs the program in a directory; nothing of the caller's surroundings reaches it but the search path.
pub fn run(dir: &Path, args: &[&str]) -> Run {
    let mut command = Command::cargo_bin("skill-lsp").unwrap();
    let home = dir.join("no-home");
    command.current_dir(dir).env_clear().env("HOME", &home).env("USERPROFILE", &home).args(args);
    command.timeout(std::time::Duration::from_secs(60));
    let output = command.output().unwrap();
    Run {
        status: output.status.code().unwrap_or_else(|| panic!("ended by a signal: {args:?}\n{output:?}")),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// `check --format json` with more arguments.
pub fn check_json(dir: &Path, args: &[&str]) -> (Value, i32) {
    let all: Vec<&str> = ["check", "--format", "json"].iter().chain(args).copied().collect();
    let run = run(dir, &all);
    let json = serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{all:?} gave no JSON ({error}):\n{}\n{}", run.stdout, run.stderr));
    (json, run.status)
}
