//! The first fault of the YAML in the words of the mistakes that authors make.

use crate::hosts::Cause;
use crate::rules::{Diagnostic, Fix, Rule, SkillContext, quote};
use crate::syntax::fields;
use crate::syntax::yaml::ErrorKind;
use crate::text::{Edit, Span, lines};

/// A mistake that breaks YAML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// `: ` in a value without quotes: the colon.
    Colon(Span),
    /// A tab where YAML wants blanks.
    Tab(Span),
    /// A value that begins with a character that means something: that character.
    Start(Span),
    /// Text behind the closing quote: the quote that ends too early.
    EarlyQuote(Span),
    /// A quote that is never closed.
    OpenQuote(Span),
    /// Anything else.
    Other(Span),
}

/// The front matter's first fault and the line of the value it lies in.
pub struct Found {
    /// What it is.
    pub fault: Fault,
    /// The key and the value written on its line, when it lies in such a line.
    pub line: Option<Line>,
}

/// `key: value` on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The key.
    pub key: Span,
    /// The rest of the line without blanks around it.
    pub value: Span,
}

/// Works out the fault; `None` when the YAML is sound, or is not there.
pub fn find(ctx: &SkillContext<'_>) -> Option<Found> {
    let document = ctx.document();
    document.fences.closing?;
    let error = document.yaml.error.as_ref()?;
    let text = ctx.text();
    let (line, _) = lines(text, document.fences.block.start)
        .take_while(|(line, _)| line.start <= error.at)
        .last()
        .unwrap_or((Span::at(error.at), Span::at(error.at)));
    let entry = entry_line(text, line);
    let fault = classify(text, error.at, &error.kind, line, entry);
    Some(Found { fault, line: entry })
}

/// The diagnostic of a rule on a fault, with the quoting fix where the fault lies in a value.
pub fn report(ctx: &SkillContext<'_>, rule: &Rule, span: Span, what: String, line: Option<Line>) -> Option<Diagnostic> {
    let diagnostic = ctx.report(rule, &Cause::Yaml, span, what)?;
    let Some(line) = line else { return Some(diagnostic) };
    let raw = line.value.slice(ctx.text());
    let edit = Edit::replace(line.value, quote::quoted(fields::unquote(raw)));
    // The text of a value that goes on in the next lines is not on this one alone.
    let title = format!("Quote the value of `{}`", line.key.slice(ctx.text()));
    Some(match continues(ctx, line.value) {
        true => diagnostic,
        false => diagnostic.with_fix(Fix::edit(title, true, &ctx.skill.entry, vec![edit])),
    })
}

fn continues(ctx: &SkillContext<'_>, value: Span) -> bool {
    let block = ctx.document().fences.block;
    let next = lines(ctx.text(), value.end).nth(1).filter(|(line, _)| line.start < block.end);
    next.is_some_and(|(line, _)| line.slice(ctx.text()).starts_with([' ', '\t']))
}

fn classify(text: &str, at: usize, kind: &ErrorKind, line: Span, entry: Option<Line>) -> Fault {
    let first = text.get(at..).and_then(|rest| rest.chars().next());
    let here = Span::new(at, at + first.filter(|c| *c != '\n' && *c != '\r').map_or(0, char::len_utf8));
    let indent = line.slice(text).len() - line.slice(text).trim_start().len();
    let tab = Span::new(line.start, line.start + indent).slice(text).find('\t');
    if let (Some(tab), true) = (tab, is_about_tabs(kind)) {
        return Fault::Tab(Span::new(line.start + tab, line.start + tab + 1));
    }
    let Some(entry) = entry else { return Fault::Other(here) };
    let value = entry.value.slice(text);
    let start = Span::new(entry.value.start, entry.value.start + value.chars().next().map_or(0, char::len_utf8));
    match value.chars().next() {
        Some(quote @ ('"' | '\'')) => match closing_quote(value, quote) {
            Some(end) if end + 1 < value.len() && !value[end + 1..].trim_start().starts_with('#') => {
                Fault::EarlyQuote(Span::new(entry.value.start + end, entry.value.start + end + 1))
            }
            None => Fault::OpenQuote(start),
            Some(_) => Fault::Other(here),
        },
        Some('@' | '`' | '%' | '*' | '&' | '!' | '[' | '{' | ']' | '}' | ',' | '|' | '>') => Fault::Start(start),
        Some('-' | '?') if value[1..].starts_with(' ') => Fault::Start(start),
        Some(_) => match colon(value) {
            Some(colon) => Fault::Colon(Span::new(entry.value.start + colon, entry.value.start + colon + 1)),
            None => Fault::Other(here),
        },
        None => Fault::Other(here),
    }
}

fn is_about_tabs(kind: &ErrorKind) -> bool {
    format!("{kind:?}").contains("Tab")
}

/// The `key: value` that a line holds, at any depth and behind a `- `.
fn entry_line(text: &str, line: Span) -> Option<Line> {
    let content = line.slice(text);
    let bare = content.trim_start();
    let bare = bare.strip_prefix("- ").map_or(bare, str::trim_start);
    let start = line.start + content.len() - bare.len();
    let colon = bare.find(": ").or_else(|| bare.trim_end().strip_suffix(':').map(str::len))?;
    let key = &bare[..colon];
    let plain = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "_.-/ ".contains(c));
    plain.then(|| Line {
        key: Span::new(start, start + colon),
        value: Span::new(start + colon + 1, line.end).trim(text),
    })
}

/// The first `: ` or closing `:` of a plain value.
fn colon(value: &str) -> Option<usize> {
    let comment = value.find(" #").unwrap_or(value.len());
    let value = &value[..comment];
    value.find(": ").or_else(|| value.find(":\t")).or_else(|| value.ends_with(':').then(|| value.len() - 1))
}

/// Where a quoted value's quote closes: YAML doubles a single quote and escapes a double one.
fn closing_quote(value: &str, quote: char) -> Option<usize> {
    let bytes = value.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match (bytes[at], quote) {
            (b'\\', '"') => at += 1,
            (b'\'', '\'') if bytes.get(at + 1) == Some(&b'\'') => at += 1,
            (byte, quote) if char::from(byte) == quote => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}
