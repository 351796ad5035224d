use std::path::PathBuf;

use super::front_matter::{self, Reader};
use super::{Document, Skill};
use crate::text::{Span, line_count, utf16_len};

/// What is kept of a skill once its own rules have run: enough for everything that compares skills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The skill's directory, by the path it was found at.
    pub dir: PathBuf,
    /// Its entry file.
    pub entry: PathBuf,
    /// The root it belongs to.
    pub root: PathBuf,
    /// Where the directory really is.
    pub real_dir: PathBuf,
    /// The directory of the skill in which it lies.
    pub inside: Option<PathBuf>,
    /// The name that the list/read tool gives it.
    pub name: String,
    /// Where that name is written; the opening of the text when it comes from the directory.
    pub name_span: Span,
    /// The description that the list/read tool shows.
    pub description: String,
    /// A hash of the entry file's text: equal for copies.
    pub digest: u64,
    /// How large its parts are.
    pub sizes: Sizes,
}

/// What [`super::limits`] are set against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Sizes {
    /// Characters of the description as its author meant it.
    pub description: usize,
    /// Lines of the body.
    pub body_lines: usize,
    /// UTF-16 units of the entry file.
    pub units: usize,
}

impl Sizes {
    fn of(document: &Document) -> Self {
        Sizes {
            description: document.value("description").map_or(0, |value| value.text.trim().chars().count()),
            body_lines: line_count(&document.text, document.fences.body.start),
            units: utf16_len(&document.text),
        }
    }
}

/// Something in a root that is no skill although it looks like one, or that cannot be looked into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stray {
    /// What it is about: a directory, a link or an entry file.
    pub path: PathBuf,
    /// What is the matter with it.
    pub kind: StrayKind,
}

/// What is the matter with a [`Stray`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StrayKind {
    /// The entry file is a link that leaves the skill, to this real path.
    EntryLeaves(PathBuf),
    /// The entry file cannot be read; why, in the system's words.
    EntryUnreadable(String),
    /// A directory cannot be read; why, in the system's words.
    DirectoryUnreadable(String),
    /// A link in a root that leads nowhere or in a circle.
    LinkBroken,
    /// A directory of a root without an entry file, whose front matter stands in this file instead.
    OtherName(PathBuf),
}

impl Summary {
    /// Keeps what is needed of a skill.
    pub fn of(skill: &Skill) -> Self {
        let document = &skill.document;
        let listed = front_matter::read(&document.text, Reader::Lines);
        let name_span = document.value("name").filter(|value| !value.text.is_empty()).map(|value| value.span);
        Summary {
            dir: skill.dir.clone(),
            entry: skill.entry.clone(),
            root: skill.root.clone(),
            real_dir: skill.linked_to.clone().unwrap_or_else(|| skill.dir.clone()),
            inside: skill.inside.clone(),
            name: listed.name.filter(|name| !name.is_empty()).unwrap_or_else(|| skill.directory_name()),
            name_span: name_span.unwrap_or_else(|| document.opening()),
            description: listed.description.unwrap_or_default(),
            digest: digest(&document.text),
            sizes: Sizes::of(document),
        }
    }

    /// Whether both are one skill under two paths: a copy with the same bytes, or a link to the same directory.
    pub fn mirrors(&self, other: &Summary) -> bool {
        self.digest == other.digest || self.real_dir == other.real_dir
    }
}

fn digest(text: &str) -> u64 {
    use std::hash::BuildHasher;
    foldhash::quality::FixedState::default().hash_one(text)
}
