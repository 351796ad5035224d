//! What a diagnostic means: its rule's page.

use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::convert::{self, touches};
use crate::lsp::engine;
use crate::lsp::state::Shared;
use crate::lsp::texts::Texts;
use crate::rules;

/// `textDocument/hover`.
pub async fn hover(shared: &Arc<Shared>, params: HoverParams) -> Result<Option<Hover>> {
    let TextDocumentPositionParams { text_document, position } = params.text_document_position_params;
    engine::with(shared, move |engine| {
        let now = engine.now()?;
        let mut texts = Texts::new(&now.files, now.can.encoding);
        let here = Range { start: position, end: position };
        let said = engine.said(&text_document.uri);
        let found = said.iter().map(|one| (one, texts.range(&one.file, one.span)));
        let found: Vec<_> = found.filter(|(_, range)| touches(range, &here)).collect();
        let range = found.first().map(|(_, range)| *range)?;
        let mut codes: Vec<&str> = found.iter().map(|(one, _)| one.code).collect();
        codes.dedup();
        let pages = codes.iter().filter_map(|code| rules::find(code));
        let pages: Vec<String> =
            pages.map(|rule| format!("**{}** ({})\n\n{}", rule.code, convert::SOURCE, rule.markdown())).collect();
        let kind = if now.can.markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
        let contents = HoverContents::Markup(MarkupContent { kind, value: pages.join("\n---\n\n") });
        Some(Hover { contents, range: Some(range) })
    })
    .await
}
