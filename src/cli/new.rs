use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::args::New;
use super::render::shown;
use super::{Failure, output, settings};
use crate::files::{Cancel, Disk, Overlay};
use crate::workspace::{Settings, Workspace, draft, project_roots, roots};

/// `skill-lsp new`: writes a skill of which nothing is to be said, or says what would be.
pub fn run(args: &New) -> Result<ExitCode, Failure> {
    let base = settings::current_dir()?;
    let config = settings::config(None, &base)?;
    let settings = Settings { config, starts: vec![base.clone()], home: settings::home(), base: base.clone() };
    let root = match &args.root {
        Some(root) => given(root, &base)?,
        None => first_root(&settings)?,
    };
    let workspace = Workspace::open(&Disk, settings, &Cancel::default(), &|_, _| {});
    let made = draft(&Overlay::new(Disk), &workspace, &root, &args.name, &args.description);
    let Some(entry) = made.entry.filter(|_| made.faults.is_empty()) else {
        for fault in &made.faults {
            output::error(&fault.message);
        }
        output::note("Nothing was written.");
        return Ok(ExitCode::from(1));
    };
    write(&entry, &made.text).map_err(|error| Failure(format!("{}: {error}", shown(&entry, &base))))?;
    Ok(output::result(&format!("{}\n", shown(&entry, &base))))
}

/// The folder that was named: a directory, or nothing yet.
fn given(root: &Path, base: &Path) -> Result<PathBuf, Failure> {
    let whole = settings::tidy(&base.join(root));
    let wrong = match fs::metadata(&whole) {
        Ok(found) if found.is_dir() => return Ok(whole),
        Ok(_) => "this is not a directory",
        Err(_) if whole.is_symlink() => "this link leads nowhere",
        Err(_) => return Ok(whole),
    };
    Err(Failure(format!("{}: {wrong}", root.display())))
}

/// The strongest folder with skills; without any, one that some host looks in and that is still empty.
fn first_root(settings: &Settings) -> Result<PathBuf, Failure> {
    let empty = || project_roots(&settings.base).find(|root| root.is_dir());
    roots(&Disk, settings, &Cancel::default()).into_iter().next().or_else(empty).ok_or_else(|| {
        Failure("there is no folder of skills here; name one with --root, such as .claude/skills".to_owned())
    })
}

/// Makes the file, which is not there, and the directories above it.
fn write(entry: &Path, text: &str) -> std::io::Result<()> {
    entry.parent().map_or(Ok(()), fs::create_dir_all)?;
    OpenOptions::new().write(true).create_new(true).open(entry)?.write_all(text.as_bytes())
}
