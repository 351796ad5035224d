//! YAML as each library has it: what it refuses, what it lets pass, what it takes scalars for.

use std::borrow::Cow;
use std::sync::Arc;

use super::by_key::ByKey;
use super::feature::is_nothing;
use super::{Data, Feature, lenient, scalar, strict};
use crate::syntax::javascript;
use crate::syntax::yaml::{self, Entry, Node, Style, Value, Yaml};
use crate::text::Span;

/// A YAML library that hosts use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Library {
    /// PyYAML's `safe_load`.
    PyYaml,
    /// strictyaml without a schema.
    StrictYaml,
    /// js-yaml 5 with its default schema.
    JsYaml,
    /// js-yaml 5 with `JSON_SCHEMA`.
    JsYamlJson,
    /// js-yaml 3, as gray-matter has it.
    JsYaml3,
    /// The `yaml` package of JavaScript.
    Yaml,
    /// serde_yaml and serde_yaml_ng of Rust.
    SerdeYaml,
    /// yaml.v3 of Go.
    YamlV3,
}

/// Top-level keys with their values, in the order of the text, each once.
pub(super) type Values = Vec<(Arc<str>, Data)>;

/// Why a library gives no mapping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A key stands twice in one mapping.
    Twice(String),
    /// YAML allows this, the library does not.
    Feature(Feature),
    /// Anything else, at this offset of the block's text.
    At(usize),
    /// It is well-formed, but nothing at all.
    Nothing,
    /// It is well-formed, but no mapping: text, a list.
    NoMapping,
}

impl Library {
    /// Number of libraries.
    pub(super) const COUNT: usize = Library::YamlV3 as usize + 1;

    /// Reads a block. `parsed` is the block as [`yaml::parse`] has it, where that is already known.
    ///
    /// # Errors
    /// Why the library fails on it or gives no mapping.
    pub(super) fn read(self, text: &str, span: Span, parsed: Option<&Yaml>) -> Result<Values, Fault> {
        let first = match parsed {
            Some(yaml) => Cow::Borrowed(yaml),
            None => Cow::Owned(yaml::parse(text, span)),
        };
        let Some(error) = &first.error else { return self.values(text, span, &first) };
        let fault = Fault::At(error.at);
        let block = span.slice(text);
        let mended = match self {
            Library::Yaml | Library::JsYaml | Library::JsYamlJson => None,
            _ => {
                let tabs = if self == Library::JsYaml3 { lenient::without_tabs(block) } else { None };
                tabs.or_else(|| lenient::with_comment_apart(block, error.at.checked_sub(span.start)?))
            }
        };
        let Some(mended) = mended else { return Err(fault) };
        let whole = Span::new(0, mended.len());
        let second = yaml::parse(&mended, whole);
        if second.error.is_some() { Err(fault) } else { self.values(&mended, whole, &second) }
    }

    fn values(self, text: &str, span: Span, yaml: &Yaml) -> Result<Values, Fault> {
        self.check(text, span, yaml)?;
        let entries = match yaml.root.as_ref().map(|root| &root.value) {
            Some(Value::Mapping(entries)) => entries,
            None => return Err(Fault::Nothing),
            Some(Value::Scalar { text, style: Style::Plain }) if scalar::typed(self, text) == Some(Data::Null) => {
                return Err(Fault::Nothing);
            }
            Some(_) => return Err(Fault::NoMapping),
        };
        let Some(Data::Map(mut values)) = self.map(entries) else { return Err(Fault::At(span.start)) };
        if self.is_libyaml() && !span.slice(text).trim_end_matches(' ').ends_with(['\n', '\r']) {
            // Only JavaScript's parsers end a last line that has no end.
            if let (Some(entry), Some((_, data))) = (entries.last(), values.last_mut()) {
                strict::without_last_break(entry, data);
            }
        }
        Ok(values)
    }

    /// Whether it is libyaml, or made after it.
    fn is_libyaml(self) -> bool {
        matches!(self, Library::PyYaml | Library::StrictYaml | Library::SerdeYaml | Library::YamlV3)
    }

