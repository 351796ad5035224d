use std::cell::{OnceCell, RefCell};

use super::Site;
use crate::hosts::Host;
use crate::rules::Diagnostic;
use crate::skill::{Document, Skill, Summary};
use crate::syntax::markdown::{self, Markdown};
use crate::text::{Edit, Span};
use crate::workspace::{self, Kept, Root};

/// A place in a Markdown file of a skill, with the skill's root and the hosts that are asked about it.
pub struct Scene<'a> {
    /// The place.
    pub site: Site<'a>,
    /// What is known of the skill.
    pub kept: &'a Kept,
    /// The root in which it stands.
    pub root: &'a Root,
    /// The hosts that are asked about it.
    pub hosts: &'a [&'static Host],
    /// Whether the file is the skill's entry.
    pub is_entry: bool,
    /// The file's text; without front matter where it is not the entry.
    pub document: Document,
    skill: OnceCell<Option<Box<Skill>>>,
    /// The codes of what is said of the skill now.
    said: OnceCell<Vec<&'static str>>,
    /// The same without what stands in a span: the last that was asked for.
    bare: RefCell<Option<(Span, Vec<&'static str>)>>,
}

impl<'a> Scene<'a> {
    /// What is around a place; none outside of the Markdown files of the workspace's skills.
    pub fn new(site: Site<'a>) -> Option<Self> {
        let kept = site.workspace.skill(site.workspace.skill_around(site.file)?)?;
        let (root, hosts) = site.workspace.asked(&kept.found.root)?;
        let is_entry = kept.summary.entry == site.file;
        if !is_entry && !site.file.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("md")) {
            return None;
        }
        let mut document = Document::new(site.text, None);
        if !is_entry {
            document.yaml = Default::default();
            document.fences.opening = None;
            document.fences.block = Span::at(0);
            document.fences.body = Span::new(0, site.text.len());
        }
        let (skill, said, bare) = Default::default();
        Some(Scene { site, kept, root, hosts, is_entry, document, skill, said, bare })
    }

    /// The whole skill, read when it is first asked for.
    pub fn skill(&self) -> Option<&Skill> {
        self.skill.get_or_init(|| self.site.skill()).as_deref()
    }

    /// What the file's Markdown names.
    pub fn markdown(&self) -> Option<&Markdown> {
        let skill = self.skill()?;
        if self.is_entry {
            return Some(&skill.body);
        }
        let path = self.site.path();
        skill.pages.iter().find(|page| page.path == path).map(|page| &page.markdown)
    }

    /// The line of the place, without its line break.
    pub fn line(&self) -> Span {
        let (text, at) = (self.site.text, self.site.offset);
        let before = text.get(..at).unwrap_or_default();
        let rest = text.get(at..).unwrap_or_default();
        let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        Span::new(start, at + rest.find(['\n', '\r']).unwrap_or(rest.len()))
    }

    /// Whether the place lies between CR and LF, where nothing can be written.
    pub fn is_in_line_break(&self) -> bool {
        let (text, at) = (self.site.text, self.site.offset);
        text.get(..at).is_some_and(|head| head.ends_with('\r'))
            && text.get(at..).is_some_and(|tail| tail.starts_with('\n'))
    }

    /// What stands before the place on its line.
    pub fn before(&self) -> &'a str {
        Span::new(self.line().start, self.site.offset).slice(self.site.text)
    }

    /// Whether an edit of the entry lets nothing be said of it that is not said now, nor where nothing stands in the
    /// edit's place: a word that is half typed may hide what is said without it.
    pub fn allows(&self, edit: &Edit) -> bool {
        let (text, span) = (self.site.text, edit.span);
        let (Some(head), Some(tail)) = (text.get(..span.start), text.get(span.end..)) else { return false };
        let Some(skill) = self.skill().filter(|_| self.is_entry) else { return false };
        let changed = with_text(skill, &format!("{head}{}{tail}", edit.text));
        let without = || (span, self.codes(&with_text(skill, &format!("{head}{tail}"))));
        let now = self.said.get_or_init(|| self.codes(skill));
        let mut bare = self.bare.borrow_mut();
        let bare = match bare.as_ref() {
            Some((own, codes)) if *own == span => codes,
            _ => &bare.insert(without()).1,
        };
        let new = self.codes(&changed);
        let count = |codes: &[&str], code: &str| codes.iter().filter(|own| **own == code).count();
        let known = new.iter().all(|code| count(&new, code) <= count(now, code).max(count(bare, code)));
        known && !self.takes_a_name(&changed)
    }

    fn codes(&self, skill: &Skill) -> Vec<&'static str> {
        let said = workspace::said(&self.site.workspace.settings().config, self.root, self.hosts, skill);
        said.iter().map(|said: &Diagnostic| said.code).collect()
    }

    /// Whether another name is written in it, one that another skill has, and nothing is said of that yet.
    fn takes_a_name(&self, changed: &Skill) -> bool {
        let name = |document: &Document| document.value("name").map(|value| value.text);
        let summary = Summary::of(changed);
        if summary.name == self.kept.summary.name && name(&changed.document) == name(&self.document) {
            return false;
        }
        let (workspace, own) = (self.site.workspace, &self.kept.found.dir);
        let is_said = || workspace.about(self.site.file).iter().any(|said| said.code == "name-collision");
        workspace.named(&summary.name).iter().any(|other| other.dir != *own && !other.mirrors(&summary)) && !is_said()
    }

    /// Whether a place lies between the fences.
    pub fn is_in_front_matter(&self, offset: usize) -> bool {
        let fences = &self.document.fences;
        let Some(opening) = fences.opening.filter(|opening| !opening.line_break.is_empty()) else { return false };
        offset >= opening.line_break.end && offset <= fences.closing.map_or(fences.block.end, |end| end.dashes.start)
    }

    /// Whether the place lies in a code block; right behind its last line it does not.
    pub fn is_in_code_block(&self) -> bool {
        let Some(markdown) = self.markdown() else { return false };
        let after = markdown.blocks.partition_point(|block| block.end < self.site.offset);
        markdown.blocks.get(after).is_some_and(|block| block.start < self.site.offset)
    }
}

/// A skill with another text in its entry.
fn with_text(skill: &Skill, text: &str) -> Skill {
    let document = Document::new(text, None);
    let body = markdown::parse(&document.text, document.fences.body);
    Skill { len: text.len() as u64, document, body, ..skill.clone() }
}
