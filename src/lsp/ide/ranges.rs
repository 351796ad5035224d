//! What folds, and what a selection grows to.

use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use super::whole;
use crate::ide::Site;
use crate::ide::folding::{FoldKind, folds};
use crate::ide::selection::selections;
use crate::lsp::convert;
use crate::lsp::state::Shared;

/// `textDocument/foldingRange`.
pub async fn folding(shared: &Arc<Shared>, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
    whole(shared, params.text_document.uri, |_, texts, site| {
        let folds = folds(site).into_iter().map(|fold| {
            let range = texts.range(site.file, fold.span);
            let kind = match fold.kind {
                FoldKind::Region => FoldingRangeKind::Region,
                FoldKind::Comment => FoldingRangeKind::Comment,
            };
            FoldingRange {
                start_line: range.start.line,
                end_line: range.end.line,
                start_character: None,
                end_character: None,
                kind: Some(kind),
                collapsed_text: None,
            }
        });
        Some(folds.filter(|fold| fold.start_line < fold.end_line).collect())
    })
    .await
}

/// `textDocument/selectionRange`.
pub async fn selection(shared: &Arc<Shared>, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
    let positions = params.positions;
    whole(shared, params.text_document.uri, move |asked, texts, site| {
        let (_, lines) = texts.get(site.file);
        let encoding = asked.now.can.encoding;
        let offsets: Vec<usize> =
            positions.iter().map(|position| lines.offset(site.text, convert::place(*position), encoding)).collect();
        // One answer for each place, in their order: an empty range where nothing stands.
        let answers = offsets.into_iter().zip(&positions).map(|(offset, position)| {
            let spans = selections(&Site { offset, ..*site });
            let grown = spans.into_iter().rev().fold(None, |parent: Option<SelectionRange>, span| {
                Some(SelectionRange { range: texts.range(site.file, span), parent: parent.map(Box::new) })
            });
            grown.unwrap_or(SelectionRange { range: Range { start: *position, end: *position }, parent: None })
        });
        Some(answers.collect())
    })
    .await
}
