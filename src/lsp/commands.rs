//! `workspace/executeCommand`: the same for clients that know no methods beyond the protocol. Answers are JSON.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::ExecuteCommandParams;

use super::engine;
use super::execute;
use super::ext::HostsParams;
use super::state::Shared;
use crate::cli::hosts_table;
use crate::workspace::Workspace;

/// Lists the skills.
pub const LIST: &str = "skill-lsp.list";
/// Reads a skill, or a file of it.
pub const READ: &str = "skill-lsp.read";
const CHECK: &str = "skill-lsp.checkWorkspace";
const RESCAN: &str = "skill-lsp.rescan";
/// Tells what the hosts make of a skill; without one, which hosts there are.
pub const HOSTS: &str = "skill-lsp.showHosts";

/// All commands.
pub const ALL: [&str; 5] = [LIST, READ, CHECK, RESCAN, HOSTS];

/// Runs a command. Arguments are those of `skill/execute` as one object; `skill-lsp.read` also takes a name and a path.
pub async fn execute(shared: &Arc<Shared>, params: ExecuteCommandParams) -> Result<Value> {
    match params.command.as_str() {
        LIST => execute::execute(shared, call("list", &params.arguments)).await,
        READ => execute::execute(shared, call("read", &params.arguments)).await,
        CHECK => check(shared).await,
        RESCAN => {
            shared.state().pending.rescan = true;
            check(shared).await
        }
        HOSTS => hosts(shared, params.arguments.first()).await,
        other => Err(Error::invalid_params(format!("there is no command `{other}`; there are {}", ALL.join(", ")))),
    }
}

fn call(action: &str, arguments: &[Value]) -> Value {
    let mut call = match arguments.first() {
        Some(Value::Object(given)) => Value::Object(given.clone()),
        _ => json!({}),
    };
    if let Some(Value::String(skill)) = arguments.first() {
        call["skill"] = json!(skill);
        if let Some(path) = arguments.get(1) {
            call["path"] = path.clone();
        }
    }
    call["action"] = json!(action);
    call
}

/// What the hosts make of a skill, given by name or as the parameters of `skill/hosts`; without any, the table of hosts.
async fn hosts(shared: &Arc<Shared>, argument: Option<&Value>) -> Result<Value> {
    let params = match argument {
        None | Some(Value::Null) => return Ok(hosts_table()),
        Some(Value::String(skill)) => HostsParams { skill: Some(skill.clone()), ..HostsParams::default() },
        Some(given) => HostsParams::deserialize(given).map_err(|error| Error::invalid_params(error.to_string()))?,
    };
    execute::hosts(shared, params).await
}

/// All diagnostics, as they are published, and their numbers.
async fn check(shared: &Arc<Shared>) -> Result<Value> {
    engine::with(shared, |engine| {
        let files = engine.uris_spoken_of().into_iter().filter_map(|uri| engine.publication_of(uri));
        let files: Vec<_> = files.filter(|found| !found.diagnostics.is_empty()).collect();
        let count = |severity: i32| {
            let all = files.iter().flat_map(|found| &found.diagnostics);
            all.filter(|one| serde_json::to_value(one.severity).is_ok_and(|own| own == severity)).count()
        };
        json!({
            "summary": {
                "skills": engine.workspaces().flat_map(Workspace::skills).count(),
                "errors": count(1),
                "warnings": count(2),
                "infos": count(3),
                "hints": count(4),
                "rounds": engine.checks(),
            },
            "files": files.iter().map(|found| json!({
                "uri": found.uri,
                "version": found.version,
                "diagnostics": found.diagnostics,
            })).collect::<Vec<_>>(),
        })
    })
    .await
}
