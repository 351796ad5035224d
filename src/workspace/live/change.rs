//! Taking in what changed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::Workspace;
use crate::files::{Cancel, Files, Kind};
use crate::skill::{ENTRY, StrayKind};
use crate::workspace::check::{Checked, Kept};
use crate::workspace::plugin;

impl Workspace {
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
        let is_manifest = path.ends_with(plugin::MANIFEST);
        is_manifest
            || above_skills
            || self.links.iter().any(|link| link.to.starts_with(path))
            || (beside_skills && path.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("md")))
            || self.strays.iter().any(|stray| {
                let mended = stray.kind == StrayKind::LinkBroken && files.kind(&stray.path).is_ok();
                mended || stray.path.starts_with(path) || path.starts_with(&stray.path)
            })
            || (self.skill_around(path).is_none()
                && (matches!(files.kind(path), Ok(Kind::Directory)) || files.is_link(path).unwrap_or(false)))
            || (matches!(files.kind(path), Ok(Kind::Directory)) && files.kind(&path.join(ENTRY)).is_ok())
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
}

/// Paths, and where those that go through a link really lead and stand; one that is gone stands where what is left of the
/// way to it leads.
fn with_real(files: &dyn Files, paths: &[PathBuf]) -> BTreeSet<PathBuf> {
    let place = |path: &PathBuf| {
        let above = path.ancestors().skip(1);
        let (above, real) = above.into_iter().find_map(|above| Some((above, files.real_path(above).ok()?)))?;
        Some(real.join(path.strip_prefix(above).ok()?))
    };
    let real = |path: &PathBuf| [files.real_path(path).ok(), place(path)].into_iter().flatten();
    paths.iter().cloned().chain(paths.iter().flat_map(real)).collect()
}
