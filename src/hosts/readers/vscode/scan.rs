//! The tokens of VS Code's YAML reader.

use super::block::block_text;

/// A piece of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Scalar {
        text: String,
        plain: bool,
    },
    Colon,
    Dash,
    Comma,
    MapStart,
    MapEnd,
    ListStart,
    ListEnd,
    Newline,
    /// Blanks at the beginning of a line; a tab counts as one.
    Indent(usize),
    Comment,
    DocumentStart,
    DocumentEnd,
    End,
}

/// All tokens with the columns at which they begin.
pub(super) struct Tokens {
    list: Vec<(Token, usize)>,
}

impl Tokens {
    pub(super) fn get(&self, at: usize) -> &Token {
        self.list.get(at).map_or(&Token::End, |(token, _)| token)
    }

    pub(super) fn column(&self, at: usize) -> usize {
        self.list.get(at).map_or(0, |(_, column)| *column)
    }
}

pub(super) fn tokens(input: &str) -> Tokens {
    let mut scanner = Scanner { input: input.chars().collect(), at: 0, line: 0, flow: 0, list: Vec::new() };
    while scanner.at < scanner.input.len() {
        scanner.line();
    }
    Tokens { list: scanner.list }
}

struct Scanner {
    input: Vec<char>,
    at: usize,
    /// Where the line begins.
    line: usize,
    flow: usize,
    list: Vec<(Token, usize)>,
}

