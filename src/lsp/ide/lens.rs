//! What stands above a skill's front matter. Each is a command of the server.

use std::sync::Arc;

use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use super::whole;
use crate::hosts::grouped;
use crate::ide::lens;
use crate::lsp::commands;
use crate::lsp::state::Shared;

/// `textDocument/codeLens`.
pub async fn lenses(shared: &Arc<Shared>, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
    whole(shared, params.text_document.uri, |asked, texts, site| {
        let found = lens::lens(site)?;
        let range = texts.range(site.file, found.span);
        let hosts = match (found.hosts, found.differ) {
            (1, 0) => "1 host".to_owned(),
            (hosts, 0) => format!("{hosts} hosts"),
            (1, _) => "1 host · differs".to_owned(),
            (hosts, differ) => format!("{hosts} hosts · {differ} differ"),
        };
        let all: [(&str, String, &str, Vec<Value>); 4] = [
            ("list", "List".to_owned(), commands::LIST, Vec::new()),
            ("read", "Read".to_owned(), commands::READ, vec![json!(found.name)]),
            ("hosts", hosts, commands::HOSTS, vec![json!({"skill": found.name})]),
            ("tokens", format!("~{} tokens", grouped(found.tokens)), commands::READ, vec![json!(found.name)]),
        ];
        let shown = all.into_iter().filter(|(what, ..)| asked.now.settings.lens.has(what));
        let lens = |(_, title, command, arguments): (&str, String, &str, Vec<Value>)| CodeLens {
            range,
            command: Some(Command {
                title,
                command: command.to_owned(),
                arguments: (!arguments.is_empty()).then_some(arguments),
            }),
            data: None,
        };
        Some(shown.map(lens).collect())
    })
    .await
}
