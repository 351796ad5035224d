//! What a skill tool takes from the top of a `SKILL.md`.

use crate::syntax::{fences, fields, javascript};
use crate::text::Span;

/// How a tool reads front matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Two single-line fields, one pair of quotes removed; a byte order mark before the fence does not matter
    /// (steamharness).
    Lines,
    /// YAML 1.2 in the core schema and, where that refuses the block or finds no mapping, a rescue line by line
    /// (toolnexus).
    Yaml,
}

/// What was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrontMatter {
    /// The name; `None` when there is none or it is no text.
    pub name: Option<String>,
    /// The description; `None` when there is none or it is no text.
    pub description: Option<String>,
    /// Offset of the first byte after the front matter: 0 when there is none.
    pub body: usize,
    /// Why YAML gave no mapping, in the parser's words; name and description are then rescued from the lines.
    pub fault: Option<String>,
}

/// Reads the front matter of `text`; never fails.
pub fn read(text: &str, reader: Reader) -> FrontMatter {
    let Some(cut) = fences::cut(text, reader == Reader::Lines) else { return FrontMatter::default() };
    let body = cut.content.start;
    match reader {
        Reader::Lines => {
            let field = |key| {
                let field = fields::first(text, cut.block, key)?;
                Some(fields::unquote(field.value.slice(text)).to_owned())
            };
            FrontMatter { name: field("name"), description: field("description"), body, fault: None }
        }
        Reader::Yaml => match javascript::mapping(text, cut.block) {
            Ok(mapping) => {
                let field = |key| mapping.string(key).map(|value| fields::trim(&value).to_owned());
                FrontMatter { name: field("name"), description: field("description"), body, fault: None }
            }
            Err(fault) => FrontMatter {
                name: rescue(text, cut.block, "name"),
                description: rescue(text, cut.block, "description"),
                body,
                fault: Some(fault),
            },
        },
    }
}

/// The first line `key: value` at column 0 whose value the rescue takes.
fn rescue(text: &str, block: Span, key: &str) -> Option<String> {
    fields::fields(text, block).filter(|field| field.key.slice(text) == key).find_map(|field| {
        let value = field.value.slice(text);
        // JavaScript's `.` stops at these, so such a line is none for the rescue.
        let line = Span::new(field.key.end, block.end).slice(text).split('\n').next().unwrap_or("");
        let broken = line.strip_suffix('\r').unwrap_or(line).contains(['\r', '\u{2028}', '\u{2029}']);
        let refused = value.is_empty() || value.starts_with(['|', '>', '&', '*', '[', '{', '!']);
        (!broken && !refused).then(|| fields::unquote(value).to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn yaml(block: &str) -> (Option<String>, Option<String>, bool) {
        let found = read(&format!("---\n{block}\n---\nbody"), Reader::Yaml);
        (found.name, found.description, found.fault.is_some())
    }

    #[test]
    fn yaml_values_are_trimmed_strings() {
        for (block, name, description) in [
            ("name: a\ndescription: |\n  one\n  two\n\n", Some("a"), Some("one\ntwo")),
            ("name: a\ndescription: >-\n  one\n  two", Some("a"), Some("one two")),
            ("name: \"\u{a0}a\u{feff}\"\ndescription: ''", Some("a"), Some("")),
            ("name: 007\ndescription: [a]", Some("7"), None),
            ("name: true\ndescription:", Some("true"), None),
            ("name: a # b\ndescription: a#b", Some("a"), Some("a#b")),
            ("Name: a\nmetadata:\n  name: b", None, None),
        ] {
            let expected = (name.map(str::to_owned), description.map(str::to_owned), false);
            assert_eq!(yaml(block), expected, "{block}");
        }
    }

    #[test]
    fn the_rescue_reads_lines_only_once_yaml_has_refused() {
        for (block, name, description) in [
            ("name: a\ndescription: Use when: x # y", Some("a"), Some("Use when: x # y")),
            ("name:a\ndescription:d", Some("a"), Some("d")),
            ("name: a\nname: b", Some("a"), None),
            ("name: a\ndescription: \"open", Some("a"), Some("\"open")),
            ("name: a\ndescription: *bold* text", Some("a"), None),
            ("name: a\ndescription: @x", Some("a"), Some("@x")),
            ("name: a\ndescription: `x`", Some("a"), Some("`x`")),
            ("name: 'a'\ndescription: \"x: y\" z", Some("a"), Some("\"x: y\" z")),
            ("name: [a\nname: b", Some("b"), None),
            ("name:\nname: b\nx: y: z", Some("b"), None),
            ("name: ''\nname: b", Some(""), None),
            ("  name: a\n# name: b\nx: y: z\nname: c", Some("c"), None),
            ("name : a\nx: y: z", None, None),
            ("name: a\u{2028}b\nx: y: z\nname: c", Some("c"), None),
            ("name: a\r\r\nx: y: z\nname: c\r", Some("c"), None),
            ("just text", None, None),
        ] {
            let expected = (name.map(str::to_owned), description.map(str::to_owned), true);
            assert_eq!(yaml(block), expected, "{block}");
        }
    }

    #[test]
    fn the_body_begins_after_the_dashes_and_one_line_break() {
        for (text, body) in [
            ("---\nname: a\n---\nb", "b"),
            ("---\nname: a\n--- \nb", " \nb"),
            ("---\nname: a\n----\nb", "-\nb"),
            ("---\r\nname: a\r\n---\r\n\r\nb", "\r\nb"),
            ("---\nname: a\n---", ""),
            ("---\nname: |\n  a\n---\n  b\n---\n", "  b\n---\n"),
            ("---\nname: a\n  ---\nb\n---\nc", "c"),
            ("name: a", "name: a"),
        ] {
            assert_eq!(&text[read(text, Reader::Yaml).body..], body, "{text:?}");
        }
    }
}
