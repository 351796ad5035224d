//! Limits that are near or past.

use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use super::whole;
use crate::ide::hints;
use crate::lsp::state::Shared;

/// `textDocument/inlayHint`.
pub async fn hints(shared: &Arc<Shared>, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
    let asked_for = params.range;
    whole(shared, params.text_document.uri, move |asked, texts, site| {
        let found = hints::hints(site).into_iter().filter(|hint| asked.now.settings.inlay_hints.has(hint.about));
        let hint = |hint: hints::Hint| InlayHint {
            position: texts.range(site.file, crate::text::Span::at(hint.at)).start,
            label: InlayHintLabel::String(hint.label),
            kind: None,
            text_edits: None,
            tooltip: Some(InlayHintTooltip::MarkupContent(MarkupContent {
                kind: if asked.now.can.markdown { MarkupKind::Markdown } else { MarkupKind::PlainText },
                value: hint.page,
            })),
            padding_left: Some(true),
            padding_right: None,
            data: None,
        };
        let shown = found.map(hint).filter(|hint| asked_for.start <= hint.position && hint.position <= asked_for.end);
        Some(shown.collect())
    })
    .await
}
