//! Why a reader has something else than the author meant.
//!
//! What could be the cause is mended in the text, one after the other; the first that makes the reader read better is it.

use super::library::Fault;
use super::read::Raw;
use super::{Data, Difference, Outcome, Reader, Reading, Readings, strict};
use crate::hosts::Cause;
use crate::skill::{Document, Form, Value};
use crate::syntax::yaml::Style;
use crate::text::{Span, lines};

/// What [`explain`] finds.
#[derive(Default)]
pub(super) struct Why {
    /// The cause of an outcome other than [`Outcome::Read`].
    pub(super) cause: Option<Cause>,
    /// Which of [`Readings::mended`] is without that cause, where it stands around the values.
    pub(super) mended: Option<usize>,
    /// What differs in a reading.
    pub(super) differs: Vec<Difference>,
}

/// Why a reader has what it has.
pub(super) fn explain(reader: Reader, readings: &Readings<'_>, raw: &Raw) -> Why {
    let document = readings.document();
    match raw.outcome {
        Outcome::Read => Why { differs: differences(reader, readings, raw), ..Why::default() },
        Outcome::Unknown => Why::default(),
        Outcome::NoFrontMatter | Outcome::Broken if !document.has_front_matter() => {
            Why { cause: Some(Cause::NoFrontMatter), ..Why::default() }
        }
        Outcome::NoFrontMatter | Outcome::Broken => {
            let better = |other: &Reading| rank(other.outcome) > rank(raw.outcome);
            let inner = inner(document, raw);
            // Where the author's YAML is sound, what breaks it stands around it, even if more than that is in the way.
            let is_around = inner == Some(Cause::Yaml) && document.yaml.error.is_none();
            let goes_on = |other: &Reading| other.why.as_ref().is_some_and(|why| *why != Cause::Yaml);
            let found = mended(reader, readings, better)
                .or_else(|| is_around.then(|| mended(reader, readings, goes_on)).flatten());
            match found {
                Some((at, cause)) => Why { cause: Some(cause), mended: Some(at), ..Why::default() },
                None => Why { cause: inner, ..Why::default() },
            }
        }
    }
}

fn rank(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Read => 2,
        Outcome::Broken => 1,
        Outcome::NoFrontMatter | Outcome::Unknown => 0,
    }
}

/// The cause inside the block.
fn inner(document: &Document, raw: &Raw) -> Option<Cause> {
    match &raw.fault {
        Some(Fault::Twice(key)) => Some(Cause::DuplicateKey(key.clone())),
        Some(Fault::Feature(feature)) if document.yaml.error.is_none() => Some(Cause::Feature(*feature)),
        Some(_) => Some(Cause::Yaml),
        None if raw.outcome == Outcome::NoFrontMatter => Some(Cause::NoFrontMatter),
        None => document.yaml.error.is_some().then_some(Cause::Yaml),
    }
}

/// The first of the mended texts that the reader reads `better`, with its cause.
fn mended(reader: Reader, readings: &Readings<'_>, better: impl Fn(&Reading) -> bool) -> Option<(usize, Cause)> {
    let mut each = readings.mended().iter().enumerate();
    each.find(|(_, (_, mended))| better(mended.get(reader))).map(|(at, (cause, _))| (at, cause.clone()))
}

/// The document without what stands in the way around its values: one thing after the other, each with its cause.
pub(super) fn steps(document: &Document) -> Vec<(Cause, Document)> {
    let mut found: Vec<(Cause, Document)> = Vec::new();
    for step in STEPS {
        let current = found.last().map_or(document, |(_, document)| document);
        if let Some((cause, text)) = step(current) {
            found.push((cause, Document::new(text, None)));
        }
    }
    found
}

type Step = fn(&Document) -> Option<(Cause, String)>;

/// In the order in which a host meets them.
const STEPS: [Step; 7] = [byte_order_mark, not_first, opening_fence, not_closed, closing_fence, line_ends, dashes];

fn byte_order_mark(document: &Document) -> Option<(Cause, String)> {
    let mark = document.fences.bom?;
    Some((Cause::ByteOrderMark, replaced(&document.text, mark, "")))
}

fn not_first(document: &Document) -> Option<(Cause, String)> {
    let lead = document.fences.lead?;
    Some((Cause::NotFirst, replaced(&document.text, lead.span, "")))
}

fn opening_fence(document: &Document) -> Option<(Cause, String)> {
    let opening = document.fences.opening.filter(|opening| !opening.rest.is_empty())?;
    Some((Cause::OpeningFence, replaced(&document.text, opening.rest, "")))
}

fn not_closed(document: &Document) -> Option<(Cause, String)> {
    let fences = &document.fences;
    fences.opening.filter(|_| fences.closing.is_none())?;
    let block = fences.block;
    let ended = block.is_empty() || block.slice(&document.text).ends_with(['\n', '\r']);
    let fence = if ended { "---\n" } else { "\n---\n" };
    Some((Cause::NotClosed, replaced(&document.text, Span::at(block.end), fence)))
}

/// Also a closing fence with nothing behind it, not even a line break.
fn closing_fence(document: &Document) -> Option<(Cause, String)> {
    let closing = document.fences.closing?;
    let behind = Span::new(closing.rest.start, closing.line_break.end);
    let line_break = if closing.line_break.is_empty() { "\n" } else { closing.line_break.slice(&document.text) };
    (behind.slice(&document.text) != line_break)
        .then(|| (Cause::ClosingFence, replaced(&document.text, behind, line_break)))
}

