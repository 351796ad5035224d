use std::sync::Arc;

use crate::syntax::fences::{self, Fences};
use crate::syntax::fields;
use crate::syntax::yaml::{self, Entry, Style, Yaml};
use crate::text::{Span, lines};

/// A `SKILL.md` as its author meant it: what every rule and every reader starts from.
#[derive(Clone, Debug)]
pub struct Document {
    /// The decoded text.
    pub text: Arc<str>,
    /// Offset of the first byte that was not UTF-8.
    pub invalid_at: Option<usize>,
    /// Where the front matter stands.
    pub fences: Fences,
    /// The front matter as YAML, as far as it could be read.
    pub yaml: Yaml,
}

/// A top-level value of the front matter, as the author meant it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The key's bytes.
    pub key: Span,
    /// The value's bytes; empty, behind the colon, when there is none.
    pub span: Span,
    /// The text meant; for lists and maps, their source.
    pub text: String,
    /// How it is written.
    pub form: Form,
}

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Nothing behind the colon, or only a comment.
    Empty,
    /// A scalar that YAML understands.
    Scalar(Style),
    /// A list.
    List,
    /// A map.
    Map,
    /// The rest of the line, since YAML does not get that far.
    Line,
}

impl Document {
    /// Reads a text; never fails.
    pub fn new(text: impl Into<Arc<str>>, invalid_at: Option<usize>) -> Self {
        let text = text.into();
        let fences = fences::read(&text);
        let yaml = if fences.opening.is_some() { yaml::parse(&text, fences.block) } else { Yaml::default() };
        Document { text, invalid_at, fences, yaml }
    }

    /// Whether there is any front matter.
    pub fn has_front_matter(&self) -> bool {
        self.fences.opening.is_some()
    }

    /// A place for what is said of the front matter or the text as a whole: the opening fence, else the first line.
    pub fn opening(&self) -> Span {
        match self.fences.opening {
            Some(fence) => fence.dashes,
            None => {
                lines(&self.text, self.fences.bom.map_or(0, |bom| bom.end)).next().map_or(Span::at(0), |line| line.0)
            }
        }
    }

    /// Whether a single-line reader sees the whole value: it stands on its key's line and nowhere else.
    pub fn is_single_line(&self, value: &Value) -> bool {
        !Span::new(value.key.end, value.span.trim(&self.text).end).slice(&self.text).contains(['\n', '\r'])
    }

    /// The first value of a top-level key: from the YAML, or, where that stops before it, from the key's line.
    pub fn value(&self, key: &str) -> Option<Value> {
        match self.yaml.get(key) {
            Some(entry) if entry.value.is_some() && !self.broken_inside(entry) => Some(self.yaml_value(entry)),
            _ => self.line_value(key),
        }
    }

    /// Whether the first fault lies in this entry, so that YAML's value is not the author's.
    fn broken_inside(&self, entry: &Entry) -> bool {
        let Some(error) = &self.yaml.error else { return false };
        let end = entry.span().end;
        let line_end = self.text.get(end..).and_then(|rest| rest.find('\n')).map_or(self.text.len(), |at| end + at);
        // A list or a map that is never closed reaches to the fault, wherever that is; so does a value that the line goes
        // on behind.
        let source = entry.value.as_ref().map_or("", |value| value.span.slice(&self.text).trim_end());
        let closed = |open, close| !source.starts_with(open) || source.ends_with(close);
        let rest = Span::new(end, line_end).slice(&self.text).trim();
        let whole = closed('[', ']') && closed('{', '}') && (rest.is_empty() || rest.starts_with('#'));
        entry.key.span.start <= error.at && (error.at <= line_end || !whole)
    }

    fn yaml_value(&self, entry: &Entry) -> Value {
        let key = entry.key.span;
        let Some(node) = &entry.value else {
            return Value { key, span: Span::at(key.end), text: String::new(), form: Form::Empty };
        };
        let (text, form) = match &node.value {
            yaml::Value::Scalar { text, style: Style::Plain } if text.is_empty() => (String::new(), Form::Empty),
            yaml::Value::Scalar { text, style } => (text.clone(), Form::Scalar(*style)),
            yaml::Value::Sequence(_) => (node.span.slice(&self.text).to_owned(), Form::List),
            yaml::Value::Mapping(_) => (node.span.slice(&self.text).to_owned(), Form::Map),
        };
        Value { key, span: node.span, text, form }
    }

    fn line_value(&self, key: &str) -> Option<Value> {
        let field = fields::first(&self.text, self.fences.block, key)?;
        let text = fields::unquote(field.value.slice(&self.text)).to_owned();
        let form = if field.value.is_empty() { Form::Empty } else { Form::Line };
        Some(Value { key: field.key, span: field.value, text, form })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(block: &str, key: &str) -> Option<(String, Form)> {
        let document = Document::new(format!("---\n{block}---\n"), None);
        document.value(key).map(|value| (value.text, value.form))
    }

    #[test]
    fn values_as_meant() {
        let cases = [
            ("name: 'a b'\n", Some(("a b", Form::Scalar(Style::SingleQuoted)))),
            ("name:\n", Some(("", Form::Empty))),
            ("name: # later\n", Some(("", Form::Empty))),
            ("name: [x]\n", Some(("[x]", Form::List))),
            ("name: a: b\n", Some(("a: b", Form::Line))),
            ("name: [a\nother: b\n", Some(("[a", Form::Line))),
            ("name: [a]|\nother: b\n", Some(("[a]|", Form::Line))),
            ("x: y: z\nname: after\n", Some(("after", Form::Line))),
            ("name: >\n  a\n  b\n", Some(("a b\n", Form::Scalar(Style::Folded)))),
            ("other: a\n", None),
        ];
        for (block, expected) in cases {
            let expected = expected.map(|(text, form)| (text.to_owned(), form));
            assert_eq!(value(block, "name"), expected, "{block}");
        }
    }

    #[test]
    fn single_line_means_on_the_line_of_the_key() {
        for (block, single) in
            [("d: a\n", true), ("d: >\n  a\n", false), ("d:\n  a\n", false), ("d: 'a\n  b'\n", false)]
        {
            let document = Document::new(format!("---\n{block}---\n"), None);
            let value = document.value("d").unwrap();
            assert_eq!(document.is_single_line(&value), single, "{block}");
        }
    }
}
