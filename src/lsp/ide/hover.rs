//! What is known of a place, and what the diagnostics there mean: their rules' pages.

use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::ide::{Site, hover};
use crate::lsp::convert::{self, touches};
use crate::lsp::engine::{self, Engine};
use crate::lsp::state::Shared;
use crate::lsp::texts::Texts;
use crate::rules;

/// `textDocument/hover`.
pub async fn hover(shared: &Arc<Shared>, params: HoverParams) -> Result<Option<Hover>> {
    let TextDocumentPositionParams { text_document, position } = params.text_document_position_params;
    engine::with(shared, move |engine| {
        let now = engine.now()?;
        let mut texts = Texts::new(&now.files, now.can.encoding);
        let known = known(engine, &mut texts, &text_document.uri, position);
        let here = Range { start: position, end: position };
        let said = engine.said(&text_document.uri);
        let found = said.iter().map(|one| (one, texts.range(&one.file, one.span)));
        let found: Vec<_> = found.filter(|(_, range)| touches(range, &here)).collect();
        let range = known.as_ref().map(|(range, _)| *range).or(found.first().map(|(_, range)| *range))?;
        let mut codes: Vec<&str> = found.iter().map(|(one, _)| one.code).collect();
        codes.dedup();
        let pages = codes.iter().filter_map(|code| rules::find(code));
        let pages = pages.map(|rule| format!("**{}** ({})\n\n{}", rule.code, convert::SOURCE, rule.markdown()));
        let pages: Vec<String> = known.into_iter().map(|(_, text)| text + "\n").chain(pages).collect();
        let kind = if now.can.markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
        let contents = HoverContents::Markup(MarkupContent { kind, value: pages.join("\n---\n\n") });
        Some(Hover { contents, range: Some(range) })
    })
    .await
}

fn known(engine: &Engine, texts: &mut Texts<'_>, uri: &Uri, position: Position) -> Option<(Range, String)> {
    let now = engine.now()?;
    let file = engine.file_of(uri)?;
    let workspace = engine.workspace_around(&file)?;
    let (text, lines) = texts.get(&file);
    let text = text.clone();
    let offset = lines.offset(&text, convert::place(position), now.can.encoding);
    let found = hover::hover(&Site { files: &now.files, workspace, file: &file, text: &text, offset })?;
    Some((texts.range(&file, found.span), found.text))
}
