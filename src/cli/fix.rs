//! `--fix` and `--diff`: what fixing comes to, written or shown.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use super::{Failure, output, render};
use crate::workspace::Fixed;

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

fn write_file(file: &Path, text: &str) -> io::Result<()> {
    let dir = file.parent().unwrap_or(Path::new("."));
    let permissions = fs::metadata(file)?.permissions();
    // Putting another file in its place would pass over that.
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    // The name of the new file is nobody's business.
    let mut new = tempfile::NamedTempFile::new_in(dir).map_err(|error| io::Error::from(error.kind()))?;
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
