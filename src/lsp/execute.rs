//! The tools, over the text in the editor: the same functions that the command line calls.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::Uri;

use super::engine::{self, Engine};
use super::ext::{Common, HostsParams, Source};
use super::state::Shared;
use super::texts::Texts;
use super::{approval, convert};
use crate::cli::hosts_json;
use crate::files::{Cancel, Disk, Files};
use crate::hosts::{self, Host};
use crate::skill::{Document, Summary};
use crate::tool::list_read::{Args, ErrorKind, ToolError, run_skill_action};
use crate::tool::load::{Options, Source as Loaded, load_skills};
use crate::workspace::{Kept, View, Workspace, load_options, views};

/// `skill/execute`.
pub async fn execute(shared: &Arc<Shared>, params: Value) -> Result<Value> {
    let common = common(&params)?;
    let mut args = params;
    if let Value::Object(args) = &mut args {
        args.shift_remove("directories");
        args.shift_remove("source");
    }
    // Arguments that are neither a list nor a read are refused before anybody is asked.
    Args::read(&args).map_err(refusal)?;
    approval::ask(shared, &args).await.map_err(refusal)?;
    let place = place(shared).await?;
    let directories = match common.directories {
        Some(given) => given.iter().map(|dir| place.path(dir)).collect(),
        None => place.roots.clone(),
    };
    run(shared, move |cancel| {
        let outcome = run_skill_action(place.files(common.source), &directories, &args, cancel).map_err(refusal)?;
        serde_json::to_value(outcome).map_err(|_| Error::internal_error())
    })
    .await
}

/// `skill/load`.
pub async fn load(shared: &Arc<Shared>, params: Value) -> Result<Value> {
    let name = json!({"name": params.get("name")});
    with_loaded(shared, &params, move |source, files, cancel| {
        let output = source.execute(files, &name, cancel).map_err(|cancelled| refusal(cancelled.into()))?;
        serde_json::to_value(output).map_err(|_| Error::internal_error())
    })
    .await
}

/// `skill/catalog`.
pub async fn catalog(shared: &Arc<Shared>, params: Value) -> Result<Value> {
    with_loaded(shared, &params, |source, _, _| {
        Ok(json!({
            "prompt": source.prompt,
            "skills": source.skills,
            "skipped": source.skipped,
            "warnings": source.warnings,
        }))
    })
    .await
}

/// `skill/hosts`.
pub async fn hosts(shared: &Arc<Shared>, params: HostsParams) -> Result<Value> {
    let asked = asked(params.hosts.as_ref())?;
    let cancel = Cancel::default();
    let _guard = CancelOnDrop(cancel.clone());
    engine::with(shared, move |engine| {
        let path =
            params.skill.as_deref().and_then(|text| Uri::from_str(text).ok()).and_then(|uri| convert::path(&uri));
        let Some((files, encoding)) = engine.now().map(|now| (now.files.clone(), now.can.encoding)) else {
            return Ok(json!([]));
        };
        let files: &dyn Files = if params.source == Source::Disk { &Disk } else { &files };
        let mut texts = Texts::new(files, encoding);
        let mut skills = Vec::new();
        for workspace in engine.workspaces() {
            let around = path.as_deref().and_then(|path| workspace.skill_around(path));
            let is_wanted = |kept: &Kept| match (&path, &params.skill) {
                (Some(_), _) => around == Some(kept.found.dir.as_path()),
                (None, Some(name)) => kept.summary.name == *name,
                (None, None) => true,
            };
            let base = &workspace.settings().base;
            for view in views(files, workspace, &asked, &is_wanted, &cancel) {
                let mut json = hosts_json(&view, base);
                json["uri"] = json!(convert::uri(&view.entry).map(|uri| uri.as_str().to_owned()));
                let winner = shadow(workspace, &view.skill, &view.dir);
                json["shadowedBy"] = json!(winner.map(|winner| winner.entry.to_string_lossy()));
                put_ranges(&mut json, &view, &mut texts);
                skills.push(json);
            }
        }
        match &params.skill {
            _ if cancel.is_set() => Err(Error::request_cancelled()),
            Some(name) if skills.is_empty() => Err(refusal(unknown(engine, name))),
            _ => Ok(Value::Array(skills)),
        }
    })
    .await?
}

/// Says of each reason where its cause stands in the skill's file.
fn put_ranges(json: &mut Value, view: &View, texts: &mut Texts<'_>) {
    let document = Document::new(texts.get(&view.entry).0.as_str(), None);
    for (nth, verdict) in view.verdicts.iter().enumerate() {
        for (which, reason) in verdict.reasons.iter().enumerate() {
            json["hosts"][nth]["reasons"][which]["range"] =
                json!(texts.range(&view.entry, reason.cause.spot(&document)));
        }
    }
}

