use std::ops::Range;
use std::sync::Arc;

use ropey::{Rope, RopeSlice};

use super::{Encoding, Position};

/// The text of an open document, which takes a keystroke without being copied.
#[derive(Clone, Debug)]
pub struct Document {
    rope: Rope,
}

impl Document {
    /// A document with this text.
    pub fn new(text: &str) -> Self {
        Document { rope: Rope::from_str(text) }
    }

    /// Replaces what stands between two places. Places that do not exist mean the nearest end, as
    /// [`super::LineIndex::offset`] has it, and an end before its start means the start.
    pub fn replace(&mut self, range: Range<Position>, text: &str, encoding: Encoding) {
        let start = self.char_at(range.start, encoding);
        let end = self.char_at(range.end, encoding).max(start);
        self.rope.remove(start..end);
        self.rope.insert(start, text);
    }

    /// The whole text.
    pub fn text(&self) -> Arc<str> {
        String::from(&self.rope).into()
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.rope.len_bytes()
    }

    /// Whether it has no text.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn char_at(&self, position: Position, encoding: Encoding) -> usize {
        let line = position.line as usize;
        if line >= self.rope.len_lines() {
            return self.rope.len_chars();
        }
        let content = without_break(self.rope.line(line));
        let column = position.character as usize;
        let inner = match encoding {
            Encoding::Utf8 => content.byte_to_char(column.min(content.len_bytes())),
            Encoding::Utf16 => content.utf16_cu_to_char(column.min(content.len_utf16_cu())),
            Encoding::Utf32 => column.min(content.len_chars()),
        };
        self.rope.line_to_char(line) + inner
    }
}

fn without_break(line: RopeSlice<'_>) -> RopeSlice<'_> {
    let mut len = line.len_chars();
    while len > 0 && matches!(line.char(len - 1), '\n' | '\r') {
        len -= 1;
    }
    line.slice(..len)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Edit, LineIndex, Span, apply};
    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn edits_in_each_encoding() {
        for (encoding, column) in [(Encoding::Utf8, 5), (Encoding::Utf16, 3), (Encoding::Utf32, 2)] {
            let mut document = Document::new("x\r\na🦀é\u{2028}\r\nb\rc");
            document.replace(at(1, column)..at(1, column + 1), "", encoding);
            let expected = if encoding == Encoding::Utf8 { "a🦀é" } else { "a🦀" };
            assert_eq!(&*document.text(), format!("x\r\n{expected}\u{2028}\r\nb\rc"), "{encoding:?}");
            document.replace(at(3, 0)..at(3, 99), "end", encoding);
            document.replace(at(9, 9)..at(7, 0), "!", encoding);
            assert!(document.text().ends_with("b\rend!"), "{encoding:?}");
        }
    }

    #[test]
    fn a_column_past_the_line_means_its_end_before_the_break() {
        let mut document = Document::new("ab\r\ncd");
        document.replace(at(0, 1)..at(0, 100), "X", Encoding::Utf16);
        assert_eq!(&*document.text(), "aX\r\ncd");
    }

    proptest! {
        /// The rope and the index of lines are two ways to one result.
        #[test]
        fn agrees_with_the_index_of_lines(
            text in "[ab\r\n🦀é\u{2028}]{0,30}", new in "[x\r\n🦀]{0,3}",
            lines in (0u32..6, 0u32..6), columns in (0u32..8, 0u32..8),
        ) {
            for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
                let (start, end) = (at(lines.0, columns.0), at(lines.1, columns.1));
                let index = LineIndex::new(&text);
                let span = Span::new(index.offset(&text, start, encoding), index.offset(&text, end, encoding));
                let expected = apply(&text, &[Edit::replace(span, new.as_str())]).unwrap();
                let mut document = Document::new(&text);
                document.replace(start..end, &new, encoding);
                prop_assert_eq!(&*document.text(), expected);
            }
        }
    }
}
