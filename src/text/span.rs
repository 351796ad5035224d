use std::ops::Range;

/// A range of bytes in a decoded text: `start..end`, end excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// First byte of the range.
    pub start: usize,
    /// First byte after the range.
    pub end: usize,
}

impl Span {
    /// The range `start..end`; an end before the start gives an empty range at `start`.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start, end: end.max(start) }
    }

    /// The empty range at `offset`.
    pub fn at(offset: usize) -> Self {
        Span { start: offset, end: offset }
    }

    /// Length in bytes.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether it holds no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether `offset` lies in the range or right at its end (where a cursor still touches it).
    pub fn touches(self, offset: usize) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// Whether `other` lies wholly inside.
    pub fn covers(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The range moved `by` bytes to the right.
    pub fn shift(self, by: usize) -> Self {
        Span { start: self.start + by, end: self.end + by }
    }

    /// The text of the range; empty when the range does not fit the text.
    pub fn slice(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }

    /// The smallest range inside this one without blanks, tabs and line ends at either end. Other white space (U+00A0,
    /// U+2028) is text to YAML and stays.
    pub fn trim(self, text: &str) -> Self {
        const BLANK: [char; 4] = [' ', '\t', '\n', '\r'];
        let whole = self.slice(text);
        let start = self.start + (whole.len() - whole.trim_start_matches(BLANK).len());
        Span::new(start, start + whole.trim_matches(BLANK).len())
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Span::new(range.start, range.end)
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Self {
        span.start..span.end
    }
}