fn asked(given: Option<&Value>) -> Result<Vec<&'static Host>> {
    let ids: Vec<&str> = match given {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::String(all)) if all == "all" => return Ok(hosts::table().iter().collect()),
        Some(Value::Array(ids)) if ids.iter().all(Value::is_string) => ids.iter().filter_map(Value::as_str).collect(),
        Some(other) => {
            return Err(Error::invalid_params(format!("hosts must be \"all\" or a list of ids, not {other}")));
        }
    };
    ids.iter().map(|id| hosts::find(id).map_err(|unknown| Error::invalid_params(unknown.to_string()))).collect()
}

/// The skill that takes this one's name.
pub fn shadow<'a>(workspace: &'a Workspace, name: &str, dir: &Path) -> Option<&'a Summary> {
    let alike = workspace.named(name);
    let first = *alike.first()?;
    (first.dir != dir && alike.iter().any(|own| own.dir == dir && !own.mirrors(first))).then_some(first)
}

fn unknown(engine: &Engine, name: &str) -> ToolError {
    let names = engine.workspaces().flat_map(Workspace::skills).map(|kept| kept.summary.name.clone());
    let mut available: Vec<String> = names.collect();
    available.sort_unstable();
    available.dedup();
    let message = format!("Skill \"{name}\" not found");
    ToolError { kind: ErrorKind::UnknownSkill, message, available: Some(available) }
}

async fn with_loaded(
    shared: &Arc<Shared>,
    params: &Value,
    work: impl FnOnce(&Loaded, &dyn Files, &Cancel) -> Result<Value> + Send + 'static,
) -> Result<Value> {
    let source = common(params)?.source;
    let given = Options::from_json(params).map_err(|error| Error::invalid_params(error.to_string()))?;
    let is_said = |key: &str| params.get(key).is_some_and(|value| !value.is_null());
    let place = place(shared).await?;
    // What the call does not say is the workspace's.
    let usual = place.options.clone();
    let options = Options {
        dirs: if is_said("dirs") { given.dirs } else { usual.dirs },
        skills: if is_said("skills") { given.skills } else { usual.skills },
        filter: if is_said("filter") { given.filter } else { usual.filter },
        sample_limit: if is_said("sampleLimit") { given.sample_limit } else { usual.sample_limit },
    };
    run(shared, move |cancel| {
        let files = place.files(source);
        let found = load_skills(files, &place.base, &options, cancel).map_err(|cancelled| refusal(cancelled.into()))?;
        work(&found, files, cancel)
    })
    .await
}

fn common(params: &Value) -> Result<Common> {
    if !params.is_object() {
        return Err(Error::invalid_params(format!("the parameters must be an object, not {params}")));
    }
    Common::deserialize(params).map_err(|error| Error::invalid_params(error.to_string()))
}

/// What a call runs on.
struct Place {
    files: crate::files::Overlay,
    roots: Vec<PathBuf>,
    /// Of the load tool.
    options: Options,
    base: PathBuf,
}

impl Place {
    fn files(&self, source: Source) -> &dyn Files {
        match source {
            Source::Editor => &self.files,
            Source::Disk => self.files.below(),
        }
    }

    fn path(&self, text: &str) -> PathBuf {
        match (text.strip_prefix("~/"), std::env::home_dir()) {
            (Some(rest), Some(home)) => home.join(rest),
            _ => self.base.join(text),
        }
    }
}

async fn place(shared: &Arc<Shared>) -> Result<Place> {
    let own = Arc::clone(shared);
    engine::with(shared, move |engine| {
        let mut roots: Vec<PathBuf> = Vec::new();
        for root in engine.workspaces().flat_map(Workspace::roots) {
            if !roots.contains(&root.path) {
                roots.push(root.path.clone());
            }
        }
        let dirs = roots.iter().map(|root| root.to_string_lossy().into_owned()).collect();
        let first = engine.workspaces().next().map(load_options).unwrap_or_default();
        let options = Options { dirs, ..first };
        let snapshot = own.state().snapshot();
        let base = snapshot.folders.first().cloned().or_else(|| std::env::current_dir().ok()).unwrap_or_default();
        Place { files: snapshot.files, roots, options, base }
    })
    .await
}

/// Runs blocking work that ends early when the request is cancelled.
async fn run(shared: &Arc<Shared>, work: impl FnOnce(&Cancel) -> Result<Value> + Send + 'static) -> Result<Value> {
    let cancel = Cancel::default();
    let _guard = CancelOnDrop(cancel.clone());
    tokio::task::spawn_blocking(move || work(&cancel)).await.map_err(|error| {
        shared.log.error(format!("a call failed: {error}"));
        Error::internal_error()
    })?
}

/// Sets the flag when the request that waits for the work is dropped.
struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// A refusal of the tool as the protocol has it.
fn refusal(error: ToolError) -> Error {
    let code = match error.kind {
        ErrorKind::InvalidArguments => ErrorCode::InvalidParams,
        ErrorKind::Cancelled => ErrorCode::RequestCancelled,
        // RequestFailed of the protocol.
        _ => ErrorCode::ServerError(-32803),
    };
    let mut data = json!({"kind": error.kind});
    if let Some(available) = &error.available {
        data["available"] = json!(available);
    }
    Error { code, message: error.message.into(), data: Some(data) }
}
