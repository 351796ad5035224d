//! What can be written at a place.

use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use super::at;
use crate::ide::completion::{self, Item, Kind};
use crate::lsp::capabilities::Can;
use crate::lsp::state::Shared;
use crate::lsp::texts::Texts;

/// Characters behind which there may be something to offer, so that clients ask.
pub const TRIGGERS: [&str; 9] = ["/", "$", "{", "#", "(", "`", ":", "-", "!"];

/// `textDocument/completion`.
pub async fn completion(shared: &Arc<Shared>, params: CompletionParams) -> Result<Option<CompletionResponse>> {
    let TextDocumentPositionParams { text_document, position } = params.text_document_position;
    at(shared, text_document.uri, position, |asked, texts, site| {
        let found = completion::complete(site);
        let items = found.items.into_iter().map(|one| item(one, &asked.now.can, texts, site.file)).collect();
        Some(CompletionResponse::List(CompletionList { is_incomplete: found.is_incomplete, items }))
    })
    .await
}

fn item(item: Item, can: &Can, texts: &mut Texts<'_>, file: &std::path::Path) -> CompletionItem {
    // Neovim takes a plain text up to its first blank only (0.11, `get_completion_word`), a snippet as a whole.
    let with_blanks = || item.edit.text.contains(' ').then(|| completion::escaped(&item.edit.text));
    let snippet = item.snippet.or_else(with_blanks).filter(|_| can.snippets);
    let format = if snippet.is_some() { InsertTextFormat::SNIPPET } else { InsertTextFormat::PLAIN_TEXT };
    let edit = TextEdit { range: texts.range(file, item.edit.span), new_text: snippet.unwrap_or(item.edit.text) };
    let documentation = |value: String| match can.completion_markup.clone() {
        Some(kind) => Documentation::MarkupContent(MarkupContent { kind, value }),
        None => Documentation::String(value),
    };
    CompletionItem {
        kind: Some(match item.kind {
            Kind::Key => CompletionItemKind::PROPERTY,
            Kind::Value => CompletionItemKind::ENUM_MEMBER,
            Kind::Tool => CompletionItemKind::FUNCTION,
            Kind::File => CompletionItemKind::FILE,
            Kind::Anchor => CompletionItemKind::REFERENCE,
            Kind::Skill => CompletionItemKind::MODULE,
            Kind::Substitution => CompletionItemKind::VARIABLE,
            Kind::Whole => CompletionItemKind::SNIPPET,
        }),
        detail: (!item.detail.is_empty()).then_some(item.detail),
        documentation: (!item.documentation.is_empty()).then(|| documentation(item.documentation)),
        sort_text: Some(item.sort),
        filter_text: Some(item.label.clone()),
        label: item.label,
        insert_text_format: Some(format),
        text_edit: Some(CompletionTextEdit::Edit(edit)),
        ..CompletionItem::default()
    }
}
