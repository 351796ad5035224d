//! Front matter that no reader takes otherwise than another: most there is.

use super::Data;
use super::library::Values;
use crate::skill::Document;
use crate::syntax::yaml::{Entry, Node, Style, Value};

/// More keys than these are not looked through.
const MANY: usize = 64;

/// The values of such front matter; `None` for any other, and where in doubt.
///
/// Both fences are clean, there is a body, each line is a key with text on it that begins with a letter, nothing in it
/// means anything to any reader, and no key stands twice. A description may also stand in double quotes.
pub(super) fn values(document: &Document) -> Option<Values> {
    let Document { text, fences, yaml, .. } = document;
    let (opening, closing) = (fences.opening?, fences.closing?);
    let clean = opening.dashes.start == 0 && opening.rest.is_empty() && closing.rest.is_empty();
    let breaks = opening.line_break.slice(text) == "\n" && closing.line_break.slice(text) == "\n";
    let body = fences.body.slice(text).bytes().any(|byte| !byte.is_ascii_whitespace());
    if !clean || !breaks || !body || yaml.error.is_some() || !yaml.comments.is_empty() {
        return None;
    }
    if yaml.entries().len() > MANY {
        return None;
    }
    let mut values: Values = Vec::with_capacity(yaml.entries().len());
    let mut lines = fences.block.slice(text).split_terminator('\n');
    for entry in yaml.entries() {
        let first = lines.next()?;
        let (key, data) = match entry.value.as_ref().map(|node| &node.value) {
            Some(Value::Mapping(inner)) => (key(first.strip_suffix(':')?)?, map(&mut lines, inner)?),
            _ => line(first, entry, |key| key == "description").map(|(key, value)| (key, Data::Text(value.into())))?,
        };
        if entry.key.text() != Some(key) || values.iter().any(|(own, _)| **own == *key) {
            return None;
        }
        values.push((key.into(), data));
    }
    (lines.next().is_none() && !values.is_empty()).then_some(values)
}

/// A map of one level: each line is a key with text on it, two blanks further in.
fn map<'a>(lines: &mut impl Iterator<Item = &'a str>, entries: &[Entry]) -> Option<Data> {
    let mut values: Values = Vec::with_capacity(entries.len());
    for entry in entries {
        let (key, value) = line(lines.next()?.strip_prefix("  ")?, entry, |_| true)?;
        if values.iter().any(|(own, _)| **own == *key) {
            return None;
        }
        values.push((key.into(), Data::Text(value.into())));
    }
    Some(Data::Map(values))
}

/// A key that every reader takes for one.
fn key(text: &str) -> Option<&str> {
    let is_key = text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
        && !is_word(text);
    is_key.then_some(text)
}

/// The key and the text of a plain line that is this entry.
fn line<'a>(line: &'a str, entry: &Entry, may_be_quoted: fn(&str) -> bool) -> Option<(&'a str, &'a str)> {
    let (key, value) = line.split_once(": ")?;
    let key = self::key(key)?;
    let same = |value: &str| {
        let node = entry.value.as_ref();
        entry.key.text() == Some(key)
            && node.is_some_and(|node: &Node| node.text() == Some(value) && node.tag.is_none())
    };
    if let Some(inner) = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        let quoted = matches!(entry.value.as_ref()?.value, Value::Scalar { style: Style::DoubleQuoted, .. });
        let fits = inner.starts_with(|c: char| c.is_ascii_alphanumeric())
            && !inner.ends_with([' ', '\''])
            && !inner.contains(['"', '\\'])
            && !inner.contains("---")
            && !inner.contains("  ")
            && inner.chars().all(is_harmless);
        return (may_be_quoted(key) && quoted && fits && same(inner)).then_some((key, inner));
    }
    let fits = value.starts_with(|c: char| c.is_ascii_alphabetic())
        && !value.ends_with([' ', ':', '\'', '"'])
        && !value.contains(": ")
        && !value.contains('#')
        && !value.contains("---")
        && !value.contains("  ")
        && value.chars().all(is_harmless)
        && !is_word(value);
    (fits && same(value)).then_some((key, value))
}

/// Characters that are text in all readers, in the middle of a value.
fn is_harmless(c: char) -> bool {
    match c {
        ' '..='~' => true,
        c if c < '\u{a1}' => false,
        '\u{feff}' | '\u{fffe}' | '\u{ffff}' => false,
        c => !c.is_whitespace() && !c.is_control(),
    }
}

/// Words that some reader takes for something else than text.
fn is_word(value: &str) -> bool {
    const WORDS: [&str; 11] = ["true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf"];
    WORDS.iter().any(|word| value.eq_ignore_ascii_case(word))
}
