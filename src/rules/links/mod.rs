//! Rules on what links, images and code spans lead to.

pub mod link_case;
pub mod link_leaves_skill;
pub mod link_missing_anchor;
pub mod link_missing_file;

use std::borrow::Cow;
use std::cell::Cell;
use std::path::{Path, PathBuf};

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use crate::skill::{Item, PLUGIN_ROOT, Page, Resolved, Skill};
use crate::syntax::markdown::{self, Markdown};
use crate::text::Span;

/// A path that a Markdown file names, and what is there.
#[derive(Debug)]
pub struct Finding<'a> {
    /// The file that names it.
    pub file: PathBuf,
    /// The whole link, or what stands between the backticks.
    pub whole: Span,
    /// Where the path is written.
    pub span: Span,
    /// The path as written, decoded.
    pub path: String,
    /// What is there.
    pub end: End<'a>,
    /// What of the skill it leads to.
    pub to: Option<To<'a>>,
    /// Whether a link or an image gives it; a code span may only mention it.
    pub is_link: bool,
}

/// What of a skill a path leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct To<'a> {
    /// The real path in the skill, with `/`; of a directory as the path has it, empty for the skill itself.
    pub path: Cow<'a, str>,
    /// The path as written, seen from the skill's directory: links in it are not followed.
    pub via: String,
    /// Whether the path is written as seen from its file's directory, not from the skill's.
    pub from_file: bool,
    /// Whether a file stands there.
    pub is_file: bool,
    /// What follows the `#`, decoded.
    pub anchor: Option<Cow<'a, str>>,
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End<'a> {
    /// To something that is there.
    Fine,
    /// Nothing is there; relative to the skill's directory.
    Missing,
    /// A FIFO, a socket or a device is there.
    NoFile,
    /// Nothing is there, but this path differs only in letter case: as it must be written.
    OtherCase(String),
    /// Out of the skill by its own `..`.
    Leaves,
    /// Out of the skill through this link.
    LeavesThrough(&'a Item),
    /// The file is there, a heading of this anchor is not; the nearest one, if any is near.
    NoAnchor(String, Option<String>),
}

impl Finding<'_> {
    /// `path` as it must be written in the place of this one: percent-encoded where Markdown or URLs need it.
    pub fn written_as(&self, path: &str) -> String {
        let keep_anchor = match self.path.split_once('#') {
            Some((_, anchor)) if !path.contains('#') => format!("#{anchor}"),
            _ => String::new(),
        };
        utf8_percent_encode(path, UNSAFE_IN_LINKS).to_string() + &keep_anchor
    }
}

impl<'a> To<'a> {
    fn file(path: impl Into<Cow<'a, str>>, via: String, from_file: bool) -> Self {
        To { path: path.into(), via, from_file, is_file: true, anchor: None }
    }
}

/// What cannot stand in a Markdown destination as it is.
const UNSAFE_IN_LINKS: &AsciiSet = &CONTROLS.add(b' ').add(b'<').add(b'>').add(b'(').add(b')').add(b'%');

/// What the skill's Markdown files name and does not lead where it should, by file and place.
pub fn findings(skill: &Skill) -> Vec<Finding<'_>> {
    let pages = skill.pages.iter().map(|page| Source::page(skill, page));
    let is_fault = |end: &End<'_>| *end != End::Fine;
    std::iter::once(Source::entry(skill)).chain(pages).flat_map(|source| source.findings(&is_fault)).collect()
}

/// All that one of the skill's Markdown files names, in order of the text; nothing for other files. Of a wrong anchor the
/// nearest one is not looked for.
pub fn findings_in<'a>(skill: &'a Skill, file: &Path) -> Vec<Finding<'a>> {
    let page = || skill.pages.iter().find(|page| skill.path_of(&page.path) == file);
    let source =
        if file == skill.entry { Some(Source::entry(skill)) } else { page().map(|page| Source::page(skill, page)) };
    let Some(source) = source else { return Vec::new() };
    source.guesses.set(0);
    source.findings(&|_| true)
}

/// One Markdown file of a skill.
struct Source<'a> {
    skill: &'a Skill,
    file: PathBuf,
    /// Its path, relative to the skill's directory; empty for the entry.
    path: &'a str,
    text: &'a str,
    markdown: &'a Markdown,
    /// How many more headings are compared with anchors that are not there.
    guesses: Cell<usize>,
}

/// How many headings a file's wrong anchors are compared with at most: enough for all but texts in which nearly all is
/// wrong, and then a guess helps little.
const GUESSES: usize = 20_000;

impl<'a> Source<'a> {
    fn entry(skill: &'a Skill) -> Self {
        let (file, text) = (skill.entry.clone(), &skill.document.text);
        Source { skill, file, path: "", text, markdown: &skill.body, guesses: Cell::new(GUESSES) }
    }

