//! Fixes applied to texts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::files::{Files, Overlay};
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

/// What fixing comes to.
#[derive(Debug, Default)]
pub struct Fixed {
    /// Files with their text before and after.
    pub changed: BTreeMap<PathBuf, (String, String)>,
    /// Files that get another name.
    pub renamed: Vec<(PathBuf, PathBuf)>,
}

/// More rounds than any text needs: each round mends at least one thing, and few mends uncover another.
const ROUNDS: usize = 10;

/// Makes the fixes in the overlay, checking again after each round, until nothing is left to fix. `found` is what `check`
/// says of the overlay as it is.
pub fn fix_all(
    overlay: &mut Overlay,
    mut found: Vec<Diagnostic>,
    with_unsafe: bool,
    check: &dyn Fn(&dyn Files) -> Vec<Diagnostic>,
) -> Fixed {
    let mut fixed = Fixed::default();
    for _ in 0..ROUNDS {
        let fixes = collect(&found, with_unsafe);
        for pair in fixes.renames {
            if !fixed.renamed.contains(&pair) {
                fixed.renamed.push(pair);
            }
        }
        let mut any = false;
        for (file, edits) in fixes.edits {
            let Some(before) = exact_text(overlay, &file) else { continue };
            let after = edited(&before, &edits);
            if after == before {
                continue;
            }
            any = true;
            overlay.set(&file, after.clone());
            fixed.changed.entry(file).or_insert_with(|| (before, String::new())).1 = after;
        }
        if !any {
            break;
        }
        found = check(overlay);
    }
    fixed
}

/// The text of a file whose bytes it stands for exactly; none for what is not UTF-8, which writing would change elsewhere
/// as well, and for links, through which nothing is written.
fn exact_text(files: &Overlay, file: &Path) -> Option<String> {
    if files.is_link(file).unwrap_or(true) && files.text(file).is_none() {
        return None;
    }
    let content = files.read(file, usize::MAX).ok()?;
    String::from_utf8(content.bytes).ok()
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
