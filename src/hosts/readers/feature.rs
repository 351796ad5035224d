//! What YAML 1.2 allows and some libraries refuse.

use super::strict;
use crate::syntax::yaml::{Node, Style, Value, Yaml};
use crate::text::Span;

/// A part of YAML that not every library takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// A list or a map in brackets.
    Brackets,
    /// Any tag.
    Tag,
    /// A tag that is none of YAML's own.
    OwnTag,
    /// An anchor or an alias.
    Anchor,
    /// A line break of YAML 1.1 in a value without quotes.
    OldLineBreak,
    /// A key that is a list, a map or nothing.
    Key,
    /// A tab outside of quotes, blocks and comments.
    Tab,
    /// Such a tab that belongs to the indentation of a line.
    LeadingTab,
    /// A control character.
    Control,
}

impl Feature {
    /// A word for it in data.
    pub fn word(self) -> &'static str {
        match self {
            Feature::Brackets => "brackets",
            Feature::Tag | Feature::OwnTag => "tag",
            Feature::Anchor => "anchor",
            Feature::OldLineBreak => "line-break",
            Feature::Key => "key",
            Feature::Tab | Feature::LeadingTab => "tab",
            Feature::Control => "control-character",
        }
    }

    /// What it is, for people.
    pub fn words(self) -> &'static str {
        match self {
            Feature::Brackets => "a list or a map in brackets",
            Feature::Tag | Feature::OwnTag => "a tag (`!` and a word)",
            Feature::Anchor => "an anchor or an alias (`&`, `*`)",
            Feature::OldLineBreak => "one of Unicode's own line breaks",
            Feature::Key => "a key that is no text",
            Feature::Tab => "a tab outside of quotes",
            Feature::LeadingTab => "a tab at the beginning of a line",
            Feature::Control => "a control character",
        }
    }

    /// The first place in a block where it is.
    pub fn find(self, text: &str, block: Span, yaml: &Yaml) -> Option<usize> {
        match self {
            Feature::Tab => strict::bare_tab(text, block, yaml, false),
            Feature::LeadingTab => strict::bare_tab(text, block, yaml, true),
            Feature::Control => block.slice(text).find(strict::is_not_printable).map(|at| block.start + at),
            _ => yaml.root.as_ref().and_then(|root| self.find_in(root, text)),
        }
    }

    fn find_in(self, node: &Node, text: &str) -> Option<usize> {
        if self.is(node, text) {
            return Some(node.span.start);
        }
        match &node.value {
            Value::Scalar { .. } => None,
            Value::Sequence(items) => items.iter().find_map(|item| self.find_in(item, text)),
            Value::Mapping(entries) => entries.iter().find_map(|entry| {
                let of_key = self == Feature::Key && (entry.key.style().is_none() || is_nothing(&entry.key));
                let key = if of_key { Some(entry.key.span.start) } else { self.find_in(&entry.key, text) };
                key.or_else(|| self.find_in(entry.value.as_ref()?, text))
            }),
        }
    }

    /// Whether a node itself is one.
    pub(super) fn is(self, node: &Node, text: &str) -> bool {
        let source = node.span.slice(text);
        match self {
            Feature::Brackets => node.style().is_none() && source.starts_with(['[', '{']),
            Feature::Tag => node.tag.is_some(),
            Feature::OwnTag => node.tag.as_deref().is_some_and(strict::is_own_tag),
            Feature::Anchor => strict::is_anchored(node, text),
            Feature::OldLineBreak => node.style() == Some(Style::Plain) && source.contains(strict::YAML11_BREAKS),
            Feature::Key | Feature::Tab | Feature::LeadingTab | Feature::Control => false,
        }
    }
}

/// Whether nothing is written for a node.
pub(super) fn is_nothing(node: &Node) -> bool {
    node.style() == Some(Style::Plain) && node.span.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::yaml::parse;

    #[test]
    fn each_is_found_where_it_is() {
        for (feature, text, at) in [
            (Feature::Brackets, "a: b\nc:\n  - d: [e]\n", Some("[")),
            (Feature::Brackets, "a: '[b]'\n", None),
            (Feature::Tag, "a: !!str b\n", Some("b\n")),
            (Feature::OwnTag, "a: !!str b\n", None),
            (Feature::Anchor, "a: &x b\nc: *x\n", Some("b\n")),
            (Feature::Key, "a: b\n? [c]\n: d\n", Some("[c]")),
            (Feature::Tab, "a:\tb\n", Some("\t")),
            (Feature::Tab, "a: \"\tb\"\n", None),
            (Feature::Control, "a: b\u{7}\n", Some("\u{7}")),
        ] {
            let block = Span::new(0, text.len());
            let found = feature.find(text, block, &parse(text, block));
            assert_eq!(found, at.and_then(|part| text.find(part)), "{feature:?} in {text:?}");
        }
    }
}
