use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::files::{Disk, Files};
use crate::skill::limits::PARSED_BYTES;
use crate::text::{Encoding, LineIndex, Position, Span, decode};

/// The texts of the files that diagnostics speak of, read once each when they are first asked for.
#[derive(Default)]
pub struct Sources {
    texts: HashMap<PathBuf, Source>,
}

/// Read through the file's own directory, so that a link that leaves it shows nothing of what it leads to.
fn text_of(file: &Path) -> Option<String> {
    let scope = Disk.scope(file.parent()?).ok()?;
    let content = scope.read(file.file_name()?.to_str()?, PARSED_BYTES).ok()?;
    Some(decode(content.bytes).text)
}

/// One text with its lines.
pub struct Source {
    /// The decoded text; empty where there is none (a directory, a broken link).
    pub text: String,
    /// Its lines.
    pub index: LineIndex,
}

impl Sources {
    /// The text of a file.
    pub fn get(&mut self, file: &Path) -> &Source {
        self.texts.entry(file.to_owned()).or_insert_with(|| {
            let text = text_of(file).unwrap_or_default();
            Source { index: LineIndex::new(&text), text }
        })
    }

    /// First and last place of a span: lines and UTF-16 columns from 0.
    pub fn range(&mut self, file: &Path, span: Span) -> (Position, Position) {
        let source = self.get(file);
        let place = |offset| source.index.position(&source.text, offset, Encoding::Utf16);
        (place(span.start), place(span.end))
    }
}
