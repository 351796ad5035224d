use std::sync::{Arc, OnceLock};

use super::{Data, Reader};
use crate::hosts::Cause;
use crate::skill::{Document, Form};
use crate::syntax::yaml::{Node, Style, Value};

/// What one reader makes of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// How it went.
    pub outcome: Outcome,
    /// Why it did not go as the author meant; `None` when it did, or when that is not known.
    pub why: Option<Cause>,
    /// The top-level keys with their values, in order of the text; none twice.
    pub values: Vec<(Arc<str>, Data)>,
    /// Why `name` and `description` are other than the author meant, if they are.
    pub differs: Vec<Cause>,
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

impl Reading {
    /// The value of a top-level key.
    pub fn get(&self, key: &str) -> Option<&Data> {
        self.values.iter().find(|(own, _)| **own == *key).map(|(_, data)| data)
    }
}

/// What the readers make of one text; each reads it at most once.
pub struct Readings<'a> {
    document: &'a Document,
    each: [OnceLock<Box<Reading>>; Reader::COUNT],
}

impl<'a> Readings<'a> {
    /// Nothing is read before it is asked for.
    pub fn new(document: &'a Document) -> Self {
        Readings { document, each: [const { OnceLock::new() }; Reader::COUNT] }
    }

    /// What this reader makes of the text.
    pub fn get(&self, reader: Reader) -> &Reading {
        self.each[reader as usize].get_or_init(|| Box::new(reader.read(self.document)))
    }

    /// The text.
    pub fn document(&self) -> &'a Document {
        self.document
    }
}

/// For now: what any YAML reader does, without the ways of each.
pub(super) fn simple(reader: Reader, document: &Document) -> Reading {
    let mut reading = Reading { outcome: Outcome::NoFrontMatter, why: None, values: Vec::new(), differs: Vec::new() };
    let fences = &document.fences;
    let Some(opening) = fences.opening else {
        reading.why = Some(Cause::NoFrontMatter);
        return reading;
    };
    if fences.lead.is_some() {
        reading.why = Some(Cause::NotFirst);
        return reading;
    }
    if !opening.is_clean(&document.text) {
        reading.why = Some(Cause::OpeningFence);
        return reading;
    }
    if fences.closing.is_none() {
        reading.why = Some(Cause::NotClosed);
        return reading;
    }
    reading.outcome = Outcome::Read;
    if matches!(reader, Reader::SingleLine | Reader::LettaCode | Reader::SpringAi) {
        for key in ["name", "description"] {
            let Some(value) = document.value(key) else { continue };
            let single = document.is_single_line(&value) && value.form != Form::Empty;
            let text = if single { value.text } else { String::new() };
            if !single && value.form != Form::Empty {
                reading.differs.push(Cause::MultiLine(key.to_owned()));
            }
            reading.values.push((key.into(), Data::Text(text.into())));
        }
        return reading;
    }
    if document.yaml.error.is_some() {
        reading.outcome = Outcome::Broken;
        reading.why = Some(Cause::Yaml);
        return reading;
    }
    for entry in document.yaml.entries() {
        let Some(key) = entry.key.text() else { continue };
        if reading.get(key).is_some() {
            reading.outcome = Outcome::Broken;
            reading.why = Some(Cause::DuplicateKey(key.to_owned()));
            return reading;
        }
        reading.values.push((key.into(), entry.value.as_ref().map_or(Data::Null, data)));
    }
    reading
}

fn data(node: &Node) -> Data {
    match &node.value {
        Value::Scalar { text, style: Style::Plain } => match text.as_str() {
            "" | "~" | "null" => Data::Null,
            "true" | "false" => Data::Boolean(text == "true"),
            _ if text.parse::<f64>().is_ok() => Data::Number(text.as_str().into()),
            _ => Data::Text(text.as_str().into()),
        },
        Value::Scalar { text, .. } => Data::Text(text.as_str().into()),
        Value::Sequence(items) => Data::List(items.iter().map(data).collect()),
        Value::Mapping(entries) => Data::Map(
            entries
                .iter()
                .map(|entry| (entry.key.text().unwrap_or("").into(), entry.value.as_ref().map_or(Data::Null, data)))
                .collect(),
        ),
    }
}
