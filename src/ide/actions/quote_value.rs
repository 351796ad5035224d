use super::{Action, edit};
use crate::ide::Site;
use crate::rules::quote;
use crate::skill::{Document, Form, Skill};
use crate::syntax::yaml::{Entry, Node, Style, Value};
use crate::text::{Edit, Span};

/// Puts the value at the site in quotes.
pub fn action(site: &Site<'_>, skill: &Skill) -> Option<Action> {
    if site.file != skill.entry {
        return None;
    }
    let (span, text) = value_at(&skill.document, site.offset)?;
    edit(site, "Quote the value".to_owned(), Edit::replace(span, quote::quoted(&text)))
}

/// A value on one line without quotes: at the top level also one at which YAML stops.
fn value_at(document: &Document, offset: usize) -> Option<(Span, String)> {
    let one_line = |span: Span| !span.is_empty() && !span.slice(&document.text).contains(['\n', '\r']);
    let root = document.yaml.root.as_ref();
    if let Some((span, text)) = root.and_then(|root| plain_at(root, offset)).filter(|_| document.yaml.error.is_none()) {
        return one_line(span).then_some((span, text));
    }
    let keys = crate::syntax::fields::fields(&document.text, document.fences.block);
    let key = keys.filter(|field| field.value.touches(offset)).map(|field| field.key.slice(&document.text)).next()?;
    let value = document.value(key)?;
    let plain = matches!(value.form, Form::Line | Form::Scalar(Style::Plain));
    let raw = value.span.slice(&document.text);
    (plain && value.span.touches(offset) && one_line(value.span)).then(|| (value.span, raw.to_owned()))
}

fn plain_at(node: &Node, offset: usize) -> Option<(Span, String)> {
    match &node.value {
        Value::Scalar { text, style: Style::Plain } => {
            (node.span.touches(offset) && node.tag.is_none()).then(|| (node.span, text.clone()))
        }
        Value::Scalar { .. } => None,
        Value::Sequence(items) => items.iter().find_map(|item| plain_at(item, offset)),
        Value::Mapping(entries) => {
            entries.iter().filter_map(|Entry { value, .. }| value.as_ref()).find_map(|value| plain_at(value, offset))
        }
    }
}