    /// What the library refuses though the parser lets it pass.
    fn check(self, text: &str, span: Span, yaml: &Yaml) -> Result<(), Fault> {
        let tab = match self {
            Library::PyYaml | Library::StrictYaml => Some(Feature::Tab),
            Library::SerdeYaml | Library::YamlV3 => Some(Feature::LeadingTab),
            _ => None,
        };
        let control = Some(Feature::Control).filter(|_| self != Library::Yaml);
        let mut characters = tab.into_iter().chain(control);
        if let Some(feature) = characters.find(|feature| feature.find(text, span, yaml).is_some()) {
            return Err(Fault::Feature(feature));
        }
        if let Some(key) = strict::twice(yaml.entries()).filter(|_| !self.takes_twice()) {
            return Err(Fault::Twice(key.to_owned()));
        }
        if matches!(self, Library::Yaml | Library::JsYaml | Library::JsYamlJson) {
            javascript::accept(text, span, yaml).map_err(|_| Fault::At(span.start))?;
        }
        let mut waiting: Vec<&Node> = yaml.root.iter().collect();
        while let Some(node) = waiting.pop() {
            if let Some(feature) = self.refused().iter().find(|feature| feature.is(node, text)) {
                return Err(Fault::Feature(*feature));
            }
            match &node.value {
                Value::Scalar { .. } => {}
                Value::Sequence(items) => waiting.extend(items),
                Value::Mapping(entries) => {
                    if entries.iter().any(|entry| self.refuses_key(entry)) {
                        return Err(Fault::Feature(Feature::Key));
                    }
                    if !self.takes_twice() && strict::twice(entries).is_some() {
                        return Err(Fault::At(node.span.start));
                    }
                    waiting.extend(entries.iter().flat_map(|entry| std::iter::once(&entry.key).chain(&entry.value)));
                }
            }
        }
        Ok(())
    }

    /// Whether the last of two equal keys counts; an error else.
    fn takes_twice(self) -> bool {
        matches!(self, Library::PyYaml | Library::SerdeYaml)
    }

