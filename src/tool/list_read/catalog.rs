use std::collections::HashSet;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::files::{Cancel, Cancelled, Files, Refusal, Scope};
use crate::skill::ENTRY;
use crate::skill::front_matter::{self, FrontMatter, Reader};
use crate::syntax::fences;
use crate::text::{BOM, decode};
use crate::tool::find;

/// A skill as this tool knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Skill {
    pub name: String,
    pub description: String,
    pub dir: PathBuf,
}

/// All skills below `roots`, in priority order; of equal names only the first.
pub(super) fn skills(files: &dyn Files, roots: &[PathBuf], cancel: &Cancel) -> Result<Vec<Skill>, Cancelled> {
    let mut skills = Vec::new();
    let mut names = HashSet::new();
    for root in roots {
        let dirs = find::skills(files, root, &find::CHILDREN, cancel)?;
        let found: Result<Vec<Option<Skill>>, Cancelled> = dirs
            .par_iter()
            .map(|dir| {
                cancel.check()?;
                Ok(skill(files, root.join(dir)))
            })
            .collect();
        skills.extend(found?.into_iter().flatten().filter(|skill| names.insert(skill.name.clone())));
    }
    Ok(skills)
}

/// The skill in `dir`; `None` when it has no entry file of its own, such as one that is a link to somewhere else.
fn skill(files: &dyn Files, dir: PathBuf) -> Option<Skill> {
    let scope = files.scope(&dir).ok()?;
    let front_matter = front_matter(scope.as_ref())?;
    let name = name(&front_matter, &dir)?;
    Some(Skill { name, description: front_matter.description.unwrap_or_default(), dir })
}

/// Whether an open directory is this skill: asked again once it is held, so that nothing else can be put in its place
/// between its being found and its being read.
pub(super) fn is_skill(scope: &dyn Scope, skill: &Skill) -> bool {
    front_matter(scope).and_then(|found| name(&found, &skill.dir)).as_deref() == Some(&skill.name)
}

fn front_matter(scope: &dyn Scope) -> Option<FrontMatter> {
    match top(scope) {
        Ok(front_matter) => Some(front_matter),
        // The entry file is there: a skill all the same, under its directory's name.
        Err(Refusal::Unreadable(_)) => Some(FrontMatter::default()),
        Err(_) => None,
    }
}

fn name(front_matter: &FrontMatter, dir: &Path) -> Option<String> {
    let declared = front_matter.name.clone().filter(|name| !name.is_empty());
    declared.or_else(|| dir.file_name()?.to_str().map(str::to_owned))
}

/// Front matter that has not ended within this many bytes is taken for none, so that a huge file costs little.
const MAX_FRONT_MATTER: usize = 1 << 20;

/// The front matter of the entry file, reading no more of it than that takes.
fn top(scope: &dyn Scope) -> Result<FrontMatter, Refusal> {
    let mut limit = 4096;
    loop {
        let content = scope.read(ENTRY, limit)?;
        let whole = content.bytes.len() < limit;
        let text = decode(content.bytes).text;
        let opens = text.strip_prefix(BOM).unwrap_or(&text).starts_with("---");
        if whole || !opens || fences::cut(&text, true).is_some() || limit >= MAX_FRONT_MATTER {
            return Ok(front_matter::read(&text, Reader::Lines));
        }
        limit *= 16;
    }
}
