//! `skill/tree` and `skill/draft`: the skills at a glance, and a new one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};

use super::convert;
use super::engine;
use super::execute::shadow;
use super::ext::{DraftParams, TreeParams};
use super::state::{Shared, Snapshot};
use crate::files::{Cancel, Files};
use crate::hosts::Scope;
use crate::rules::Severity;
use crate::skill::limits;
use crate::workspace::{Kept, Loaded, Part, Root, Workspace, draft, load};

/// `skill/tree`.
pub async fn tree(shared: &Arc<Shared>, params: TreeParams) -> Result<Value> {
    engine::with(shared, move |engine| {
        let Some(now) = engine.now() else { return json!({"limits": limits(), "roots": []}) };
        let wanted = params.skill.as_ref().and_then(|uri| engine.file_of(uri).or_else(|| convert::path(uri)));
        let mut seen = BTreeSet::new();
        let mut roots = Vec::new();
        for workspace in engine.workspaces() {
            let counts = Counts::of(workspace);
            let only = wanted.as_deref().map(|file| workspace.skill_around(file));
            for root in workspace.roots().filter(|root| seen.insert(root.path.clone())) {
                let mut skills: Vec<&Kept> = workspace.skills().filter(|kept| kept.found.root == root.path).collect();
                skills.retain(|kept| only.is_none_or(|only| only == Some(kept.found.dir.as_path())));
                skills.sort_by(|a, b| (&a.summary.name, &a.summary.dir).cmp(&(&b.summary.name, &b.summary.dir)));
                let of = |kept: &&Kept| skill(now, workspace, root, kept, &counts, only.is_some());
                let skills: Vec<Value> = skills.iter().map(of).collect();
                if only.is_none() || !skills.is_empty() {
                    roots.push(self::root(workspace, root, skills));
                }
            }
        }
        json!({"limits": limits(), "roots": roots})
    })
    .await
}

/// `skill/draft`.
pub async fn new(shared: &Arc<Shared>, params: DraftParams) -> Result<Value> {
    let Some(root) = convert::path(&params.root) else {
        return Err(Error::invalid_params(format!(
            "root must be the URI of a directory, not {}",
            params.root.as_str()
        )));
    };
    engine::with(shared, move |engine| {
        let nowhere = Workspace::default();
        let now = engine.now().ok_or_else(Error::internal_error)?;
        // The root may not be there yet; then the folder around it counts.
        let holds = |workspace: &&Workspace| workspace.roots().any(|known| known.path == root);
        let around = |workspace: &&Workspace| root.starts_with(&workspace.settings().base);
        let workspace =
            engine.workspaces().find(holds).or_else(|| engine.workspaces().find(around)).unwrap_or(&nowhere);
        let made = draft(&now.files, workspace, &root, &params.name, &params.description);
        let faults = made.faults.iter().map(|fault| {
            let part = match fault.part {
                Part::Name => "name",
                Part::Description => "description",
                Part::Rest => "rest",
            };
            json!({"part": part, "severity": fault.severity.word(), "message": fault.message})
        });
        let faults: Vec<Value> = faults.collect();
        Ok(json!({"uri": made.entry.as_deref().and_then(uri), "text": made.text, "faults": faults}))
    })
    .await?
}

fn limits() -> Value {
    json!({
        "name": limits::NAME_CHARS,
        "description": limits::DESCRIPTION_CHARS,
        "bodyLines": limits::BODY_LINES,
        "files": limits::FILES_LISTED,
        "readUnits": limits::READ_UNITS,
    })
}

fn root(workspace: &Workspace, root: &Root, skills: Vec<Value>) -> Value {
    let hosts = workspace.asked(&root.path).map(|(_, hosts)| hosts.iter().map(|host| host.title.as_str()).collect());
    let hosts: Vec<&str> = hosts.unwrap_or_default();
    let scope = match root.scope {
        Scope::User => "user",
        Scope::Project => "project",
        Scope::Plugin => "plugin",
        _ => "given",
    };
    let path = root.path.strip_prefix(&workspace.settings().base).unwrap_or(&root.path);
    json!({
        "path": path.to_string_lossy().replace('\\', "/"),
        "uri": uri(&root.path),
        "folder": uri(&workspace.settings().base),
        "scope": scope,
        "hosts": hosts,
        "skills": skills,
    })
}

fn skill(
    now: &Snapshot,
    workspace: &Workspace,
    root: &Root,
    kept: &Kept,
    counts: &Counts<'_>,
    with_files: bool,
) -> Value {
    let summary = &kept.summary;
    let path = summary.dir.strip_prefix(&root.path).unwrap_or(&summary.dir);
    let count = |severity| counts.0.get(&(summary.dir.as_path(), severity)).copied().unwrap_or(0);
    let shadow = shadow(workspace, &summary.name, &summary.dir);
    let mut json = json!({
        "name": summary.name,
        "description": summary.description,
        "path": path.to_string_lossy().replace('\\', "/"),
        "uri": uri(&summary.entry),
        "directory": uri(&summary.dir),
        "isInside": summary.inside.is_some(),
        "shadowedBy": shadow.as_ref().and_then(|winner| uri(&winner.entry)),
        "sizes": {
            "description": summary.sizes.description,
            "bodyLines": summary.sizes.body_lines,
            "readUnits": summary.sizes.units,
            "files": kept.files,
        },
        "errors": count(Severity::Error),
        "warnings": count(Severity::Warning),
        "infos": count(Severity::Info),
        "hints": count(Severity::Hint),
    });
    if with_files {
        json["files"] = files(now, kept);
    }
    json
}

/// The files that the list/read tool lists, without its limit.
fn files(now: &Snapshot, kept: &Kept) -> Value {
    let Loaded::Skill(skill) = load(&now.files, &kept.found, &Cancel::default()) else { return json!([]) };
    let files = skill.tree.listed().map(|item| {
        let file = skill.path_of(&item.path);
        json!({"path": item.path, "uri": uri(&file), "bytes": now.files.len(&file).unwrap_or(0)})
    });
    Value::Array(files.collect())
}

fn uri(path: &Path) -> Option<String> {
    convert::uri(path).map(|uri| uri.as_str().to_owned())
}

/// How much is said of each skill.
struct Counts<'a>(BTreeMap<(&'a Path, Severity), usize>);

impl<'a> Counts<'a> {
    fn of(workspace: &'a Workspace) -> Self {
        let mut counts = BTreeMap::new();
        for said in workspace.diagnostics() {
            if let Some(dir) = workspace.skill_around(&said.file) {
                *counts.entry((dir, said.severity)).or_default() += 1;
            }
        }
        Counts(counts)
    }
}
