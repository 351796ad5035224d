mod change;
mod look;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use super::alike::Alike;
use super::check::Kept;
use super::find::Link;
use super::order::Asked;
use super::{Config, Root};
use crate::files::{Cancel, Files};
use crate::hosts::Host;
use crate::rules::Diagnostic;
use crate::skill::{Stray, Summary};

/// What a workspace is opened with.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The configuration.
    pub config: Config,
    /// Paths in messages are relative to this directory.
    pub base: PathBuf,
    /// The user's home directory, which tells a user's roots from a project's.
    pub home: Option<PathBuf>,
    /// Where to look: roots, skills, or directories above them.
    pub starts: Vec<PathBuf>,
}

/// The skills below some paths and all that is true of them, kept up to date change by change: the work for a change is
/// that of the skill it lies in, and of the skills that share its name.
#[derive(Debug, Default)]
pub struct Workspace {
    settings: Settings,
    pub(super) roots: Vec<Asked>,
    skills: BTreeMap<PathBuf, Box<Kept>>,
    strays: Vec<Stray>,
    /// Directories of the skills of each name, those inside other skills left out: they take no name.
    names: HashMap<String, Vec<PathBuf>>,
    /// Those that some host may know by one name, and what there is to say of them.
    pub(super) alike: Alike,
    /// By real directory, the directories under which skills are known that links lead to.
    aliases: BTreeMap<PathBuf, BTreeSet<PathBuf>>,
    /// The links beside skills, to skills or not.
    links: Vec<Link>,
    /// Whether it is kept which skills may name others.
    keeps_names: bool,
    /// Whether some skill holds symbolic links.
    has_links: bool,
    about_strays: Vec<Diagnostic>,
    about_config: Vec<Diagnostic>,
    about_roots: Vec<Diagnostic>,
}

impl Workspace {
    /// Finds the skills, reads them in parallel, and checks each and all together. `progress` is told how many skills of
    /// how many are done. Cancelled, it holds what was done so far.
    pub fn open(
        files: &dyn Files,
        settings: Settings,
        cancel: &Cancel,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Self {
        Workspace::keeping_names(false, settings).opened(files, cancel, progress)
    }

    /// Nothing found yet.
    pub(super) fn keeping_names(keeps_names: bool, settings: Settings) -> Self {
        Workspace { settings, keeps_names, ..Workspace::default() }
    }

    pub(super) fn opened(mut self, files: &dyn Files, cancel: &Cancel, meter: &(dyn Fn(usize, usize) + Sync)) -> Self {
        self.look_around(files, cancel, meter);
        self
    }

    /// What there is to say of a file, in order of its text.
    pub fn about(&self, file: &Path) -> Vec<&Diagnostic> {
        let own = self.skill_around(file).and_then(|dir| self.skills.get(dir)).map(|kept| kept.diagnostics.iter());
        let entry = file.parent().and_then(|dir| self.skills.get(dir)).filter(|kept| kept.summary.entry == file);
        let together = entry.into_iter().flat_map(|kept| self.alike.said_of(&kept.summary));
        let all = own
            .into_iter()
            .flatten()
            .chain(together)
            .chain(&self.about_strays)
            .chain(&self.about_config)
            .chain(&self.about_roots);
        let mut about: Vec<&Diagnostic> = all.filter(|diagnostic| diagnostic.file == file).collect();
        about.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.code));
        about
    }

    /// Everything there is to say, by file and place.
    pub fn diagnostics(&self) -> Vec<&Diagnostic> {
        let own = self.skills.values().flat_map(|kept| &kept.diagnostics);
        let mut all: Vec<&Diagnostic> = own
            .chain(self.alike.said())
            .chain(&self.about_strays)
            .chain(&self.about_config)
            .chain(&self.about_roots)
            .collect();
        all.sort_by(|a, b| (&a.file, a.span, a.code).cmp(&(&b.file, b.span, b.code)));
        all
    }

    /// The files about which there is something to say.
    pub fn files_spoken_of(&self) -> BTreeSet<PathBuf> {
        let own = self.skills.values().flat_map(|kept| &kept.diagnostics);
        let together = self.alike.said().chain(&self.about_roots);
        let all = own.chain(together).chain(&self.about_strays).chain(&self.about_config);
        all.map(|diagnostic| diagnostic.file.clone()).collect()
    }

    /// The roots, the strongest first.
    pub fn roots(&self) -> impl Iterator<Item = &Root> {
        self.roots.iter().map(|asked| &asked.root)
    }

    /// The skills, by directory.
    pub fn skills(&self) -> impl Iterator<Item = &Kept> {
        self.skills.values().map(Box::as_ref)
    }

    /// The skill in this directory.
    pub fn skill(&self, dir: &Path) -> Option<&Kept> {
        self.skills.get(dir).map(Box::as_ref)
    }

    /// A root and the hosts that are asked about its skills.
    pub fn asked(&self, root: &Path) -> Option<(&Root, &[&'static Host])> {
        let asked = self.roots.iter().find(|asked| asked.root.path == root)?;
        Some((&asked.root, &asked.hosts))
    }

    /// The skills of one name, the strongest first; those inside other skills take no name.
    pub fn named(&self, name: &str) -> Vec<&Summary> {
        let dirs = self.names.get(name).into_iter().flatten();
        let mut alike: Vec<&Summary> = dirs.filter_map(|dir| self.skills.get(dir)).map(|kept| &kept.summary).collect();
        alike.sort_by_key(|skill| (self.rank(&skill.root), &skill.dir));
        alike
    }

    /// The links beside skills that lead to a directory or into it, by its real path.
    pub fn links_to<'a>(&'a self, real: &'a Path) -> impl Iterator<Item = &'a Path> {
        self.links.iter().filter(move |link| link.to.starts_with(real)).map(|link| link.path.as_path())
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The directory of the innermost skill around a path.
    pub fn skill_around(&self, path: &Path) -> Option<&Path> {
        path.ancestors().find_map(|dir| self.skills.get_key_value(dir)).map(|(dir, _)| dir.as_path())
    }

    /// The paths under which a file is known here: its own, and those by which links lead to it.
    pub fn spellings(&self, path: &Path) -> Vec<PathBuf> {
        let mut known: Vec<PathBuf> = Vec::new();
        if !self.aliases.is_empty() {
            for real in path.ancestors() {
                let Some(dirs) = self.aliases.get(real) else { continue };
                let Ok(rest) = path.strip_prefix(real) else { continue };
                known.extend(dirs.iter().map(|dir| dir.join(rest)));
            }
        }
        if known.is_empty() || self.skill_around(path).is_some() {
            known.push(path.to_owned());
        }
        known
    }

    /// The place of a root among all, the strongest first.
    pub(super) fn rank(&self, root: &Path) -> usize {
        self.roots.iter().position(|asked| asked.root.path == root).unwrap_or(usize::MAX)
    }
}
