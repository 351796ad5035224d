//! Fixes applied to texts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::rules::{Change, Diagnostic, Fix};
use crate::text::{Edit, apply};

/// What the fixes of some diagnostics change, file by file.
#[derive(Debug, Default)]
pub struct Fixes {
    /// Edits that fit together.
    pub edits: BTreeMap<PathBuf, Vec<Edit>>,
    /// Files to rename.
    pub renames: Vec<(PathBuf, PathBuf)>,
}

/// The first fix of each diagnostic that may be applied, as far as they fit together: of two that touch the same text the
/// first one in the file wins, and the other's turn comes when the text is checked again.
pub fn collect<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>, with_unsafe: bool) -> Fixes {
    let mut fixes = Fixes::default();
    for diagnostic in diagnostics {
        let fix =
            diagnostic.fixes.iter().find(|fix| fix.safe).or_else(|| diagnostic.fixes.first().filter(|_| with_unsafe));
        if let Some(fix) = fix {
            fixes.add(fix);
        }
    }
    fixes
}

/// A text with the edits made.
///
/// Edits come from rules on this very text, so they fit; should one not, the text stays as it is.
pub fn edited(text: &str, edits: &[Edit]) -> String {
    apply(text, edits).unwrap_or_else(|_| text.to_owned())
}

impl Fixes {
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty() && self.renames.is_empty()
    }

    fn add(&mut self, fix: &Fix) {
        // All of a fix or nothing: half of one could break the text.
        let fits = fix.changes.iter().all(|change| match change {
            Change::Edit { file, edits } => self.has_room(file, edits),
            Change::Rename { from, to } => !self.renames.iter().any(|(other, target)| other == from || target == to),
            Change::Create { .. } => false,
        });
        if !fits {
            return;
        }
        for change in &fix.changes {
            match change {
                Change::Edit { file, edits } => {
                    self.edits.entry(file.clone()).or_default().extend(edits.iter().cloned())
                }
                Change::Rename { from, to } => self.renames.push((from.clone(), to.clone())),
                Change::Create { .. } => {}
            }
        }
    }

    /// Whether edits keep a byte's distance from those that are there: edits that touch could depend on each other.
    fn has_room(&self, file: &Path, edits: &[Edit]) -> bool {
        let taken = self.edits.get(file).map_or(&[][..], Vec::as_slice);
        edits
            .iter()
            .all(|edit| taken.iter().all(|other| edit.span.end < other.span.start || other.span.end < edit.span.start))
    }
}
