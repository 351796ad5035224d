//! VS Code's own small YAML reader as it was up to March 2026: no block scalars, no lines that go on.
//!
//! Source: microsoft/vscode, `src/vs/base/common/yaml.ts` before 025b30c, and measured.

use super::Data;
use super::by_key::ByKey;
use super::library::Values;

/// The top-level keys, the first of equal ones only; `None` when the top level is no map.
pub(super) fn read(block: &str) -> Option<Values> {
    let lines = block.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line).chars().collect()).collect();
    let mut reader = Lines { lines, line: 0, at: 0, flow: 0, depth: 0 };
    reader.next_content();
    if reader.is_done() || !reader.opens_map() {
        return None;
    }
    Some(reader.map(0, None))
}

/// Nesting deeper than this is given up, so that no text can exhaust the stack.
const DEEPEST: usize = 64;

struct Lines {
    lines: Vec<Vec<char>>,
    line: usize,
    at: usize,
    flow: usize,
    depth: usize,
}

impl Lines {
    fn is_done(&self) -> bool {
        self.line >= self.lines.len()
    }

    fn current(&self) -> &[char] {
        self.lines.get(self.line).map_or(&[], Vec::as_slice)
    }

    fn here(&self) -> Option<char> {
        self.current().get(self.at).copied()
    }

    fn rest(&self) -> String {
        self.current().iter().skip(self.at).collect()
    }

    fn next_line(&mut self) {
        self.line += 1;
        self.at = 0;
    }

    fn skip_blanks(&mut self) {
        while matches!(self.here(), Some(' ' | '\t')) {
            self.at += 1;
        }
    }

    /// Blanks before the line's text; a tab counts as four.
    fn indent(&self) -> usize {
        let blanks = self.current().iter().take_while(|c| matches!(c, ' ' | '\t'));
        blanks.map(|c| if *c == '\t' { 4 } else { 1 }).sum()
    }

    /// Goes to the next text that is no comment.
    fn next_content(&mut self) {
        while !self.is_done() {
            let rest = self.rest();
            let rest = rest.trim();
            if !rest.is_empty() && !rest.starts_with('#') {
                self.skip_blanks();
                return;
            }
            self.next_line();
        }
    }

    /// Whether the text here is a key: a colon outside of quotes, before any `#`.
    fn opens_map(&self) -> bool {
        let mut quote = None;
        for &c in &self.current()[self.at.min(self.current().len())..] {
            match (quote, c) {
                (None, '"' | '\'') => quote = Some(c),
                (Some(open), _) if c == open => quote = None,
                (None, ':') => return !matches!(self.here(), Some('[' | '{' | '-')),
                (None, '#') => return false,
                _ => {}
            }
        }
        false
    }

    /// A map whose keys stand at `base`; with `column`, one that begins in the middle of a line.
    fn map(&mut self, base: usize, column: Option<usize>) -> Values {
        let mut values = ByKey::default();
        let mut first = true;
        loop {
            if !first || column.is_none() {
                self.next_content();
            }
            first = false;
            if self.is_done() {
                break;
            }
            let indent = self.indent();
            self.skip_blanks();
            if column.map_or(indent < base, |column| self.at < column) {
                break;
            }
            let start = self.at;
            while self.here().is_some_and(|c| c != ':') {
                self.at += 1;
            }
            let key: String = self.current()[start..self.at].iter().collect();
            if self.here() == Some(':') {
                self.at += 1;
            }
            self.skip_blanks();
            let value = if matches!(self.here(), None | Some('#')) {
                self.next_line();
                self.below(indent, column.is_some())
            } else {
                let value = self.value();
                self.end_of_value();
                value
            };
            values.keep_first(key.trim(), value);
        }
        values.into_values()
    }

    /// What follows a value on its line: blanks and a comment go; anything else is left to be read as a key.
    fn end_of_value(&mut self) {
        self.skip_blanks();
        if matches!(self.here(), None | Some('#')) {
            self.next_line();
        }
    }

