//! Where something is spoken of.

use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use super::at;
use crate::ide::references::references;
use crate::lsp::state::Shared;

/// `textDocument/references`.
pub async fn find(shared: &Arc<Shared>, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
    let TextDocumentPositionParams { text_document, position } = params.text_document_position;
    let declared = params.context.include_declaration;
    at(shared, text_document.uri, position, move |asked, texts, site| {
        let found = references(site, declared).into_iter().filter_map(|place| {
            Some(Location { uri: asked.uri_of(&place.file)?, range: texts.range(&place.file, place.span) })
        });
        Some(found.collect())
    })
    .await
}
