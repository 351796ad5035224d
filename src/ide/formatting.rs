//! The front matter in one form: blanks, blank lines and quotes. Keys keep their order, values what they say to every
//! reader; the body is never touched.

use super::Site;
use crate::rules::quote;
use crate::skill::Document;
use crate::skill::front_matter::{self, Reader};
use crate::syntax::yaml::{Node, Style, Value};
use crate::text::{Edit, Span, apply, lines};

/// The edits that bring the front matter into form, as far as they touch `range`; none where it is not sound YAML, since
/// nobody can say what it means.
pub fn format(site: &Site<'_>, range: Option<Span>) -> Vec<Edit> {
    let document = Document::new(site.text, None);
    let fences = &document.fences;
    if !site.is_entry() || fences.opening.is_none() || fences.closing.is_none() {
        return Vec::new();
    }
    if document.yaml.error.is_some() || document.yaml.entries().is_empty() || fences.lead.is_some() {
        return Vec::new();
    }
    let mut edits = blanks(site.text, &document);
    let root = document.yaml.root.as_ref();
    edits.extend(root.map(|root| quotes(site.text, root)).unwrap_or_default());
    edits.sort_by_key(|edit| edit.span);
    edits.retain(|edit| range.is_none_or(|range| range.start <= edit.span.end && edit.span.start <= range.end));
    // Lines say more to YAML than any rule of thumb foresees: what would change a value is left out.
    edits.retain(|edit| keeps(&document, std::slice::from_ref(edit)));
    if keeps(&document, &edits) { edits } else { Vec::new() }
}

/// Blanks at the ends of lines, blanks behind colons, and blank lines.
fn blanks(text: &str, document: &Document) -> Vec<Edit> {
    let block = document.fences.block;
    let mut inner = Vec::new();
    if let Some(root) = &document.yaml.root {
        long_values(text, root, &mut inner);
    }
    let mut edits = Vec::new();
    let mut after_blank = true;
    let mut last_blank: Option<Span> = None;
    for (line, line_break) in lines(text, block.start).take_while(|(line, _)| line.start < block.end) {
        // What stands in a text over several lines belongs to it; what follows a block's last line may.
        if inner.iter().any(|value: &Span| value.start <= line.end && line.start <= value.end) {
            (after_blank, last_blank) = (false, None);
            continue;
        }
        if line.slice(text).trim_matches([' ', '\t']).is_empty() {
            let whole = Span::new(line.start, line_break.end);
            if after_blank {
                edits.push(Edit::delete(whole));
            } else {
                edits.extend(trailing(text, line));
                last_blank = Some(whole);
            }
            after_blank = true;
            continue;
        }
        (after_blank, last_blank) = (false, None);
        edits.extend(trailing(text, line));
    }
    if let Some(whole) = last_blank {
        edits.retain(|edit| !whole.covers(edit.span));
        edits.push(Edit::delete(whole));
    }
    for entry in document.yaml.entries() {
        let between = Span::new(entry.key.span.end, entry.value.as_ref().map_or(0, |value| value.span.start));
        let written = between.slice(text);
        if written != ": " && written.trim_matches([' ', '\t']) == ":" && !written.is_empty() {
            edits.push(Edit::replace(between, ": "));
        }
    }
    edits
}

fn trailing(text: &str, line: Span) -> Option<Edit> {
    let kept = line.slice(text).trim_end_matches([' ', '\t']).len();
    (kept < line.len()).then(|| Edit::delete(Span::new(line.start + kept, line.end)))
}

/// The places of texts that stand on more than one line.
fn long_values(text: &str, node: &Node, out: &mut Vec<Span>) {
    match &node.value {
        Value::Scalar { .. } => out.extend(Some(node.span).filter(|span| span.slice(text).contains(['\n', '\r']))),
        Value::Sequence(items) => items.iter().for_each(|item| long_values(text, item, out)),
        Value::Mapping(entries) => {
            for entry in entries {
                long_values(text, &entry.key, out);
                entry.value.iter().for_each(|value| long_values(text, value, out));
            }
        }
    }
}

/// Texts in single quotes on one line, in the others.
fn quotes(text: &str, node: &Node) -> Vec<Edit> {
    match &node.value {
        Value::Scalar { text: value, style: Style::SingleQuoted } => {
            let written = node.span.slice(text);
            let new = quote::quoted(value);
            let fits = written.starts_with('\'') && !written.contains(['\n', '\r']) && new.starts_with('"');
            (fits && !new.contains('\\')).then(|| Edit::replace(node.span, new)).into_iter().collect()
        }
        Value::Scalar { .. } => Vec::new(),
        Value::Sequence(items) => items.iter().flat_map(|item| quotes(text, item)).collect(),
        Value::Mapping(entries) => {
            entries.iter().filter_map(|entry| entry.value.as_ref()).flat_map(|value| quotes(text, value)).collect()
        }
    }
}

