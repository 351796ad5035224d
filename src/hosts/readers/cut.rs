//! Where each host cuts the front matter out of the text.

use std::borrow::Cow;

use crate::syntax::fences;
use crate::text::{BOM, Span};

/// What a cut gives.
pub(super) enum Cut<'a> {
    /// The text between the fences.
    Block(Block<'a>),
    /// The host sees no front matter.
    None,
    /// The host gives up.
    Broken,
}

/// The text between the fences, as a reader gets it.
pub(super) struct Block<'a> {
    /// A text that holds it: the document's own, or a rewritten one.
    pub(super) text: Cow<'a, str>,
    /// Where in it.
    pub(super) span: Span,
}

impl<'a> Block<'a> {
    fn of(text: &'a str, start: usize, end: usize) -> Self {
        Block { text: Cow::Borrowed(text), span: Span::new(start, end) }
    }

    pub(super) fn slice(&self) -> &str {
        self.span.slice(&self.text)
    }

    /// The same without blanks and line breaks around it.
    fn trimmed(self) -> Self {
        let span = self.span.trim(&self.text);
        Block { span, ..self }
    }
}

impl<'a> Cut<'a> {
    fn from(block: Option<Block<'a>>) -> Self {
        block.map_or(Cut::None, Cut::Block)
    }

    fn or_broken(block: Option<Block<'a>>) -> Self {
        block.map_or(Cut::Broken, Cut::Block)
    }
}

/// `^---\r?\n([\s\S]*?)\r?\n---`, whatever follows; with `bom`, a byte order mark before it does not matter.
pub(super) fn regex(text: &str, bom: bool) -> Cut<'_> {
    Cut::from(fences::cut(text, bom).map(|cut| Block { text: Cow::Borrowed(text), span: cut.block }))
}

/// The same where the closing line must end right after its dashes. Line ends are LF already.
pub(super) fn exact(text: Cow<'_, str>) -> Cut<'_> {
    let Some(rest) = text.strip_prefix("---\n") else { return Cut::None };
    let ends = |at: &usize| matches!(rest.as_bytes().get(at + 4), None | Some(b'\n'));
    let Some(end) = memchr::memmem::find_iter(rest.as_bytes(), b"\n---").find(ends) else { return Cut::None };
    Cut::Block(Block { span: Span::new(4, 4 + end), text })
}

/// From the first line, which is `---` for `is_fence`, to the next such line; lines end at LF or CRLF.
pub(super) fn lines(text: &str, is_fence: impl Fn(&str) -> bool) -> Option<Span> {
    let mut at = 0;
    let mut inside = None;
    for line in text.split_inclusive('\n') {
        let content = line.strip_suffix('\n').unwrap_or(line);
        let content = content.strip_suffix('\r').unwrap_or(content);
        match inside {
            None if !is_fence(content) => return None,
            None => inside = Some(at + line.len()),
            Some(start) if is_fence(content) => return Some(Span::new(start, at)),
            Some(_) => {}
        }
        at += line.len();
    }
    None
}

/// Whether a line is a fence once the blanks around it are gone.
pub(super) fn is_trimmed_fence(line: &str) -> bool {
    line.trim() == "---"
}

/// Codex: the first line and the next that are `---` but for blanks around; nothing between them is no front matter.
pub(super) fn codex(text: &str) -> Cut<'_> {
    let span = lines(text, is_trimmed_fence).filter(|span| !span.is_empty());
    Cut::from(span.map(|span| Block { text: Cow::Borrowed(text), span }))
}

/// Crush: the same after a byte order mark and blank lines, all line ends alike.
pub(super) fn crush(text: &str) -> Cut<'_> {
    let text = unified(text.strip_prefix(BOM).unwrap_or(text));
    let lead: usize = text.split_inclusive('\n').take_while(|line| line.trim().is_empty()).map(str::len).sum();
    let span = lines(&text[lead..], is_trimmed_fence).map(|span| span.shift(lead));
    Cut::or_broken(span.map(|span| Block { text, span }))
}

