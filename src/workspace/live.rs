use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::alike::Alike;
use super::check::{Checked, Kept, check_one};
use super::load::{load, load_walked};
use super::order::{Asked, ordered};
use super::{Config, Met, Root, SkillDir, agents, find};
use crate::files::{Cancel, Files, Kind, Walked};
use crate::hosts::Host;
use crate::rules::{self, Diagnostic, WorkspaceContext};
use crate::skill::{ENTRY, Stray, Summary};

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

    /// Takes in that files at these paths were created, changed or deleted; gives the files about which something else may
    /// be true now. Cancelled, it is half done: [`Workspace::open`] anew mends that.
    pub fn change(&mut self, files: &dyn Files, paths: &[PathBuf], cancel: &Cancel) -> BTreeSet<PathBuf> {
        let mut stale = BTreeSet::new();
        if with_real(files, paths)
            .iter()
            .flat_map(|path| self.spellings(path))
            .any(|path| self.changes_structure(files, &path))
        {
            stale.extend(self.files_spoken_of());
            self.look_around(files, cancel, &|_, _| {});
            stale.extend(self.files_spoken_of());
        }
        stale.extend(self.edit(files, paths, cancel));
        stale
    }

    /// Takes in that the texts of these files changed, which were there before and still are: [`Workspace::change`] without
    /// asking whether skills came or went.
    pub fn edit(&mut self, files: &dyn Files, paths: &[PathBuf], cancel: &Cancel) -> BTreeSet<PathBuf> {
        let mut stale = BTreeSet::new();
        let mut dirs = BTreeSet::new();
        for path in with_real(files, paths).iter().flat_map(|path| self.spellings(path)) {
            // A file of a skill inside another is a file of both.
            let around = dirs.len();
            dirs.extend(path.ancestors().filter(|dir| self.skills.contains_key(*dir)).map(Path::to_owned));
            if dirs.len() == around || self.has_links {
                dirs.extend(self.naming(&path));
            }
        }
        for dir in dirs {
            self.check_again(files, &dir, cancel, &mut stale);
        }
        stale
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

    /// The skills that name a file of their plugin at or below a path, or hold links, which may lead there.
    fn naming(&self, path: &Path) -> Vec<PathBuf> {
        let names = |kept: &Kept| kept.has_links || kept.plugin_files.iter().any(|file| file.starts_with(path));
        self.skills().filter(|kept| names(kept)).map(|kept| kept.found.dir.clone()).collect()
    }

    /// Whether a change at a path can make a skill come or go.
    fn changes_structure(&self, files: &dyn Files, path: &Path) -> bool {
        let is_entry = path.file_name().is_some_and(|name| name.eq_ignore_ascii_case(ENTRY));
        if is_entry {
            let known = path.parent().and_then(|dir| self.skills.get(dir));
            return known.is_none_or(|kept| kept.summary.entry != path || files.kind(path).is_err());
        }
        // A directory that comes, or one that goes with skills in it.
        let above_skills = self.skills.range(path.to_owned()..).next().is_some_and(|(dir, _)| dir.starts_with(path));
        // A Markdown file beside skills may look like one.
        let beside = path.parent().and_then(Path::parent).filter(|_| self.skill_around(path).is_none());
        let beside_skills = beside.is_some_and(|dir| {
            self.skills.range(dir.to_owned()..).next().is_some_and(|(skill, _)| skill.starts_with(dir))
        });
        let is_manifest = path.ends_with(super::plugin::MANIFEST);
        is_manifest
            || above_skills
            || (beside_skills && path.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("md")))
            || self.strays.iter().any(|stray| stray.path.starts_with(path) || path.starts_with(&stray.path))
            || (self.skill_around(path).is_none()
                && (matches!(files.kind(path), Ok(Kind::Directory)) || files.is_link(path).unwrap_or(false)))
            || (matches!(files.kind(path), Ok(Kind::Directory)) && files.kind(&path.join(ENTRY)).is_ok())
    }

    /// Finds all skills anew; reads those that are new and forgets those that are gone.
    fn look_around(&mut self, files: &dyn Files, cancel: &Cancel, progress: &(dyn Fn(usize, usize) + Sync)) {
        let config = &self.settings.config;
        let excluded = |path: &Path| config.excludes(path);
        let mut met: Vec<Met> = Vec::new();
        self.strays.clear();
        for start in &self.settings.starts {
            let below = find(files, start, &excluded, cancel);
            met.extend(below.skills);
            self.strays.extend(below.strays);
        }
        if self.settings.starts.len() > 1 {
            met.sort_by(|a, b| a.skill.dir.cmp(&b.skill.dir));
            met.dedup_by(|a, b| a.skill.dir == b.skill.dir);
        }
        let before = std::mem::take(&mut self.roots);
        self.order_roots(files, &met);
        // A root may have come to belong to other hosts, such as a plugin's; its skills are judged anew.
        let same = |root: &Path| {
            let was = before.iter().find(|asked| asked.root.path == root);
            let is = self.roots.iter().find(|asked| asked.root.path == root);
            was.zip(is).is_some_and(|(was, is)| was.is_like(is))
        };
        let found = |dir: &Path| {
            let at = met.binary_search_by(|met| met.skill.dir.as_path().cmp(dir)).ok()?;
            met.get(at).map(|met| &met.skill)
        };
        self.skills.retain(|dir, kept| !kept.has_links && found(dir) == Some(&kept.found) && same(&kept.found.root));
        met.retain(|met| !self.skills.contains_key(&met.skill.dir));
        let (done, total) = (AtomicUsize::new(0), met.len());
        let checked: Vec<Checked> = met
            .into_par_iter()
            .with_max_len(find::AT_ONCE)
            .filter(|_| cancel.check().is_ok())
            .filter_map(|Met { skill, contents }| {
                let checked = self.check(files, skill, contents, cancel);
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, total);
                checked
            })
            .collect();
        // A map of paths is built at once from what is nearly in order: paths are slow to compare.
        let mut read: Vec<(PathBuf, Box<Kept>)> = Vec::with_capacity(checked.len());
        for one in checked {
            match one {
                Checked::Skill(kept) => read.push((kept.found.dir.clone(), kept)),
                Checked::Stray(stray) => self.strays.push(stray),
            }
        }
        self.skills.append(&mut read.into_iter().collect());
        self.strays.sort_by(|a, b| a.path.cmp(&b.path));
        self.strays.dedup();
        self.aliases.clear();
        for kept in self.skills.values() {
            if let Some(real) = &kept.found.real {
                self.aliases.entry(real.clone()).or_default().insert(kept.found.dir.clone());
            }
        }
        self.names.clear();
        for (dir, kept) in self.skills.iter().filter(|(_, kept)| kept.found.inside.is_none()) {
            self.names.entry(kept.summary.name.clone()).or_default().push(dir.clone());
        }
        self.alike = Alike::of(self.skills());
        self.compare_all(files);
        let context = WorkspaceContext { base: &self.settings.base };
        let about = self.strays.iter().flat_map(|stray| rules::check_stray(&context, stray));
        self.about_strays = about.filter_map(|said| self.settings.config.apply(said)).collect();
        self.has_links = self.skills.values().any(|kept| kept.has_links);
        self.check_config(files, cancel);
        self.about_roots = super::order::left_out(self);
    }

    fn check_config(&mut self, files: &dyn Files, cancel: &Cancel) {
        let config = &self.settings.config;
        let said = agents::check(files, &config.agents, &agents::load_options(self), cancel).unwrap_or_default();
        self.about_config = said.into_iter().filter_map(|said| self.settings.config.apply(said)).collect();
    }

    /// `walked` is what lies in the skill's directory, where that is known.
    fn check(&self, files: &dyn Files, skill: SkillDir, walked: Option<Walked>, cancel: &Cancel) -> Option<Checked> {
        let asked = self.roots.iter().find(|asked| asked.root.path == skill.root)?;
        let loaded = match walked {
            Some(walked) => load_walked(files, &skill, walked),
            None => load(files, &skill, cancel),
        };
        let checked =
            check_one(files, &self.settings.config, &asked.root, &asked.hosts, skill, loaded, self.keeps_names);
        // Work that ended early may not have seen all of the skill's files.
        (!cancel.is_set()).then_some(checked)
    }

    fn check_again(&mut self, files: &dyn Files, dir: &Path, cancel: &Cancel, stale: &mut BTreeSet<PathBuf>) {
        let Some(old) = self.skills.get(dir) else { return };
        let Some(Checked::Skill(new)) = self.check(files, old.found.clone(), None, cancel) else { return };
        stale.extend(old.diagnostics.iter().chain(&new.diagnostics).map(|diagnostic| diagnostic.file.clone()));
        let (was, now) = (old.summary.clone(), new.summary.clone());
        let renamed = was.name != now.name;
        let takes_name = new.found.inside.is_none();
        self.skills.insert(dir.to_owned(), new);
        if was.digest == now.digest && !renamed {
            return;
        }
        if renamed && takes_name {
            if let Some(dirs) = self.names.get_mut(&was.name) {
                dirs.retain(|other| other != dir);
            }
            self.names.entry(now.name.clone()).or_default().push(dir.to_owned());
        }
        self.alike.rename(&was, &now);
        stale.extend(self.compare(files, &was, &now));
        if renamed && takes_name && !self.settings.config.agents.is_empty() {
            self.check_config(files, cancel);
            stale.extend(self.settings.config.agents.file.clone());
        }
    }

    /// The place of a root among all, the strongest first.
    pub(super) fn rank(&self, root: &Path) -> usize {
        self.roots.iter().position(|asked| asked.root.path == root).unwrap_or(usize::MAX)
    }

    fn order_roots(&mut self, files: &dyn Files, met: &[Met]) {
        let config = &self.settings.config;
        let home = self.settings.home.as_deref();
        self.roots = ordered(config, met.iter().map(|met| &met.skill))
            .iter()
            .map(|path| {
                let root = Root::of(files, path, home);
                let hosts = config.hosts_for(&root);
                Asked { root, hosts }
            })
            .collect();
    }
}

/// Paths, and where those that go through a link really lead.
fn with_real(files: &dyn Files, paths: &[PathBuf]) -> BTreeSet<PathBuf> {
    paths.iter().cloned().chain(paths.iter().filter_map(|path| files.real_path(path).ok())).collect()
}
