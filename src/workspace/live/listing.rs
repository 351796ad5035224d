//! What is true of all skills together: the room that their list takes, and what the load tool is configured with.

use std::collections::BTreeMap;
use std::path::Path;

use super::super::agents;
use super::super::order::Asked;
use super::Workspace;
use crate::files::{Cancel, Files};
use crate::hosts::{self, Host, Listed, Scope, Usage};
use crate::rules::{self, ListingContext};
use crate::skill::Summary;

impl Workspace {
    /// What the skills take of each host's room for their list: of the roots that the host reads, and of those that no
    /// host reads by itself, which may be given to any.
    pub(super) fn check_listing(&mut self) {
        let selected = &self.settings.config.hosts;
        let usages: Vec<Usage> = hosts::table()
            .iter()
            .filter(|host| selected.is_empty() || selected.iter().any(|other| other.id == host.id))
            .filter_map(|host| hosts::usage(host, &self.listed(host), None))
            .collect();
        let longest = self.skills.values().map(|kept| &kept.summary).max_by_key(|skill| skill.description.len());
        let context = ListingContext { base: &self.settings.base, count: self.skills.len(), usages: &usages, longest };
        let said = rules::check_listing(&context);
        self.about_listing = said.into_iter().filter_map(|said| self.settings.config.apply(said)).collect();
    }

    /// The skills that a host may list.
    fn listed(&self, host: &Host) -> Vec<Listed<'_>> {
        let reads =
            |asked: &&Asked| asked.root.scope == Scope::Given || asked.hosts.iter().any(|other| other.id == host.id);
        let scopes: BTreeMap<&Path, Scope> =
            self.roots.iter().filter(reads).map(|asked| (asked.root.path.as_path(), asked.root.scope)).collect();
        let listed = self.skills.values().filter_map(|kept| {
            let Summary { name, description, entry, root, .. } = &kept.summary;
            let scope = *scopes.get(root.as_path())?;
            Some(Listed { name, description, path: entry.to_str().unwrap_or_default(), scope })
        });
        listed.collect()
    }

    pub(super) fn check_config(&mut self, files: &dyn Files, cancel: &Cancel) {
        let config = &self.settings.config;
        let said = agents::check(files, &config.agents, &agents::load_options(self), cancel).unwrap_or_default();
        self.about_config = said.into_iter().filter_map(|said| self.settings.config.apply(said)).collect();
    }
}
