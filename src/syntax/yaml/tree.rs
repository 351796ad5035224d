use granit_parser::ErrorKind;

use crate::text::Span;

/// A block of YAML as far as it could be read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Yaml {
    /// The first document's node; `None` when there is none (an empty block, only comments).
    pub root: Option<Node>,
    /// The first fault; everything before it is in `root`.
    pub error: Option<YamlError>,
    /// Comments, `#` included, in order.
    pub comments: Vec<Span>,
}

/// Where and why YAML stopped making sense.
#[derive(Clone, Debug, PartialEq)]
pub struct YamlError {
    /// Offset of the fault in the text.
    pub at: usize,
    /// The parser's own kind of fault.
    pub kind: ErrorKind,
    /// The parser's own words, for those who know YAML.
    pub message: String,
}

/// A value with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value's bytes, quotes and block header included.
    pub span: Span,
    /// The tag as `!!str` or `!own`, if written.
    pub tag: Option<String>,
    /// What it is.
    pub value: Value,
}

/// The forms of a YAML value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Text, after escapes and folding.
    Scalar {
        /// The decoded text.
        text: String,
        /// How it was written.
        style: Style,
    },
    /// A list.
    Sequence(Vec<Node>),
    /// Keys and values in the order of the text, duplicates kept.
    Mapping(Vec<Entry>),
}

/// One key of a mapping.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: Node,
    /// Its value; `None` when a fault came first. A key without a text has an empty plain scalar.
    pub value: Option<Node>,
}

/// How a scalar was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Without quotes.
    Plain,
    /// `'…'`
    SingleQuoted,
    /// `"…"`
    DoubleQuoted,
    /// `|`
    Literal,
    /// `>`
    Folded,
}

impl Yaml {
    /// The entries of the top-level mapping; none when the top level is something else.
    pub fn entries(&self) -> &[Entry] {
        match self.root.as_ref().map(|node| &node.value) {
            Some(Value::Mapping(entries)) => entries,
            _ => &[],
        }
    }

    /// The first entry with this key at the top level.
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| entry.key.text() == Some(key))
    }
}

impl Node {
    /// The decoded text, when it is a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// How it was written, when it is a scalar.
    pub fn style(&self) -> Option<Style> {
        match self.value {
            Value::Scalar { style, .. } => Some(style),
            _ => None,
        }
    }
}

impl Style {
    /// Whether it is `|` or `>`.
    pub fn is_block(self) -> bool {
        matches!(self, Style::Literal | Style::Folded)
    }
}

impl Node {
    pub(super) fn empty(span: Span) -> Self {
        Node { span, tag: None, value: Value::Scalar { text: String::new(), style: Style::Plain } }
    }
}

impl Entry {
    /// The whole entry, key to value.
    pub fn span(&self) -> Span {
        Span::new(self.key.span.start, self.end())
    }

    pub(super) fn end(&self) -> usize {
        self.value.as_ref().map_or(self.key.span.end, |value| value.span.end.max(self.key.span.end))
    }
}
