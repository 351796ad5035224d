//! Documents that are no file yet: what their front matter alone has wrong.

use std::path::{Path, PathBuf};

use crate::hosts::{self, Readings, Subject};
use crate::rules::{self, Diagnostic, SkillContext};
use crate::skill::{Document, ENTRY, Item, ItemKind, Skill, Tree};
use crate::syntax::markdown;
use crate::text::Span;
use crate::workspace::{Config, Root};

/// Most of a text that is looked at, in bytes.
const TEXT_BYTES: usize = crate::skill::limits::PARSED_BYTES;

/// What the front matter of a text has wrong, wherever it will be saved. Texts that are not meant as a skill (without a
/// name and a description) are left alone.
pub fn check(text: &str) -> Vec<Diagnostic> {
    if text.len() > TEXT_BYTES {
        return Vec::new();
    }
    let document = Document::new(text, None);
    let Some(name) = document.value("name").filter(|_| document.value("description").is_some()) else {
        return Vec::new();
    };
    // The directory is not there yet, so it has the right name.
    let dir = Path::new("untitled").join(name.text.trim());
    let front_matter = Span::new(0, document.fences.body.start);
    let root = Root { path: PathBuf::from("untitled"), shown: String::new(), scope: hosts::Scope::Given };
    let body = markdown::parse(&document.text, document.fences.body);
    let item = Item { path: ENTRY.to_owned(), kind: ItemKind::File };
    let skill = Skill {
        entry: dir.join(ENTRY),
        root: root.path.clone(),
        inside: None,
        linked_to: None,
        len: text.len() as u64,
        body,
        plugin_paths: Default::default(),
        tree: Tree::new(vec![item]),
        pages: Vec::new(),
        unreadable: Vec::new(),
        dir,
        document,
    };
    let readings = Readings::new(&skill.document);
    let subject = Subject {
        document: &skill.document,
        directory: &skill.directory_name(),
        entry: ENTRY,
        place: None,
        bytes: skill.len,
    };
    let verdicts: Vec<_> =
        Config::default().hosts_for(&root).into_iter().map(|host| hosts::verdict(host, &subject, &readings)).collect();
    let said = rules::check_skill(&SkillContext::new(&skill, &verdicts, &[]));
    said.into_iter().filter(|one| one.file == skill.entry && front_matter.covers(one.span)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_front_matter_speaks() {
        let codes = |text: &str| check(text).iter().map(|one| one.code).collect::<Vec<_>>();
        assert_eq!(codes("---\nname: a\ndescription: Do: it.\n---\n[gone](gone.md)\n"), ["unquoted-colon"]);
        assert_eq!(codes("---\nname: a\ndescription: Fine.\n---\n[gone](gone.md)\n"), [""; 0]);
        assert_eq!(codes("---\ntitle: A page: of a site\n---\n"), [""; 0]);
        assert_eq!(codes("# Notes\n"), [""; 0]);
    }
}
