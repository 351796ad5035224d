//! Skills by the names that hosts know them by, in the texts of others.

use crate::hosts::Host;
use crate::hosts::facts::NameIs;
use crate::workspace::{Kept, Workspace};

/// What the hosts among these put before a skill's name, each with those who do.
pub fn sigils(hosts: &[&'static Host]) -> Vec<(char, Vec<&'static Host>)> {
    let mut all: Vec<(char, Vec<&'static Host>)> = Vec::new();
    for host in hosts {
        let Some(mention) = &host.mention else { continue };
        match all.iter_mut().find(|(own, _)| *own == mention.sigil) {
            Some((_, who)) => who.push(host),
            None => all.push((mention.sigil, vec![host])),
        }
    }
    all
}

/// The name by which a host knows a skill; none where it does not look for it, and where that is not known.
pub fn name_for(workspace: &Workspace, host: &Host, kept: &Kept) -> Option<String> {
    let (_, asked) = workspace.asked(&kept.found.root)?;
    if kept.found.inside.is_some() || !asked.iter().any(|other| other.id == host.id) {
        return None;
    }
    let directory = kept.found.dir.file_name()?.to_string_lossy();
    match host.name.is {
        Some(NameIs::FrontMatter) => Some(kept.summary.name.clone()),
        Some(NameIs::Directory) => Some(directory.into_owned()),
        // By whatever it goes: both are the same.
        Some(NameIs::Path) | None => (directory == kept.summary.name).then(|| kept.summary.name.clone()),
    }
}
