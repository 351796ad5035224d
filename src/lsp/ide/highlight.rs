//! The same thing elsewhere in a file.

use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use super::at;
use crate::ide::highlight::highlights;
use crate::lsp::state::Shared;

/// `textDocument/documentHighlight`.
pub async fn highlight(
    shared: &Arc<Shared>,
    params: DocumentHighlightParams,
) -> Result<Option<Vec<DocumentHighlight>>> {
    let TextDocumentPositionParams { text_document, position } = params.text_document_position_params;
    at(shared, text_document.uri, position, |_, texts, site| {
        let found = highlights(site).into_iter().map(|one| {
            let kind = if one.is_self { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ };
            DocumentHighlight { range: texts.range(site.file, one.span), kind: Some(kind) }
        });
        Some(found.collect())
    })
    .await
}
