//! The two `---` lines around the front matter.
//!
//! [`read`] finds what the author meant, also where it stands in the wrong place, so that rules can say what is wrong.
//! [`cut`] is what the skill tools do.

use crate::text::{BOM, Span, lines};

/// The front matter as the author meant it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fences {
    /// The byte order mark, if the text begins with one.
    pub bom: Option<Span>,
    /// What stands between the beginning (or the mark) and the opening fence.
    pub lead: Option<Lead>,
    /// The opening line; `None` when the text has no front matter.
    pub opening: Option<Fence>,
    /// The lines between the fences. Without a closing fence: the lines that still look like front matter.
    pub block: Span,
    /// The closing line.
    pub closing: Option<Fence>,
    /// Everything after the front matter.
    pub body: Span,
}

/// A line that opens or closes front matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fence {
    /// The three dashes.
    pub dashes: Span,
    /// What stands on the line after them, blanks included.
    pub rest: Span,
    /// Its line break; empty at the end of the text.
    pub line_break: Span,
}

/// Text before the opening fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    /// Its bytes, up to the opening fence.
    pub span: Span,
    /// What it is; with several kinds, the most telling.
    pub kind: LeadKind,
}

/// What can stand before front matter that was put in the wrong place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeadKind {
    /// Blank lines.
    Blank,
    /// A heading.
    Heading,
    /// An HTML comment.
    Comment,
    /// The first line of a code block that holds the front matter.
    CodeFence,
}

impl Fence {
    /// Whether only blanks follow the dashes.
    pub fn is_clean(&self, text: &str) -> bool {
        self.rest.slice(text).trim().is_empty()
    }

    /// The line without its line break.
    pub fn line(&self) -> Span {
        Span::new(self.dashes.start, self.rest.end)
    }
}

/// Finds the front matter of `text` as the author meant it.
pub fn read(text: &str) -> Fences {
    let bom = text.starts_with(BOM).then(|| Span::new(0, BOM.len_utf8()));
    let start = bom.map_or(0, |span| span.end);
    let none = Fences {
        bom,
        lead: None,
        opening: None,
        block: Span::at(start),
        closing: None,
        body: Span::new(start, text.len()),
    };
    let Some((opening, lead)) = find_opening(text, start) else { return none };
    let inside = opening.line_break.end;
    let closing = lines(text, inside).find_map(|(content, line_break)| fence(text, content, line_break));
    let block = Span::new(inside, closing.map_or_else(|| end_of_entries(text, inside), |fence| fence.dashes.start));
    if (lead.is_some() || !opening.is_clean(text)) && (closing.is_none() || !has_known_key(block.slice(text))) {
        return none;
    }
    let mut body = Span::new(closing.map_or(block.end, |fence| fence.line_break.end), text.len());
    if matches!(lead, Some(Lead { kind: LeadKind::CodeFence, .. }))
        && let Some((content, line_break)) = lines(text, body.start).next()
        && is_code_fence(content.slice(text))
    {
        body.start = line_break.end;
    }
    Fences { bom, lead, opening: Some(opening), block, closing, body }
}

/// Where a skill tool cuts a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Between the fences.
    pub block: Span,
    /// After the closing fence.
    pub content: Span,
}

/// Cuts as both skill tools do: `---` and a line break at the very beginning, closed by the first line that begins with
/// `---`, whatever follows there; one line break right after those dashes belongs to the fence. Lines end at LF or CRLF.
/// `None` when the text has no front matter for them.
///
/// steamharness tolerates a byte order mark, toolnexus does not.
pub fn cut(text: &str, tolerate_bom: bool) -> Option<Cut> {
    let start = if tolerate_bom && text.starts_with(BOM) { BOM.len_utf8() } else { 0 };
    let rest = text.get(start..)?.strip_prefix("---")?;
    let rest = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n'))?;
    let inside = text.len() - rest.len();
    let close = memchr::memmem::find(rest.as_bytes(), b"\n---")?;
    let end = if rest.as_bytes()[..close].ends_with(b"\r") { close - 1 } else { close };
    let after = inside + close + "\n---".len();
    let tail = text.get(after..).unwrap_or("");
    let skip = if tail.starts_with("\r\n") { 2 } else { usize::from(tail.starts_with(['\n', '\r'])) };
    Some(Cut { block: Span::new(inside, inside + end), content: Span::new(after + skip, text.len()) })
}

