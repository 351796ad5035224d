use std::collections::HashMap;
use std::path::Path;

use rayon::prelude::*;

use super::Workspace;
use super::order::Asked;
use crate::hosts::{self, Listed, Scope, Usage};
use crate::rules::{self, Diagnostic, ListingContext};
use crate::skill::Summary;

impl Workspace {
    /// What there is to say of the list of all skills: how much of each host's room for it they take, those of the roots
    /// that the host reads, and of the roots that no host reads by itself, which may be given to any. It looks at every
    /// skill, and belongs to no file.
    pub fn about_listing(&self) -> Vec<Diagnostic> {
        let places: HashMap<&Path, usize> =
            self.roots.iter().enumerate().map(|(place, asked)| (asked.root.path.as_path(), place)).collect();
        let all: Vec<(usize, Listed<'_>)> = self
            .skills()
            .filter_map(|kept| {
                let Summary { name, description, entry, root, .. } = &kept.summary;
                let place = *places.get(root.as_path())?;
                let scope = self.roots.get(place)?.root.scope;
                Some((place, Listed { name, description, path: entry.to_str().unwrap_or_default(), scope }))
            })
            .collect();
        let config = &self.settings().config;
        let selected = &config.hosts;
        let usages: Vec<Usage> = hosts::table()
            .par_iter()
            .filter(|host| host.listing.is_some())
            .filter(|host| selected.is_empty() || selected.iter().any(|other| other.id == host.id))
            .filter_map(|host| {
                let reads = |asked: &Asked| {
                    asked.root.scope == Scope::Given || asked.hosts.iter().any(|other| other.id == host.id)
                };
                let reads: Vec<bool> = self.roots.iter().map(reads).collect();
                let listed = all.iter().filter(|(place, _)| reads.get(*place) == Some(&true)).map(|(_, skill)| *skill);
                hosts::usage(host, &listed.collect::<Vec<_>>(), None)
            })
            .collect();
        let longest = self.skills().map(|kept| &kept.summary).max_by_key(|skill| skill.description.len());
        let context =
            ListingContext { base: &self.settings().base, count: self.skills().count(), usages: &usages, longest };
        let said = rules::check_listing(&context);
        said.into_iter().filter_map(|said| config.apply(said)).collect()
    }
}
