//! The front matter's form; off without a setting.

use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use super::whole;
use crate::ide::formatting::format;
use crate::lsp::convert;
use crate::lsp::state::Shared;
use crate::text::Span;

/// The methods, as they are registered.
const METHODS: [&str; 2] = ["textDocument/formatting", "textDocument/rangeFormatting"];

/// `textDocument/formatting`.
pub async fn document(shared: &Arc<Shared>, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
    edits(shared, params.text_document.uri, None).await
}

/// `textDocument/rangeFormatting`.
pub async fn range(shared: &Arc<Shared>, params: DocumentRangeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
    edits(shared, params.text_document.uri, Some(params.range)).await
}

/// Tells the client that documents are formatted here from now on, or no longer, without waiting for its answer.
pub fn announce(shared: &Arc<Shared>, on: bool) {
    let shared = Arc::clone(shared);
    tokio::spawn(async move {
        let id = |method: &str| format!("skill-lsp/{method}");
        let markdown = serde_json::json!({"documentSelector": [{"language": "markdown"}, {"pattern": "**/SKILL.md"}]});
        let told = if on {
            let registration = |method: &str| Registration {
                id: id(method),
                method: method.to_owned(),
                register_options: Some(markdown.clone()),
            };
            shared.client.register_capability(METHODS.map(registration).to_vec()).await
        } else {
            let gone = |method: &str| Unregistration { id: id(method), method: method.to_owned() };
            shared.client.unregister_capability(METHODS.map(gone).to_vec()).await
        };
        if let Err(error) = told {
            shared.log.warn(format!("the client does not take over whether documents are formatted: {error}"));
        }
    });
}

async fn edits(shared: &Arc<Shared>, uri: Uri, range: Option<Range>) -> Result<Option<Vec<TextEdit>>> {
    whole(shared, uri, move |asked, texts, site| {
        if !asked.now.settings.formatting {
            return None;
        }
        let (_, lines) = texts.get(site.file);
        let at = |position| lines.offset(site.text, convert::place(position), asked.now.can.encoding);
        let span = range.map(|range| Span::new(at(range.start), at(range.end)));
        let edits = format(site, span).into_iter();
        Some(edits.map(|edit| TextEdit { range: texts.range(site.file, edit.span), new_text: edit.text }).collect())
    })
    .await
}