    fn page(skill: &'a Skill, page: &'a Page) -> Self {
        let (file, path, text) = (skill.path_of(&page.path), &page.path, &page.text);
        Source { skill, file, path, text, markdown: &page.markdown, guesses: Cell::new(GUESSES) }
    }

    /// The file's directory, relative to the skill's.
    fn base(&self) -> &'a str {
        self.path.rfind('/').map_or("", |at| &self.path[..at])
    }

    fn findings(&self, wanted: &dyn Fn(&End<'a>) -> bool) -> Vec<Finding<'a>> {
        let links = self.markdown.links.iter().filter_map(|link| {
            let (end, to) = self.link_end(&link.destination).filter(|(end, _)| wanted(end))?;
            let path = percent_decode_str(&link.destination).decode_utf8_lossy().into_owned();
            Some(Finding { file: self.file.clone(), whole: link.span, span: link.target, path, end, to, is_link: true })
        });
        let code = self.markdown.code.iter().filter_map(|code| {
            let (span, path) = (code.span, code.span.slice(self.text));
            let (end, to) = self.code_end(path).filter(|(end, _)| wanted(end))?;
            let path = path.to_owned();
            Some(Finding { file: self.file.clone(), whole: span, span, path, end, to, is_link: false })
        });
        links.chain(code).collect()
    }

    /// `None` for what names no file of the skill: a URL, a placeholder, an absolute path.
    fn link_end(&self, destination: &'a str) -> Option<(End<'a>, Option<To<'a>>)> {
        if let Some(path) = destination.strip_prefix(PLUGIN_ROOT).and_then(|rest| rest.strip_prefix('/')) {
            let path = path.split(['#', '?']).next().unwrap_or(path);
            return (self.skill.plugin_paths.get(path) == Some(&false)).then_some((End::Missing, None));
        }
        if is_elsewhere(destination) || is_placeholder(destination) {
            return None;
        }
        let (path, anchor) = match destination.split_once('#') {
            Some((path, anchor)) => (path, Some(anchor)),
            None => (destination, None),
        };
        let anchored =
            |to: To<'a>| To { anchor: anchor.map(|anchor| percent_decode_str(anchor).decode_utf8_lossy()), ..to };
        let path = path.split('?').next().unwrap_or(path);
        if path.is_empty() {
            let end = self.anchor_end(self.markdown, anchor?);
            let own = if self.path.is_empty() { Cow::Owned(self.skill.entry_name()) } else { Cow::Borrowed(self.path) };
            let via = own.clone().into_owned();
            return Some((end, Some(anchored(To::file(own, via, true)))));
        }
        let decoded = percent_decode_str(path).decode_utf8_lossy();
        match self.path_end(&decoded) {
            (End::Fine, Some(to)) => {
                let page = anchor.filter(|_| to.is_file).and_then(|anchor| Some((anchor, self.page_at(&to.path)?)));
                let end = page.map(|(anchor, page)| self.anchor_end(page, anchor));
                Some((end.unwrap_or(End::Fine), Some(anchored(to))))
            }
            (End::Missing, _) if !names_a_file(&decoded) => None,
            (end, to) => Some((end, to)),
        }
    }

    /// Code spans name files only below a directory that the skill has.
    fn code_end(&self, code: &str) -> Option<(End<'a>, Option<To<'a>>)> {
        let path = code.strip_prefix("./").unwrap_or(code);
        let (first, rest) = path.split_once('/')?;
        let last = rest.rsplit('/').next().unwrap_or(rest);
        let plain = !path.contains(|c: char| c.is_whitespace() || "*?|&;$`'\"(),=:@#\\".contains(c));
        let file = last.rsplit_once('.').is_some_and(|(stem, suffix)| {
            !stem.is_empty() && !suffix.is_empty() && suffix.chars().all(char::is_alphanumeric)
        });
        if !plain || !file || is_placeholder(path) || !self.skill.tree.has_directory(first) {
            return None;
        }
        match self.path_end(path) {
            // A symlink that leaves the skill has its own diagnostic; a code span only mentions it.
            (End::Leaves, _) => None,
            found => Some(found),
        }
    }

    /// What is at a relative path, as Markdown viewers read it (from the file's directory) or as the tool's `path` does
    /// (from the skill's).
    fn path_end(&self, path: &str) -> (End<'a>, Option<To<'a>>) {
        let Some(from_here) = normalise(self.base(), path) else { return (End::Leaves, None) };
        let from_skill = normalise("", path);
        let tree = &self.skill.tree;
        let candidates = [(Some(from_here), true), (from_skill, false)];
        for (via, from_file) in &candidates {
            let Some(via) = via else { continue };
            match tree.resolve(via) {
                Resolved::File(file) => return (End::Fine, Some(To::file(file, via.clone(), *from_file))),
                Resolved::Directory => {
                    return (End::Fine, Some(To { is_file: false, ..To::file(via.clone(), via.clone(), *from_file) }));
                }
                Resolved::Leaves(item) => return (End::LeavesThrough(item), None),
                Resolved::Unknown => return (End::Fine, None),
                Resolved::Other => return (End::NoFile, None),
                Resolved::Nothing => {}
            }
        }
        for candidate in candidates.iter().filter_map(|(via, _)| via.as_ref()) {
            if let Some(right) = tree.other_case(candidate) {
                return (End::OtherCase(recased(path, right)), None);
            }
        }
        (End::Missing, None)
    }

    fn anchor_end(&self, markdown: &Markdown, anchor: &str) -> End<'a> {
        let decoded = percent_decode_str(anchor).decode_utf8_lossy();
        // `#L12` names a line, `#:~:text=` a passage, `#` the top.
        let is_line = decoded.strip_prefix('L').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if decoded.is_empty()
            || decoded == "top"
            || is_line
            || decoded.starts_with(":~:")
            || markdown.has_anchor(&decoded)
        {
            return End::Fine;
        }
        let wanted = markdown::anchor(&decoded);
        let Some(left) = self.guesses.get().checked_sub(markdown.headings.len()) else {
            return End::NoAnchor(decoded.into_owned(), None);
        };
        self.guesses.set(left);
        let near =
            markdown.headings.iter().map(|heading| (strsim::damerau_levenshtein(&heading.anchor, &wanted), heading));
        let nearest =
            near.min_by_key(|(distance, _)| *distance).filter(|(distance, _)| *distance <= 1 + wanted.len() / 4);
        End::NoAnchor(decoded.into_owned(), nearest.map(|(_, heading)| heading.anchor.clone()))
    }

    fn page_at(&self, file: &str) -> Option<&'a Markdown> {
        if file == self.skill.entry_name() {
            return Some(&self.skill.body);
        }
        self.skill.pages.iter().find(|page| page.path == file).map(|page| &page.markdown)
    }
}

