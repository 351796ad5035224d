use std::collections::HashMap;

use granit_parser::{ErrorKind, Event, Options, Parser, ScalarStyle, StructureStyle};

use super::tree::{Entry, Node, Style, Value, Yaml, YamlError};
use crate::text::Span;

/// Parses the bytes `block` of `text`; all places are offsets into `text`.
///
/// Aliases of scalars are resolved; an alias of a list or a map stands as an empty one, so no text can grow.
pub fn parse(text: &str, block: Span) -> Yaml {
    let mut builder =
        Builder { text, last: block.start, yaml: Yaml::default(), open: Vec::new(), anchors: HashMap::new() };
    let mut options = Options::default();
    options.bom_inside_document_as_content = true;
    let mut documents = 0;
    for event in Parser::new_from_str_with_options(block.slice(text), options) {
        match event {
            Ok((Event::DocumentStart(..), span)) => {
                documents += 1;
                if documents > 1 {
                    builder.yaml.error = Some(YamlError {
                        at: block.start + span.byte_range().map_or(0, |range| range.start),
                        kind: ErrorKind::MultipleDocumentsUnsupported,
                        message: "a second document begins here".to_owned(),
                    });
                    break;
                }
            }
            Ok((event, span)) => {
                let span = Span::from(span.byte_range().unwrap_or(0..0)).shift(block.start);
                builder.take(event, span);
                builder.last = span.end;
            }
            Err(error) => {
                let at = error.marker().byte_offset().unwrap_or(0).min(block.len());
                builder.yaml.error =
                    Some(YamlError { at: block.start + at, kind: error.kind().clone(), message: error.info() });
                break;
            }
        }
    }
    builder.finish()
}

struct Builder<'a> {
    text: &'a str,
    /// Where the event before ended.
    last: usize,
    yaml: Yaml,
    open: Vec<Open>,
    anchors: HashMap<usize, Node>,
}

/// A collection whose end has not come yet.
struct Open {
    node: Node,
    flow: bool,
    /// In a mapping: the key that waits for its value.
    key: Option<Node>,
}

impl Builder<'_> {
    fn take(&mut self, event: Event<'_>, span: Span) {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let style = convert(style);
                // The parser gives `~` for a value that is not there, and leaves a block scalar's header out.
                let absent = style == Style::Plain && span.is_empty();
                let text = if absent { String::new() } else { text.into_owned() };
                let span = if style.is_block() { self.with_header(span) } else { span };
                let node = Node { span, tag: tag.map(|tag| tag.original()), value: Value::Scalar { text, style } };
                self.remember(anchor, &node);
                self.place(node);
            }
            Event::SequenceStart(style, anchor, tag) => {
                self.start(Value::Sequence(Vec::new()), style, span, anchor, tag.map(|tag| tag.original()));
            }
            Event::MappingStart(style, anchor, tag) => {
                self.start(Value::Mapping(Vec::new()), style, span, anchor, tag.map(|tag| tag.original()));
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(Some(span.end)),
            Event::Alias(anchor) => {
                let mut node = self.anchors.get(&anchor).cloned().unwrap_or_else(|| Node::empty(span));
                node.span = span;
                self.place(node);
            }
            Event::Comment(..) => self.yaml.comments.push(span),
            _ => {}
        }
    }

    fn start(&mut self, value: Value, style: StructureStyle, span: Span, anchor: usize, tag: Option<String>) {
        let node = Node { span, tag, value };
        self.remember(anchor, &node);
        self.open.push(Open { node, flow: style == StructureStyle::Flow, key: None });
    }

    /// Closes the innermost collection; without an end (a fault came first) it ends with its last part.
    fn end(&mut self, end: Option<usize>) {
        let Some(mut open) = self.open.pop() else { return };
        if let (Some(key), Value::Mapping(entries)) = (open.key.take(), &mut open.node.value) {
            entries.push(Entry { key, value: None });
        }
        let inner = match &open.node.value {
            Value::Sequence(items) => items.last().map(|node| node.span.end),
            Value::Mapping(entries) => entries.last().map(Entry::end),
            Value::Scalar { .. } => None,
        };
        // A block collection's end event lies at the next token: its last part says better where it ends.
        let last = inner.unwrap_or(open.node.span.end);
        open.node.span.end = if open.flow { end.unwrap_or(last).max(last) } else { last };
        self.place(open.node);
    }

    fn place(&mut self, node: Node) {
        let Some(open) = self.open.last_mut() else {
            if self.yaml.root.is_none() {
                self.yaml.root = Some(node);
            }
            return;
        };
        match &mut open.node.value {
            Value::Sequence(items) => items.push(node),
            Value::Mapping(entries) => match open.key.take() {
                Some(key) => entries.push(Entry { key, value: Some(node) }),
                None => open.key = Some(node),
            },
            Value::Scalar { .. } => {}
        }
    }

    fn with_header(&self, content: Span) -> Span {
        let between = Span::new(self.last.min(content.start), content.start);
        let header = between.slice(self.text).find(['|', '>']).map_or(content.start, |at| between.start + at);
        Span::new(header, content.end)
    }

    fn remember(&mut self, anchor: usize, node: &Node) {
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
        }
    }

    fn finish(mut self) -> Yaml {
        while !self.open.is_empty() {
            self.end(None);
        }
        self.yaml
    }
}

