//! `--fix` and `--diff`: the fixes are made on texts in memory until none is left, then written or shown.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::{Failure, output, render};
use crate::files::{Files, Overlay};
use crate::workspace::{Workspace, collect, edited};

/// What fixing comes to.
#[derive(Debug, Default)]
pub struct Fixed {
    /// Files with their text before and after.
    changed: BTreeMap<PathBuf, (String, String)>,
    /// Files that get another name.
    renamed: Vec<(PathBuf, PathBuf)>,
}

/// More rounds than any text needs: each round mends at least one thing, and few mends uncover another.
const ROUNDS: usize = 10;

/// Makes the fixes in the overlay, checking again after each round, until nothing is left to fix.
pub fn all(
    overlay: &mut Overlay,
    mut found: Workspace,
    with_unsafe: bool,
    check: &dyn Fn(&dyn Files) -> Workspace,
) -> Fixed {
    let mut fixed = Fixed::default();
    for _ in 0..ROUNDS {
        let fixes = collect(found.diagnostics(), with_unsafe);
        fixed
            .renamed
            .extend(fixes.renames.iter().filter(|pair| !fixed.renamed.contains(pair)).cloned().collect::<Vec<_>>());
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
    if file.is_symlink() {
        return None;
    }
    let content = files.read(file, usize::MAX).ok()?;
    String::from_utf8(content.bytes).ok()
}

/// Writes what was changed, each file at once or not at all.
pub fn write(fixed: &Fixed) -> Result<(), Failure> {
    for (file, (_, after)) in &fixed.changed {
        write_file(file, after).map_err(|error| Failure(format!("{} cannot be written: {error}", file.display())))?;
    }
    for (from, to) in &fixed.renamed {
        let taken = to.exists() && fs::canonicalize(to).ok() != fs::canonicalize(from).ok();
        if taken {
            return Err(Failure(format!("{} is there already; {} keeps its name", to.display(), from.display())));
        }
        fs::rename(from, to).map_err(|error| Failure(format!("{} cannot be renamed: {error}", from.display())))?;
    }
    Ok(())
}

fn write_file(file: &Path, text: &str) -> std::io::Result<()> {
    let dir = file.parent().unwrap_or(Path::new("."));
    let permissions = fs::metadata(file)?.permissions();
    let mut new = tempfile::NamedTempFile::new_in(dir)?;
    new.write_all(text.as_bytes())?;
    new.as_file().set_permissions(permissions)?;
    new.persist(file)?;
    Ok(())
}

/// Prints what would change as a unified diff.
pub fn show(fixed: &Fixed, base: &Path) -> ExitCode {
    let mut out = String::new();
    for (file, (before, after)) in &fixed.changed {
        let name = render::relative(file, base);
        let diff = similar::TextDiff::from_lines(before, after);
        out += &diff.unified_diff().context_radius(2).header(&format!("a/{name}"), &format!("b/{name}")).to_string();
    }
    for (from, to) in &fixed.renamed {
        out += &format!("rename from {}\nrename to {}\n", render::relative(from, base), render::relative(to, base));
    }
    output::result(&out)
}

/// One sentence on what was done.
pub fn summary(fixed: &Fixed) -> String {
    match (fixed.changed.len(), fixed.renamed.len()) {
        (0, 0) => "Nothing to fix.".to_owned(),
        (files, 0) => format!("Fixed {}.", render::count(files, "file")),
        (files, renamed) => format!("Fixed {}, renamed {renamed}.", render::count(files, "file")),
    }
}
