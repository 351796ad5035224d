//! Code actions: the rules' fixes, all safe ones at once, and silence.

use std::path::Path;
use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use super::capabilities::FIX_ALL;
use super::convert::{self, touches};
use super::edits::{is_unseen, workspace_edit};
use super::engine::{self, Engine};
use super::state::{Shared, Snapshot};
use super::texts::Texts;
use crate::files::{Cancel, Files};
use crate::rules::{Change, Diagnostic};
use crate::text::{Edit, Span};
use crate::workspace::{FILE_NAME, Settings, Workspace, fix_all, ignoring, suppression};

/// `textDocument/codeAction`.
pub async fn actions(shared: &Arc<Shared>, params: CodeActionParams) -> Result<CodeActionResponse> {
    engine::with(shared, move |engine| {
        let Some(now) = engine.now().cloned() else { return Vec::new() };
        let mut actions = Vec::new();
        let uri = &params.text_document.uri;
        let said = engine.said(uri);
        if wants(&params.context, &CodeActionKind::QUICKFIX) {
            let mut texts = Texts::new(&now.files, now.can.encoding);
            for one in &said {
                if touches(&texts.range(&one.file, one.span), &params.range) {
                    actions.extend(quick_fixes(engine, &now, &mut texts, one, uri));
                }
            }
        }
        let wanted = |kind: &CodeActionKind| wants(&params.context, kind);
        actions.extend(super::ide::actions::at(engine, &now, uri, params.range, &said, &wanted));
        // Asked for by name it is offered alone; among all, only where there is something to do.
        if wants(&params.context, &CodeActionKind::new(FIX_ALL)) {
            actions.extend(everything(engine, &now, uri, said));
        }
        actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()
    })
    .await
}

/// Whether a kind, or one above it, is asked for.
fn wants(context: &CodeActionContext, kind: &CodeActionKind) -> bool {
    let Some(only) = context.only.as_ref().filter(|only| !only.is_empty()) else { return true };
    let kind = kind.as_str();
    only.iter()
        .any(|wanted| kind.strip_prefix(wanted.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
}

fn quick_fixes(engine: &Engine, now: &Snapshot, texts: &mut Texts<'_>, one: &Diagnostic, uri: &Uri) -> Vec<CodeAction> {
    let uri_of = |file: &Path| if *file == one.file { Some(uri.clone()) } else { convert::uri(file) };
    let shown = convert::diagnostic(one, texts, &now.can, &uri_of);
    let action = |title: String, edit: WorkspaceEdit, is_preferred: Option<bool>| CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![shown.clone()]),
        edit: Some(edit),
        is_preferred,
        ..CodeAction::default()
    };
    let mut actions = Vec::new();
    for fix in &one.fixes {
        let edit = workspace_edit(now, texts, &fix.changes, &uri_of);
        actions.extend(edit.map(|edit| action(fix.title.clone(), edit, fix.safe.then_some(true))));
    }
    let (text, lines) = texts.get(&one.file);
    if let Some(insert) = suppression(text, lines, one) {
        let change = Change::Edit { file: one.file.clone(), edits: vec![insert] };
        let edit = workspace_edit(now, texts, &[change], &uri_of);
        actions.extend(edit.map(|edit| action(format!("Ignore `{}` on this line", one.code), edit, None)));
    }
    if let Some(change) = silence(engine, now, texts, one) {
        let edit = workspace_edit(now, texts, &[change], &uri_of);
        actions.extend(edit.map(|edit| action(format!("Ignore `{}` in the workspace", one.code), edit, None)));
    }
    actions
}

/// The change of the configuration that silences a rule.
fn silence(engine: &Engine, now: &Snapshot, texts: &mut Texts<'_>, one: &Diagnostic) -> Option<Change> {
    let (_, folder, config) = engine.home_of(&one.file)?;
    let Some(file) = config.filter(|file| now.files.kind(file).is_ok()) else {
        return Some(Change::Create { file: folder.join(FILE_NAME), text: format!("ignore = [\"{}\"]\n", one.code) });
    };
    let (text, _) = texts.get(file);
    Some(Change::Edit { file: file.to_owned(), edits: vec![ignoring(text, one.code)?] })
}