fn line_ends(document: &Document) -> Option<(Cause, String)> {
    let text = &document.text;
    let alone = lines(text, 0).any(|(_, line_break)| line_break.slice(text) == "\r");
    alone.then(|| (Cause::LineEnds, text.replace("\r\n", "\n").replace('\r', "\n")))
}

fn dashes(document: &Document) -> Option<(Cause, String)> {
    let block = document.fences.block;
    let source = block.slice(&document.text);
    source.contains("---").then(|| (Cause::Dashes, replaced(&document.text, block, &source.replace("---", "xxx"))))
}

fn replaced(text: &str, span: Span, with: &str) -> String {
    let mut out = text.to_owned();
    out.replace_range(span.start..span.end, with);
    out
}

fn differences(reader: Reader, readings: &Readings<'_>, raw: &Raw) -> Vec<Difference> {
    let difference = |key| {
        let cause = difference(reader, readings, raw, key)?;
        Some(Difference { key, cause })
    };
    ["name", "description"].into_iter().filter_map(difference).collect()
}

fn difference(reader: Reader, readings: &Readings<'_>, raw: &Raw, key: &'static str) -> Option<Cause> {
    let document = readings.document();
    let meant = document.value(key).filter(|value| value.form != Form::Empty);
    let read = raw.get(key).filter(|data| **data != Data::Null || meant.is_some());
    let Some(meant) = meant else {
        // Where the author gave nothing, a later value of the same key may count.
        let given = read.and_then(Data::text).is_some_and(|text| !text.is_empty());
        return (given && stands_twice(document, key)).then(|| Cause::DuplicateKey(key.to_owned()));
    };
    let comment = comment(document, &meant);
    match read {
        Some(Data::Text(text)) if same(text, &meant.text) => {
            comment.filter(|comment| comment.reads_on).map(|_| Cause::Comment(key.to_owned()))
        }
        Some(Data::Text(text)) => {
            if let Some(comment) = comment
                && same(text, &comment.whole)
            {
                return (!comment.reads_on).then(|| Cause::Comment(key.to_owned()));
            }
            Some(cause_of(reader, readings, &meant, raw, key, Some(text)))
        }
        Some(data @ (Data::List(_) | Data::Map(_))) => match meant.form {
            Form::List | Form::Map => Some(Cause::Type(key.to_owned())),
            _ => Some(cause_of(reader, readings, &meant, raw, key, data.text().map(|text| &**text))),
        },
        Some(_) => Some(Cause::NotText(key.to_owned())),
        None => Some(cause_of(reader, readings, &meant, raw, key, None)),
    }
}

/// Why a reader has `text`, or nothing, for a value that means something else.
fn cause_of(
    reader: Reader,
    readings: &Readings<'_>,
    meant: &Value,
    raw: &Raw,
    key: &'static str,
    text: Option<&str>,
) -> Cause {
    let document = readings.document();
    if stands_twice(document, key) {
        return Cause::DuplicateKey(key.to_owned());
    }
    let better = |other: &Reading| {
        let read = other.get(key).and_then(Data::text);
        read.is_some_and(|text| same(&text.replace("---", "xxx"), &meant.text.replace("---", "xxx")))
    };
    if let Some((_, cause)) = mended(reader, readings, better) {
        return cause;
    }
    let broken = document.yaml.error.as_ref().is_some_and(|error| error.at <= document.fences.block.end);
    let single = document.is_single_line(meant);
    match meant.form {
        Form::List | Form::Map => Cause::Type(key.to_owned()),
        _ if !single => Cause::MultiLine(key.to_owned()),
        _ if broken || matches!(raw.fault, Some(Fault::At(_) | Fault::Feature(_))) => Cause::Yaml,
        Form::Scalar(Style::SingleQuoted | Style::DoubleQuoted) if text.is_some() => Cause::Escape(key.to_owned()),
        _ if text.is_none() => Cause::Indented(key.to_owned()),
        _ => Cause::Yaml,
    }
}

fn stands_twice(document: &Document, key: &str) -> bool {
    let entries = document.yaml.entries().iter().filter(|entry| entry.key.text() == Some(key));
    entries.count() > 1 || strict::twice(document.yaml.entries()) == Some(key)
}

/// Whether two texts are the same but for blanks and line breaks, with which readers deal in their own ways.
fn same(a: &str, b: &str) -> bool {
    a == b || a.split_whitespace().eq(b.split_whitespace())
}

/// A comment behind a plain value, on its line.
struct Comment {
    /// The value with it.
    whole: String,
    /// Whether it looks as if it belonged to the text: a `#` with no blank behind it.
    reads_on: bool,
}

fn comment(document: &Document, meant: &Value) -> Option<Comment> {
    let text = &document.text;
    if meant.form != Form::Scalar(Style::Plain) {
        return None;
    }
    let comment = document.yaml.comments.iter().find(|comment| comment.start >= meant.span.end)?;
    if Span::new(meant.span.end, comment.start).slice(text).contains(['\n', '\r']) {
        return None;
    }
    let whole = Span::new(meant.span.start, comment.end).trim(text).slice(text).to_owned();
    Some(Comment { whole, reads_on: !comment.slice(text).starts_with("# ") })
}
