//! YAML as the `yaml` package of JavaScript has it, where that differs from the parser of [`super::yaml`].
//!
//! Found by comparing the two on many texts (`yaml` 2.9).

use std::borrow::Cow;
use std::collections::HashSet;

use super::schema::{self, Typed};
use super::yaml::{self, Entry, Node, Style, Value, Yaml};
use crate::text::Span;

/// Reads a block whose top level must be a mapping.
///
/// # Errors
/// Why the package would throw or give something else than a mapping, in words.
pub fn mapping(text: &str, block: Span) -> Result<Mapping, String> {
    let block = block.slice(text);
    let text = disguise(block);
    let yaml = yaml::parse(&text, Span::new(0, text.len()));
    if let Some(error) = &yaml.error {
        return Err(error.message.clone());
    }
    let Some(Node { value: Value::Mapping(_), .. }) = &yaml.root else {
        return Err("the front matter is not a mapping".to_owned());
    };
    accept(&text, Span::new(0, text.len()), &yaml)?;
    let disguised = matches!(text, Cow::Owned(_));
    Ok(Mapping { yaml, disguised })
}

/// Whether the package refuses a block that [`yaml::parse`] took without a fault, `yaml`; places are offsets into `text`.
///
/// # Errors
/// Why it would throw, in words.
pub fn accept(text: &str, block: Span, yaml: &Yaml) -> Result<(), String> {
    if has_second_document(block.slice(text)) {
        return Err("a second document begins after `...`".to_owned());
    }
    yaml.root.as_ref().map_or(Ok(()), |root| check(root, text))
}

/// A mapping as JavaScript gets it.
#[derive(Debug)]
pub struct Mapping {
    yaml: Yaml,
    disguised: bool,
}

impl Mapping {
    /// What JavaScript's `String` makes of a top-level value; `None` for what is not there, null, or no scalar.
    pub fn string(&self, key: &str) -> Option<String> {
        let text = schema::core(self.yaml.get(key)?.value.as_ref()?).to_javascript()?;
        Some(if self.disguised { text.chars().map(undisguised).collect() } else { text })
    }
}

/// Characters that YAML does not allow, and the package does, go by private ones while they are parsed. A lone CR is one
/// of them: the package does not break lines there.
fn disguise(text: &str) -> Cow<'_, str> {
    let foreign = |at: usize, c: char| match c {
        '\r' => !text[at + 1..].starts_with('\n'),
        '\t' | '\n' | '\u{85}' => false,
        c => c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'),
    };
    if !text.char_indices().any(|(at, c)| foreign(at, c)) || text.chars().any(|c| undisguised(c) != c) {
        return Cow::Borrowed(text);
    }
    let disguised = |c: char| char::from_u32(DISGUISE + u32::from(c)).unwrap_or(c);
    Cow::Owned(text.char_indices().map(|(at, c)| if foreign(at, c) { disguised(c) } else { c }).collect())
}

/// Where in the last private plane but one the disguises begin.
const DISGUISE: u32 = 0xF_0000;

fn undisguised(c: char) -> char {
    u32::from(c).checked_sub(DISGUISE).filter(|&c| c <= 0xffff).and_then(char::from_u32).unwrap_or(c)
}

/// Whether anything but comments follows a line `...`.
fn has_second_document(text: &str) -> bool {
    let is_end = |line: &&str| line.strip_prefix("...").is_some_and(|rest| rest.trim().is_empty());
    let mut lines = text.lines();
    lines.by_ref().any(|line| is_end(&line))
        && lines.any(|line| !matches!(line.trim_start().chars().next(), None | Some('#')) && !is_end(&line))
}

/// Looks for what the package refuses and the parser lets pass: a key that stands twice in a mapping, a tab before a key,
/// and quoted text or a flow collection whose lines are not indented more than the mapping they stand in.
fn check(root: &Node, text: &str) -> Result<(), String> {
    // Each node with the column of the block collection around it.
    let mut waiting: Vec<(&Node, Option<usize>)> = vec![(root, None)];
    while let Some((node, around)) = waiting.pop() {
        let flow = is_flow(node, text);
        let quoted = matches!(node.style(), Some(Style::SingleQuoted | Style::DoubleQuoted));
        if let Some(around) = around.filter(|_| flow || quoted)
            && !continues_indented(node.span.slice(text), around, flow)
        {
            return Err("a line of quoted text or of a flow collection is not indented".to_owned());
        }
        match &node.value {
            Value::Scalar { .. } => {}
            Value::Sequence(items) => {
                // The lines inside a flow collection have been looked at. A dash stands no further left than what is
                // around it.
                waiting.extend(items.iter().map(|item| (item, around.filter(|_| !flow))));
            }
            Value::Mapping(entries) => {
                if let Some(key) = repeated(entries) {
                    return Err(format!("the key `{key}` stands twice in one mapping"));
                }
                for entry in entries {
                    let before = before(text, entry.key.span.start);
                    if !flow && before.contains('\t') && before.trim().is_empty() {
                        return Err("a tab stands before a key".to_owned());
                    }
                    let column = (!flow).then(|| before.chars().count());
                    waiting.push((&entry.key, column));
                    waiting.extend(entry.value.iter().map(|value| (value, column)));
                }
            }
        }
    }
    Ok(())
}

fn is_flow(node: &Node, text: &str) -> bool {
    match &node.value {
        Value::Scalar { .. } => false,
        Value::Sequence(_) => node.span.slice(text).starts_with('['),
        // A block mapping can begin with a flow mapping as its key.
        Value::Mapping(entries) => {
            node.span.slice(text).starts_with('{')
                && entries.first().is_none_or(|first| first.key.span.start > node.span.start)
        }
    }
}