/// Mux: a byte order mark does not matter, all line ends alike, the first line begins with `---`.
pub(super) fn mux(text: &str) -> Cut<'_> {
    let text = unified(text.strip_prefix(BOM).unwrap_or(text));
    let span = lines(&text, is_trimmed_fence).filter(|_| text.starts_with("---"));
    Cut::or_broken(span.map(|span| Block { text, span }))
}

/// Pi: all line ends alike, `---` at the very beginning whatever follows on its line, closed by the first line that begins
/// so.
pub(super) fn pi(text: &str) -> Cut<'_> {
    let text = unified(text);
    if !text.starts_with("---") {
        return Cut::None;
    }
    let Some(end) = text[3..].find("\n---").map(|at| at + 3) else { return Cut::None };
    let start = text.char_indices().nth(4).map_or(text.len(), |(at, _)| at);
    if start > end { Cut::None } else { Cut::Block(Block { text, span: Span::new(start, end) }) }
}

/// gray-matter: `---` at the beginning, but not four dashes; a word behind them is the language. Up to the first line that
/// begins with `---`, else to the end of the text; comment lines are taken out first.
pub(super) fn gray_matter(text: &str) -> Cut<'_> {
    let text = text.strip_prefix(BOM).unwrap_or(text);
    let Some(rest) = text.strip_prefix("---").filter(|rest| !rest.starts_with('-')) else { return Cut::None };
    let line = rest.split(['\n', '\r']).next().unwrap_or("");
    let language = line.trim();
    let start = text.len() - rest.len() + if language.is_empty() { 0 } else { line.len() };
    if !matches!(language, "" | "yaml" | "yml" | "YAML" | "YML") {
        return Cut::Broken;
    }
    let end = text[start..].find("\n---").map_or(text.len(), |at| start + at);
    let block = Block::of(text, start, end);
    let has_comment_line = block.slice().split('\n').any(|line| line.trim_start().starts_with('#'));
    if !has_comment_line {
        return Cut::Block(block.trimmed());
    }
    // Lines of a block scalar go with the comments: the expression knows no YAML.
    let kept: String = block.slice().split_inclusive('\n').map(without_comment_line).collect();
    let span = Span::new(0, kept.len());
    Cut::Block(Block { text: Cow::Owned(kept), span }.trimmed())
}

/// skills-ref: everything between the first `---`, which begins the text, and the next, wherever that stands.
pub(super) fn skills_ref(text: &str) -> Cut<'_> {
    Cut::or_broken(text.strip_prefix("---").and_then(|rest| {
        let end = rest.find("---")?;
        Some(Block::of(text, 3, 3 + end))
    }))
}

/// Spring AI: the same, but without a second `---` there is no front matter.
pub(super) fn spring(text: &str) -> Cut<'_> {
    match skills_ref(text) {
        Cut::Block(block) => Cut::Block(block.trimmed()),
        _ => Cut::None,
    }
}

/// Goose: between the first `---` of the text and the next, wherever they stand.
pub(super) fn goose(text: &str) -> Cut<'_> {
    let mut dashes = memchr::memmem::find_iter(text.as_bytes(), b"---");
    let (Some(first), Some(second)) = (dashes.next(), dashes.next()) else { return Cut::None };
    Cut::Block(Block::of(text, first + 3, second).trimmed())
}

