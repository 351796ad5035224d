//! VS Code's own small YAML reader, the one with block scalars.
//!
//! It never fails: where it does not understand, it stops, and every key after that is lost. All values are texts, lists or
//! maps. Source: microsoft/vscode, `src/vs/base/common/yaml.ts` at 025b30c.

mod block;
mod scan;

use super::Data;
use super::by_key::ByKey;
use super::library::Values;
use scan::{Token, Tokens};

/// The top-level keys, the first of equal ones only; `None` when the top level is no map.
pub(super) fn read(block: &str) -> Option<Values> {
    let mut parser = Parser { tokens: scan::tokens(block), at: 0, depth: 0 };
    parser.skip_blank();
    if parser.here() == &Token::DocumentStart {
        parser.at += 1;
        parser.skip_blank();
    }
    match parser.value(None)? {
        Data::Map(values) => Some(values),
        _ => None,
    }
}

/// Nesting deeper than this is given up, so that no text can exhaust the stack.
const DEEPEST: usize = 64;

struct Parser {
    tokens: Tokens,
    at: usize,
    depth: usize,
}

impl Parser {
    fn here(&self) -> &Token {
        self.peek(0)
    }

    fn peek(&self, ahead: usize) -> &Token {
        self.tokens.get(self.at + ahead)
    }

    /// Column of the token's first character in its line.
    fn column(&self) -> usize {
        self.tokens.column(self.at)
    }

    fn skip_blank(&mut self) {
        loop {
            match self.here() {
                Token::Newline | Token::Comment => self.at += 1,
                Token::Indent(_) if matches!(self.peek(1), Token::Newline | Token::Comment | Token::End) => {
                    self.at += 1
                }
                _ => return,
            }
        }
    }

    fn indent(&self) -> usize {
        if let Token::Indent(width) = self.here() { *width } else { 0 }
    }

    fn skip_indent(&mut self) {
        if matches!(self.here(), Token::Indent(_)) {
            self.at += 1;
        }
    }

    fn past_indent(&self) -> &Token {
        self.peek(usize::from(matches!(self.here(), Token::Indent(_))))
    }

    fn looks_like_mapping(&self) -> bool {
        let ahead = usize::from(matches!(self.here(), Token::Indent(_)));
        matches!((self.peek(ahead), self.peek(ahead + 1)), (Token::Scalar { .. }, Token::Colon))
    }

    /// A value that must be indented more than `parent`; at the top level there is none.
    fn value(&mut self, parent: Option<usize>) -> Option<Data> {
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let value = self.value_inside(parent);
        self.depth -= 1;
        value
    }

    fn value_inside(&mut self, parent: Option<usize>) -> Option<Data> {
        self.skip_blank();
        match self.past_indent() {
            Token::MapStart | Token::ListStart => {
                self.skip_indent();
                return Some(self.flow());
            }
            Token::Dash => {
                let indent = self.indent();
                return Some(self.sequence(indent));
            }
            _ => {}
        }
        if self.looks_like_mapping() {
            let indent = self.indent();
            return Some(self.mapping(indent, false));
        }
        match self.here() {
            Token::Scalar { .. } | Token::Indent(_) => {
                self.skip_indent();
                Some(self.scalar(parent))
            }
            _ => None,
        }
    }

    fn scalar(&mut self, parent: Option<usize>) -> Data {
        let Token::Scalar { text, plain } = self.here().clone() else { return text("") };
        self.at += 1;
        if plain { self.plain(text, parent) } else { Data::Text(text.into()) }
    }

    /// A plain scalar with the lines that go on with it.
    fn plain(&mut self, first: String, parent: Option<usize>) -> Data {
        let mut value = first;
        loop {
            let saved = self.at;
            let Some(empty) = self.continuation(parent) else {
                self.at = saved;
                break;
            };
            self.skip_indent();
            let more = match self.here().clone() {
                Token::Scalar { text, .. } if self.peek(1) != &Token::Colon => {
                    self.at += 1;
                    text
                }
                Token::Dash => {
                    self.at += 1;
                    match self.here().clone() {
                        Token::Scalar { text, .. } => {
                            self.at += 1;
                            format!("- {text}")
                        }
                        _ => "-".to_owned(),
                    }
                }
                _ => {
                    self.at = saved;
                    break;
                }
            };
            value += &if empty > 0 { "\n".repeat(empty) } else { " ".to_owned() };
            value += &more;
        }
        Data::Text(value.into())
    }

