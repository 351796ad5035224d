//! Where links and names lead.

use std::str::FromStr;
use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use super::{at, whole};
use crate::ide::definition::{Target, definition, document_links};
use crate::lsp::state::Shared;

/// `textDocument/definition`.
pub async fn go(shared: &Arc<Shared>, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
    let TextDocumentPositionParams { text_document, position } = params.text_document_position_params;
    at(shared, text_document.uri, position, |asked, texts, site| {
        let found = definition(site)?;
        let (uri, range) = (asked.uri_of(&found.place.file)?, texts.range(&found.place.file, found.place.span));
        if !asked.now.can.definition_links {
            return Some(GotoDefinitionResponse::Scalar(Location { uri, range }));
        }
        Some(GotoDefinitionResponse::Link(vec![LocationLink {
            origin_selection_range: Some(texts.range(site.file, found.origin)),
            target_uri: uri,
            target_range: range,
            target_selection_range: range,
        }]))
    })
    .await
}

/// `textDocument/documentLink`.
pub async fn links(shared: &Arc<Shared>, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
    whole(shared, params.text_document.uri, |asked, texts, site| {
        let links = document_links(site).into_iter().filter_map(|link| {
            let target = match &link.to {
                Target::Directory(path) => asked.uri_of(path)?,
                Target::Place(place) => {
                    let line = texts.range(&place.file, place.span).start.line;
                    let uri = asked.uri_of(&place.file)?;
                    // Editors that open a link at a line understand this fragment.
                    let at_line = || Uri::from_str(&format!("{}#L{}", uri.as_str(), line + 1)).ok();
                    if line == 0 { uri } else { at_line()? }
                }
            };
            Some(DocumentLink {
                range: texts.range(site.file, link.span),
                target: Some(target),
                tooltip: None,
                data: None,
            })
        });
        Some(links.collect())
    })
    .await
}
