use std::collections::BTreeMap;
use std::path::Path;

use crate::files::{Files, Kind};
use crate::skill::PLUGIN_ROOT;
use crate::syntax::markdown::Markdown;

/// The manifest that makes a directory a plugin (Claude Code, plugins reference).
pub const MANIFEST: &str = ".claude-plugin/plugin.json";

/// The root of the plugin around a skill's directory.
pub fn root<'a>(files: &dyn Files, skill: &'a Path) -> Option<&'a Path> {
    let is_plugin = |dir: &&Path| matches!(files.kind(&dir.join(MANIFEST)), Ok(Kind::File));
    skill.ancestors().skip(1).find(is_plugin)
}

/// The paths that a text gives from its plugin's root, each with whether something is there; none where no plugin is
/// around the skill. Nothing is read there, only looked for.
pub fn paths(files: &dyn Files, skill: &Path, markdown: &Markdown) -> BTreeMap<String, bool> {
    let named = markdown.links.iter().filter_map(|link| link.destination.strip_prefix(PLUGIN_ROOT));
    let named: Vec<&str> = named.filter_map(|path| path.strip_prefix('/')).collect();
    if named.is_empty() {
        return BTreeMap::new();
    }
    let Some(root) = root(files, skill) else { return BTreeMap::new() };
    let tell = |path: &str| {
        let path = path.split(['#', '?']).next().unwrap_or(path);
        (path.to_owned(), files.kind(&root.join(path)).is_ok())
    };
    named.into_iter().map(tell).collect()
}