/// `base/path` without `.` and `..`; `None` when it leaves the skill.
fn normalise(base: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in base.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// `written` with the letters of `right`, which names the same path from the skill's directory.
fn recased(written: &str, right: &str) -> String {
    let mut right_parts: Vec<&str> = right.split('/').collect();
    let mut out: Vec<String> = Vec::new();
    for part in written.split('/').rev() {
        match right_parts.last() {
            Some(last) if last.to_lowercase() == part.to_lowercase() => {
                out.push((*last).to_owned());
                right_parts.pop();
            }
            _ => out.push(part.to_owned()),
        }
    }
    out.reverse();
    out.join("/")
}

/// A URL, an absolute path, a path on a drive, a home directory.
fn is_elsewhere(destination: &str) -> bool {
    let scheme = destination.split_once(':').map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+.-".contains(c)))
        || destination.starts_with(['/', '\\', '~'])
        || destination.starts_with("www.")
}

fn is_placeholder(destination: &str) -> bool {
    destination.is_empty()
        || destination.contains(['{', '}', '<', '>', '$', '*', '…'])
        || destination.contains("...")
        || destination.contains("path/to/")
}

/// Whether a path that leads nowhere was meant as a file: a bare word (`[text](url)`) was not.
fn names_a_file(path: &str) -> bool {
    let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or(path);
    let suffix = last.rsplit_once('.').map(|(_, suffix)| suffix);
    path.contains('/') || suffix.is_some_and(|suffix| !suffix.is_empty() && suffix.chars().all(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_normalised_inside_the_skill_only() {
        assert_eq!(normalise("refs", "../a.md").as_deref(), Some("a.md"));
        assert_eq!(normalise("refs", "../../a.md"), None);
        assert_eq!(normalise("", "./a//b/"), Some("a/b".to_owned()));
    }

    #[test]
    fn letters_are_mended_and_dots_kept() {
        assert_eq!(recased("./REFS/../Refs/A.md", "refs/a.md"), "./REFS/../refs/a.md");
        assert_eq!(recased("REFERENCE.md", "reference.md"), "reference.md");
    }

    #[test]
    fn what_is_no_path_of_the_skill() {
        for destination in ["https://a.b", "mailto:a@b", "/abs", "C:\\x", "~/x", "//host/x"] {
            assert!(is_elsewhere(destination), "{destination}");
        }
        for destination in ["${X}/a.md", "{name}.md", "<x>", "..."] {
            assert!(is_placeholder(destination), "{destination}");
        }
        assert!(!names_a_file("url") && names_a_file("a.md") && names_a_file("refs/a"));
    }
}
