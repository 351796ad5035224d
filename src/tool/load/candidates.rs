use std::io;
use std::path::Path;

use rayon::prelude::*;

use super::path::{join, normal};
use super::{Origin, Skill, SkillDef, Skip, SkipReason};
use crate::files::{Cancel, Cancelled, Files, Kind};
use crate::skill::ENTRY;
use crate::skill::front_matter::{self, Reader};
use crate::text::decode;
use crate::tool::find;

/// What a `SKILL.md` or a data skill turned out to be, before names are compared.
pub(super) type Candidate = Result<Skill, Skip>;

/// Node reads no file into a text that would be longer than this many UTF-16 units; it throws.
const NODE_LIMIT: usize = 0x1fff_ffe8;

/// The candidates below one root, in discovery order; `None` when the root is no directory.
pub(super) fn of_root(
    files: &dyn Files,
    cwd: &Path,
    root: &str,
    cancel: &Cancel,
) -> Result<Option<Vec<Candidate>>, Cancelled> {
    // An empty path is nothing, not the working directory.
    if root.is_empty() || !matches!(files.kind(&cwd.join(root)), Ok(Kind::Directory)) {
        return Ok(None);
    }
    let root = normal(root);
    let dirs = find::skills(files, &cwd.join(&root), &find::TREE, cancel)?;
    let found: Result<Vec<Candidate>, Cancelled> = dirs
        .par_iter()
        .map(|dir| {
            cancel.check()?;
            Ok(of_file(files, cwd, join(&join(&root, dir), ENTRY)))
        })
        .collect();
    found.map(Some)
}

/// The candidate that a data skill is.
pub(super) fn of_data(data: &SkillDef) -> Candidate {
    if data.name.is_empty() {
        let location = data.base.clone().unwrap_or_else(|| "skill://".to_owned());
        return Err(Skip { location, reason: SkipReason::MissingName, detail: None });
    }
    let base = data.base.clone().filter(|base| !base.is_empty()).unwrap_or_else(|| format!("skill://{}/", data.name));
    Ok(Skill {
        name: data.name.clone(),
        description: data.description.clone(),
        location: base.clone(),
        content: data.content.clone(),
        origin: Origin::Logical,
        resources: Some(data.resources.clone()),
        base: Some(base),
        fault: None,
    })
}

fn of_file(files: &dyn Files, cwd: &Path, location: String) -> Candidate {
    let skip = |location, reason, detail| Err(Skip { location, reason, detail });
    let bytes = match read_whole(files, &cwd.join(&location)) {
        Ok(bytes) => bytes,
        Err(error) => return skip(location, SkipReason::Unreadable, Some(error.to_string())),
    };
    let mut text = decode(bytes).text;
    let found = front_matter::read(&text, Reader::Yaml);
    let name = match (found.name, found.fault) {
        (Some(name), fault) if !name.is_empty() => (name, fault),
        (_, Some(fault)) => return skip(location, SkipReason::MalformedFrontmatter, Some(fault)),
        (_, None) => return skip(location, SkipReason::MissingName, None),
    };
    let content = text.split_off(found.body);
    Ok(Skill {
        name: name.0,
        description: found.description,
        location,
        content,
        origin: Origin::Fs,
        resources: None,
        base: None,
        fault: name.1,
    })
}

fn read_whole(files: &dyn Files, path: &Path) -> io::Result<Vec<u8>> {
    let len = files.len(path)?;
    if len > NODE_LIMIT as u64 {
        return Err(io::Error::other(format!("the file has {len} bytes; JavaScript can read {NODE_LIMIT}")));
    }
    Ok(files.read(path, NODE_LIMIT)?.bytes)
}