/// Whether all readers take the front matter for the same after these edits, and the body is the same.
fn keeps(before: &Document, edits: &[Edit]) -> bool {
    let Ok(text) = apply(&before.text, edits) else { return false };
    let after = Document::new(text, None);
    let values = |document: &Document| document.yaml.root.as_ref().map(meaning);
    let comments = |document: &Document| -> Vec<String> {
        document.yaml.comments.iter().map(|span| span.slice(&document.text).trim().to_owned()).collect()
    };
    let read = |document: &Document, reader| {
        let found = front_matter::read(&document.text, reader);
        (found.name, found.description)
    };
    after.yaml.error.is_none()
        && after.fences.closing.is_some()
        && values(before) == values(&after)
        && comments(before) == comments(&after)
        && [Reader::Lines, Reader::Yaml].iter().all(|reader| read(before, *reader) == read(&after, *reader))
        && before.fences.body.slice(&before.text) == after.fences.body.slice(&after.text)
}

/// What a value says, wherever and however it is written; a text without quotes can be a number, one in quotes cannot.
fn meaning(node: &Node) -> String {
    let tag = node.tag.as_deref().unwrap_or_default();
    match &node.value {
        Value::Scalar { text, style } => format!("{tag}{}{text:?}", if *style == Style::Plain { "" } else { "text " }),
        Value::Sequence(items) => format!("{tag}[{}]", items.iter().map(meaning).collect::<Vec<_>>().join(", ")),
        Value::Mapping(entries) => {
            let value = |value: &Option<Node>| value.as_ref().map(meaning).unwrap_or_default();
            let entry = entries.iter().map(|entry| format!("{}: {}", meaning(&entry.key), value(&entry.value)));
            format!("{tag}{{{}}}", entry.collect::<Vec<_>>().join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ide::fixture::Fixture;

    #[track_caller]
    fn formatted(text: &str) -> String {
        let fixture = Fixture::new(&[("skills/a/SKILL.md", &format!("{text}<|>"))]);
        apply(text, &format(&fixture.site(), None)).unwrap()
    }

    #[test]
    fn blanks_and_quotes() {
        for (block, expected) in [
            ("\n\nname:   a  \n\n\n\ndescription:\tD.\n\n", "name: a\n\ndescription: D.\n"),
            (
                "name: 'a'\ntags: ['x', \"y\", 'it''s', 'say \"z\"']\n",
                "name: \"a\"\ntags: [\"x\", \"y\", \"it's\", 'say \"z\"']\n",
            ),
            ("name: a \r\nx:  1 # one  \r\n", "name: a\r\nx: 1 # one\r\n"),
            ("a: |  \n  x  \n\n\n  y \n\nb:   c\n", "a: |  \n  x  \n\n\n  y \n\nb: c\n"),
            ("a: >+\n  x\n\n\nb:  c\n", "a: >+\n  x\n\n\nb: c\n"),
            ("a:  \"x  \n  y\"\n", "a: \"x  \n  y\"\n"),
            ("metadata:  \n  v:   1\n", "metadata:\n  v:   1\n"),
            ("a: 'x: # y'  # why\n", "a: \"x: # y\"  # why\n"),
            ("# only  \n\n# comments\nname: a\n", "# only\n\n# comments\nname: a\n"),
        ] {
            assert_eq!(
                formatted(&format!("---\n{block}---\nbody  \n\n\n")),
                format!("---\n{expected}---\nbody  \n\n\n")
            );
        }
        for whole in ["---  \nname: a: b\n---\n", "no front matter  \n", "---\nname:  a\n", "x\n---\nname:  a\n---\n"] {
            assert_eq!(formatted(whole), whole);
        }
        // Blanks behind a fence decide what readers see: that is for rules to say.
        assert_eq!(formatted("---\nname:  a\n--- \nb"), "---\nname: a\n--- \nb");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

        /// What parsed parses to the same values, a second time changes nothing, and no byte of the body is touched.
        #[test]
        fn says_the_same_afterwards(
            parts in proptest::collection::vec(prop_oneof![
                Just("name: a"), Just("description:  'it''s: x'  "), Just("d: >-\n  x  \n\n  y"), Just("\t"), Just(""),
                Just("k: \"a\\tb\"   # c  "), Just("list:\n- 'x'\n-  \"y\""), Just("m: {a:  'b', c: 1}"), Just("# c  "),
                Just("z: |+\n  t\n\n"), Just("n: 'é 🦀'"), Just("o:\n  p:  'q'"), Just("e: &x 'y'"), Just("f: *x"),
                Just("g: !!str '1'"), Just("'quoted key':   v"), Just("? long\n: key"), Just("w: a\n   b  "),
            ], 0..7),
            line_break in prop_oneof![Just("\n"), Just("\r\n")],
        ) {
            let text = format!("---\n{}\n--- \n# Body  \n\n\nname:   x  ", parts.join("\n")).replace('\n', line_break);
            let before = Document::new(text.as_str(), None);
            let once = formatted(&text);
            let after = Document::new(once.as_str(), None);
            let values = |document: &Document| document.yaml.root.as_ref().map(meaning);
            prop_assert_eq!(values(&before), values(&after), "{:?}", once);
            prop_assert_eq!(before.yaml.error.is_some(), after.yaml.error.is_some());
            prop_assert!(once.ends_with(before.fences.body.slice(&text)));
            prop_assert_eq!(formatted(&once), once);
        }
    }
}