    /// Goes to the next line if that can go on with a plain scalar; gives the number of empty lines between.
    fn continuation(&mut self, parent: Option<usize>) -> Option<usize> {
        let mut empty = 0;
        while self.here() == &Token::Newline {
            self.at += 1;
            match self.here() {
                Token::Newline => empty += 1,
                Token::Indent(_) if matches!(self.peek(1), Token::Newline | Token::End) => {
                    empty += 1;
                    self.at += 1;
                }
                Token::Indent(_) if self.peek(1) == &Token::Comment => return None,
                Token::Indent(width) => return parent.is_none_or(|parent| *width > parent).then_some(empty),
                Token::End | Token::DocumentStart | Token::DocumentEnd => return None,
                _ => return parent.is_none().then_some(empty),
            }
        }
        None
    }

    fn mapping(&mut self, base: usize, inline: bool) -> Data {
        let mut values = ByKey::default();
        if inline {
            self.entry(base, &mut values);
        }
        loop {
            self.skip_blank();
            if self.here() == &Token::End || self.indent() < base || !self.looks_like_mapping() {
                break;
            }
            self.entry(base, &mut values);
        }
        Data::Map(values.into_values())
    }

    fn entry(&mut self, base: usize, values: &mut ByKey) {
        self.skip_indent();
        let Token::Scalar { text: key, .. } = self.here().clone() else { return };
        // The colon behind it was looked for before.
        self.at += 2;
        let value = self.mapping_value(base);
        values.keep_first(key, value);
    }

    fn mapping_value(&mut self, base: usize) -> Data {
        match self.here() {
            Token::MapStart | Token::ListStart => return self.flow(),
            Token::Scalar { .. } => return self.scalar(Some(base)),
            _ => self.skip_blank(),
        }
        let indent = self.indent();
        let dashes = indent == base && self.past_indent() == &Token::Dash;
        if self.here() == &Token::End || indent <= base && !dashes {
            return text("");
        }
        self.value(Some(base)).unwrap_or_else(|| text(""))
    }

    fn sequence(&mut self, base: usize) -> Data {
        let mut items = Vec::new();
        let mut first = true;
        loop {
            self.skip_blank();
            let indent = if first && self.here() == &Token::Dash { self.column() } else { self.indent() };
            first = false;
            if self.here() == &Token::End || indent < base || self.past_indent() != &Token::Dash {
                break;
            }
            self.skip_indent();
            self.at += 1;
            items.push(self.item(base));
        }
        Data::List(items)
    }

    fn item(&mut self, base: usize) -> Data {
        match self.here() {
            Token::MapStart | Token::ListStart => return self.flow(),
            Token::Dash if self.depth < DEEPEST => {
                let column = self.column();
                self.depth += 1;
                let list = self.sequence(column);
                self.depth -= 1;
                return list;
            }
            Token::Scalar { .. } if self.peek(1) == &Token::Colon && self.depth < DEEPEST => {
                let column = self.column();
                self.depth += 1;
                let map = self.mapping(column, true);
                self.depth -= 1;
                return map;
            }
            Token::Scalar { .. } => return self.scalar(Some(base)),
            _ => self.skip_blank(),
        }
        if self.here() == &Token::End || self.indent() <= base {
            return text("");
        }
        self.value(Some(base)).unwrap_or_else(|| text(""))
    }

    /// A list or map in brackets; ends at its bracket or at the end of the text.
    fn flow(&mut self) -> Data {
        let is_map = self.here() == &Token::MapStart;
        self.at += 1;
        self.depth += 1;
        let value = if is_map { self.flow_map() } else { self.flow_list() };
        self.depth -= 1;
        value
    }

