//! Finding and checking all skills anew.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::Workspace;
use crate::files::{Cancel, Files, Walked};
use crate::rules::{self, WorkspaceContext};
use crate::workspace::alike::Alike;
use crate::workspace::check::{Checked, Kept, check_one};
use crate::workspace::find::{AT_ONCE, Met, SkillDir, find};
use crate::workspace::load::{load, load_walked};
use crate::workspace::order::{self, Asked, ordered};
use crate::workspace::{Root, agents};

impl Workspace {
    /// Finds all skills anew; reads those that are new and forgets those that are gone.
    pub(super) fn look_around(&mut self, files: &dyn Files, cancel: &Cancel, progress: &(dyn Fn(usize, usize) + Sync)) {
        let new = self.find_new(files, cancel);
        self.check_new(files, new, cancel, progress);
        self.strays.sort_by(|a, b| a.path.cmp(&b.path));
        self.strays.dedup();
        self.index();
        self.compare_all(files);
        let context = WorkspaceContext { base: &self.settings.base };
        let about = self.strays.iter().flat_map(|stray| rules::check_stray(&context, stray));
        self.about_strays = about.filter_map(|said| self.settings.config.apply(said)).collect();
        self.check_config(files, cancel);
        self.about_roots = order::left_out(self);
    }

    /// Finds the skills and what looks like one, and forgets the skills that are gone or must be judged anew; gives those
    /// that are not known yet.
    fn find_new(&mut self, files: &dyn Files, cancel: &Cancel) -> Vec<Met> {
        let config = &self.settings.config;
        let excluded = |path: &Path| config.excludes(path);
        let mut met: Vec<Met> = Vec::new();
        self.strays.clear();
        self.links.clear();
        for start in &self.settings.starts {
            let below = find(files, start, &excluded, cancel);
            met.extend(below.skills);
            self.strays.extend(below.strays);
            self.links.extend(below.links);
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
        met
    }

    /// Reads and checks these skills in parallel, and keeps what others need of them.
    fn check_new(
        &mut self,
        files: &dyn Files,
        new: Vec<Met>,
        cancel: &Cancel,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) {
        let (done, total) = (AtomicUsize::new(0), new.len());
        let checked: Vec<Checked> = new
            .into_par_iter()
            .with_max_len(AT_ONCE)
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
    }

    /// What is looked up of the skills: by name, and by where links lead.
    fn index(&mut self) {
        self.aliases.clear();
        self.names.clear();
        for (dir, kept) in &self.skills {
            if let Some(real) = &kept.found.real {
                self.aliases.entry(real.clone()).or_default().insert(dir.clone());
            }
            if kept.found.inside.is_none() {
                self.names.entry(kept.summary.name.clone()).or_default().push(dir.clone());
            }
        }
        self.alike = Alike::of(self.skills());
        self.has_links = self.skills.values().any(|kept| kept.has_links);
    }

    pub(super) fn check_config(&mut self, files: &dyn Files, cancel: &Cancel) {
        let config = &self.settings.config;
        let said = agents::check(files, &config.agents, &agents::load_options(self), cancel).unwrap_or_default();
        self.about_config = said.into_iter().filter_map(|said| self.settings.config.apply(said)).collect();
    }

    /// `walked` is what lies in the skill's directory, where that is known.
    pub(super) fn check(
        &self,
        files: &dyn Files,
        skill: SkillDir,
        walked: Option<Walked>,
        cancel: &Cancel,
    ) -> Option<Checked> {
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