    /// The value that stands below its key.
    fn below(&mut self, indent: usize, inline: bool) -> Data {
        if self.is_done() || self.depth >= DEEPEST {
            return text("");
        }
        let next = self.indent();
        let dash = self.current().iter().find(|c| !matches!(c, ' ' | '\t')) == Some(&'-');
        if next < indent || next == indent && (inline || !dash) {
            return text("");
        }
        self.skip_blanks();
        self.depth += 1;
        let rest = self.rest();
        let value = if dash {
            Data::List(self.list(next))
        } else if next == indent {
            text("")
        } else if rest.contains(':') && !rest.trim().starts_with('#') {
            Data::Map(self.map(next, None))
        } else {
            self.value()
        };
        self.depth -= 1;
        value
    }

    fn list(&mut self, base: usize) -> Vec<Data> {
        let mut items = Vec::new();
        loop {
            self.next_content();
            if self.is_done() || self.indent() < base {
                break;
            }
            self.skip_blanks();
            if self.here() != Some('-') {
                break;
            }
            let indent = self.indent();
            self.at += 1;
            self.skip_blanks();
            if matches!(self.here(), None | Some('#')) {
                self.next_line();
                let deeper = !self.is_done() && self.indent() > indent;
                items.push(if deeper { self.below(indent, true) } else { text("") });
            } else if self.rest().contains(':') && self.depth < DEEPEST {
                let column = self.at;
                self.depth += 1;
                items.push(Data::Map(self.map(column, Some(column))));
                self.depth -= 1;
            } else {
                items.push(self.value());
                self.next_line();
            }
        }
        items
    }

    fn value(&mut self) -> Data {
        self.skip_blanks();
        match self.here() {
            Some(quote @ ('"' | '\'')) => {
                self.at += 1;
                let start = self.at;
                while self.here().is_some_and(|c| c != quote) {
                    self.at += 1;
                }
                let inner: String = self.current()[start..self.at].iter().collect();
                self.at += usize::from(self.here().is_some());
                Data::Text(inner.into())
            }
            Some('[' | '{') if self.depth < DEEPEST => self.brackets(),
            _ => {
                let start = self.at;
                let in_flow = self.flow > 0;
                while self.here().is_some_and(|c| c != '#' && !(in_flow && matches!(c, ',' | ']' | '}'))) {
                    self.at += 1;
                }
                let line = self.current();
                let raw: String = line.get(start..self.at).unwrap_or(&[]).iter().collect();
                typed(raw.trim_end())
            }
        }
    }

    /// A list or map in brackets; ends at its bracket or at the end of the text.
    fn brackets(&mut self) -> Data {
        let is_map = self.here() == Some('{');
        let close = if is_map { '}' } else { ']' };
        self.at += 1;
        (self.flow, self.depth) = (self.flow + 1, self.depth + 1);
        let (mut items, mut values) = (Vec::new(), Values::new());
        while !self.is_done() {
            self.skip_blanks();
            match self.here() {
                Some(c) if c == close => {
                    self.at += 1;
                    break;
                }
                None | Some('#') => {
                    self.next_line();
                    continue;
                }
                Some(_) => {}
            }
            let before = (self.line, self.at);
            if is_map {
                let start = self.at;
                while self.here().is_some_and(|c| c != ':') {
                    self.at += 1;
                }
                let key: String = self.current()[start..self.at].iter().collect();
                self.at += usize::from(self.here().is_some());
                let value = self.value();
                values.push((key.trim().trim_matches(['"', '\'']).into(), value));
            } else {
                let item = self.value();
                if (self.line, self.at) != before {
                    items.push(item);
                }
            }
            if (self.line, self.at) == before {
                self.at += 1;
            }
            self.skip_blanks();
            if self.here() == Some(',') {
                self.at += 1;
            }
        }
        (self.flow, self.depth) = (self.flow - 1, self.depth - 1);
        if is_map { Data::Map(values) } else { Data::List(items) }
    }
}

fn text(text: &str) -> Data {
    Data::Text(text.into())
}

fn typed(raw: &str) -> Data {
    match raw {
        "true" | "false" => Data::Boolean(raw == "true"),
        "null" | "~" => Data::Null,
        _ => {
            let digits = raw.strip_prefix('-').unwrap_or(raw);
            let (whole, fraction) = digits.split_once('.').unwrap_or(("", digits));
            let all_digits = |part: &str| part.chars().all(|c| c.is_ascii_digit());
            let number = !fraction.is_empty() && all_digits(whole) && all_digits(fraction);
            if number { Data::Number(raw.into()) } else { Data::Text(raw.into()) }
        }
    }
}
