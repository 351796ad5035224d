//! What changes outside the open documents: files and settings.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tower_lsp::ls_types::*;

use super::convert;
use super::state::Shared;
use crate::workspace::{FILE_NAME, is_pruned};

/// How long the client may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The section of the client's settings.
const SECTION: &str = "skillLsp";

/// Asks the client to watch files, without waiting for its answer. Every file of a skill matters to its lists and links,
/// so all are watched, and what lies in no skill is passed over here.
pub fn begin(shared: &Arc<Shared>) {
    let state = shared.state();
    if !state.can.watch {
        return;
    }
    let mut watchers = vec![FileSystemWatcher { glob_pattern: GlobPattern::String("**/*".to_owned()), kind: None }];
    // The configuration may stand above a folder.
    if state.can.watch_elsewhere {
        let above = state.folders.iter().flat_map(|folder| folder.ancestors().skip(1).take(3)).filter_map(convert::uri);
        watchers.extend(above.map(|base| FileSystemWatcher {
            glob_pattern: GlobPattern::Relative(RelativePattern {
                base_uri: OneOf::Right(base),
                pattern: FILE_NAME.to_owned(),
            }),
            kind: None,
        }));
    }
    drop(state);
    let options = serde_json::to_value(DidChangeWatchedFilesRegistrationOptions { watchers }).ok();
    let registration = Registration {
        id: "skill-lsp/files".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: options,
    };
    let shared = Arc::clone(shared);
    tokio::spawn(async move {
        let asked = shared.client.register_capability(vec![registration]);
        match tokio::time::timeout(PATIENCE, asked).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => shared.log.warn(format!("the client does not watch files: {error}")),
            Err(_) => shared.log.warn("the client does not say whether it watches files"),
        }
    });
}

/// `workspace/didChangeWatchedFiles`.
pub fn files_changed(shared: &Shared, params: DidChangeWatchedFilesParams) {
    let paths = params.changes.iter().filter_map(|change| convert::path(&change.uri));
    let mut state = shared.state();
    for path in paths.filter(|path| !is_pruned(path)) {
        state.pending.rescan |= path.ends_with(FILE_NAME);
        state.pending.changed.insert(path);
    }
    drop(state);
    shared.wake.notify_one();
}

/// `workspace/didChangeConfiguration`: with the settings, or as a hint to ask for them.
pub fn settings_changed(shared: &Arc<Shared>, settings: &Value) {
    let is_hint = settings.is_null() || settings.as_object().is_some_and(serde_json::Map::is_empty);
    if is_hint || shared.state().can.configuration {
        return ask_settings(shared);
    }
    take_over(shared, settings);
}

/// Asks the client for its settings, without waiting for its answer.
pub fn ask_settings(shared: &Arc<Shared>) {
    if !shared.state().can.configuration {
        return;
    }
    let shared = Arc::clone(shared);
    tokio::spawn(async move {
        let item = ConfigurationItem { scope_uri: None, section: Some(SECTION.to_owned()) };
        match tokio::time::timeout(PATIENCE, shared.client.configuration(vec![item])).await {
            Ok(Ok(values)) => {
                if let Some(settings) = values.first().filter(|value| !value.is_null()) {
                    take_over(&shared, settings);
                }
            }
            Ok(Err(error)) => shared.log.warn(format!("the client does not give its settings: {error}")),
            Err(_) => shared.log.warn("the client does not answer what its settings are"),
        }
    });
}

fn take_over(shared: &Arc<Shared>, settings: &Value) {
    let mut state = shared.state();
    let new = state.settings.taken_over(settings);
    if new == *state.settings {
        return;
    }
    new.log.into_iter().for_each(|level| shared.log.set_level(level));
    let formats = (new.formatting != state.settings.formatting && state.can.formatting_later).then_some(new.formatting);
    state.settings = Arc::new(new);
    state.pending.rescan = true;
    drop(state);
    shared.wake.notify_one();
    if let Some(on) = formats {
        super::ide::formatting::announce(shared, on);
    }
}
