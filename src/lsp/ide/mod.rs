//! Questions about a place in a text: each file here converts, calls its namesake in [`crate::ide`], and converts back.

use std::path::{Path, PathBuf};

use tower_lsp::ls_types::{Position, Uri};

use super::convert;
use super::engine::{self, Engine};
use super::state::{Shared, Snapshot};
use super::texts::Texts;
use crate::ide::Site;

pub mod actions;
pub mod completion;
pub mod definition;
pub mod formatting;
pub mod highlight;
pub mod hints;
pub mod hover;
pub mod lens;
pub mod ranges;
pub mod references;
pub mod rename;
pub mod symbols;
pub mod tokens;

/// What an answer is made with, beside the site itself.
pub struct Asked<'a> {
    /// The files and the client's powers, as they are now.
    pub now: &'a Snapshot,
    /// What is known of the workspace.
    pub engine: &'a Engine,
    /// The document as the client names it.
    pub uri: &'a Uri,
}

impl Asked<'_> {
    /// The URI by which the client knows a file.
    pub fn uri_of(&self, file: &Path) -> Option<Uri> {
        self.engine.uri_of(file)
    }
}

/// Answers a question about a place on a blocking thread; nothing for documents that are no files, and for those of no
/// folder.
pub async fn at<T: Send + 'static>(
    shared: &std::sync::Arc<Shared>,
    uri: Uri,
    position: Position,
    answer: impl FnOnce(&Asked<'_>, &mut Texts<'_>, &Site<'_>) -> Option<T> + Send + 'static,
) -> tower_lsp::jsonrpc::Result<Option<T>> {
    engine::with(shared, move |engine| {
        let now = engine.now()?.clone();
        let file: PathBuf = engine.file_of(&uri)?;
        let workspace = engine.workspace_around(&file)?;
        let mut texts = Texts::new(&now.files, now.can.encoding);
        let (text, lines) = texts.get(&file);
        let text = text.clone();
        let offset = lines.offset(&text, convert::place(position), now.can.encoding);
        let site = Site { files: &now.files, workspace, file: &file, text: &text, offset };
        answer(&Asked { now: &now, engine, uri: &uri }, &mut texts, &site)
    })
    .await
}

/// As [`at`], for questions about a whole text.
pub async fn whole<T: Send + 'static>(
    shared: &std::sync::Arc<Shared>,
    uri: Uri,
    answer: impl FnOnce(&Asked<'_>, &mut Texts<'_>, &Site<'_>) -> Option<T> + Send + 'static,
) -> tower_lsp::jsonrpc::Result<Option<T>> {
    at(shared, uri, Position::default(), answer).await
}
