//! What some libraries refuses though YAML 1.2 allows it.

use std::collections::HashSet;

use super::Data;
use crate::syntax::yaml::{Entry, Node, Style, Value, Yaml};
use crate::text::Span;

/// Line breaks of YAML 1.1 that are none in YAML 1.2.
pub(super) const YAML11_BREAKS: [char; 3] = ['\u{85}', '\u{2028}', '\u{2029}'];

/// A character that YAML does not allow.
pub(super) fn is_not_printable(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' | '\u{85}' => false,
        '\u{fffe}' | '\u{ffff}' => true,
        c => c.is_control(),
    }
}

/// A tag that is none of YAML's own.
pub(super) fn is_own_tag(tag: &str) -> bool {
    const KNOWN: [&str; 13] =
        ["str", "int", "float", "bool", "null", "seq", "map", "binary", "timestamp", "set", "omap", "pairs", "merge"];
    !tag.strip_prefix("!!").is_some_and(|name| KNOWN.contains(&name)) && tag != "!"
}

/// The first key that stands twice.
pub(super) fn twice(entries: &[Entry]) -> Option<&str> {
    let keys = entries.iter().filter_map(|entry| entry.key.text());
    let mut seen = HashSet::with_capacity(entries.len());
    keys.into_iter().find(|key| !seen.insert(*key))
}

/// The first tab that stands neither in quotes, nor in a block scalar, nor in a comment; with `leading`, only one that
/// belongs to the indentation of a line.
pub(super) fn bare_tab(text: &str, span: Span, yaml: &Yaml, leading: bool) -> Option<usize> {
    memchr::memchr(b'\t', span.slice(text).as_bytes())?;
    let mut safe = yaml.comments.clone();
    let mut waiting: Vec<&Node> = yaml.root.iter().collect();
    while let Some(node) = waiting.pop() {
        match &node.value {
            Value::Scalar { style: Style::Plain, .. } => {}
            Value::Scalar { .. } => safe.push(node.span),
            Value::Sequence(items) => waiting.extend(items),
            Value::Mapping(entries) => {
                waiting.extend(entries.iter().flat_map(|entry| std::iter::once(&entry.key).chain(&entry.value)));
            }
        }
    }
    safe.sort_by_key(|span| span.start);
    let is_safe = |at: usize| {
        let before = safe.partition_point(|span| span.start <= at);
        safe[..before].last().is_some_and(|span| at < span.end)
    };
    let tabs = memchr::memchr_iter(b'\t', span.slice(text).as_bytes()).map(|at| span.start + at);
    let indents = |at: usize| {
        let (line, rest) = (text[span.start..at].rsplit('\n').next().unwrap_or(""), &text[at..span.end]);
        line.trim_start_matches(' ').is_empty() && !rest.trim_start_matches([' ', '\t']).starts_with(['\n', '\r'])
    };
    tabs.into_iter().find(|at| !is_safe(*at) && (!leading || indents(*at)))
}

/// Whether a node has an anchor or is an alias.
pub(super) fn is_anchored(node: &Node, text: &str) -> bool {
    if node.style() == Some(Style::Plain) && node.span.slice(text).starts_with('*') {
        return true;
    }
    let before = text.get(..node.span.start).unwrap_or("").trim_end_matches([' ', '\t']);
    before.rsplit([' ', '\t', '\n']).next().is_some_and(|word| word.starts_with('&'))
}

/// Takes the line break off the end of the last value, where that is a block scalar.
pub(super) fn without_last_break(entry: &Entry, data: &mut Data) {
    match (entry.value.as_ref().map(|node| &node.value), data) {
        (Some(Value::Scalar { style, .. }), Data::Text(text)) if style.is_block() => {
            if let Some(shorter) = text.strip_suffix('\n') {
                *text = shorter.into();
            }
        }
        (Some(Value::Mapping(entries)), Data::Map(values)) => {
            if let (Some(entry), Some((_, data))) = (entries.last(), values.last_mut()) {
                without_last_break(entry, data);
            }
        }
        _ => {}
    }
}
