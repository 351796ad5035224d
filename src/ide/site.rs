use std::path::{Path, PathBuf};

use crate::files::{Cancel, Files};
use crate::skill::{ENTRY, Skill};
use crate::workspace::{Loaded, Workspace, load};

/// A place in a file, and all that is known around it.
#[derive(Clone, Copy)]
pub struct Site<'a> {
    /// The files, open documents laid over the disk.
    pub files: &'a dyn Files,
    /// The skills around.
    pub workspace: &'a Workspace,
    /// The file, as the workspace knows it.
    pub file: &'a Path,
    /// The file's text.
    pub text: &'a str,
    /// The place in the text, in bytes; always on a character's boundary.
    pub offset: usize,
}

impl Site<'_> {
    /// The skill whose file this is, read anew; none for a file outside of all skills, and where the skill's entry cannot
    /// be read.
    pub fn skill(&self) -> Option<Box<Skill>> {
        let dir = self.workspace.skill_around(self.file)?;
        let kept = self.workspace.skill(dir)?;
        match load(self.files, &kept.found, &Cancel::default()) {
            Loaded::Skill(skill) => Some(skill),
            Loaded::Stray(_) => None,
        }
    }

    /// Whether the file is a skill's entry; also one whose skill is not known yet.
    pub fn is_entry(&self) -> bool {
        let known = self.file.parent().and_then(|dir| self.workspace.skill(dir));
        match known {
            Some(kept) => kept.summary.entry == self.file,
            None => self.file.file_name().is_some_and(|name| name == ENTRY),
        }
    }

    /// The file's path within its skill, with `/`; empty outside of all skills.
    pub fn path(&self) -> String {
        let inside = self.workspace.skill_around(self.file).and_then(|dir| self.file.strip_prefix(dir).ok());
        let parts = inside.map(PathBuf::from).unwrap_or_default();
        parts.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
    }
}
