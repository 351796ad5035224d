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
