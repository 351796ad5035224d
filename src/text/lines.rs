use super::Span;

/// The unit in which a column is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 units, the protocol's default and the unit of the command line's JSON.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

/// A place as editors count it: both numbers from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Position {
    /// Line, broken at LF, CRLF and lone CR as the protocol says (and nowhere else, not at U+2028).
    pub line: u32,
    /// Column in the unit of the [`Encoding`] in use.
    pub character: u32,
}

/// The line break that a text uses: its first one.
pub fn line_break(text: &str) -> &'static str {
    match text.find(['\n', '\r']).and_then(|at| text.get(at..)) {
        Some(rest) if rest.starts_with("\r\n") => "\r\n",
        Some(rest) if rest.starts_with('\r') => "\r",
        _ => "\n",
    }
}

/// Where the line after the one around `offset` begins; none on the last line.
pub fn next_line(text: &str, offset: usize) -> Option<usize> {
    let rest = text.get(offset..)?;
    let at = rest.find(['\n', '\r'])?;
    let width = if rest.get(at..)?.starts_with("\r\n") { 2 } else { 1 };
    Some(offset + at + width)
}

/// Where the lines of one text begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    /// Indexes the lines of `text`.
    pub fn new(text: &str) -> Self {
        LineIndex::behind(text, 0)
    }

    /// The same for who does not see the first bytes of `text`: places in them are the beginning of the first line.
    pub fn behind(text: &str, unseen: usize) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![unseen.min(bytes.len())];
        for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
                starts.push(at + 1);
            }
        }
        LineIndex { starts }
    }

    /// Number of lines; a text that ends with a line break has an empty last one.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Never true: even an empty text has one line.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The place of `offset`. Offsets past the end mean the end; inside a character, its beginning.
    pub fn position(&self, text: &str, offset: usize, encoding: Encoding) -> Position {
        let first = self.starts.first().copied().unwrap_or_default();
        let mut offset = offset.clamp(first, text.len().max(first));
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        let before = Span::new(self.starts[line], offset).slice(text);
        let character = match encoding {
            Encoding::Utf8 => before.len(),
            Encoding::Utf16 => super::utf16_len(before),
            Encoding::Utf32 => before.chars().count(),
        };
        Position { line: clamp(line), character: clamp(character) }
    }

    /// The byte of a place. A column past the end of its line means that end, before the line break; a line past the
    /// end of the text, the end of the text; a column inside a character, its beginning.
    pub fn offset(&self, text: &str, position: Position, encoding: Encoding) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else { return text.len() };
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let content = Span::new(start, end).slice(text).trim_end_matches(['\r', '\n']);
        let mut left = position.character as usize;
        for (at, c) in content.char_indices() {
            let width = match encoding {
                Encoding::Utf8 => c.len_utf8(),
                Encoding::Utf16 => c.len_utf16(),
                Encoding::Utf32 => 1,
            };
            if left < width {
                return start + at;
            }
            left -= width;
        }
        start + content.len()
    }

    /// The bytes of line `line` (from 0), its line break left out; empty for a line that is not there.
    pub fn line(&self, text: &str, line: usize) -> Span {
        let Some(&start) = self.starts.get(line) else { return Span::at(text.len()) };
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let content = Span::new(start, end).slice(text).trim_end_matches(['\r', '\n']);
        Span::new(start, start + content.len())
    }
}

/// The lines of `text` from byte `from` on, each as (content, line break): broken at LF, CRLF and lone CR.
pub fn lines(text: &str, from: usize) -> impl Iterator<Item = (Span, Span)> + '_ {
    let bytes = text.as_bytes();
    let mut next = Some(from.min(bytes.len()));
    std::iter::from_fn(move || {
        let start = next?;
        let Some(found) = memchr::memchr2(b'\n', b'\r', &bytes[start..]) else {
            next = None;
            return Some((Span::new(start, bytes.len()), Span::at(bytes.len())));
        };
        let end = start + found;
        let pair = bytes[end] == b'\r' && bytes.get(end + 1) == Some(&b'\n');
        let after = end + if pair { 2 } else { 1 };
        next = (after < bytes.len()).then_some(after);
        Some((Span::new(start, end), Span::new(end, after)))
    })
}

/// How many lines [`lines`] gives, counted without making them.
pub fn line_count(text: &str, from: usize) -> usize {
    let rest = text.as_bytes().get(from..).unwrap_or_default();
    let ended = memchr::memchr2_iter(b'\n', b'\r', rest)
        .filter(|&at| rest[at] == b'\n' || rest.get(at + 1) != Some(&b'\n'))
        .count();
    // What stands behind the last line break is a line as well; so is nothing at all.
    ended + usize::from(rest.last().is_none_or(|last| !matches!(last, b'\n' | b'\r')))
}

fn clamp(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a🦀é\r\nb\rc\u{2028}d\n";

    #[test]
    fn lines_break_as_the_protocol_says() {
        let index = LineIndex::new(TEXT);
        assert_eq!(index.len(), 4);
        assert_eq!(index.line(TEXT, 2).slice(TEXT), "c\u{2028}d");
        let contents: Vec<&str> = lines(TEXT, 0).map(|(content, _)| content.slice(TEXT)).collect();
        assert_eq!(contents, ["a🦀é", "b", "c\u{2028}d"]);
    }

    #[test]
    fn lines_are_counted_as_they_are_given() {
        for text in ["", "\n", "\r", "\r\n", "a", "a\n", "a\r\nb", "\n\r\r\n\n", "é\ra\r", TEXT] {
            for (from, _) in text.char_indices().chain([(text.len(), ' ')]) {
                assert_eq!(line_count(text, from), lines(text, from).count(), "{text:?} from {from}");
            }
        }
    }

    #[test]
    fn positions_go_both_ways_in_all_encodings() {
        let index = LineIndex::new(TEXT);
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            for (offset, c) in TEXT.char_indices() {
                if c == '\n' || c == '\r' {
                    continue;
                }
                let position = index.position(TEXT, offset, encoding);
                assert_eq!(index.offset(TEXT, position, encoding), offset, "{encoding:?} {c:?}");
            }
        }
        let at_e = index.position(TEXT, 5, Encoding::Utf16);
        assert_eq!(at_e, Position { line: 0, character: 3 });
    }

    #[test]
    fn what_is_not_seen_has_no_columns() {
        let text = "\u{feff}ab\nc";
        let index = LineIndex::behind(text, 3);
        let place = |line, character| Position { line, character };
        for (offset, position) in [(0, place(0, 0)), (3, place(0, 0)), (4, place(0, 1)), (6, place(1, 0))] {
            assert_eq!(index.position(text, offset, Encoding::Utf16), position);
            assert_eq!(index.offset(text, position, Encoding::Utf16), offset.max(3));
        }
        assert_eq!(index.line(text, 0).slice(text), "ab");
    }

    #[test]
    fn places_that_do_not_exist_mean_the_nearest_end() {
        let index = LineIndex::new(TEXT);
        let far = Position { line: 0, character: 100 };
        assert_eq!(index.offset(TEXT, far, Encoding::Utf16), 7);
        assert_eq!(index.offset(TEXT, Position { line: 9, character: 0 }, Encoding::Utf16), TEXT.len());
        let inside = Position { line: 0, character: 2 };
        assert_eq!(index.offset(TEXT, inside, Encoding::Utf16), 1);
    }
}
