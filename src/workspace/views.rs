use std::path::PathBuf;

use rayon::prelude::*;

use super::{Kept, Loaded, Workspace, load, verdicts};
use crate::files::{Cancel, Files};
use crate::hosts::{Host, Verdict};

/// What the hosts make of one skill.
#[derive(Clone, Debug)]
pub struct View {
    /// The name that the list/read tool gives it.
    pub skill: String,
    /// Its directory.
    pub dir: PathBuf,
    /// Its entry file.
    pub entry: PathBuf,
    /// One verdict for each host asked, in the order of the table.
    pub verdicts: Vec<Verdict>,
}

/// What each of `hosts` (without any: those that are selected for a skill's root) makes of each skill that is `wanted`, by
/// directory.
pub fn views(
    files: &dyn Files,
    workspace: &Workspace,
    hosts: &[&'static Host],
    wanted: &dyn Fn(&Kept) -> bool,
    cancel: &Cancel,
) -> Vec<View> {
    let skills: Vec<_> = workspace.skills().filter(|kept| wanted(kept)).collect();
    let view = |kept: &&Kept| {
        let (root, selected) = workspace.asked(&kept.found.root)?;
        let Loaded::Skill(skill) = load(files, &kept.found, cancel) else { return None };
        Some(View {
            skill: kept.summary.name.clone(),
            dir: kept.found.dir.clone(),
            entry: kept.summary.entry.clone(),
            verdicts: verdicts(&skill, root, if hosts.is_empty() { selected } else { hosts }),
        })
    };
    skills.par_iter().filter(|_| cancel.check().is_ok()).filter_map(view).collect()
}
