//! Texts with their lines, read once for all places in them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use tower_lsp::ls_types::Range;

use super::convert;
use crate::files::Files;
use crate::skill::limits::PARSED_BYTES;
use crate::text::{Encoding, LineIndex, Span, decode};

/// Texts of files, as the snapshot has them.
pub struct Texts<'a> {
    files: &'a dyn Files,
    encoding: Encoding,
    read: HashMap<PathBuf, (String, LineIndex)>,
}

impl<'a> Texts<'a> {
    /// Texts of these files; columns count in `encoding`.
    pub fn new(files: &'a dyn Files, encoding: Encoding) -> Self {
        Texts { files, encoding, read: HashMap::new() }
    }

    /// A file's text and its lines; empty for what cannot be read.
    pub fn get(&mut self, file: &Path) -> &(String, LineIndex) {
        let files = self.files;
        self.read.entry(file.to_owned()).or_insert_with(|| {
            let text = files.read(file, PARSED_BYTES).map(|content| decode(content.bytes).text).unwrap_or_default();
            let lines = LineIndex::behind(&text, files.unseen(file));
            (text, lines)
        })
    }

    /// Bytes at the beginning of the file's text that its editor does not show.
    pub fn unseen(&self, file: &Path) -> usize {
        self.files.unseen(file)
    }

    /// Gives a text that is in no file.
    pub fn put(&mut self, file: &Path, text: String) {
        let lines = LineIndex::new(&text);
        self.read.insert(file.to_owned(), (text, lines));
    }

    /// The place of a range of bytes.
    pub fn range(&mut self, file: &Path, span: Span) -> Range {
        let encoding = self.encoding;
        let (text, lines) = self.get(file);
        let at = |offset| convert::position(lines.position(text, offset, encoding));
        Range { start: at(span.start), end: at(span.end) }
    }
}