/// Whether the lines after the first are indented more than `around`. Blank ones need not be, nor, in flow collections,
/// comments and a last line that only closes.
fn continues_indented(source: &str, around: usize, flow: bool) -> bool {
    let mut lines = source.split('\n').skip(1).peekable();
    while let Some(line) = lines.next() {
        let rest = line.trim_start_matches(' ');
        let indent = line.len() - rest.len();
        let closes = lines.peek().is_none() && indent == around && rest.starts_with([']', '}']);
        let free = rest.trim_end().is_empty() || flow && (rest.starts_with('#') || closes);
        if indent <= around && !free {
            return false;
        }
    }
    true
}

/// What stands on the line before a key with its `?`, anchor and tag; as long as the key's column.
fn before(text: &str, key: usize) -> &str {
    let mut before = Span::new(0, key).slice(text).rsplit('\n').next().unwrap_or("");
    loop {
        let rest = before.trim_end();
        let word = rest.rsplit([' ', '\t']).next().unwrap_or("");
        if word != "?" && !word.starts_with(['&', '!']) {
            return before;
        }
        before = rest.strip_suffix(word).unwrap_or("");
    }
}

/// The first key that stands twice. Keys are the same when their typed values are: `1` and `0x1`, not `1` and `"1"`.
fn repeated(entries: &[Entry]) -> Option<&str> {
    let mut seen = HashSet::new();
    let again = entries.iter().find(|entry| identity(&entry.key).is_some_and(|key| !seen.insert(key)))?;
    again.key.text()
}

#[derive(PartialEq, Eq, Hash)]
enum Identity {
    Null,
    Bool(bool),
    Number(u64),
    Text(String),
}

/// What a key is compared by; `None` for what equals nothing.
fn identity(key: &Node) -> Option<Identity> {
    match schema::core(key) {
        Typed::Null => Some(Identity::Null),
        Typed::Bool(value) => Some(Identity::Bool(value)),
        Typed::Number(value) if value.is_nan() => None,
        // Zero has two signs and is one number.
        Typed::Number(value) => Some(Identity::Number((value + 0.0).to_bits())),
        Typed::Text(text) => Some(Identity::Text(text)),
        Typed::Other => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(block: &str) -> Result<Option<String>, String> {
        mapping(block, Span::new(0, block.len())).map(|mapping| mapping.string("name"))
    }

    fn refused(block: &str) -> bool {
        name(block).is_err()
    }

    #[test]
    fn values_become_strings_as_in_javascript() {
        for (block, expected) in [
            ("name: 1.0", Some("1")),
            ("name: ~", None),
            ("name: [a]", None),
            ("other: a", None),
            ("{name: a}", Some("a")),
            ("'name': a", Some("a")),
            ("? name\n: a", Some("a")),
            ("  name: a\n  b: c", Some("a")),
            ("<<: {name: a}", None),
            ("metadata: {name: a}", None),
            ("a: &x n\nname: *x", Some("n")),
            ("name: a\n...\n# end", Some("a")),
            ("\u{feff}name: a", Some("a")),
        ] {
            assert_eq!(name(block).unwrap().as_deref(), expected, "{block}");
        }
    }

    #[test]
    fn characters_that_yaml_does_not_allow_are_kept() {
        for character in ['\0', '\u{7}', '\u{7f}', '\u{fffe}', '\r', '\u{85}', '\u{2028}'] {
            let value = format!("x{character}y");
            assert_eq!(name(&format!("name: {value}\nb: c")).unwrap(), Some(value));
        }
        assert_eq!(name("name: a\r\nb: c\r").unwrap().as_deref(), Some("a"));
        // With a private character there already, nothing is disguised.
        assert!(refused("name: x\u{f0007}\u{7}"));
        assert_eq!(name("name: x\u{f0007}").unwrap().as_deref(), Some("x\u{f0007}"));
    }

    #[test]
    fn what_the_package_refuses_is_refused() {
        for block in [
            "name: a: b",
            "name: 'a",
            "name: @a",
            "name: *a",
            "name: `a`",
            "\tname: a",
            "a:\n\tname: b",
            "name: a\nname: b",
            "x: {a: 1, a: 2}",
            "x:\n  - a: 1\n    a: 2",
            "1: a\n0x1: b",
            "~: a\n: b",
            "name: 'a\nb'",
            "x:\n  name: 'a\n  b'",
            "x: [\na]",
            "a: 1\n...\nb: 2",
            "...\nb: 2",
            "name:a",
            "- a",
            "text",
            "",
            "# comment",
            "name: !e!x y",
        ] {
            assert!(refused(block), "{block:?}");
        }
    }

    #[test]
    fn what_only_looks_like_that_is_not() {
        for block in [
            "name: 'a\n b'",
            "name: 'a\n\n b'",
            "x:\n  name: 'a\n   b'",
            "x: [\n  a\n]",
            "x: {\n#\n  a: 1}",
            "&k name: 'a\n b'",
            "- a\n",
            "1: a\n'1': b",
            ".nan: a\n.NaN: b",
            "x: [a, a]",
            "x:\n- a: 1\n- a: 2",
            "x:\n- 'a\n b'",
            "name: '\n  a'",
        ] {
            assert_eq!(refused(block), block.starts_with('-'), "{block:?}");
        }
    }
}
