use crate::skill::Document;

use super::facts::Scope;

/// A skill as a host meets it.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// Its text.
    pub document: &'a Document,
    /// The name of its directory.
    pub directory: &'a str,
    /// The name of its entry file.
    pub entry: &'a str,
    /// Where it stands, if it stands in a root.
    pub place: Option<Place<'a>>,
    /// Bytes of the entry file.
    pub bytes: u64,
}

/// Where a skill stands.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The path of its root, as the table writes it (`.claude/skills`) or longer.
    pub root: &'a str,
    /// Whose root that is; [`Scope::Given`] when it comes from a configuration.
    pub scope: Scope,
    /// The path of the skill's directory below the root, with `/`; empty when it is the root itself.
    pub path: &'a str,
    /// Whether the skill's directory, or one between it and the root, is a link.
    pub linked_directory: bool,
    /// Whether the entry file is a link.
    pub linked_entry: bool,
}

impl Place<'_> {
    /// How many directories below the root the skill stands.
    pub fn depth(&self) -> usize {
        self.path.split('/').filter(|part| !part.is_empty()).count()
    }
}