    /// What it refuses of a single value.
    fn refused(self) -> &'static [Feature] {
        match self {
            Library::PyYaml => &[Feature::OwnTag, Feature::OldLineBreak],
            Library::StrictYaml => &[Feature::Brackets, Feature::Tag, Feature::Anchor],
            Library::JsYaml | Library::JsYamlJson | Library::JsYaml3 => &[Feature::OwnTag],
            Library::SerdeYaml | Library::YamlV3 => &[Feature::OldLineBreak],
            Library::Yaml => &[],
        }
    }

    fn refuses_key(self, entry: &Entry) -> bool {
        let collection = entry.key.style().is_none();
        let absent = is_nothing(&entry.key);
        match self {
            Library::PyYaml | Library::StrictYaml => collection || absent,
            Library::JsYaml | Library::JsYamlJson => collection,
            Library::JsYaml3 | Library::SerdeYaml | Library::YamlV3 => absent,
            Library::Yaml => false,
        }
    }

    fn data(self, node: &Node) -> Option<Data> {
        match &node.value {
            Value::Scalar { text, style: Style::Plain } if node.tag.is_none() => scalar::typed(self, text),
            Value::Scalar { text, .. } => match node.tag.as_deref() {
                Some("!!int" | "!!float") => Some(Data::Number(text.as_str().into())),
                Some("!!bool") => Some(Data::Boolean(text.eq_ignore_ascii_case("true"))),
                Some("!!null") => Some(Data::Null),
                Some("!!timestamp") => Some(Data::Date(text.as_str().into())),
                _ => Some(Data::Text(text.as_str().into())),
            },
            Value::Sequence(items) => items.iter().map(|item| self.data(item)).collect::<Option<_>>().map(Data::List),
            Value::Mapping(entries) => self.map(entries),
        }
    }

    fn map(self, entries: &[Entry]) -> Option<Data> {
        let mut values = ByKey::default();
        for entry in entries {
            let data = entry.value.as_ref().map_or(Some(Data::Null), |value| self.data(value))?;
            values.keep_last(entry.key.text().unwrap_or_default(), data);
        }
        Some(Data::Map(values.into_values()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(serde::Deserialize)]
    struct Fixture {
        libraries: Vec<String>,
        texts: BTreeMap<String, Vec<String>>,
    }

    /// Where a library's own oddity is left out, by what the text holds.
    const ODDITIES: [(&str, &str); 20] = [
        ("b\r", "the `yaml` package does not break lines at a lone CR"),
        ("null: a", "JavaScript has a word of its own for a key that is nothing"),
        ("~: a", "JavaScript has a word of its own for a key that is nothing"),
        ("[,", "js-yaml 3 takes a comma without an item for null"),
        (",,", "js-yaml 3 takes a comma without an item for null"),
        ("? x", "js-yaml 3 goes on after a question mark"),
        ("\" c: d", "js-yaml 3 goes on after a quoted value"),
        ("[:", "libyaml refuses a colon at the beginning of an item"),
        ("[?x", "libyaml takes a question mark for a key"),
        ("[-,", "libyaml takes a dash alone for an item"),
        ("[a:,", "serde_yaml refuses a key without a value in brackets"),
        ("[\ta", "js-yaml 5 refuses a tab in brackets"),
        ("<<", "merge keys are not merged here, and only PyYAML and js-yaml 3 do it"),
        ("!!", "of YAML's own types, only text, numbers, truth and nothing are made"),
        ("\n: x", "js-yaml 5 and strictyaml have a word for a key that is nothing"),
        ("]: b", "a list as a key has no name of its own here"),
        ("}: c", "a map as a key has no name of its own here"),
        ("{{", "a map as a key has no name of its own here"),
        ("\u{2028}", "old line breaks are refused rather than folded"),
        ("\u{85}", "old line breaks are refused rather than folded"),
    ];

    fn shown(data: &Data) -> String {
        let joined = |parts: Vec<String>| parts.join(", ");
        let quoted = |text: &str| serde_json::to_string(text).unwrap();
        match data {
            Data::Null => "~".to_owned(),
            Data::Boolean(value) => value.to_string(),
            Data::Number(_) => "#".to_owned(),
            Data::Date(_) => "@".to_owned(),
            Data::Text(text) => quoted(text),
            Data::List(items) => format!("[{}]", joined(items.iter().map(shown).collect())),
            Data::Map(values) => {
                let pair = |(key, value): &(Arc<str>, Data)| format!("{}: {}", quoted(key), shown(value));
                format!("{{{}}}", joined(values.iter().map(pair).collect()))
            }
        }
    }

    #[test]
    fn libraries_read_as_they_did_when_they_were_run() {
        let fixture: Fixture =
            serde_json::from_str(include_str!("../../../tests/fixtures/hosts/libraries.json")).unwrap();
        let all = [
            Library::PyYaml,
            Library::StrictYaml,
            Library::JsYaml3,
            Library::JsYaml,
            Library::JsYamlJson,
            Library::Yaml,
            Library::SerdeYaml,
        ];
        assert_eq!(fixture.libraries, all.map(|library| format!("{library:?}")));
        let (mut same, mut odd, mut wrong) = (0, 0, Vec::new());
        for (text, results) in &fixture.texts {
            for (library, expected) in all.into_iter().zip(results) {
                let shown = match library.read(text, Span::new(0, text.len()), None) {
                    Ok(values) => shown(&Data::Map(values)),
                    Err(Fault::Nothing | Fault::NoMapping) => "-".to_owned(),
                    Err(_) => "!".to_owned(),
                };
                match () {
                    () if shown == *expected => same += 1,
                    // The package takes control characters for text; so does `javascript::mapping`.
                    () if library == Library::Yaml && text.contains(strict::is_not_printable) => odd += 1,
                    () if expected == "?" || ODDITIES.iter().any(|(part, _)| text.contains(part)) => odd += 1,
                    () => wrong.push(format!("{library:?} {text:?}: {shown}, not {expected}")),
                }
            }
        }
        println!("{same} the same, {odd} odd");
        assert_eq!(wrong, Vec::<String>::new());
    }

    #[test]
    fn go_takes_old_numbers_for_numbers() {
        let read = |text: &str| Library::YamlV3.read(text, Span::new(0, text.len()), None);
        assert_eq!(read("a: 1_000").unwrap()[0].1, Data::Number("1_000".into()));
        assert_eq!(read("a: yes").unwrap()[0].1, Data::Text("yes".into()));
        assert_eq!(read("a: 1\na: 2"), Err(Fault::Twice("a".to_owned())));
    }
}
