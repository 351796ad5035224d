use std::path::{Path, PathBuf};

use super::SkillDir;
use crate::files::{Cancel, Content, Files, Found, Kind, Links, Refusal, Scope, Walk, Walked, walk};
use crate::skill::limits::{PARSED_BYTES, READ_UNITS};
use crate::skill::{Document, ENTRY, Item, ItemKind, Page, Skill, Stray, StrayKind, Target, Tree, Unreadable};
use crate::syntax::markdown;
use crate::text::{Span, decode};

/// A skill read from its files, or why it cannot be.
#[derive(Debug)]
pub enum Loaded {
    /// It was read.
    Skill(Box<Skill>),
    /// Its entry file cannot be read.
    Stray(Stray),
}

/// How a skill's directory is walked. Directories whose files belong to somebody else are left out, as both skill tools
/// have it; levels so deep do not occur outside of link circles, and links are not followed.
pub(super) const CONTENTS: Walk<'_> = Walk { links: Links::Report, prune: &[".git", "node_modules"], depth: 64 };

/// Reads a skill: its entry, its other Markdown files, and what lies beside them. Nothing outside its directory is read.
pub fn load(files: &dyn Files, found: &SkillDir, cancel: &Cancel) -> Loaded {
    load_walked(files, found, walk(files, &found.dir, &CONTENTS, cancel).unwrap_or_default())
}

/// The same where it is already known what lies in the directory.
pub(super) fn load_walked(files: &dyn Files, found: &SkillDir, walked: Walked) -> Loaded {
    let entry = found.dir.join(&found.entry);
    let scope = match files.scope(&found.dir) {
        Ok(scope) => scope,
        Err(refusal) => return stray(entry, refusal, None),
    };
    let name = found.entry.to_string_lossy();
    let content = match scope.read_met(&name, PARSED_BYTES) {
        Ok(content) => content,
        Err(refusal) => return stray(entry.clone(), refusal, files.real_path(&entry).ok()),
    };
    let len = content.len;
    let (text, invalid_at) = text_of(content);
    let document = Document::new(text, invalid_at);
    let body = markdown::parse(&document.text, document.fences.body);
    let nested = nested_skills(&walked.found);
    let pages = walked.found.iter().filter(|item| is_page(item) && item.path != name);
    let pages = pages.filter(|item| !nested.iter().any(|dir| item.path.starts_with(dir.as_str())));
    let mut unreadable = Vec::new();
    let pages = pages
        .chain(long_texts(files, &found.dir, &walked.found))
        .filter_map(|item| match page(scope.as_ref(), item) {
            Ok(page) => Some(page),
            Err(Refusal::Unreadable(error)) => {
                unreadable.push(Unreadable { path: item.path.clone(), why: error.to_string() });
                None
            }
            // What went meanwhile is not there.
            Err(_) => None,
        })
        .collect();
    let closed = walked.unreadable.iter().filter_map(|(dir, _)| inner(&found.dir, dir)).collect();
    let items = walked.found.into_iter().filter_map(|item| self::item(files, found, item)).collect();
    Loaded::Skill(Box::new(Skill {
        dir: found.dir.clone(),
        entry,
        root: found.root.clone(),
        inside: found.inside.clone(),
        linked_to: found.linked_to.clone(),
        plugin_paths: super::plugin::paths(files, &found.dir, &body),
        document,
        len,
        body,
        tree: Tree::new(items).with_closed(closed),
        pages,
        unreadable,
    }))
}

fn stray(entry: PathBuf, refusal: Refusal, real: Option<PathBuf>) -> Loaded {
    let kind = match (refusal, real) {
        (Refusal::Outside, Some(real)) => StrayKind::EntryLeaves(real),
        (Refusal::NotFound | Refusal::Circle, _) => {
            StrayKind::EntryUnreadable("it is a link that leads nowhere or in a circle".to_owned())
        }
        (Refusal::Unreadable(error), _) => StrayKind::EntryUnreadable(format!("the system says: {error}")),
        (refusal, _) => StrayKind::EntryUnreadable(refusal.to_string()),
    };
    Loaded::Stray(Stray { path: entry, kind })
}

