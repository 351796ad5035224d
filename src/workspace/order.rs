//! In which order roots count, and who is asked about them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{Config, Root, Settings, SkillDir, find};
use crate::files::{Cancel, Files};
use crate::hosts::Host;

/// A root and the hosts that are asked about its skills.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub root: Root,
    pub hosts: Vec<&'static Host>,
}

impl Asked {
    /// Whether the skills of both are judged alike.
    pub fn is_like(&self, other: &Asked) -> bool {
        let ids = |asked: &Asked| asked.hosts.iter().map(|host| host.id.as_str()).collect::<Vec<_>>();
        self.root.scope == other.root.scope && ids(self) == ids(other)
    }
}

/// The roots of the skills below some paths in priority order, without reading the skills.
pub fn roots(files: &dyn Files, settings: &Settings, cancel: &Cancel) -> Vec<PathBuf> {
    let excluded = |path: &Path| settings.config.excludes(path);
    let found: Vec<SkillDir> =
        settings.starts.iter().flat_map(|start| find(files, start, &excluded, cancel).skills).collect();
    ordered(&settings.config, found.iter())
}

/// The configured roots first, in their order, then the others by path.
pub(super) fn ordered<'a>(config: &Config, skills: impl Iterator<Item = &'a SkillDir>) -> Vec<PathBuf> {
    let others: BTreeSet<&PathBuf> = skills.map(|skill| &skill.root).collect();
    let rest = others.into_iter().filter(|root| !config.roots.contains(root));
    config.roots.iter().chain(rest).cloned().collect()
}
