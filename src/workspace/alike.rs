//! Skills that some host may know by one name, kept up to date change by change.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::check::applied;
use super::together::{Contender, settle};
use super::{Config, Kept, Loaded, Workspace, load, verdicts};
use crate::files::{Cancel, Files};
use crate::hosts::Verdict;
use crate::rules::{self, Diagnostic, NameContext};
use crate::skill::Summary;

/// By name in lower case: the skills, by directory, that have this name or whose directory has it. Hosts go by the one or
/// the other, and some by no letter case.
#[derive(Debug, Default)]
pub(super) struct Alike {
    dirs: HashMap<String, Vec<PathBuf>>,
    said: BTreeMap<String, Vec<Diagnostic>>,
}

impl Alike {
    /// The index of some skills, with nothing said yet.
    pub fn of<'a>(skills: impl Iterator<Item = &'a Kept>) -> Self {
        let mut alike = Alike::default();
        for kept in skills {
            for key in keys(&kept.summary) {
                alike.dirs.entry(key).or_default().push(kept.found.dir.clone());
            }
        }
        alike
    }

    /// What there is to say of skills together.
    pub fn said(&self) -> impl Iterator<Item = &Diagnostic> {
        self.said.values().flatten()
    }

    /// What there is to say of one beside others.
    pub fn said_of<'a>(&'a self, skill: &Summary) -> impl Iterator<Item = &'a Diagnostic> + use<'a> {
        keys(skill).into_iter().filter_map(|key| self.said.get(&key)).flatten()
    }

    /// Puts a skill, which had another name, under the one that it has now.
    pub fn rename(&mut self, was: &Summary, now: &Summary) {
        for key in keys(was) {
            self.dirs.entry(key).or_default().retain(|dir| *dir != was.dir);
        }
        for key in keys(now) {
            self.dirs.entry(key).or_default().push(now.dir.clone());
        }
    }
}

/// The names by which some host may know a skill, in lower case: the one that is written, and that of the directory.
fn keys(skill: &Summary) -> Vec<String> {
    let mut keys = vec![name_key(skill), directory_key(skill)];
    keys.dedup();
    keys
}

fn name_key(skill: &Summary) -> String {
    skill.name.to_lowercase()
}

fn directory_key(skill: &Summary) -> String {
    skill.dir.file_name().unwrap_or_default().to_string_lossy().to_lowercase()
}

impl Workspace {
    /// The skills that some host may know by a name of this one, itself among them.
    pub(super) fn alike(&self, skill: &Summary) -> BTreeSet<&Path> {
        keys(skill).iter().filter_map(|key| self.alike.dirs.get(key)).flatten().map(PathBuf::as_path).collect()
    }

    /// Says anew of all skills together what there is to say.
    pub(super) fn compare_all(&mut self, files: &dyn Files) {
        let shared = self.alike.dirs.par_iter().filter(|(_, dirs)| dirs.len() > 1);
        let said = shared.map(|(key, _)| (key.clone(), self.said_of_key(files, key)));
        let said: BTreeMap<_, _> = said.filter(|(_, said)| !said.is_empty()).collect();
        self.alike.said = said;
    }

    /// Says anew what there is to say of a skill, which was another before, beside those alike; gives the files of all that
    /// are, or were, spoken of.
    pub(super) fn compare(&mut self, files: &dyn Files, was: &Summary, now: &Summary) -> BTreeSet<PathBuf> {
        let mut concerned: BTreeSet<String> = keys(was).into_iter().chain(keys(now)).collect();
        // Where two share both names is said once: a group depends on those that its skills are in besides.
        let dirs = concerned.iter().filter_map(|key| self.alike.dirs.get(key)).flatten();
        let others = dirs.filter_map(|dir| self.skill(dir)).flat_map(|kept| keys(&kept.summary));
        let others: Vec<String> = others.collect();
        concerned.extend(others);
        let mut stale = BTreeSet::new();
        for key in concerned {
            let said = self.said_of_key(files, &key);
            let old = self.alike.said.remove(&key).unwrap_or_default();
            stale.extend(old.iter().chain(&said).map(|said| said.file.clone()));
            let dirs = self.alike.dirs.get(&key).into_iter().flatten();
            stale.extend(dirs.filter_map(|dir| self.skill(dir)).map(|kept| kept.summary.entry.clone()));
            if !said.is_empty() {
                self.alike.said.insert(key, said);
            }
        }
        stale
    }

