//! Questions about a place in a text: each file here converts, calls its namesake in [`crate::ide`], and converts back.

use std::path::{Path, PathBuf};

use tower_lsp::ls_types::{Position, Uri};

use super::convert;
use super::engine::{self, Engine};
use super::state::{Shared, Snapshot};
use super::texts::Texts;
use crate::ide::Site;

pub mod completion;
pub mod hover;

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
    engine::with(shared, move |engine| engine.asked(&uri, Some(position), answer)).await
}

/// Answers a question about a whole document in the same way; its site stands at the beginning.
pub async fn on<T: Send + 'static>(
    shared: &std::sync::Arc<Shared>,
    uri: Uri,
    answer: impl FnOnce(&Asked<'_>, &mut Texts<'_>, &Site<'_>) -> Option<T> + Send + 'static,
) -> tower_lsp::jsonrpc::Result<Option<T>> {
    engine::with(shared, move |engine| engine.asked(&uri, None, answer)).await
}

impl Engine {
    /// An answer about a document, made from what is known now.
    fn asked<T>(
        &self,
        uri: &Uri,
        position: Option<Position>,
        answer: impl FnOnce(&Asked<'_>, &mut Texts<'_>, &Site<'_>) -> Option<T>,
    ) -> Option<T> {
        let now = self.now()?;
        let file: PathBuf = self.file_of(uri)?;
        let (workspace, _, _) = self.home_of(&file)?;
        let mut texts = Texts::new(&now.files, now.can.encoding);
        let (text, lines) = texts.get(&file);
        let text = text.clone();
        let offset = position.map_or(0, |place| lines.offset(&text, convert::place(place), now.can.encoding));
        let site = Site { files: &now.files, workspace, file: &file, text: &text, offset };
        answer(&Asked { now, engine: self, uri }, &mut texts, &site)
    }
}
