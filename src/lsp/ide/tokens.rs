//! Words of a body that mean something to hosts.

use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use super::whole;
use crate::ide::Site;
use crate::ide::tokens::{self, Kind};
use crate::lsp::state::Shared;
use crate::lsp::texts::Texts;

/// What the server's tokens can be, in the order of [`number`].
pub fn legend() -> SemanticTokensLegend {
    let types = vec![SemanticTokenType::FUNCTION, SemanticTokenType::MACRO, SemanticTokenType::STRING];
    SemanticTokensLegend { token_types: types, token_modifiers: Vec::new() }
}

fn number(kind: Kind) -> u32 {
    match kind {
        Kind::Skill => 0,
        Kind::Substitution => 1,
        Kind::Path => 2,
    }
}

/// `textDocument/semanticTokens/full`.
pub async fn full(shared: &Arc<Shared>, params: SemanticTokensParams) -> Result<Option<SemanticTokensResult>> {
    let found = whole(shared, params.text_document.uri, |_, texts, site| Some(data(texts, site, None)));
    Ok(found.await?.map(|data| SemanticTokens { result_id: None, data }.into()))
}

/// `textDocument/semanticTokens/range`.
pub async fn range(
    shared: &Arc<Shared>,
    params: SemanticTokensRangeParams,
) -> Result<Option<SemanticTokensRangeResult>> {
    let wanted = params.range;
    let found = whole(shared, params.text_document.uri, move |_, texts, site| Some(data(texts, site, Some(wanted))));
    Ok(found.await?.map(|data| SemanticTokens { result_id: None, data }.into()))
}

/// Each token as the protocol has it: its place as seen from the one before.
fn data(texts: &mut Texts<'_>, site: &Site<'_>, wanted: Option<Range>) -> Vec<SemanticToken> {
    let mut last = Position::default();
    let mut data = Vec::new();
    for token in tokens::tokens(site) {
        let Range { start, end } = texts.range(site.file, token.span);
        if wanted.is_some_and(|wanted| end < wanted.start || wanted.end < start) {
            continue;
        }
        let delta_line = start.line - last.line;
        data.push(SemanticToken {
            delta_line,
            delta_start: if delta_line == 0 { start.character - last.character } else { start.character },
            length: end.character - start.character,
            token_type: number(token.kind),
            token_modifiers_bitset: 0,
        });
        last = start;
    }
    data
}
