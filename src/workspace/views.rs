use std::collections::HashSet;
use std::path::PathBuf;

use rayon::prelude::*;

use super::together::{Contender, settle};
use super::{Kept, Loaded, Workspace, load, verdicts};
use crate::files::{Cancel, Files};
use crate::hosts::{Host, Scope, Verdict};
use crate::rules::shown;

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
            Some((*wanted, Contender { summary: &kept.summary, root, verdicts }))
        })
        .collect();
    judged.sort_by_key(|(_, one)| (workspace.rank(&one.summary.root), &one.summary.dir));
    let (wanted, mut contenders): (Vec<bool>, Vec<Contender<'_>>) = judged.into_iter().unzip();
    settle(&mut contenders, &|path| shown(&workspace.settings().base, path));
    let mut views: Vec<View> = contenders
        .into_iter()
        .zip(wanted)
        .filter(|(_, wanted)| *wanted)
        .map(|(Contender { summary, root, verdicts }, _)| View {
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

/// Skills that some host may know by the name of one of these: by the name that is written or by the directory's.
fn rivals<'a>(workspace: &'a Workspace, asked: &[&'a Kept]) -> Vec<&'a Kept> {
    let names = |kept: &Kept| {
        let dir = kept.found.dir.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        [kept.summary.name.to_lowercase(), dir]
    };
    let taken: HashSet<String> = asked.iter().flat_map(|kept| names(kept)).collect();
    let own: HashSet<&PathBuf> = asked.iter().map(|kept| &kept.found.dir).collect();
    let others = workspace.skills().filter(|kept| !own.contains(&kept.found.dir));
    others.filter(|kept| names(kept).iter().any(|name| taken.contains(name))).collect()
}