fn find_opening(text: &str, start: usize) -> Option<(Fence, Option<Lead>)> {
    let mut kind = None;
    let mut in_comment = false;
    for (content, line_break) in lines(text, start) {
        let line = content.slice(text);
        if in_comment {
            in_comment = !line.contains("-->");
            continue;
        }
        if let Some(fence) = fence(text, content, line_break)
            && (fence.is_clean(text) || kind.is_none())
        {
            let lead = kind.map(|kind| Lead { span: Span::new(start, content.start), kind });
            return Some((fence, lead));
        }
        let found = match line.trim() {
            "" => LeadKind::Blank,
            line if line.starts_with("<!--") => {
                in_comment = !line.contains("-->");
                LeadKind::Comment
            }
            line if line.starts_with('#') => LeadKind::Heading,
            line if is_code_fence(line) && kind.is_none_or(|kind| kind != LeadKind::CodeFence) => LeadKind::CodeFence,
            _ => return None,
        };
        kind = kind.max(Some(found));
    }
    None
}

fn fence(text: &str, content: Span, line_break: Span) -> Option<Fence> {
    content.slice(text).starts_with("---").then(|| Fence {
        dashes: Span::new(content.start, content.start + 3),
        rest: Span::new(content.start + 3, content.end),
        line_break,
    })
}

fn is_code_fence(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("```") || line.starts_with("~~~")
}

/// Whether a block holds a line that begins like a skill's front matter; a heading between two rules does not.
fn has_known_key(block: &str) -> bool {
    block.lines().any(|line| {
        ["name", "description"]
            .iter()
            .any(|key| line.strip_prefix(key).is_some_and(|rest| rest.trim().starts_with(':')))
    })
}

/// Without a closing fence: the end of the lines that can still be front matter.
fn end_of_entries(text: &str, inside: usize) -> usize {
    let mut end = inside;
    for (content, line_break) in lines(text, inside) {
        let line = content.slice(text);
        let entry = line.starts_with([' ', '\t', '-'])
            || line.find(':').is_some_and(|colon| !line[..colon].trim().is_empty() && !line[..colon].contains(' '));
        if !entry || line.trim().is_empty() {
            break;
        }
        end = line_break.end;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_front_matter() {
        let text = "---\nname: a\n---\nBody\n";
        let fences = read(text);
        assert_eq!(fences.block.slice(text), "name: a\n");
        assert_eq!(fences.body.slice(text), "Body\n");
        assert_eq!((fences.lead, fences.bom), (None, None));
    }

    #[test]
    fn front_matter_in_the_wrong_place_is_still_found() {
        for (lead, kind) in [
            ("\n\n", LeadKind::Blank),
            ("# Title\n\n", LeadKind::Heading),
            ("<!-- made\nby hand -->\n", LeadKind::Comment),
            ("```yaml\n", LeadKind::CodeFence),
        ] {
            let text = format!("{lead}---\nname: a\n---\n```\nBody\n");
            let fences = read(&text);
            assert_eq!(fences.lead.map(|lead| lead.kind), Some(kind), "{text}");
            assert_eq!(fences.lead.map(|found| found.span.slice(&text)), Some(lead));
        }
    }

    #[test]
    fn rules_between_headings_are_no_front_matter() {
        for text in ["# Title\n\n---\n\n## Part\n\n---\nText\n", "Text\n---\nname: a\n---\n", "---- \ntext\n----\n"] {
            assert_eq!(read(text).opening, None, "{text}");
            assert_eq!(read(text).body.slice(text), text);
        }
    }

    #[test]
    fn an_unclosed_block_ends_where_entries_end() {
        let text = "---\nname: a\nmetadata:\n  x: y\n\n# Title: one\n";
        let fences = read(text);
        assert_eq!(fences.closing, None);
        assert_eq!(fences.block.slice(text), "name: a\nmetadata:\n  x: y\n");
    }

    #[test]
    fn the_tools_close_at_any_line_that_begins_with_dashes() {
        let cases = [
            ("---\na: 1\n---\nB", Some(("a: 1", "B"))),
            ("---\r\na: 1\r\n---\r\nB", Some(("a: 1", "B"))),
            ("---\na: 1\n---text\nB", Some(("a: 1", "text\nB"))),
            ("---\na: 1\n---- \nB", Some(("a: 1", "- \nB"))),
            ("---\na: 1\n---", Some(("a: 1", ""))),
            ("---\na: 1\n---\rB", Some(("a: 1", "B"))),
            ("---\n---\nB", None),
            ("---\n\n---\nB", Some(("", "B"))),
            ("--- \na: 1\n---\n", None),
            ("\u{feff}---\na: 1\n---\n", None),
            ("---\ra: 1\r---\r", None),
        ];
        for (text, expected) in cases {
            let found = cut(text, false).map(|cut| (cut.block.slice(text), cut.content.slice(text)));
            assert_eq!(found, expected, "{text:?}");
        }
        assert!(cut("\u{feff}---\na: 1\n---\n", true).is_some());
    }
}
