//! In which order roots count, and who is asked about them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{Config, Met, Root, Settings, SkillDir, Workspace, find};
use crate::files::{Cancel, Files};
use crate::hosts::Host;
use crate::rules::{self, Diagnostic, RootContext};

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
    let found: Vec<Met> =
        settings.starts.iter().flat_map(|start| find(files, start, &excluded, cancel).skills).collect();
    ordered(&settings.config, found.iter().map(|met| &met.skill))
}

/// The configured roots first, in their order, then the others by path.
pub(super) fn ordered<'a>(config: &Config, skills: impl Iterator<Item = &'a SkillDir>) -> Vec<PathBuf> {
    let mut others: Vec<&PathBuf> = skills.map(|skill| &skill.root).collect();
    // Those of one root mostly follow each other.
    others.dedup();
    let others: BTreeSet<&PathBuf> = others.into_iter().collect();
    let rest = others.into_iter().filter(|root| !config.roots.contains(root));
    config.roots.iter().chain(rest).cloned().collect()
}

/// What there is to say of roots that selected hosts do not look into. Hosts that were not selected by name are asked only
/// where they look.
pub(super) fn left_out(workspace: &Workspace) -> Vec<Diagnostic> {
    let config = &workspace.settings().config;
    let mut said = Vec::new();
    if config.hosts.is_empty() || config.asks_all() {
        return said;
    }
    for Asked { root, hosts } in &workspace.roots {
        let left_out_by: Vec<_> =
            hosts.iter().copied().filter(|host| host.leaves_out(&root.shown, root.scope)).collect();
        let mut skills = workspace.skills().filter(|kept| kept.found.root == root.path).map(|kept| &kept.summary);
        let Some(first) = skills.next().filter(|_| !left_out_by.is_empty()) else { continue };
        let context = RootContext { root: &root.shown, first, count: 1 + skills.count(), left_out_by: &left_out_by };
        said.extend(rules::check_root(&context).into_iter().filter_map(|said| config.apply(said)));
    }
    said
}
