//! Front matter read line by line: `key: value` at the beginning of a line, as the single-line readers do.

use crate::text::Span;

/// A line of the form `key: value` at column 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The key.
    pub key: Span,
    /// The rest of the line, without the blanks around it; quotes are still there.
    pub value: Span,
}

/// All such lines in `block`, in order. A key is ASCII letters, digits, `_`, `.` and `-`, its colon right behind it; lines
/// end at LF or CRLF.
pub fn fields(text: &str, block: Span) -> impl Iterator<Item = Field> + '_ {
    let mut start = block.start;
    block.slice(text).split_inclusive('\n').filter_map(move |line| {
        let at = start;
        start += line.len();
        let colon = line.find(|c: char| !(c.is_ascii_alphanumeric() || "_.-".contains(c)))?;
        if colon == 0 || !line[colon..].starts_with(':') {
            return None;
        }
        let rest = &line[colon + 1..];
        let value = trim(rest);
        let value_start = at + colon + 1 + (rest.len() - rest.trim_start_matches(is_blank).len());
        let value =
            if value.is_empty() { Span::at(at + colon + 1) } else { Span::new(value_start, value_start + value.len()) };
        Some(Field { key: Span::new(at, at + colon), value })
    })
}

/// The first field with this key.
pub fn first(text: &str, block: Span, key: &str) -> Option<Field> {
    fields(text, block).find(|field| field.key.slice(text) == key)
}

/// A raw value without one pair of equal quotes around it; escapes stay as they are.
pub fn unquote(raw: &str) -> &str {
    for quote in ['"', '\''] {
        if let Some(inner) = raw.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) {
            return inner;
        }
    }
    raw
}

/// `text` without what JavaScript's `trim` removes at both ends: Unicode white space, line ends and U+FEFF, not U+0085.
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}

fn is_blank(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_at_column_zero_count() {
        let text = "name: n\r\n  name: inner\n# name: c\nno-colon\ndescription:  'it: is' \nname:x\nempty:\n";
        let found: Vec<(&str, &str)> = fields(text, Span::new(0, text.len()))
            .map(|field| (field.key.slice(text), field.value.slice(text)))
            .collect();
        assert_eq!(found, [("name", "n"), ("description", "'it: is'"), ("name", "x"), ("empty", "")]);
        assert_eq!(first(text, Span::new(0, text.len()), "name").map(|field| field.value), Some(Span::new(6, 7)));
    }

    #[test]
    fn one_pair_of_equal_quotes_goes() {
        assert_eq!(unquote("'a'"), "a");
        assert_eq!(unquote("\"a'"), "\"a'");
        assert_eq!(unquote("\"\"a\"\""), "\"a\"");
        assert_eq!(unquote("\""), "\"");
    }
}
