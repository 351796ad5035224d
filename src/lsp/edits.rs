//! From changes of files to the client's edits.

use std::collections::HashMap;
use std::path::Path;

use tower_lsp::ls_types::*;

use super::convert;
use super::state::Snapshot;
use super::texts::Texts;
use crate::rules::Change;
use crate::text::{BOM, Edit};

/// Changes as the client can make them; none where it cannot make one of them: rename a file, or take away a mark that it
/// does not show.
pub fn workspace_edit(
    now: &Snapshot,
    texts: &mut Texts<'_>,
    changes: &[Change],
    uri_of: &dyn Fn(&Path) -> Option<Uri>,
) -> Option<WorkspaceEdit> {
    let mut operations: Vec<DocumentChangeOperation> = Vec::new();
    for change in changes {
        match change {
            Change::Edit { file, edits } => {
                let uri = uri_of(file)?;
                let unseen = texts.unseen(file);
                if edits.iter().any(|edit| is_unseen(edit, unseen)) {
                    return None;
                }
                let edits = edits.iter().map(|edit| OneOf::Left(text_edit(texts, file, edit))).collect();
                operations.push(DocumentChangeOperation::Edit(document_edit(now, uri, edits)));
            }
            Change::Rename { from, to } if now.can.rename => {
                let (old_uri, new_uri) = (uri_of(from)?, convert::uri(to)?);
                let rename = RenameFile { old_uri, new_uri, options: None, annotation_id: None };
                operations.push(DocumentChangeOperation::Op(ResourceOp::Rename(rename)));
            }
            Change::Create { file, text } if now.can.create => {
                let uri = convert::uri(file)?;
                // Nothing is there, so that nothing is said of it: Neovim makes neither the file nor its directory where
                // one that exists is to be left alone, and then the text cannot be saved.
                let create = CreateFile { uri: uri.clone(), options: None, annotation_id: None };
                operations.push(DocumentChangeOperation::Op(ResourceOp::Create(create)));
                let edit = TextEdit { range: Range::default(), new_text: text.clone() };
                operations.push(DocumentChangeOperation::Edit(document_edit(now, uri, vec![OneOf::Left(edit)])));
            }
            Change::Rename { .. } | Change::Create { .. } => return None,
        }
    }
    if now.can.versioned_edits {
        return Some(WorkspaceEdit {
            document_changes: Some(DocumentChanges::Operations(operations)),
            ..WorkspaceEdit::default()
        });
    }
    let mut plain: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for operation in operations {
        // Files can only be made and moved by versioned edits.
        let DocumentChangeOperation::Edit(edit) = operation else { return None };
        let edits = edit.edits.into_iter().filter_map(|edit| match edit {
            OneOf::Left(edit) => Some(edit),
            OneOf::Right(_) => None,
        });
        plain.entry(edit.text_document.uri).or_default().extend(edits);
    }
    Some(WorkspaceEdit { changes: Some(plain), ..WorkspaceEdit::default() })
}

fn text_edit(texts: &mut Texts<'_>, file: &Path, edit: &Edit) -> TextEdit {
    // What is not shown is not written either.
    let marked = edit.text.strip_prefix(BOM).filter(|_| edit.span.start < texts.unseen(file));
    TextEdit { range: texts.range(file, edit.span), new_text: marked.unwrap_or(&edit.text).to_owned() }
}

/// Whether all that an edit takes away is among the first bytes of a text, which its editor does not show.
pub fn is_unseen(edit: &Edit, unseen: usize) -> bool {
    !edit.span.is_empty() && edit.span.end <= unseen
}

fn document_edit(now: &Snapshot, uri: Uri, edits: Vec<OneOf<TextEdit, AnnotatedTextEdit>>) -> TextDocumentEdit {
    let version = now.documents.iter().find(|known| known.uri == uri).map(|known| known.version);
    TextDocumentEdit { text_document: OptionalVersionedTextDocumentIdentifier { uri, version }, edits }
}
