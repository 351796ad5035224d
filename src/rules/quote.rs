//! Text as a YAML value on one line.

use crate::syntax::yaml::{self, Style};
use crate::text::Span;

/// `text` as a single-line value: without quotes where every reader takes it so, else in quotes that need no escape inside
/// where there is such a pair (readers that take the line as it stands drop the quotes and know no escapes). Line breaks
/// become blanks.
pub fn value(text: &str) -> String {
    let line = join(text);
    if is_plain(&line) { line } else { quoted(&line) }
}

/// `text` in quotes, on one line.
pub fn quoted(text: &str) -> String {
    let line = join(text);
    if !line.contains(['"', '\\']) && !line.contains(char::is_control) {
        format!("\"{line}\"")
    } else if !line.contains('\'') && !line.contains(char::is_control) {
        format!("'{line}'")
    } else {
        let mut out = String::with_capacity(line.len() + 8);
        out.push('"');
        for c in line.chars() {
            match c {
                '"' | '\\' => out.extend(['\\', c]),
                c if c.is_control() => out += &format!("\\u{:04x}", u32::from(c)),
                c => out.push(c),
            }
        }
        out.push('"');
        out
    }
}

/// `text` on one line: each run of white space that holds a line break becomes one blank.
pub fn join(text: &str) -> String {
    let parts: Vec<&str> = text.split(['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}']).map(str::trim).collect();
    parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(" ")
}

/// Whether `line` can stand without quotes: YAML gives back the same text, and no reader takes it for a number, a truth
/// value, a date or nothing.
fn is_plain(line: &str) -> bool {
    let source = format!("k: {line}\n");
    let parsed = yaml::parse(&source, Span::new(0, source.len()));
    let same = parsed.error.is_none()
        && parsed.comments.is_empty()
        && parsed.entries().len() == 1
        && parsed
            .get("k")
            .and_then(|entry| entry.value.as_ref())
            .is_some_and(|node| node.style() == Some(Style::Plain) && node.text() == Some(line) && node.tag.is_none());
    same && !line.starts_with(['!', '&', '*', '|', '>', '%', '@', '`', '?', '-', ':', '#', '{', '[', ','])
        && !line.contains(": ")
        && line.chars().next().is_some_and(char::is_alphabetic)
        && !is_word_with_type(line)
}

fn is_word_with_type(line: &str) -> bool {
    ["y", "n", "yes", "no", "true", "false", "on", "off", "null"].iter().any(|word| line.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn quotes_only_where_needed_and_without_escapes_where_possible() {
        for (text, expected) in [
            ("Does a thing.", "Does a thing."),
            ("Use when: editing", "\"Use when: editing\""),
            ("Say \"hi\": now", "'Say \"hi\": now'"),
            ("It's \"so\": yes", "\"It's \\\"so\\\": yes\""),
            ("a\n  b\r\n\nc", "a b c"),
            ("yes", "\"yes\""),
            ("2024-01-02", "\"2024-01-02\""),
            ("tags #x", "\"tags #x\""),
            ("", "\"\""),
        ] {
            assert_eq!(value(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn yaml_gives_the_text_back(text in "\\PC{0,40}") {
            let source = format!("k: {}\n", value(&text));
            let parsed = yaml::parse(&source, Span::new(0, source.len()));
            prop_assert_eq!(&parsed.error, &None);
            let found = parsed.get("k").and_then(|entry| entry.value.as_ref()).and_then(yaml::Node::text);
            prop_assert_eq!(found.map(str::to_owned), Some(join(&text)));
        }
    }
}