/// All safe fixes of the file, made until none is left.
fn everything(engine: &Engine, now: &Snapshot, uri: &Uri, said: Vec<Diagnostic>) -> Option<CodeAction> {
    let file = said.first()?.file.clone();
    if !said.iter().any(|one| one.file == file && one.fixes.iter().any(|fix| fix.safe)) {
        return None;
    }
    let (workspace, _, _) = engine.home_of(&file)?;
    let dir = workspace.skill_around(&file)?.to_owned();
    let settings = Settings { starts: vec![dir], ..workspace.settings().clone() };
    let unseen = now.files.unseen(&file);
    let own = |said: Vec<&Diagnostic>| -> Vec<Diagnostic> {
        let own = said.into_iter().filter(|one| one.file == file).cloned();
        own.map(|mut one| {
            // Other files, and names of files, are not this action's; nor is what the editor does not show.
            one.fixes.retain(|fix| {
                fix.changes.iter().all(|change| match change {
                    Change::Edit { file: other, edits } => {
                        *other == file && !edits.iter().any(|edit| is_unseen(edit, unseen))
                    }
                    _ => false,
                })
            });
            one
        })
        .collect()
    };
    let check =
        |files: &dyn Files| own(Workspace::open(files, settings.clone(), &Cancel::default(), &|_, _| {}).diagnostics());
    let mut overlay = now.files.clone();
    let first = own(said.iter().collect());
    let mut fixed = fix_all(&mut overlay, first, false, &check);
    let (before, after) = fixed.changed.remove(&file)?;
    let edits = difference(&before, &after);
    let change = Change::Edit { file: file.clone(), edits };
    let mut texts = Texts::new(&now.files, now.can.encoding);
    let edit = workspace_edit(now, &mut texts, &[change], &|_| Some(uri.clone()))?;
    Some(CodeAction {
        title: "Make all safe fixes of skill-lsp".to_owned(),
        kind: Some(CodeActionKind::new(FIX_ALL)),
        edit: Some(edit),
        ..CodeAction::default()
    })
}

/// Edits line by line, so that cursors and marks elsewhere stay where they are.
fn difference(before: &str, after: &str) -> Vec<Edit> {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (before.split_inclusive('\n').collect(), after.split_inclusive('\n').collect());
    let starts = |lines: &[&str]| -> Vec<usize> {
        let mut at = 0;
        let mut starts = vec![0];
        for line in lines {
            at += line.len();
            starts.push(at);
        }
        starts
    };
    let (old_starts, new_starts) = (starts(&old), starts(&new));
    let operations = similar::capture_diff_slices(similar::Algorithm::Myers, &old, &new);
    let changed = operations.iter().filter(|operation| operation.tag() != similar::DiffTag::Equal);
    changed
        .filter_map(|operation| {
            let (old, new) = (operation.old_range(), operation.new_range());
            let span = Span::new(*old_starts.get(old.start)?, *old_starts.get(old.end)?);
            Some(Edit::replace(span, after.get(*new_starts.get(new.start)?..*new_starts.get(new.end)?)?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::apply;

    #[test]
    fn a_difference_makes_the_one_text_the_other() {
        for (before, after) in [("a\nb\nc\n", "a\nB\nc\nd"), ("", "x\n"), ("x\r\ny", ""), ("same\n", "same\n")] {
            assert_eq!(apply(before, &difference(before, after)).as_deref(), Ok(after));
        }
        assert_eq!(difference("a\nb\nc\n", "a\nB\nc\n").len(), 1);
    }

    #[test]
    fn kinds_stand_for_those_below_them() {
        let asked = |only: &[&'static str]| CodeActionContext {
            only: Some(only.iter().map(|kind| CodeActionKind::new(kind)).collect()),
            ..CodeActionContext::default()
        };
        let fix_all = CodeActionKind::new(FIX_ALL);
        assert!(wants(&asked(&["source"]), &fix_all) && wants(&asked(&["source.fixAll"]), &fix_all));
        assert!(!wants(&asked(&["source.fixAll.other"]), &fix_all) && !wants(&asked(&["quickfix"]), &fix_all));
        assert!(wants(&CodeActionContext::default(), &fix_all));
    }
}
