use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::together::{Contender, settle};
use super::{Kept, Loaded, Workspace, load, verdicts};
use crate::files::{Cancel, Files};
use crate::hosts::{Host, Scope, Verdict};

/// What the hosts make of one skill.
#[derive(Clone, Debug)]
pub struct View {
    /// The name that the list/read tool gives it.
    pub skill: String,
    /// Its directory.
    pub dir: PathBuf,
    /// Its entry file.
    pub entry: PathBuf,
    /// The root in which no host looks by itself, where it stands in one: the hosts are judged as if they were given it.
    pub given: Option<String>,
    /// One verdict for each host asked, in the order of the table.
    pub verdicts: Vec<Verdict>,
}

/// What each of `hosts` (without any: those that are selected for a skill's root) makes of each skill that is `wanted`, by
/// directory, beside the others of the workspace.
pub fn views(
    files: &dyn Files,
    workspace: &Workspace,
    hosts: &[&'static Host],
    wanted: &dyn Fn(&Kept) -> bool,
    cancel: &Cancel,
) -> Vec<View> {
    let asked: Vec<&Kept> = workspace.skills().filter(|kept| wanted(kept)).collect();
    let rivals = rivals(workspace, &asked);
    let all: Vec<(bool, &Kept)> =
        asked.iter().map(|kept| (true, *kept)).chain(rivals.into_iter().map(|kept| (false, kept))).collect();
    let mut judged: Vec<(bool, Contender<'_>)> = all
        .par_iter()
        .filter(|_| cancel.check().is_ok())
        .filter_map(|(wanted, kept)| {
            let (root, selected) = workspace.asked(&kept.found.root)?;
            let Loaded::Skill(skill) = load(files, &kept.found, cancel) else { return None };
            let verdicts = verdicts(&skill, root, if hosts.is_empty() { selected } else { hosts });
            Some((*wanted, Contender { summary: &kept.summary, root, verdicts, rival: None }))
        })
        .collect();
    judged.sort_by_key(|(_, one)| (workspace.rank(&one.summary.root), &one.summary.dir));
    let (wanted, mut contenders): (Vec<bool>, Vec<Contender<'_>>) = judged.into_iter().unzip();
    settle(&mut contenders, workspace.settings());
    let mut views: Vec<View> = contenders
        .into_iter()
        .zip(wanted)
        .filter(|(_, wanted)| *wanted)
        .map(|(Contender { summary, root, verdicts, .. }, _)| View {
            skill: summary.name.clone(),
            dir: summary.dir.clone(),
            entry: summary.entry.clone(),
            given: (root.scope == Scope::Given).then(|| root.shown.clone()),
            verdicts,
        })
        .collect();
    views.sort_by(|a, b| a.dir.cmp(&b.dir));
    views
}

/// Skills that some host may know by the name of one of these.
fn rivals<'a>(workspace: &'a Workspace, asked: &[&'a Kept]) -> Vec<&'a Kept> {
    let own: HashSet<&Path> = asked.iter().map(|kept| kept.found.dir.as_path()).collect();
    let alike: BTreeSet<&Path> = asked.iter().flat_map(|kept| workspace.alike(&kept.summary)).collect();
    alike.into_iter().filter(|dir| !own.contains(dir)).filter_map(|dir| workspace.skill(dir)).collect()
}