fn text_of(content: Content) -> (String, Option<usize>) {
    let whole = content.len == content.bytes.len() as u64;
    let mut decoded = decode(content.bytes);
    // A character cut at the end of what is parsed is no fault of the file.
    if !whole && decoded.invalid_at.is_some_and(|at| at + 4 > PARSED_BYTES) {
        decoded.text.truncate(decoded.invalid_at.unwrap_or(0));
        decoded.invalid_at = None;
    }
    (decoded.text, decoded.invalid_at)
}

fn page(scope: &dyn Scope, item: &Found) -> Result<Page, Refusal> {
    let content = scope.read_met(&item.path, PARSED_BYTES)?;
    let len = content.len;
    let (text, invalid_at) = text_of(content);
    let whole = Span::new(0, text.len());
    let markdown = if is_page(item) { markdown::parse(&text, whole) } else { Default::default() };
    let invalid_at = invalid_at.filter(|_| is_page(item));
    Ok(Page { path: item.path.clone(), text: text.into(), len, invalid_at, markdown })
}

/// A path below a skill's directory, with `/`.
fn inner(dir: &Path, path: &Path) -> Option<String> {
    let inner = path.strip_prefix(dir).ok()?.to_str()?;
    Some(inner.replace(std::path::MAIN_SEPARATOR, "/"))
}

fn is_page(item: &Found) -> bool {
    let suffix = Path::new(&item.path).extension();
    item.kind == Kind::File && item.exact && suffix.is_some_and(|suffix| suffix.eq_ignore_ascii_case("md"))
}

/// Files that are no Markdown, but text and longer than one read of the list/read tool.
fn long_texts<'a>(files: &'a dyn Files, dir: &'a Path, found: &'a [Found]) -> impl Iterator<Item = &'a Found> {
    found.iter().filter(move |item| {
        let path = || dir.join(&item.path);
        item.kind == Kind::File
            && item.exact
            && !is_page(item)
            && files.len(&path()).is_ok_and(|len| len > READ_UNITS as u64)
            && files.read(&path(), 8192).is_ok_and(|content| is_text(&content.bytes))
    })
}

/// Whether the beginning of a file is UTF-8 text: no NUL, nothing invalid but a character cut at its end.
fn is_text(bytes: &[u8]) -> bool {
    let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to() + 4 > bytes.len(), |_| true);
    valid && memchr::memchr(0, bytes).is_none()
}

/// Directories below the skill that are skills of their own, each with a slash at its end.
fn nested_skills(found: &[Found]) -> Vec<String> {
    let entries = found.iter().filter_map(|item| item.path.rsplit_once('/'));
    entries.filter(|(_, name)| name.eq_ignore_ascii_case(ENTRY)).map(|(dir, _)| format!("{dir}/")).collect()
}

fn item(files: &dyn Files, found: &SkillDir, item: Found) -> Option<Item> {
    let kind = match item.kind {
        Kind::File => ItemKind::File,
        Kind::Directory => ItemKind::Directory,
        Kind::Other => ItemKind::Other,
        Kind::Link if item.exact => ItemKind::Link(target(files, &found.dir, &item.path)),
        Kind::Link => return None,
    };
    Some(Item { path: item.path, kind })
}

fn target(files: &dyn Files, dir: &Path, path: &str) -> Target {
    let link = dir.join(path);
    let real = match files.real_path(&link) {
        Ok(real) => real,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Target::Missing,
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => return Target::Unknown,
        Err(_) => return Target::Circle,
    };
    let Some(inner) = files.real_path(dir).ok().and_then(|dir| real.strip_prefix(dir).map(Path::to_owned).ok()) else {
        return Target::Outside(real);
    };
    let inner = inner.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
    match files.kind(&link) {
        Ok(Kind::File) => Target::File(inner),
        Ok(Kind::Directory) => Target::Directory(inner),
        _ => Target::Other,
    }
}