    /// What there is to say of the skills of one key, each beside the others.
    fn said_of_key(&self, files: &dyn Files, key: &str) -> Vec<Diagnostic> {
        let dirs = self.alike.dirs.get(key).into_iter().flatten();
        let mut alike: Vec<&Summary> = dirs.filter_map(|dir| self.skill(dir)).map(|kept| &kept.summary).collect();
        alike.sort_by_key(|skill| (self.rank(&skill.root), &skill.dir));
        let Some((first, others)) = alike.split_first().filter(|(_, others)| !others.is_empty()) else {
            return Vec::new();
        };
        let base = &self.settings().base;
        let is_one = others.iter().all(|other| other.mirrors(first));
        let beside = if is_one { Vec::new() } else { self.beside(files, key, &alike) };
        let (verdicts, rivals) = beside.into_iter().unzip::<_, _, Vec<_>, Vec<_>>();
        let context = NameContext {
            base,
            key,
            alike: &alike,
            verdicts: &verdicts,
            ordered: &self.settings().config.roots,
            rivals: &rivals,
        };
        let said = rules::check_name(&context);
        said.into_iter().filter_map(|said| applied(files, &self.settings().config, said)).collect()
    }

    /// What the selected hosts make of each of some skills beside the others, as far as they know it by this key, and one
    /// for which it is dropped. Empty where one cannot be read.
    fn beside(&self, files: &dyn Files, key: &str, alike: &[&Summary]) -> Vec<(Vec<Verdict>, Option<usize>)> {
        let judged = alike.iter().map(|summary| {
            let (root, hosts) = self.asked(&summary.root)?;
            let hosts: Vec<_> = hosts.iter().copied().filter(|host| !Config::is_always_asked(host)).collect();
            let contender = |verdicts| Some(Contender { summary, root, verdicts, rival: None });
            // Directories that nobody reads by himself often share a name, such as `skill`.
            if hosts.is_empty() {
                return contender(Vec::new());
            }
            let loaded = load(files, &self.skill(&summary.dir)?.found, &Cancel::default());
            let Loaded::Skill(skill) = loaded else { return None };
            let (by_name, otherwise) = (name_key(summary), self.other_key(summary));
            let mut verdicts = verdicts(&skill, root, &hosts);
            verdicts.retain(|verdict| {
                let is_written = |name: &str| name.to_lowercase() == by_name;
                let home = |name: &str| if is_written(name) { by_name.as_str() } else { otherwise.as_str() };
                verdict.name.as_ref().is_some_and(|name| home(name) == key)
            });
            contender(verdicts)
        });
        let Some(mut contenders) = judged.collect::<Option<Vec<_>>>() else { return Vec::new() };
        settle(&mut contenders, self.settings());
        contenders.into_iter().map(|one| (one.verdicts, one.rival)).collect()
    }

    /// Under which of its keys it is told what becomes of a skill in a host that does not know it by the written name: where
    /// the same skills share both, under that one's.
    fn other_key(&self, skill: &Summary) -> String {
        let (by_name, by_directory) = (name_key(skill), directory_key(skill));
        let group = |key: &str| self.alike.dirs.get(key).into_iter().flatten().collect::<BTreeSet<_>>();
        if by_name == by_directory || group(&by_name) == group(&by_directory) { by_name } else { by_directory }
    }
}
