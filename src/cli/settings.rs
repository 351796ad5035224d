//! From arguments and `skill-lsp.toml` to the settings of a run.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Failure, output};
use crate::files::{Cancel, Disk};
use crate::hosts;
use crate::skill::ENTRY;
use crate::text::{Encoding, LineIndex};
use crate::tool::load::Options;
use crate::workspace::{Config, FILE_NAME, Settings, code, find, roots};

/// The directory that relative paths mean.
pub fn current_dir() -> Result<PathBuf, Failure> {
    env::current_dir().map_err(|error| Failure(format!("the working directory cannot be told: {error}")))
}

/// The user's home directory.
pub fn home() -> Option<PathBuf> {
    env::home_dir().filter(|home| home.is_absolute())
}

/// The configuration: the file named, or the nearest one at or above `start`.
///
/// # Errors
/// A file that cannot be read, and everything that is wrong in it, each with its line and column.
pub fn config(named: Option<&Path>, start: &Path) -> Result<Config, Failure> {
    let nearest = || start.ancestors().map(|dir| dir.join(FILE_NAME)).find(|file| file.is_file());
    let Some(file) = named.map(Path::to_owned).or_else(nearest) else { return Ok(Config::default()) };
    let text = fs::read_to_string(&file).map_err(|error| Failure(format!("{}: {error}", file.display())))?;
    // A bare name has an empty path above it.
    let whole = std::path::absolute(&file)?;
    let base = whole.parent().unwrap_or(&whole);
    let (config, problems) = Config::from_toml(&text, base, home().as_deref());
    let index = LineIndex::new(&text);
    let Some((last, others)) = problems.split_last() else { return Ok(config) };
    let said = |problem: &crate::workspace::Problem| {
        let place = index.position(&text, problem.span.start, Encoding::Utf32);
        format!("{}:{}:{}: {}", file.display(), place.line + 1, place.character + 1, problem.message)
    };
    for problem in others {
        output::error(&said(problem));
    }
    Err(Failure(said(last)))
}

/// The load tool's options for the workspace around a directory: its roots, and what its configuration adds.
///
/// # Errors
/// A faulty configuration.
pub fn workspace_options(base: &Path, cancel: &Cancel) -> Result<Options, Failure> {
    let config = config(None, base)?;
    let settings = Settings { config, starts: vec![base.to_owned()], home: home(), base: base.to_owned() };
    let dirs = roots(&Disk, &settings, cancel).iter().map(|root| root.to_string_lossy().into_owned()).collect();
    Ok(settings.config.agents.options(dirs))
}

/// Puts the arguments that say the same as settings in their place.
///
/// # Errors
/// Hosts and rules that do not exist.
pub fn override_with(
    config: &mut Config,
    hosts: &[String],
    select: &[String],
    ignore: &[String],
) -> Result<(), Failure> {
    let codes = |texts: &[String]| texts.iter().map(|text| code(text)).collect::<Result<Vec<_>, _>>().map_err(Failure);
    if !hosts.is_empty() {
        config.hosts = selected(hosts)?;
    }
    config.select = codes(select)?;
    config.ignore.extend(codes(ignore)?);
    Ok(())
}

fn selected(ids: &[String]) -> Result<Vec<&'static hosts::Host>, Failure> {
    if ids.iter().any(|id| id == "all") {
        return Ok(hosts::table().iter().collect());
    }
    ids.iter().map(|id| hosts::find(id).map_err(Failure::from)).collect()
}

/// Paths made absolute against the working directory, `.` and the like taken out.
///
/// # Errors
/// A path that is not there.
pub fn starts(paths: &[PathBuf], base: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut starts = Vec::new();
    for path in paths {
        let whole = tidy(&base.join(path));
        match fs::metadata(&whole) {
            Ok(metadata) => {
                let dir = if metadata.is_dir() { &whole } else { whole.parent().unwrap_or(&whole) };
                starts.push(around(dir).unwrap_or(dir).to_owned());
            }
            Err(error) => return Err(Failure(format!("{}: {error}", path.display()))),
        }
    }
    starts.dedup();
    Ok(starts)
}

/// Folders of skills, as [`starts`] makes paths.
///
/// # Errors
/// A path that is not there, or no directory.
pub fn roots_of(paths: &[PathBuf], base: &Path) -> Result<Vec<PathBuf>, Failure> {
    if let Some(path) = paths.iter().find(|path| fs::metadata(base.join(path)).is_ok_and(|found| !found.is_dir())) {
        return Err(Failure(format!("{}: this is not a directory", path.display())));
    }
    starts(paths, base)
}

/// The skill around a directory in which there is none: what lies in a skill stands for it, since editors and hooks pass
/// files.
fn around(dir: &Path) -> Option<&Path> {
    let skill = dir.ancestors().find(|dir| dir.join(ENTRY).is_file())?;
    let inside = skill != dir && find(&Disk, dir, &|_| false, &Cancel::new()).skills.is_empty();
    inside.then_some(skill)
}

/// A path without `.` and, where the names alone tell, without `..`.
pub fn tidy(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            // `a/..` may be elsewhere when `a` is a link; then only the system can tell.
            Component::ParentDir if !out.is_symlink() => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}