/// deepagents and nanobot: `^---\s*\n(.*?)\n---\s*` and, for deepagents, a line break behind.
pub(super) fn python_regex(text: Cow<'_, str>, needs_break: bool) -> Cut<'_> {
    let Some(rest) = text.strip_prefix("---") else { return Cut::None };
    let blank = rest.len() - rest.trim_start_matches(is_python_space).len();
    let Some(opened) = rest[..blank].rfind('\n') else { return Cut::None };
    let start = 3 + opened + 1;
    let closes = |at: &usize| {
        let behind = &text[start + at + 4..];
        let blank = behind.len() - behind.trim_start_matches(is_python_space).len();
        !needs_break || behind[..blank].contains('\n')
    };
    let body = text.get(start..).unwrap_or("");
    let Some(end) = memchr::memmem::find_iter(body.as_bytes(), b"\n---").find(closes) else { return Cut::None };
    Cut::Block(Block { span: Span::new(start, start + end), text })
}

/// CrewAI: `---` at the very beginning whatever follows, closed by a line `---` with blanks at most.
pub(super) fn crewai(text: Cow<'_, str>) -> Cut<'_> {
    if !text.starts_with("---") {
        return Cut::Broken;
    }
    let closes = |at: &usize| {
        let behind = text[3 + at + 4..].trim_start_matches([' ', '\t']);
        behind.is_empty() || behind.starts_with('\n')
    };
    let Some(end) = memchr::memmem::find_iter(&text.as_bytes()[3..], b"\n---").find(closes) else { return Cut::Broken };
    Cut::Block(Block { span: Span::new(3, 3 + end), text }.trimmed())
}

/// Strands: the same after blank lines, and blank lines may follow the closing one.
pub(super) fn strands(text: Cow<'_, str>) -> Cut<'_> {
    let whole = Span::new(0, text.len()).trim(&text);
    let rest = whole.slice(&text);
    if !rest.starts_with("---") {
        return Cut::Broken;
    }
    let closes = |at: &usize| blank_to_line_end(&rest[at + 4..]);
    let Some(end) = memchr::memmem::find_iter(rest.as_bytes(), b"\n---").find(closes) else { return Cut::Broken };
    let span = Span::new(whole.start + 3, whole.start + end);
    Cut::Block(Block { span, text }.trimmed())
}

/// Kimi: the first line and the next that are `---` but for blanks around; Python's many line ends.
pub(super) fn kimi(text: Cow<'_, str>) -> Cut<'_> {
    let span = lines(&text, is_trimmed_fence).map(|span| span.trim(&text)).filter(|span| !span.is_empty());
    Cut::from(span.map(|span| Block { span, text }))
}

/// Haystack: after blank lines a line `---`, blanks behind it do not matter; never closed is an error.
pub(super) fn haystack(text: Cow<'_, str>) -> Cut<'_> {
    let lead = text.len() - text.trim_start_matches(is_python_space).len();
    let is_fence = |line: &str| line.trim_end() == "---";
    if !text[lead..].split('\n').next().is_some_and(is_fence) {
        return Cut::None;
    }
    let span = lines(&text[lead..], is_fence).map(|span| span.shift(lead));
    Cut::or_broken(span.map(|span| Block { span, text }))
}

/// `^-{3,}\s*$` in Python's multi-line mode, which splits the text twice: Mistral Vibe, where nothing but blanks may stand
/// before it, and python-frontmatter, for which blanks around the text do not count and which otherwise sees nothing.
pub(super) fn boundaries(text: Cow<'_, str>, broken: bool) -> Cut<'_> {
    let none = if broken { Cut::Broken } else { Cut::None };
    let whole = if broken { Span::new(0, text.len()) } else { Span::new(0, text.len()).trim(&text) };
    let Some(first) = boundary(&text, whole.start, whole.end) else { return none };
    let before = Span::new(whole.start, first.start).slice(&text);
    if !(before.trim().is_empty() && (broken || first.start == whole.start)) {
        return none;
    }
    let Some(second) = boundary(&text, first.end, whole.end) else { return none };
    Cut::Block(Block { span: Span::new(first.end, second.start), text })
}

/// Zed: after blank lines `---` and a blank; closed by a line that is exactly so. Where the block does not read, the next
/// such line is tried: all of them, in order.
pub(super) fn zed(text: &str) -> Vec<Block<'_>> {
    let lead = text.len() - text.trim_start().len();
    if !text[lead..].starts_with("---") || !text[lead + 3..].starts_with(char::is_whitespace) {
        return Vec::new();
    }
    let ends = |at: &usize| matches!(text.as_bytes().get(at + 4..), None | Some([] | [b'\n', ..] | [b'\r', b'\n', ..]));
    let found = memchr::memmem::find_iter(text.as_bytes(), b"\n---").filter(|at| *at > lead).filter(ends);
    found.take(8).map(|at| Block::of(text, lead + 3, at + 1)).collect()
}

/// Continue: after blank lines a line `---` with blanks at most, up to the next. What it does with other text before the
/// fence differs by version.
pub(super) fn continue_(text: &str) -> Option<Cut<'_>> {
    let is_fence = |line: &str| line.strip_prefix("---").is_some_and(|rest| rest.trim_matches([' ', '\t']).is_empty());
    let lead: usize = text.split_inclusive('\n').take_while(|line| line.trim().is_empty()).map(str::len).sum();
    let first = text[lead..].lines().next().unwrap_or("");
    if !is_fence(first) {
        return (!text.lines().any(is_fence)).then_some(Cut::None);
    }
    let span = lines(&text[lead..], is_fence).map(|span| span.shift(lead));
    Some(Cut::from(span.map(|span| Block { text: Cow::Borrowed(text), span })))
}

/// VS Code: a first line of `---` and blanks, up to the next such line, else to the end; lines end at LF, CRLF or CR.
pub(super) fn vscode(text: &str) -> Cut<'_> {
    let is_fence =
        |line: &str| line.strip_prefix("---").is_some_and(|rest| rest.trim_matches(is_script_space).is_empty());
    let mut lines = crate::text::lines(text, 0);
    let Some((_, first_break)) = lines.next().filter(|(content, _)| is_fence(content.slice(text))) else {
        return Cut::None;
    };
    let end = lines.find(|(content, _)| is_fence(content.slice(text))).map_or(text.len(), |(content, _)| content.start);
    Cut::Block(Block::of(text, first_break.end, end))
}

/// Microsoft Agent Framework: `\A\uFEFF?---\s*$(.+?)^---\s*$`.
pub(super) fn agent_framework(text: &str) -> Cut<'_> {
    let start = if text.starts_with(BOM) { BOM.len_utf8() } else { 0 };
    let Some(rest) = text[start..].strip_prefix("---").filter(|rest| blank_to_line_end(rest)) else { return Cut::None };
    let inside = text.len() - rest.len();
    let closes = |at: &usize| *at > 0 && blank_to_line_end(&rest[at + 4..]);
    let Some(end) = memchr::memmem::find_iter(rest.as_bytes(), b"\n---").find(closes) else { return Cut::None };
    Cut::Block(Block::of(text, inside, inside + end).trimmed())
}

/// All line ends as LF: what Python's text mode gives, and what several hosts do themselves.
pub(super) fn unified(text: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\r', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
}

/// Only CRLF as LF.
pub(super) fn without_cr(text: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\r', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", "\n"))
}

/// Whether `rest` has nothing but blanks up to the end of its line; with blank lines behind it, as `\s*$` has it.
fn blank_to_line_end(rest: &str) -> bool {
    rest.split('\n').next().is_some_and(|line| line.trim_matches(is_python_space).is_empty())
}

/// The next line of three dashes or more, with the blanks and blank lines behind it.
fn boundary(text: &str, from: usize, end: usize) -> Option<Span> {
    let part = text.get(..end)?;
    let mut at = from;
    loop {
        let found = at + part.get(at..)?.find("---")?;
        let dashes = part[found..].len() - part[found..].trim_start_matches('-').len();
        let starts_line = found == 0 || part[..found].ends_with('\n');
        if starts_line && blank_to_line_end(&part[found + dashes..]) {
            // `\s*$` takes whole blank lines along, and stops before the last line break.
            let behind = &part[found + dashes..];
            let blank = behind.len() - behind.trim_start_matches(is_python_space).len();
            let taken = if blank == behind.len() { blank } else { behind[..blank].rfind('\n').unwrap_or(0) };
            return Some(Span::new(found, found + dashes + taken));
        }
        at = found + dashes;
    }
}

fn without_comment_line(line: &str) -> &str {
    let body = line.trim_start();
    // `^\s*#[^\n]+` wants something behind the `#`.
    if body.starts_with('#') && body.trim_end_matches('\n').len() > 1 {
        if line.ends_with('\n') { "\n" } else { "" }
    } else {
        line
    }
}

/// Python's `\s`.
fn is_python_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1c}'..='\u{1f}')
}

/// JavaScript's `\s`.
fn is_script_space(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == BOM
}
