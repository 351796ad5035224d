use super::{Action, Kind};
use crate::ide::Site;
use crate::ide::rename::{follow_files, paths};
use crate::rules::Change;
use crate::skill::Skill;

/// Roots that are offered at most.
const MOST: usize = 8;

/// Moves the skill to another root of the workspace, links and all; offered in its front matter.
pub fn actions(site: &Site<'_>, skill: &Skill) -> Vec<Action> {
    let in_front = site.file == skill.entry
        && skill.document.has_front_matter()
        && site.offset <= skill.document.fences.body.start.max(skill.document.fences.block.end);
    let free = skill.inside.is_none() && skill.linked_to.is_none() && skill.dir != skill.root;
    let Some(name) = skill.dir.file_name().filter(|_| in_front && free) else { return Vec::new() };
    let base = &site.workspace.settings().base;
    let others = site.workspace.roots().filter(|root| root.path != skill.root && root.path.starts_with(base));
    let free = others.filter(|root| {
        let to = root.path.join(name);
        let is_itself = to.starts_with(&skill.dir) || skill.dir.starts_with(&to);
        !is_itself && site.files.kind(&to).is_err() && !site.files.is_link(&to).unwrap_or(false)
    });
    free.take(MOST)
        .map(|root| {
            let to = root.path.join(name);
            let mut changes = follow_files(site.around(), vec![(skill.dir.clone(), to.clone())]);
            changes.push(Change::Rename { from: skill.dir.clone(), to });
            let shown = paths::seen_from(base, &root.path).join("/");
            Action { title: format!("Move the skill to `{shown}`"), kind: Kind::Move, changes }
        })
        .collect()
}