impl Scanner {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.input.get(self.at + ahead).copied()
    }

    fn push(&mut self, token: Token, start: usize) {
        self.list.push((token, start.saturating_sub(self.line)));
    }

    fn at_line_end(&self) -> bool {
        is_end(self.peek(0))
    }

    fn newline(&mut self) {
        let start = self.at;
        if self.break_line() {
            self.push(Token::Newline, start);
        }
    }

    fn break_line(&mut self) -> bool {
        let width = match (self.peek(0), self.peek(1)) {
            (Some('\r'), Some('\n')) => 2,
            (Some('\n' | '\r'), _) => 1,
            _ => return false,
        };
        self.at += width;
        self.line = self.at;
        true
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(0), Some(' ' | '\t')) {
            self.at += 1;
        }
    }

    fn skip_line(&mut self) {
        while !self.at_line_end() {
            self.at += 1;
        }
    }

    fn line(&mut self) {
        self.line = self.at;
        self.skip_blanks();
        let width = self.at - self.line;
        if width > 0 {
            self.push(Token::Indent(width), self.line);
        }
        let mark: String = self.input[self.at..].iter().take(3).collect();
        let marked = width == 0 && is_blank_or_end(self.peek(3));
        match self.peek(0) {
            _ if self.at_line_end() => {}
            Some('-') if marked && mark == "---" => self.mark(Token::DocumentStart),
            Some('.') if marked && mark == "..." => self.mark(Token::DocumentEnd),
            Some('%') => self.skip_line(),
            _ => self.content(),
        }
        self.newline();
    }

    fn mark(&mut self, token: Token) {
        self.push(token, self.at);
        self.at += 3;
        self.content();
    }

    fn content(&mut self) {
        loop {
            self.skip_blanks();
            let Some(c) = self.peek(0).filter(|_| !self.at_line_end()) else { return };
            let start = self.at;
            let one = match c {
                '#' => {
                    self.push(Token::Comment, start);
                    self.skip_line();
                    return;
                }
                '{' | '[' => {
                    self.flow += 1;
                    Some(if c == '{' { Token::MapStart } else { Token::ListStart })
                }
                '}' | ']' if self.flow > 0 => {
                    self.flow -= 1;
                    Some(if c == '}' { Token::MapEnd } else { Token::ListEnd })
                }
                ',' if self.flow > 0 => Some(Token::Comma),
                '-' if is_blank_or_end(self.peek(1)) => Some(Token::Dash),
                ':' if self.is_separator() || self.flow > 0 && self.follows_json() => Some(Token::Colon),
                _ => None,
            };
            match (one, c) {
                (Some(token), _) => {
                    self.push(token, start);
                    self.at += 1;
                }
                (None, '\'' | '"') => self.quoted(c),
                (None, '|' | '>') if self.flow == 0 && self.opens_block() => {
                    self.block(c);
                    return;
                }
                (None, _) => self.plain(),
            }
        }
    }

    /// Whether the colon here separates a key from its value.
    fn is_separator(&self) -> bool {
        is_blank_or_end(self.peek(1)) || self.flow > 0 && matches!(self.peek(1), Some(',' | '}' | ']'))
    }

    fn follows_json(&self) -> bool {
        let last = self.list.iter().rev().map(|(token, _)| token);
        let last = last.into_iter().find(|token| !matches!(token, Token::Newline | Token::Indent(_) | Token::Comment));
        matches!(last, Some(Token::Scalar { plain: false, .. } | Token::MapEnd | Token::ListEnd))
    }

    fn plain(&mut self) {
        let start = self.at;
        let mut end = start;
        while let Some(c) = self.peek(0).filter(|_| !self.at_line_end()) {
            let in_flow = self.flow > 0 && matches!(c, ',' | '}' | ']' | '{' | '[');
            let comment = c == '#' && self.at > start && matches!(self.input[self.at - 1], ' ' | '\t');
            if in_flow || comment || c == ':' && self.is_separator() {
                break;
            }
            self.at += 1;
            if !matches!(c, ' ' | '\t') {
                end = self.at;
            }
        }
        if self.at == start {
            // A lone separator that nothing took: step over it, so that every call goes on.
            self.at += 1;
            end = self.at;
        }
        let text = self.input[start..end].iter().collect();
        self.push(Token::Scalar { text, plain: true }, start);
    }

    fn quoted(&mut self, quote: char) {
        let (start, line) = (self.at, self.line);
        self.at += 1;
        let mut value = String::new();
        // Blanks of the source at the end of `value`; those of escapes stay.
        let mut blanks = 0;
        while let Some(c) = self.peek(0) {
            match c {
                _ if c == quote && quote == '\'' && self.peek(1) == Some('\'') => {
                    value.push('\'');
                    self.at += 2;
                    blanks = 0;
                }
                _ if c == quote => {
                    self.at += 1;
                    break;
                }
                '\\' if quote == '"' => {
                    self.at += 1;
                    self.escape(&mut value);
                    blanks = 0;
                }
                '\n' | '\r' => {
                    value.truncate(value.len() - blanks);
                    blanks = 0;
                    self.break_line();
                    let mut empty = 0;
                    loop {
                        self.skip_blanks();
                        if !self.break_line() {
                            break;
                        }
                        empty += 1;
                    }
                    value += &if empty > 0 { "\n".repeat(empty) } else { " ".to_owned() };
                }
                _ => {
                    blanks = if matches!(c, ' ' | '\t') { blanks + 1 } else { 0 };
                    value.push(c);
                    self.at += 1;
                }
            }
        }
        self.list.push((Token::Scalar { text: value, plain: false }, start - line));
    }

    /// Reads what follows a backslash.
    fn escape(&mut self, value: &mut String) {
        if self.break_line() {
            self.skip_blanks();
            return;
        }
        let Some(c) = self.peek(0) else { return value.push('\\') };
        self.at += 1;
        let digits = match c {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => return value.push_str(&simple_escape(c)),
        };
        let hex: String = self.input[self.at..].iter().take(digits).collect();
        match u32::from_str_radix(&hex, 16).ok().filter(|_| hex.len() == digits).and_then(char::from_u32) {
            Some(found) => {
                value.push(found);
                self.at += digits;
            }
            None => {
                value.push('\\');
                value.push(c);
            }
        }
    }

    fn opens_block(&self) -> bool {
        let mut ahead = 1;
        while matches!(self.peek(ahead), Some('1'..='9' | '+' | '-')) {
            ahead += 1;
        }
        while matches!(self.peek(ahead), Some(' ' | '\t')) {
            ahead += 1;
        }
        is_end(self.peek(ahead)) || self.peek(ahead) == Some('#')
    }

    fn block(&mut self, style: char) {
        let (start, line) = (self.at, self.line);
        let parent = self.block_parent();
        self.at += 1;
        let (mut indent, mut chomping) = (None, None);
        for _ in 0..2 {
            match self.peek(0) {
                Some(c @ '1'..='9') if indent.is_none() => {
                    indent = Some((parent + 1 + c as isize - '1' as isize).max(0) as usize);
                    self.at += 1;
                }
                Some(c @ ('+' | '-')) if chomping.is_none() => {
                    chomping = Some(c);
                    self.at += 1;
                }
                _ => {}
            }
        }
        self.skip_line();
        self.break_line();
        let (lines, trailing) = self.block_lines(parent, indent);
        let text = block_text(style, chomping, &lines, trailing);
        self.list.push((Token::Scalar { text, plain: false }, start - line));
    }

    /// The lines of a block scalar without their indentation, and how many empty ones stand at its end.
    fn block_lines(&mut self, parent: isize, mut indent: Option<usize>) -> (Vec<String>, usize) {
        let mut lines: Vec<String> = Vec::new();
        let mut trailing = 0;
        while self.at < self.input.len() {
            let start = self.at;
            while self.peek(0) == Some(' ') {
                self.at += 1;
            }
            let width = self.at - start;
            if self.at_line_end() {
                let kept = indent.filter(|indent| width > *indent).map_or(0, |indent| width - indent);
                lines.push(" ".repeat(kept));
                trailing = if kept == 0 { trailing + 1 } else { 0 };
                self.break_line();
                continue;
            }
            let mark: String = self.input[self.at..].iter().take(3).collect();
            let marked = width == 0 && matches!(mark.as_str(), "---" | "...") && is_blank_or_end(self.peek(3));
            let deep = (width as isize) > parent || indent.is_some();
            let wanted = *indent.get_or_insert(width);
            if marked || !deep || width < wanted {
                self.at = start;
                break;
            }
            self.skip_line();
            lines.push(self.input[start + wanted..self.at].iter().collect());
            trailing = 0;
            self.break_line();
        }
        self.line = self.at;
        (lines, trailing)
    }

    /// The column of the key or dash to which a block scalar belongs; -1 at the top of a document.
    fn block_parent(&self) -> isize {
        let blank = |token: &Token| matches!(token, Token::Newline | Token::Comment | Token::Indent(_));
        let mut before = self.list.iter().rev().filter(|(token, _)| !blank(token));
        match before.next() {
            Some((Token::Colon, _)) => before.next().map_or(0, |(_, column)| *column as isize),
            Some((Token::Dash, column)) => *column as isize,
            Some((Token::DocumentStart, _)) => -1,
            _ => 0,
        }
    }
}

fn simple_escape(c: char) -> String {
    let found = match c {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        '0' => '\0',
        'a' => '\u{7}',
        'b' => '\u{8}',
        'e' => '\u{1b}',
        'v' => '\u{b}',
        'f' => '\u{c}',
        '_' => '\u{a0}',
        '\\' | '"' | '/' | ' ' => c,
        _ => return format!("\\{c}"),
    };
    found.to_string()
}

fn is_end(c: Option<char>) -> bool {
    matches!(c, None | Some('\n' | '\r'))
}

fn is_blank_or_end(c: Option<char>) -> bool {
    is_end(c) || matches!(c, Some(' ' | '\t'))
}
