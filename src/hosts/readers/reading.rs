use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use super::explain::{self, Why};
use super::library::Values;
use super::read::{Raw, Source, read};
use super::{Data, Reader, plain};
use crate::hosts::Cause;
use crate::skill::Document;
use crate::syntax::fields;

/// What one reader makes of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// How it went.
    pub outcome: Outcome,
    /// Why it did not go as the author meant; `None` when it did, or when that is not known.
    pub why: Option<Cause>,
    /// Which of the mended texts is without that cause.
    mended: Option<usize>,
    /// The name and the description, where the reader has others than the author meant, and why.
    pub differs: Vec<Difference>,
    values: Arc<Values>,
}

/// How a reading went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is front matter, and it was read.
    Read,
    /// The reader sees no front matter.
    NoFrontMatter,
    /// The reader gives up with an error.
    Broken,
    /// What the reader does with this text is not known.
    Unknown,
}

/// A value that a reader has otherwise than the author meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// `name` or `description`.
    pub key: &'static str,
    /// Why.
    pub cause: Cause,
}

impl Reading {
    /// The value of a top-level key.
    pub fn get(&self, key: &str) -> Option<&Data> {
        self.values.iter().find(|(own, _)| **own == *key).map(|(_, data)| data)
    }

    /// The top-level keys with their values, in order of the text; none twice.
    pub fn values(&self) -> &[(Arc<str>, Data)] {
        &self.values
    }

    /// Why the value of `key` is other than the author meant, if it is.
    pub fn difference(&self, key: &str) -> Option<&Cause> {
        self.differs.iter().find(|difference| difference.key == key).map(|difference| &difference.cause)
    }

    fn has_map(&self) -> bool {
        self.values.iter().any(|(_, data)| matches!(data, Data::Map(_)))
    }

    fn of(reader: Reader, readings: &Readings<'_>) -> Self {
        let raw = read(reader, &readings.source);
        let Why { cause, mended, differs } = explain::explain(reader, readings, &raw);
        let Raw { outcome, values, .. } = raw;
        Reading { outcome, why: cause, mended, differs, values }
    }
}

/// What the readers make of one text; each reads it at most once.
pub struct Readings<'a> {
    source: Source<'a>,
    /// The one reading of all, for front matter that no reader takes otherwise.
    plain: Option<Reading>,
    keys: OnceLock<Vec<Arc<str>>>,
    mended: OnceLock<Vec<(Cause, Readings<'static>)>>,
    each: [OnceLock<Box<Reading>>; Reader::COUNT],
}

impl<'a> Readings<'a> {
    /// Nothing but whether the front matter is plain is found out before it is asked for.
    pub fn new(document: &'a Document) -> Self {
        Readings::quickly(Cow::Borrowed(document))
    }

    fn quickly(document: Cow<'a, Document>) -> Self {
        let plain = plain::values(&document).map(|values| Reading {
            outcome: Outcome::Read,
            why: None,
            mended: None,
            differs: Vec::new(),
            values: Arc::new(values),
        });
        Readings { plain, ..Readings::slowly(document) }
    }

    /// Readings that know no short cut.
    fn slowly(document: Cow<'a, Document>) -> Self {
        Readings {
            source: Source::new(document),
            plain: None,
            keys: OnceLock::new(),
            mended: OnceLock::new(),
            each: [const { OnceLock::new() }; Reader::COUNT],
        }
    }

    /// The text without what stands in the way around its values, one thing less after the other.
    pub(super) fn mended(&self) -> &[(Cause, Readings<'static>)] {
        self.mended.get_or_init(|| {
            let steps = explain::steps(self.document()).into_iter();
            steps.map(|(cause, document)| (cause, Readings::quickly(Cow::Owned(document)))).collect()
        })
    }

    /// What is read once the cause of this reading is gone, where it stands around the values: what else is wrong shows
    /// only then.
    pub fn behind(&self, reading: &Reading) -> Option<&Readings<'static>> {
        self.mended().get(reading.mended?).map(|(_, readings)| readings)
    }

    /// What this reader makes of the text.
    pub fn get(&self, reader: Reader) -> &Reading {
        match &self.plain {
            Some(plain) if reader.has_maps() || !plain.has_map() => plain,
            _ => self.each[reader as usize].get_or_init(|| Box::new(Reading::of(reader, self))),
        }
    }

    /// What a reader makes of it that is not known, where there is only one way to read it.
    pub fn plain(&self) -> Option<&Reading> {
        self.plain.as_ref()
    }

    /// The text.
    pub fn document(&self) -> &Document {
        &self.source.document
    }

