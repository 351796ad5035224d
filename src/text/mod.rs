//! Text as bytes and places: ranges, positions, edits, decoding.
//!
//! Everything inside the program speaks byte offsets into one decoded text. Lines and characters exist only here and
//! at the edges ([`crate::cli`], [`crate::lsp`]).

mod decode;
mod document;
mod edit;
mod lines;
mod span;

pub use decode::{Decoded, decode};
pub use document::Document;
pub use edit::{Edit, EditError, apply};
pub use lines::{Encoding, LineIndex, Position, line_break, line_count, lines, next_line};
pub use span::Span;

/// The byte order mark, three bytes in UTF-8. Editors keep it at the beginning of a file and do not show it.
pub const BOM: char = '\u{feff}';

/// The length of `text` in UTF-16 units: what JavaScript calls `length`.
pub fn utf16_len(text: &str) -> usize {
    // Bytes that begin a character, and once more those that begin one of two units: many bytes at a time.
    text.bytes().map(|byte| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0)).sum()
}

/// The first byte offset of `text` at which more than `units` UTF-16 units would have been passed; never inside a
/// character, so a pair that would be split is left out whole. `None` when the text is not longer than that.
pub fn utf16_cut(text: &str, units: usize) -> Option<usize> {
    if text.len() <= units {
        return None;
    }
    // Piece by piece, since a piece is counted many bytes at a time; only the last one character by character.
    const PIECE: usize = 4096;
    let (mut start, mut passed) = (0, 0);
    while start < text.len() {
        let mut end = text.len().min(start + PIECE);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let piece = &text[start..end];
        let more = utf16_len(piece);
        if passed + more > units {
            let last = piece.char_indices().find(|(_, c)| {
                passed += c.len_utf16();
                passed > units
            });
            return last.map(|(at, _)| start + at);
        }
        (start, passed) = (end, passed + more);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_never_splits_a_pair() {
        assert_eq!(utf16_cut("a🦀b", 2), Some(1));
        assert_eq!(utf16_cut("a🦀b", 3), Some(5));
        assert_eq!(utf16_cut("a🦀b", 4), None);
        assert_eq!(utf16_len("a🦀b"), 4);
        let text = "aé漢🦀".repeat(3000);
        for units in [0, 1, 4, 4095, 4096, 4097, 5000, 9999, 14_999, 15_000] {
            let mut passed = 0;
            let plain = text.char_indices().find(|(_, c)| {
                passed += c.len_utf16();
                passed > units
            });
            assert_eq!(utf16_cut(&text, units), plain.map(|(at, _)| at), "{units}");
        }
    }
}