    fn flow_map(&mut self) -> Data {
        let mut values = ByKey::default();
        loop {
            self.skip_flow_blank();
            let Token::Scalar { text: key, .. } = self.here().clone() else { break };
            self.at += 1;
            self.skip_flow_blank();
            let value = if self.here() == &Token::Colon {
                self.at += 1;
                self.skip_flow_blank();
                self.flow_value()
            } else {
                text("")
            };
            values.keep_first(key, value);
            self.skip_flow_blank();
            self.skip(&Token::Comma);
        }
        self.skip(&Token::MapEnd);
        Data::Map(values.into_values())
    }

    fn flow_list(&mut self) -> Data {
        let mut items = Vec::new();
        loop {
            self.skip_flow_blank();
            match self.here() {
                Token::ListEnd | Token::End => break,
                Token::MapStart | Token::ListStart | Token::Scalar { .. } => {
                    let item = self.flow_value();
                    items.push(item);
                }
                _ => {
                    self.at += 1;
                    continue;
                }
            }
            self.skip_flow_blank();
            self.skip(&Token::Comma);
        }
        self.skip(&Token::ListEnd);
        Data::List(items)
    }

    fn flow_value(&mut self) -> Data {
        match self.here().clone() {
            Token::MapStart | Token::ListStart if self.depth < DEEPEST => self.flow(),
            Token::Scalar { text, .. } => {
                self.at += 1;
                Data::Text(text.into())
            }
            // Too deep: step over the bracket, so that every call goes on.
            Token::MapStart | Token::ListStart => {
                self.at += 1;
                text("")
            }
            _ => text(""),
        }
    }

    fn skip_flow_blank(&mut self) {
        while matches!(self.here(), Token::Newline | Token::Indent(_) | Token::Comment) {
            self.at += 1;
        }
    }

    fn skip(&mut self, token: &Token) {
        if self.here() == token {
            self.at += 1;
        }
    }
}

fn text(text: &str) -> Data {
    Data::Text(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(block: &str) -> Vec<String> {
        let values = read(block).unwrap_or_default();
        values.iter().map(|(key, data)| format!("{key}={}", data.shown())).collect()
    }

    #[test]
    fn block_scalars_and_quotes_are_read() {
        assert_eq!(
            shown("a: >\n  x\n  y\nb: |-\n  p\n   q\nc: 'it''s'\nd: \"t\\tu\"\ne: C# and F#\nf: x #y\n"),
            ["a=x y\n", "b=p\n q", "c=it's", "d=t\tu", "e=C# and F#", "f=x"]
        );
        assert_eq!(shown("a: x\n  y\n\n  z\nb: 1"), ["a=x y\nz", "b=1"]);
        assert_eq!(shown("a: \"x\n  y\"\nb:\n  z"), ["a=x y", "b=z"]);
    }

    #[test]
    fn a_colon_cuts_the_value_and_loses_what_follows() {
        assert_eq!(shown("name: a\ndescription: Use when: editing\nlicense: MIT"), ["name=a", "description=Use when"]);
    }

    #[test]
    fn collections_are_no_texts() {
        assert_eq!(shown("a: [x, 'y']\nb: [WIP] z\nc: d"), ["a=[x, y]", "b=[WIP]"]);
        assert_eq!(shown("a:\n  k: v\n  l:\n    - 1\n    - m: n\nb: c"), ["a={k: v, l: [1, {m: n}]}", "b=c"]);
        assert_eq!(shown("a:\n- x\n- y\nb: c"), ["a=[x, y]", "b=c"]);
        assert_eq!(shown("a: x\na: y"), ["a=x"]);
        assert_eq!(shown("just text"), [""; 0]);
    }

    #[test]
    fn no_text_is_too_deep() {
        for open in ["[", "{a: ", "- "] {
            read(&format!("a: {}", open.repeat(10_000)));
            read(&format!("a:\n  {}", open.repeat(10_000)));
        }
    }
}
