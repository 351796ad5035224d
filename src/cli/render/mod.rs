//! What was found, for people and for programs.

mod github;
mod json;
mod sarif;
mod source;
mod text;

use std::path::{MAIN_SEPARATOR, Path};

use crate::rules::{Diagnostic, Severity};
use crate::workspace::Workspace;

pub use github::github;
pub use json::json;
pub use sarif::sarif;
pub use text::text;

/// What a check found.
pub struct Report {
    /// How many skills there are.
    pub skills: usize,
    /// How many files they hold.
    pub files: usize,
    /// Everything there is to say, by file and place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Report {
    /// Of a workspace.
    pub fn of(found: &Workspace) -> Self {
        let mut diagnostics = found.about_listing();
        diagnostics.extend(found.diagnostics().into_iter().cloned());
        let files = found.skills().map(|skill| skill.files).sum();
        Report { skills: found.skills().count(), files, diagnostics }
    }

    /// How many diagnostics have a severity.
    pub fn number(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|one| one.severity == severity).count()
    }
}

/// A path as output has it: relative to `base` where it lies below it, with `/`.
pub fn relative(path: &Path, base: &Path) -> String {
    let shown = path.strip_prefix(base).unwrap_or(path).to_string_lossy();
    if MAIN_SEPARATOR == '/' { shown.into_owned() } else { shown.replace(MAIN_SEPARATOR, "/") }
}

/// A path for people: what could speak to the terminal is written as an escape.
pub fn shown(path: &Path, base: &Path) -> String {
    relative(path, base)
        .chars()
        .flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] })
        .collect()
}

/// `1 file`, `2 files`.
pub fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
