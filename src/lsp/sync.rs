//! Open documents and folders: each function changes the state at once and wakes the publisher.

use std::path::Path;

use tower_lsp::ls_types::*;

use super::convert;
use super::state::{Open, Shared, State};
use crate::text::Document;
use crate::workspace::FILE_NAME;

/// `textDocument/didOpen`.
pub fn open(shared: &Shared, params: DidOpenTextDocumentParams) {
    let TextDocumentItem { uri, version, text, .. } = params.text_document;
    let mut state = shared.state();
    let path = convert::path(&uri);
    let real = path.as_deref().map(|path| state.real(path));
    let is_marked = path.as_deref().is_some_and(|path| state.hides_mark(path, &text));
    let open = Open { text: Document::new(&text), version, path, real, is_marked, is_dirty: true };
    if state.documents.contains_key(&uri) {
        shared.log.warn(format!("{} was opened twice; the second text counts", uri.as_str()));
    }
    note_presence(&mut state, &uri, &open);
    state.documents.insert(uri, open);
    drop(state);
    shared.wake.notify_one();
}

/// `textDocument/didChange`.
pub fn change(shared: &Shared, params: DidChangeTextDocumentParams) {
    let VersionedTextDocumentIdentifier { uri, version } = params.text_document;
    let mut state = shared.state();
    let encoding = state.can.encoding;
    let Some(open) = state.documents.get_mut(&uri) else {
        return shared.log.warn(format!("{} was changed and is not open; the change is left out", uri.as_str()));
    };
    if version <= open.version {
        return shared.log.warn(format!(
            "{} was changed from version {} to {version}, which is not newer; the change is left out",
            uri.as_str(),
            open.version
        ));
    }
    open.version = version;
    open.is_dirty = true;
    for change in params.content_changes {
        match change.range {
            Some(Range { start, end }) => {
                open.text.replace(convert::place(start)..convert::place(end), &change.text, encoding);
            }
            None => open.text = Document::new(&change.text),
        }
    }
    match open.path.clone() {
        Some(path) => drop(state.pending.edited.insert(path)),
        None => drop(state.pending.fileless.insert(uri)),
    }
    drop(state);
    shared.wake.notify_one();
}

/// `textDocument/didClose`.
pub fn close(shared: &Shared, params: DidCloseTextDocumentParams) {
    let uri = params.text_document.uri;
    let mut state = shared.state();
    let Some(open) = state.documents.remove(&uri) else {
        return shared.log.warn(format!("{} was closed and is not open", uri.as_str()));
    };
    note_presence(&mut state, &uri, &open);
    if let Some(path) = &open.path {
        state.uncover(path);
        // The same file may be open under another URI with the same path.
        let others = state.documents.values_mut().filter(|other| other.path.as_ref() == Some(path));
        others.for_each(|other| other.is_dirty = true);
    }
    drop(state);
    shared.wake.notify_one();
}

/// `textDocument/didSave`: where the client does not watch files, this is when others may have changed, too.
pub fn save(shared: &Shared, params: DidSaveTextDocumentParams) {
    let mut state = shared.state();
    let path = convert::path(&params.text_document.uri);
    let is_config = path.as_ref().is_some_and(|path| path.ends_with(FILE_NAME));
    state.pending.rescan |= is_config || !state.can.watch;
    if let Some(path) = &path {
        note_mark(&mut state, path);
    }
    state.pending.changed.extend(path);
    drop(state);
    shared.wake.notify_one();
}

/// `workspace/didChangeWorkspaceFolders`.
pub fn change_folders(shared: &Shared, params: DidChangeWorkspaceFoldersParams) {
    let mut state = shared.state();
    for folder in params.event.removed {
        let gone = convert::path(&folder.uri);
        state.folders.retain(|path| Some(path) != gone.as_ref());
    }
    for folder in params.event.added {
        add_folder(&mut state, &folder.uri);
    }
    state.pending.layout = true;
    drop(state);
    shared.wake.notify_one();
}

/// Adds a folder, once.
pub fn add_folder(state: &mut State, uri: &Uri) {
    let new = convert::path(uri).filter(|path| !state.folders.contains(path));
    state.folders.extend(new);
}

/// A file was saved, perhaps with or without a byte order mark now.
fn note_mark(state: &mut State, path: &Path) {
    let open = state.documents.iter().filter(|(_, open)| open.path.as_deref() == Some(path));
    let marked: Vec<(Uri, bool)> =
        open.map(|(uri, open)| (uri.clone(), state.hides_mark(path, &open.text.text()))).collect();
    for (uri, is_marked) in marked {
        let Some(open) = state.documents.get_mut(&uri) else { continue };
        open.is_dirty |= open.is_marked != is_marked;
        open.is_marked = is_marked;
    }
}

/// A file appeared to the server, or its text is the disk's again.
fn note_presence(state: &mut State, uri: &Uri, open: &Open) {
    state.pending.layout = true;
    match &open.path {
        Some(path) => state.pending.changed.extend([path.clone()].into_iter().chain(open.real.clone())),
        None => drop(state.pending.fileless.insert(uri.clone())),
    }
}
