//! Other names for skills and headings, and links that follow files.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::*;

use super::at;
use crate::ide::pointer::Around;
use crate::ide::rename;
use crate::lsp::capabilities::Can;
use crate::lsp::edits::workspace_edit;
use crate::lsp::state::Shared;
use crate::lsp::texts::Texts;
use crate::lsp::{convert, engine};
use crate::rules::Change;
use crate::workspace::{FILE_NAME, is_pruned};

/// `RequestFailed` of the protocol: the request is sound, and cannot be fulfilled.
const REQUEST_FAILED: i64 = -32803;

/// `textDocument/prepareRename`.
pub async fn prepare(
    shared: &Arc<Shared>,
    params: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>> {
    let TextDocumentPositionParams { text_document, position } = params;
    let prepared = at(shared, text_document.uri, position, |_, texts, site| {
        let prepared = rename::prepare(site).transpose()?;
        Some(prepared.map(|found| PrepareRenameResponse::RangeWithPlaceholder {
            range: texts.range(site.file, found.span),
            placeholder: found.name,
        }))
    });
    prepared.await?.transpose().map_err(refused)
}

/// `textDocument/rename`.
pub async fn rename(shared: &Arc<Shared>, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
    let TextDocumentPositionParams { text_document, position } = params.text_document_position;
    let name = params.new_name;
    let done = at(shared, text_document.uri, position, move |asked, texts, site| {
        let powers = rename::Powers { renames: renames(&asked.now.can) };
        Some(rename::rename(site, &name, powers).and_then(|changes| {
            let edit = workspace_edit(asked.now, texts, &changes, &|file| asked.uri_of(file));
            edit.ok_or_else(|| "This editor cannot make the changes that the new name needs.".to_owned())
        }))
    });
    done.await?.transpose().map_err(refused)
}

/// `workspace/willRenameFiles`.
pub async fn will_rename_files(shared: &Arc<Shared>, params: RenameFilesParams) -> Result<Option<WorkspaceEdit>> {
    let moves = paths(&params);
    engine::with(shared, move |engine| {
        let now = engine.now()?;
        let mut changes: Vec<Change> = Vec::new();
        for workspace in engine.workspaces() {
            // The folder's own spelling of a path, where links give it several.
            let spelled = moves.iter().flat_map(|(from, to)| {
                let known = workspace.spellings(from);
                let own = |known: PathBuf| {
                    let beside = from.parent() == to.parent();
                    let to = if beside { known.with_file_name(to.file_name()?) } else { to.clone() };
                    Some((known, to))
                };
                known.into_iter().filter_map(own).collect::<Vec<_>>()
            });
            let around = Around { files: &now.files, workspace };
            // A file in two folders is edited once.
            let new = rename::follow_files(around, spelled.collect()).into_iter().filter(|change| {
                !matches!(change, Change::Edit { file, .. } if changes.iter().any(|known| {
                    matches!(known, Change::Edit { file: other, .. } if other == file)
                }))
            });
            let new: Vec<Change> = new.collect();
            changes.extend(new);
        }
        let mut texts = Texts::new(&now.files, now.can.encoding);
        (!changes.is_empty()).then(|| workspace_edit(now, &mut texts, &changes, &|file| engine.uri_of(file)))?
    })
    .await
}

/// `workspace/didRenameFiles`: for clients that do not watch files as well.
pub fn did_rename_files(shared: &Shared, params: RenameFilesParams) {
    let mut state = shared.state();
    for path in paths(&params).into_iter().flat_map(|(from, to)| [from, to]).filter(|path| !is_pruned(path)) {
        state.pending.rescan |= path.ends_with(FILE_NAME);
        state.pending.changed.insert(path);
    }
    drop(state);
    shared.wake.notify_one();
}

fn paths(params: &RenameFilesParams) -> Vec<(PathBuf, PathBuf)> {
    let path = |uri: &str| convert::path(&Uri::from_str(uri).ok()?);
    params.files.iter().filter_map(|one| Some((path(&one.old_uri)?, path(&one.new_uri)?))).collect()
}

/// Whether the client renames files, which it can only be told in versioned edits.
fn renames(can: &Can) -> bool {
    can.rename && can.versioned_edits
}

fn refused(why: rename::Refusal) -> Error {
    Error { code: ErrorCode::ServerError(REQUEST_FAILED), message: why.into(), data: None }
}
