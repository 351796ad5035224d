use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::args::New;
use super::render::shown;
use super::{Failure, output, settings};
use crate::files::{Cancel, Disk, Overlay};
use crate::workspace::{Settings, Workspace, draft, roots};

/// `skill-lsp new`: writes a skill of which nothing is to be said, or says what would be.
pub fn run(args: &New) -> Result<ExitCode, Failure> {
    let base = settings::current_dir()?;
    let config = settings::config(None, &base)?;
    let settings = Settings { config, starts: vec![base.clone()], home: settings::home(), base: base.clone() };
    let root = match &args.root {
        Some(root) => base.join(root),
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
    write(&entry, &made.text).map_err(|error| Failure(format!("{}: {error}", entry.display())))?;
    Ok(output::result(&format!("{}\n", shown(&entry, &base))))
}

fn first_root(settings: &Settings) -> Result<PathBuf, Failure> {
    roots(&Disk, settings, &Cancel::default()).into_iter().next().ok_or_else(|| {
        Failure("there is no folder of skills here; name one with --root, such as .claude/skills".to_owned())
    })
}

/// Makes the file, which is not there, and the directories above it.
fn write(entry: &Path, text: &str) -> std::io::Result<()> {
    entry.parent().map_or(Ok(()), fs::create_dir_all)?;
    OpenOptions::new().write(true).create_new(true).open(entry)?.write_all(text.as_bytes())
}
