use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Document, Item, ItemKind, Tree};
use crate::syntax::markdown::Markdown;

/// One skill with all that rules ask about it.
#[derive(Clone, Debug)]
pub struct Skill {
    /// The skill's directory, by the path it was found at (a link keeps its own name).
    pub dir: PathBuf,
    /// The file that makes it a skill; `SKILL.md` in another letter case when only that is there.
    pub entry: PathBuf,
    /// The root it belongs to.
    pub root: PathBuf,
    /// The directory of the skill in which this one lies.
    pub inside: Option<PathBuf>,
    /// Where the directory really is, when a link leads to it.
    pub linked_to: Option<PathBuf>,
    /// The entry file's text.
    pub document: Document,
    /// Length of the entry file in bytes.
    pub len: u64,
    /// What the entry file's body names.
    pub body: Markdown,
    /// Paths that the body gives from the root of the plugin around the skill, each with whether something is there.
    pub plugin_paths: BTreeMap<String, bool>,
    /// All that lies in the directory.
    pub tree: Tree,
    /// The other Markdown files, and texts of other kinds that are longer than the tool reads.
    pub pages: Vec<Page>,
    /// Files that ought to be among the pages, and cannot be read.
    pub unreadable: Vec<Unreadable>,
}

/// A file of a skill that the system does not give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Relative to the skill's directory, with `/`.
    pub path: String,
    /// Why, in the system's words.
    pub why: String,
}

/// A file of a skill beside its entry that is looked into.
#[derive(Clone, Debug)]
pub struct Page {
    /// Relative to the skill's directory, with `/`.
    pub path: String,
    /// The decoded text, as far as it is parsed.
    pub text: Arc<str>,
    /// Length of the file in bytes.
    pub len: u64,
    /// Offset of the first byte that was not UTF-8.
    pub invalid_at: Option<usize>,
    /// What it names.
    pub markdown: Markdown,
}

impl Skill {
    /// The name of the skill's directory.
    pub fn directory_name(&self) -> String {
        self.dir.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The name of the entry file.
    pub fn entry_name(&self) -> String {
        self.entry.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Whether the entry file is a link.
    pub fn entry_is_link(&self) -> bool {
        matches!(self.tree.get(&self.entry_name()), Some(Item { kind: ItemKind::Link(_), .. }))
    }

    /// How many directories it lies below its root: 1 for a child of the root.
    pub fn depth(&self) -> usize {
        self.dir.strip_prefix(&self.root).map_or(1, |rest| rest.components().count())
    }

    /// The full path of a file of the skill.
    pub fn path_of(&self, relative: &str) -> PathBuf {
        if Path::new(relative) == Path::new(&self.entry_name()) { self.entry.clone() } else { self.dir.join(relative) }
    }
}