fn convert(style: ScalarStyle) -> Style {
    match style {
        ScalarStyle::Plain => Style::Plain,
        ScalarStyle::SingleQuoted => Style::SingleQuoted,
        ScalarStyle::DoubleQuoted => Style::DoubleQuoted,
        ScalarStyle::Literal => Style::Literal,
        ScalarStyle::Folded => Style::Folded,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn yaml(text: &str) -> Yaml {
        parse(text, Span::new(0, text.len()))
    }

    /// Every node with its source, in reading order.
    fn shown(text: &str) -> Vec<String> {
        fn walk(node: &Node, text: &str, out: &mut Vec<String>) {
            let kind = match &node.value {
                Value::Scalar { text, style } => format!("{style:?} {text:?}"),
                Value::Sequence(_) => "list".to_owned(),
                Value::Mapping(_) => "map".to_owned(),
            };
            out.push(format!("{kind} <{}>", node.span.slice(text)));
            match &node.value {
                Value::Scalar { .. } => {}
                Value::Sequence(items) => items.iter().for_each(|item| walk(item, text, out)),
                Value::Mapping(entries) => {
                    for entry in entries {
                        walk(&entry.key, text, out);
                        match &entry.value {
                            Some(value) => walk(value, text, out),
                            None => out.push("nothing".to_owned()),
                        }
                    }
                }
            }
        }
        let mut out = Vec::new();
        if let Some(root) = &yaml(text).root {
            walk(root, text, &mut out);
        }
        out
    }

    #[test]
    fn spans_are_the_bytes_of_the_source() {
        assert_eq!(
            shown("name: café-🦀\nlist: [a, 'b']\nmap:\n  k: \"v\"\n\nnext:\n"),
            [
                "map <name: café-🦀\nlist: [a, 'b']\nmap:\n  k: \"v\"\n\nnext>",
                "Plain \"name\" <name>",
                "Plain \"café-🦀\" <café-🦀>",
                "Plain \"list\" <list>",
                "list <[a, 'b']>",
                "Plain \"a\" <a>",
                "SingleQuoted \"b\" <'b'>",
                "Plain \"map\" <map>",
                "map <k: \"v\">",
                "Plain \"k\" <k>",
                "DoubleQuoted \"v\" <\"v\">",
                "Plain \"next\" <next>",
                "Plain \"\" <>",
            ]
        );
    }

    #[test]
    fn values_over_several_lines_have_their_whole_span() {
        assert_eq!(
            shown("a: one\n  two\nb: >\n  x\n  y\nc: \"q\n  r\"\n")[2..],
            [
                "Plain \"one two\" <one\n  two>",
                "Plain \"b\" <b>",
                "Folded \"x y\\n\" <>\n  x\n  y\n>",
                "Plain \"c\" <c>",
                "DoubleQuoted \"q r\" <\"q\n  r\">",
            ]
        );
    }

    #[test]
    fn everything_before_a_fault_is_kept() {
        let text = "name: a\ndescription: Use when: editing\nlicense: MIT\n";
        let yaml = yaml(text);
        assert_eq!(yaml.get("name").and_then(|entry| entry.value.as_ref()).and_then(Node::text), Some("a"));
        let error = yaml.error.as_ref().expect("an unquoted colon is a fault");
        assert_eq!(&text[error.at - 8..error.at], "Use when");
        assert!(yaml.get("license").is_none());
    }

    #[test]
    fn an_alias_cannot_make_the_tree_grow() {
        let yaml = yaml("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\nd: &d hi\ne: *d\n");
        assert_eq!(yaml.error, None);
        assert_eq!(yaml.get("e").and_then(|entry| entry.value.as_ref()).and_then(Node::text), Some("hi"));
        assert_eq!(
            yaml.get("c").and_then(|e| e.value.as_ref()).map(|n| &n.value).map(|value| match value {
                Value::Sequence(items) => items.iter().all(|item| item.value == Value::Sequence(Vec::new())),
                _ => false,
            }),
            Some(true)
        );
    }

    #[test]
    fn a_second_document_is_a_fault_at_its_place() {
        let text = "a: 1\n---\nb: 2\n";
        assert_eq!(yaml(text).error.map(|error| error.at), Some(5));
    }
}
