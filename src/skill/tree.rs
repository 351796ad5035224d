use std::path::PathBuf;

/// All that lies in a skill's directory, ordered by path (code points); `.git` and `node_modules` left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    items: Vec<Item>,
    /// Directories that cannot be read: what lies in them is not known.
    closed: Vec<String>,
}

/// One file, directory or link of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Relative to the skill's directory, with `/`; names that are not UTF-8 have U+FFFD in them.
    pub path: String,
    /// What it is.
    pub kind: ItemKind,
}

/// What an [`Item`] is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link and where it leads.
    Link(Target),
    /// A FIFO, a socket or a device.
    Other,
}

/// Where a symbolic link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// To a file of the same skill, by its real path in it.
    File(String),
    /// To a directory of the same skill (empty for the skill itself).
    Directory(String),
    /// Out of the skill, to this real path.
    Outside(PathBuf),
    /// Nowhere.
    Missing,
    /// In a circle.
    Circle,
    /// To a FIFO, a socket or a device.
    Other,
    /// Into a directory that may not be entered: nobody knows.
    Unknown,
}

/// What a relative path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolved<'a> {
    /// A regular file of the skill, by its real path in it.
    File(&'a str),
    /// A directory of the skill.
    Directory,
    /// It goes through this link, which leaves the skill.
    Leaves(&'a Item),
    /// Nothing is there.
    Nothing,
    /// A FIFO, a socket or a device.
    Other,
    /// It lies in a directory that cannot be read: nobody knows.
    Unknown,
}

impl Tree {
    /// Orders the items by path.
    pub fn new(mut items: Vec<Item>) -> Self {
        items.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        Tree { items, closed: Vec::new() }
    }

    /// The same with these directories, relative paths, that cannot be read.
    pub fn with_closed(self, closed: Vec<String>) -> Self {
        Tree { closed, ..self }
    }

    /// Everything, by path.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// What stands at exactly this path, links not followed.
    pub fn get(&self, path: &str) -> Option<&Item> {
        let at = self.items.binary_search_by(|item| item.path.as_str().cmp(path)).ok()?;
        self.items.get(at)
    }

    /// Regular files that the list/read tool lists: those that are there, and links to them.
    pub fn listed(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| matches!(item.kind, ItemKind::File | ItemKind::Link(Target::File(_))))
    }

    /// Follows a normalised relative path (no `.` or `..` in it) through the links of the skill.
    pub fn resolve<'a>(&'a self, path: &str) -> Resolved<'a> {
        // Each step through a link goes to a real path, which holds no further link: one rewrite for each component.
        let mut real = String::new();
        let mut last: Option<&Item> = None;
        for component in path.split('/').filter(|component| !component.is_empty()) {
            if !real.is_empty() {
                real.push('/');
            }
            real += component;
            let Some(item) = self.get(&real) else { return self.nothing_at(&real) };
            last = Some(item);
            match &item.kind {
                ItemKind::Link(Target::Directory(to) | Target::File(to)) => {
                    real.clone_from(to);
                    last = self.get(to);
                }
                ItemKind::Link(Target::Outside(_)) => return Resolved::Leaves(item),
                ItemKind::Link(Target::Unknown) => return Resolved::Unknown,
                ItemKind::Link(Target::Other) | ItemKind::Other => return Resolved::Other,
                ItemKind::Link(Target::Missing | Target::Circle) => return Resolved::Nothing,
                ItemKind::File | ItemKind::Directory => {}
            }
        }
        match last {
            Some(Item { kind: ItemKind::File, path }) => Resolved::File(path),
            Some(_) | None => Resolved::Directory,
        }
    }

    fn nothing_at(&self, path: &str) -> Resolved<'_> {
        let above = path.rfind('/').map_or("", |at| &path[..at]);
        if self.closed.iter().any(|closed| closed == above) { Resolved::Unknown } else { Resolved::Nothing }
    }

    /// The path that differs from this one only in letter case, if exactly one does.
    pub fn other_case(&self, path: &str) -> Option<&str> {
        let wanted = path.to_lowercase();
        // Asked for each of many links: most paths are told apart by their length.
        let is_it = |own: &str| match own.is_ascii() && path.is_ascii() {
            true => own.eq_ignore_ascii_case(path),
            false => own.to_lowercase() == wanted,
        };
        let mut found = self.items.iter().filter(|item| is_it(&item.path));
        match (found.next(), found.next()) {
            (Some(item), None) if item.path != path => Some(&item.path),
            _ => None,
        }
    }

    /// Whether the skill has a directory of this name at its top (a linked one counts).
    pub fn has_directory(&self, name: &str) -> bool {
        let Some(item) = self.get(name) else { return false };
        matches!(item.kind, ItemKind::Directory | ItemKind::Link(Target::Directory(_) | Target::Outside(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> Tree {
        let item = |path: &str, kind| Item { path: path.to_owned(), kind };
        Tree::new(vec![
            item("SKILL.md", ItemKind::File),
            item("real", ItemKind::Directory),
            item("real/a.md", ItemKind::File),
            item("alias", ItemKind::Link(Target::Directory("real".to_owned()))),
            item("out", ItemKind::Link(Target::Outside("/elsewhere".into()))),
            item("gone", ItemKind::Link(Target::Missing)),
            item("pipe", ItemKind::Other),
            item("to-pipe", ItemKind::Link(Target::Other)),
            item("to-closed", ItemKind::Link(Target::Unknown)),
        ])
    }

    #[test]
    fn paths_are_followed_through_links() {
        let tree = tree();
        assert_eq!(tree.resolve("alias/a.md"), Resolved::File("real/a.md"));
        assert_eq!(tree.resolve("real/"), Resolved::Directory);
        assert!(matches!(tree.resolve("out/secret.md"), Resolved::Leaves(item) if item.path == "out"));
        assert_eq!(tree.resolve("gone"), Resolved::Nothing);
        assert_eq!((tree.resolve("pipe"), tree.resolve("to-pipe")), (Resolved::Other, Resolved::Other));
        assert_eq!(tree.resolve("to-closed"), Resolved::Unknown);
        assert_eq!(tree.resolve("SKILL.md/x"), Resolved::Nothing);
        let closed = tree.with_closed(vec!["real".to_owned()]);
        assert_eq!(closed.resolve("alias/b.md"), Resolved::Unknown);
        assert_eq!(closed.resolve("b.md"), Resolved::Nothing);
    }

    #[test]
    fn another_letter_case_is_found_when_it_is_the_only_one() {
        assert_eq!(tree().other_case("REAL/A.md"), Some("real/a.md"));
        assert_eq!(tree().other_case("real/a.md"), None);
    }
}
