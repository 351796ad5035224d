//! Outlines, and the skills by name.

use std::path::Path;
use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use super::whole;
use crate::ide::symbols::{self, Symbol, document_symbols, workspace_symbols};
use crate::lsp::engine;
use crate::lsp::state::Shared;
use crate::lsp::texts::Texts;

/// `textDocument/documentSymbol`.
pub async fn document(shared: &Arc<Shared>, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
    whole(shared, params.text_document.uri, |asked, texts, site| {
        let found = document_symbols(site);
        if asked.now.can.nested_symbols {
            let nested = found.iter().map(|symbol| nested(texts, site.file, symbol)).collect();
            return Some(DocumentSymbolResponse::Nested(nested));
        }
        let mut flat = Vec::new();
        flatten(texts, site.file, asked.uri, &found, None, &mut flat);
        Some(DocumentSymbolResponse::Flat(flat))
    })
    .await
}

/// `workspace/symbol`.
pub async fn workspace(shared: &Arc<Shared>, params: WorkspaceSymbolParams) -> Result<Option<WorkspaceSymbolResponse>> {
    engine::with(shared, move |engine| {
        let now = engine.now()?;
        let mut texts = Texts::new(&now.files, now.can.encoding);
        let mut symbols = Vec::new();
        for (workspace, folder) in engine.workspaces().map(|workspace| (workspace, &workspace.settings().base)) {
            for found in workspace_symbols(workspace, &params.query) {
                let root = found.root.strip_prefix(folder).unwrap_or(&found.root).to_string_lossy().into_owned();
                let Some(uri) = engine.uri_of(&found.place.file) else { continue };
                let location = Location { uri, range: texts.range(&found.place.file, found.place.span) };
                #[allow(deprecated, reason = "the type has the field")]
                symbols.push(SymbolInformation {
                    name: found.name,
                    kind: SymbolKind::MODULE,
                    tags: None,
                    deprecated: None,
                    location,
                    container_name: Some(root).filter(|root| !root.is_empty()),
                });
            }
        }
        symbols.truncate(symbols::MOST);
        Some(WorkspaceSymbolResponse::Flat(symbols))
    })
    .await
}

fn kind(symbol: &Symbol) -> SymbolKind {
    match symbol.kind {
        symbols::SymbolKind::Field => SymbolKind::FIELD,
        // What outlines of Markdown show elsewhere.
        symbols::SymbolKind::Section => SymbolKind::STRING,
    }
}

fn nested(texts: &mut Texts<'_>, file: &Path, symbol: &Symbol) -> DocumentSymbol {
    let children: Vec<DocumentSymbol> = symbol.children.iter().map(|child| nested(texts, file, child)).collect();
    #[allow(deprecated, reason = "the type has the field")]
    DocumentSymbol {
        name: symbol.name.clone(),
        detail: symbol.detail.clone(),
        kind: kind(symbol),
        tags: None,
        deprecated: None,
        range: texts.range(file, symbol.span),
        selection_range: texts.range(file, symbol.name_span),
        children: (!children.is_empty()).then_some(children),
    }
}

fn flatten(
    texts: &mut Texts<'_>,
    file: &Path,
    uri: &Uri,
    symbols: &[Symbol],
    inside: Option<&str>,
    out: &mut Vec<SymbolInformation>,
) {
    for symbol in symbols {
        #[allow(deprecated, reason = "the type has the field")]
        out.push(SymbolInformation {
            name: symbol.name.clone(),
            kind: kind(symbol),
            tags: None,
            deprecated: None,
            location: Location { uri: uri.clone(), range: texts.range(file, symbol.span) },
            container_name: inside.map(str::to_owned),
        });
        flatten(texts, file, uri, &symbol.children, Some(&symbol.name), out);
    }
}
