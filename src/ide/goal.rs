use std::path::{Path, PathBuf};

use super::pointer::{Aim, Around, Loose, Pointer, markdown_of, text_of};
use super::{Site, instructions};
use crate::skill::Skill;
use crate::syntax::markdown::Heading;
use crate::text::{LineIndex, Span};

/// A place to go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: PathBuf,
    /// What is there.
    pub span: Span,
}

/// What stands at a place and can be spoken of elsewhere.
pub struct Goal {
    /// Where it stands.
    pub span: Span,
    /// The whole of a link; else the same.
    pub whole: Span,
    /// What it is, or points at.
    pub aim: Aim,
    /// Whether it is the thing itself (a skill's own name, a heading), not a pointer to it.
    pub is_self: bool,
}

/// The file around a place, read for what it points at.
pub enum Home {
    /// A file of a skill.
    Skill(Box<Skill>),
    /// The instructions of an agent.
    Loose(Loose),
}

impl Site<'_> {
    /// The skills and their files.
    pub fn around(&self) -> Around<'_> {
        Around { files: self.files, workspace: self.workspace }
    }

    /// The file as something that points; none for files that are neither a skill's nor an agent's instructions.
    pub fn home(&self) -> Option<Home> {
        if let Some(skill) = self.skill() {
            return Some(Home::Skill(skill));
        }
        instructions::is_one(self.workspace, self.file).then(|| Home::Loose(Loose::new(self.text.to_owned())))
    }

    /// All that the file points at, in order of the text.
    pub fn pointers(&self, home: &Home) -> Vec<Pointer> {
        match home {
            Home::Skill(skill) => self.around().in_skill(skill, self.file),
            Home::Loose(loose) => self.around().in_loose(self.file, loose),
        }
    }

    /// What stands at the place: what the smallest pointer there points at, the skill itself on its name or a fence, or a
    /// heading.
    pub fn goal(&self, home: &Home) -> Option<Goal> {
        let pointers = self.pointers(home);
        let here = |pointer: &&Pointer| pointer.whole.touches(self.offset) || pointer.span.touches(self.offset);
        // Of a link and what stands in its text, the inner one.
        let size = |pointer: &&Pointer| match pointer.span.touches(self.offset) {
            true => pointer.span.len().min(pointer.whole.len()),
            false => pointer.whole.len(),
        };
        if let Some(pointer) = pointers.iter().filter(here).min_by_key(size) {
            let Pointer { span, whole, aim, .. } = pointer.clone();
            return Some(Goal { span, whole, aim, is_self: false });
        }
        let Home::Skill(skill) = home else { return None };
        if self.file == skill.entry
            && let Some(span) = name_at(skill, self.offset)
        {
            return Some(Goal { span, whole: span, aim: Aim::Skill(skill.dir.clone()), is_self: true });
        }
        let heading = heading_at(markdown_of(skill, self.file)?, self.offset)?;
        let aim = Aim::File { path: self.file.to_owned(), anchor: Some(heading.anchor.clone()) };
        Some(Goal { span: heading.span, whole: heading.span, aim, is_self: true })
    }
}

/// The value of the skill's name, or a fence, when the place is there or on the key.
fn name_at(skill: &Skill, offset: usize) -> Option<Span> {
    let document = &skill.document;
    if let Some(name) = document.value("name").filter(|name| Span::new(name.key.start, name.span.end).touches(offset)) {
        return Some(name.span);
    }
    let fences = [document.fences.opening, document.fences.closing];
    fences.into_iter().flatten().map(|fence| fence.dashes).find(|dashes| dashes.touches(offset))
}

/// The heading at a place.
pub fn heading_at(markdown: &crate::syntax::markdown::Markdown, offset: usize) -> Option<&Heading> {
    markdown.headings.iter().find(|heading| heading.span.touches(offset))
}

impl Around<'_> {
    /// Where to go for what was pointed at: a skill's name, a heading, a line, the beginning of a file. None for a
    /// directory without an entry.
    pub fn place(&self, aim: &Aim, home: Option<&Skill>) -> Option<Place> {
        match aim {
            Aim::Directory(_) => None,
            Aim::Skill(dir) => {
                let summary = &self.workspace.skill(dir)?.summary;
                Some(Place { file: summary.entry.clone(), span: summary.name_span })
            }
            Aim::File { path, anchor } => {
                let span = anchor.as_ref().and_then(|anchor| self.place_in(path, anchor, home));
                Some(Place { file: path.clone(), span: span.unwrap_or_default() })
            }
        }
    }

    /// Where an anchor leads in a file of a skill, which is `home` or another.
    fn place_in(&self, file: &Path, anchor: &str, home: Option<&Skill>) -> Option<Span> {
        let own = home.filter(|home| markdown_of(home, file).is_some());
        let loaded = match own {
            Some(_) => None,
            None => self.load(self.workspace.skill_around(file)?),
        };
        let skill = own.or(loaded.as_deref())?;
        let markdown = markdown_of(skill, file)?;
        markdown.place_of(anchor).or_else(|| line(text_of(skill, file)?, anchor))
    }
}

/// The line that `L12` or `L12-L15` names.
fn line(text: &str, anchor: &str) -> Option<Span> {
    let digits = anchor.strip_prefix('L')?;
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let number: usize = digits.get(..end)?.parse().ok()?;
    let lines = LineIndex::new(text);
    let number = number.checked_sub(1).filter(|number| *number < lines.len())?;
    Some(Span::at(lines.line(text, number).start))
}
