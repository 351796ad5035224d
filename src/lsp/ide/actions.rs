//! What can be done at a place, beyond the rules' fixes.

use tower_lsp::ls_types::*;

use crate::ide::Site;
use crate::ide::actions::{Asked, Kind, actions};
use crate::ide::rename::Powers;
use crate::lsp::convert;
use crate::lsp::edits::workspace_edit;
use crate::lsp::engine::Engine;
use crate::lsp::state::Snapshot;
use crate::lsp::texts::Texts;
use crate::rules::Diagnostic;

/// A skill is moved: in the protocol since 3.18, and for older clients a kind of its own below `refactor`.
pub const MOVE: &str = "refactor.move";

/// The kinds that are offered here.
pub fn kinds() -> [CodeActionKind; 3] {
    [CodeActionKind::REFACTOR_EXTRACT, CodeActionKind::REFACTOR_REWRITE, CodeActionKind::new(MOVE)]
}

/// The actions at the beginning of a range; what the fixes of `said` do already is left out.
pub fn at(
    engine: &Engine,
    now: &Snapshot,
    uri: &Uri,
    range: Range,
    said: &[Diagnostic],
    wants: &dyn Fn(&CodeActionKind) -> bool,
) -> Vec<CodeAction> {
    let Some(file) = engine.file_of(uri) else { return Vec::new() };
    let Some(workspace) = engine.workspace_around(&file) else { return Vec::new() };
    let mut texts = Texts::new(&now.files, now.can.encoding);
    let (text, lines) = texts.get(&file);
    let text = text.clone();
    let offset = lines.offset(&text, convert::place(range.start), now.can.encoding);
    let site = Site { files: &now.files, workspace, file: &file, text: &text, offset };
    let asked = Asked {
        powers: Powers { renames: now.can.rename && now.can.versioned_edits },
        creates: now.can.create && now.can.versioned_edits,
        wants: &|kind| wants(&kind_of(kind)),
    };
    let known = |changes| said.iter().flat_map(|one| &one.fixes).any(|fix| fix.changes == changes);
    let found = actions(&site, &asked).into_iter().filter(|action| !known(action.changes.clone()));
    found
        .filter_map(|action| {
            let edit = workspace_edit(now, &mut texts, &action.changes, &|file| engine.uri_of(file))?;
            let kind = Some(kind_of(action.kind));
            Some(CodeAction { title: action.title, kind, edit: Some(edit), ..CodeAction::default() })
        })
        .collect()
}

fn kind_of(kind: Kind) -> CodeActionKind {
    match kind {
        Kind::QuickFix => CodeActionKind::QUICKFIX,
        Kind::Extract => CodeActionKind::REFACTOR_EXTRACT,
        Kind::Rewrite => CodeActionKind::REFACTOR_REWRITE,
        Kind::Move => CodeActionKind::new(MOVE),
    }
}
