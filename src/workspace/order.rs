//! In which order roots count.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{Config, Settings, SkillDir, find};
use crate::files::{Cancel, Files};

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
