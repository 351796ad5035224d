//! `skill-lsp: ignore[code]` in a comment: silence for one line.

use crate::text::{LineIndex, Span};

const MARK: &str = "skill-lsp: ignore";

/// The comments of one text that silence rules.
#[derive(Debug, Default)]
pub struct Suppressions {
    /// In order of the text.
    marks: Vec<Mark>,
    /// The text's lines; none without marks.
    lines: Option<LineIndex>,
}

#[derive(Debug)]
struct Mark {
    /// Lines it speaks for, from 0.
    lines: [usize; 2],
    /// Rules it silences; none named means all.
    codes: Vec<String>,
}

impl Suppressions {
    /// Finds the comments: `# skill-lsp: ignore[code, code]` in front matter, `<!-- skill-lsp: ignore[code] -->` in the
    /// body. One that stands on a line of its own speaks for the next line as well; without codes it silences every rule.
    pub fn of(text: &str) -> Self {
        let finder = memchr::memmem::find_iter(text.as_bytes(), MARK);
        let mut index = None;
        let marks = finder
            .filter_map(|at| {
                let index: &LineIndex = index.get_or_insert_with(|| LineIndex::new(text));
                let line = index.position(text, at, Default::default()).line as usize;
                let content = index.line(text, line);
                let before = Span::new(content.start, at).slice(text).trim();
                let opener = ["#", "<!--"].iter().find(|opener| before.ends_with(*opener))?;
                let alone = before == *opener;
                Some(Mark {
                    lines: [line, if alone { line + 1 } else { line }],
                    codes: codes(&text[at + MARK.len()..]),
                })
            })
            .collect();
        Suppressions { marks, lines: index }
    }

    /// Whether nothing is silenced.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// Whether `code` is silenced on line `line` (from 0).
    pub fn covers(&self, code: &str, line: usize) -> bool {
        let first = self.marks.partition_point(|mark| mark.lines[0] + 1 < line);
        let near = self.marks.iter().skip(first).take_while(|mark| mark.lines[0] <= line);
        near.filter(|mark| mark.lines.contains(&line))
            .any(|mark| mark.codes.is_empty() || mark.codes.iter().any(|other| other == code))
    }

    /// Whether `code` is silenced at a place of the text, which is the one that this was read from.
    pub fn silence(&self, code: &str, text: &str, offset: usize) -> bool {
        let line = self.lines.as_ref().map(|lines| lines.position(text, offset, Default::default()).line);
        line.is_some_and(|line| self.covers(code, line as usize))
    }
}

fn codes(rest: &str) -> Vec<String> {
    let line = rest.lines().next().unwrap_or("");
    let Some(list) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) else { return Vec::new() };
    list.split(',').map(|code| code.trim().to_owned()).filter(|code| !code.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_speaks_for_its_line_and_alone_for_the_next() {
        let text = "---\n# skill-lsp: ignore[name-form]\nname: X\n---\n[a](b.md) <!-- skill-lsp: ignore -->\nskill-lsp: ignore\n";
        let found = Suppressions::of(text);
        assert!(found.covers("name-form", 2) && !found.covers("name-form", 3) && !found.covers("other", 2));
        assert!(found.covers("anything", 4) && !found.covers("anything", 5));
    }
}