    /// The top-level keys as the author meant them, each once: those of the YAML and, behind a fault in it, those at the
    /// beginning of a line.
    pub fn keys(&self) -> &[Arc<str>] {
        self.keys.get_or_init(|| {
            if let Some(plain) = &self.plain {
                return plain.values.iter().map(|(key, _)| key.clone()).collect();
            }
            let Document { text, fences, yaml, .. } = self.document();
            let from = yaml.error.as_ref().map_or(fences.block.end, |error| error.at);
            let behind = fields::fields(text, fences.block).filter(|field| field.key.start > from);
            let known = yaml.entries().iter().filter_map(|entry| entry.key.text());
            let all = known.chain(behind.map(|field| field.key.slice(text))).filter(|key| !key.is_empty());
            let mut seen = HashSet::new();
            all.filter(|key| seen.insert(*key)).map(Arc::from).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line() -> impl Strategy<Value = String> {
        let inner = (
            "[a-z]{1,5}",
            prop_oneof![
                "[a-z][a-z:/ .]{0,9}[a-z]",
                "\"[0-9][0-9.:]{0,4}\"",
                "\"[A-Za-z][a-z: .]{0,9}[a-z]\"",
                "[0-9.]{1,4}"
            ],
        );
        let map = prop::collection::vec(inner, 0..4).prop_map(|lines| {
            let lines: String = lines.iter().map(|(key, value)| format!("  {key}: {value}\n")).collect();
            format!("metadata:\n{lines}")
        });
        let key = prop_oneof!["name", "description", "license", "version", "a-b", "[a-zA-Z_]{1,4}"];
        let value = prop_oneof![
            4 => "[a-zA-Z][a-zA-Z0-9 ,.!?()/'-]{0,24}",
            2 => "[a-zA-Z]{1,6}[(:][a-z:*/,. ()-]{0,12}[)a-z*]",
            2 => "[a-z][ -~é🦀]{0,16}",
            1 => "\"[a-zA-Z][ -!#-Z^-~]{0,16}[a-z.]\"",
            1 => prop::sample::select(vec!["yes", "true", "null", "on", "12", "~", "", "'a'", "|", "[a]", "- a", "x # y", "no", "y"])
                .prop_map(str::to_owned),
        ];
        let line = (key, prop::sample::select(vec![": ", ": ", ": ", ": ", ":", ":  ", " : "]), value)
            .prop_map(|(key, colon, value)| format!("{key}{colon}{value}\n"));
        prop_oneof![5 => line, 1 => map]
    }

    fn text() -> impl Strategy<Value = String> {
        let body = prop::sample::select(vec!["Body\n", "\nBody", "", "\n---\nmore", "B\r\nC\n"]);
        let close = prop::sample::select(vec!["---\n", "---\n", "---\n", "--- \n", "---"]);
        let open = prop::sample::select(vec![
            "---\n",
            "---\n",
            "---\n",
            "---\n",
            "--- \n",
            "\u{feff}---\n",
            "\n---\n",
            "---\r\n",
        ]);
        (open, prop::collection::vec(line(), 1..5), close, body)
            .prop_map(|(open, lines, close, body)| format!("{open}{}{close}{body}", lines.concat()))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_short_cut_gives_what_each_reader_gives(text in text()) {
            let document = Document::new(text.as_str(), None);
            let quick = Readings::new(&document);
            let slow = Readings::slowly(Cow::Borrowed(&document));
            let Some(plain) = &quick.plain else { return Ok(()) };
            prop_assert_eq!(quick.keys(), slow.keys());
            for reader in Reader::ALL {
                let reading = slow.get(reader);
                prop_assert_eq!(reading.outcome, Outcome::Read, "{:?}", reader);
                prop_assert_eq!((&reading.why, &reading.differs), (&None, &Vec::new()), "{:?}", reader);
                // The specification's empty front matter apart, readers of two keys leave the others out.
                for (key, data) in reading.values().iter().filter(|_| reader.has_maps() || !plain.has_map()) {
                    prop_assert_eq!(plain.get(key), Some(data), "{:?} {}", reader, key);
                }
                for key in ["name", "description"] {
                    prop_assert_eq!(plain.get(key), reading.get(key), "{:?} {}", reader, key);
                }
            }
        }
    }

    #[test]
    fn most_front_matter_is_plain() {
        for (text, expected) in [
            ("---\nname: a-b\ndescription: Does this, and that. Use it (when) needed!\n---\nBody\n", true),
            ("---\nname: a\ndescription: \"Use when: editing #1\"\n---\nBody\n", true),
            ("---\nname: a\ndescription: yes\n---\nBody\n", false),
            ("---\nname: a\ndescription: >\n  x\n---\nBody\n", false),
            ("---\nname: a\ndescription: x\n---\n", false),
            ("---\nname: a\nname: b\n---\nBody\n", false),
        ] {
            assert_eq!(Readings::new(&Document::new(text, None)).plain.is_some(), expected, "{text}");
        }
    }

    #[test]
    fn keys_are_those_the_author_wrote() {
        let keys = |block: &str| {
            let document = Document::new(format!("---\n{block}---\nBody\n"), None);
            Readings::new(&document).keys().iter().map(|key| key.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(keys("name: a\nx: b: c\nversion: 1\n"), ["name", "x", "version"]);
        assert_eq!(keys("name: a\nmetadata:\n  b: c\nname: d\n"), ["name", "metadata"]);
    }
}
