//! What the agents of a workspace see through the load tool.

use std::path::Path;

use super::{Agents, Workspace};
use crate::files::{Cancel, Cancelled, Files};
use crate::rules::{self, AgentsContext, DataSkill, Diagnostic};
use crate::tool::load::{Options, Origin, list_skills};

/// The options of the load tool for a workspace: its roots in priority order, and what the configuration adds.
pub fn load_options(workspace: &Workspace) -> Options {
    let dirs = workspace.roots().map(|root| root.path.to_string_lossy().into_owned());
    workspace.settings().config.agents.options(dirs.collect())
}

/// What there is to say of the configuration of the load tool.
///
/// # Errors
/// [`Cancelled`].
pub(super) fn check(
    files: &dyn Files,
    agents: &Agents,
    options: &Options,
    cancel: &Cancel,
) -> Result<Vec<Diagnostic>, Cancelled> {
    let (false, Some(file)) = (agents.is_empty(), &agents.file) else { return Ok(Vec::new()) };
    let found = list_skills(files, Path::new("."), options, cancel)?;
    let names: Vec<String> = found.skills.iter().map(|skill| skill.name.clone()).collect();
    let mut seen: Vec<&str> = Vec::new();
    let data: Vec<DataSkill> = agents
        .skills
        .iter()
        .map(|(skill, span)| {
            let on_disk = found.skills.iter().find(|other| other.name == skill.name && other.origin == Origin::Fs);
            let earlier = seen.contains(&skill.name.as_str()).then(|| skill.name.clone());
            seen.push(&skill.name);
            DataSkill {
                name: skill.name.clone(),
                span: *span,
                taken_by: on_disk.map(|other| other.location.clone()).or(earlier),
            }
        })
        .collect();
    let filter: Vec<_> = agents.filter.iter().map(|(name, _, span)| (name.clone(), *span)).collect();
    Ok(rules::check_agents(&AgentsContext { file, filter: &filter, data: &data, names: &names }))
}
