use std::collections::{BTreeMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rayon::prelude::*;

use super::Root;
use super::load::CONTENTS;
use crate::files::{Cancel, Entry, Files, Kind, Walked, walk_on};
use crate::skill::{Document, ENTRY, Stray, StrayKind};
use crate::text::decode;

/// What was found below some paths.
#[derive(Debug, Default)]
pub struct Discovered {
    /// The skills, by path.
    pub skills: Vec<Met>,
    /// What only looks like a skill, or cannot be looked into.
    pub strays: Vec<Stray>,
    /// The links beside skills, to skills or not.
    pub links: Vec<Link>,
}

/// A link of the file system that leads somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it stands.
    pub path: PathBuf,
    /// Where it really leads.
    pub to: PathBuf,
}

/// A skill that was come upon.
#[derive(Debug)]
pub struct Met {
    /// Where it is.
    pub skill: SkillDir,
    /// What lies in its directory, for a skill inside no other: that is known from the way to it.
    pub contents: Option<Walked>,
}

/// A directory with an entry file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillDir {
    /// The directory, by the path it was found at.
    pub dir: PathBuf,
    /// The entry file's name: `SKILL.md`, or that in another letter case.
    pub entry: OsString,
    /// The root it belongs to.
    pub root: PathBuf,
    /// The skill's directory in which it lies.
    pub inside: Option<PathBuf>,
    /// Where the directory really is, when its last name is a link.
    pub linked_to: Option<PathBuf>,
    /// Where the directory really is, when a link leads to it or to a directory above it.
    pub real: Option<PathBuf>,
}

/// How many skills one thread takes at a time: few, so that at the end none waits long for another.
pub(super) const AT_ONCE: usize = 16;

/// Directories that are never walked: version control, installed packages, caches.
const PRUNED: [&str; 7] = [".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", ".tox"];

/// Whether a path lies in a directory that is never walked.
pub fn is_pruned(path: &Path) -> bool {
    path.iter().any(|name| PRUNED.iter().any(|pruned| name == *pruned))
}

/// Finds every skill at or below `start`. Links are followed where hosts follow them: to a skill's directory in a root,
/// and to a root. `excluded` says which paths are passed over.
pub fn find(files: &dyn Files, start: &Path, excluded: &(dyn Fn(&Path) -> bool + Sync), cancel: &Cancel) -> Discovered {
    let finder = Finder { files, excluded, cancel, entered: Mutex::new(HashSet::new()) };
    // A path that is a skill itself belongs to the root around it.
    let mut found = finder.directory(start, None, Place::default());
    found.skills.sort_by(|a, b| a.skill.dir.cmp(&b.skill.dir));
    drop_links_to_found(files, &mut found.skills);
    found
}

struct Finder<'a> {
    files: &'a dyn Files,
    excluded: &'a (dyn Fn(&Path) -> bool + Sync),
    cancel: &'a Cancel,
    /// Real paths of linked roots, so that links in a circle end.
    entered: Mutex<HashSet<PathBuf>>,
}

/// Where a directory stands.
#[derive(Clone, Default)]
struct Place {
    /// The nearest root of a host at or above it.
    root: Option<PathBuf>,
    /// The last link on the way to it, and where that leads.
    through: Option<(PathBuf, PathBuf)>,
}

impl Place {
    fn skill(&self, dir: &Path, entry: &OsStr, inside: Option<&Path>) -> SkillDir {
        // A skill inside another one is in the same root, and there it is deeper.
        let outer = inside.unwrap_or(dir);
        SkillDir {
            dir: dir.to_owned(),
            entry: entry.to_owned(),
            root: self.root.clone().unwrap_or_else(|| outer.parent().unwrap_or(outer).to_owned()),
            inside: inside.map(Path::to_owned),
            linked_to: None,
            real: self.real(dir),
        }
    }

    fn real(&self, dir: &Path) -> Option<PathBuf> {
        let (link, to) = self.through.as_ref()?;
        dir.strip_prefix(link).ok().map(|rest| if rest.as_os_str().is_empty() { to.clone() } else { to.join(rest) })
    }
}

impl Finder<'_> {
    fn directory(&self, dir: &Path, linked_to: Option<PathBuf>, place: Place) -> Discovered {
        let mut found = Discovered::default();
        if self.cancel.check().is_err() || (self.excluded)(dir) {
            return found;
        }
        let entries = match self.files.entries(dir) {
            Ok(entries) => entries,
            Err(error) => {
                let kind = StrayKind::DirectoryUnreadable(error.to_string());
                found.strays.push(Stray { path: dir.to_owned(), kind });
                return found;
            }
        };
        found.strays.extend(no_file(dir, &entries));
        let mut place = place;
        if let Some(root) = Root::above(dir).filter(|root| place.root.as_deref() != Some(root)) {
            place.root = Some(root.to_owned());
        }
        if let Some(name) = self.entry_of(dir, &entries) {
            let skill = SkillDir { linked_to, ..place.skill(dir, name, None) };
            self.look_into(skill, entries, &place, &mut found);
            return found;
        }
        let children: Vec<&Entry> = entries
            .iter()
            .filter(|entry| matches!(entry.kind, Kind::Directory | Kind::Link))
            .filter(|entry| !PRUNED.iter().any(|pruned| entry.name == *pruned))
            .collect();
        let below: Vec<Discovered> = children
            .par_iter()
            .with_max_len(AT_ONCE)
            .map(|child| self.below(&dir.join(&child.name), child.kind, &place))
            .collect();
        // Beside skills, or in a root, what is no skill was meant as one; beside a root it is anything.
        let is_beside =
            |found: &Discovered| found.skills.first().is_some_and(|met| met.skill.dir.parent() == Some(dir));
        let has_skills = below.iter().any(|found| !found.skills.is_empty());
        let among_skills = has_skills && (place.root.as_deref() == Some(dir) || below.iter().any(is_beside));
        found.skills.reserve(below.iter().map(|more| more.skills.len()).sum());
        for (child, more) in children.iter().zip(below) {
            let path = dir.join(&child.name);
            match child.kind {
                Kind::Directory if among_skills && more.skills.is_empty() => {
                    found.strays.extend(self.looks_like_a_skill(&path));
                }
                Kind::Link if among_skills && self.files.kind(&path).is_err() => {
                    found.strays.push(Stray { path, kind: StrayKind::LinkBroken });
                }
                _ => {}
            }
            found.skills.extend(more.skills);
            found.strays.extend(more.strays);
            found.links.extend(more.links);
        }
        found
    }

    /// What lies in a skill's directory, from one walk; skills in it among the rest, which all count as inside the outer
    /// one. Links belong to the skill's files there: none is followed.
    fn look_into(&self, skill: SkillDir, entries: Vec<Entry>, place: &Place, found: &mut Discovered) {
        let dir = skill.dir.as_path();
        let walked = walk_on(self.files, dir, Some(entries), &CONTENTS, self.cancel).unwrap_or_default();
        let passed_over = |inner: &str| {
            let mut dir = dir.to_owned();
            inner.split('/').any(|name| {
                dir.push(name);
                PRUNED.contains(&name) || (self.excluded)(&dir)
            })
        };
        for (unreadable, error) in &walked.unreadable {
            let inner = unreadable.strip_prefix(dir).ok().and_then(Path::to_str);
            if !inner.is_some_and(passed_over) {
                let kind = StrayKind::DirectoryUnreadable(error.to_string());
                found.strays.push(Stray { path: unreadable.clone(), kind });
            }
        }
        let mut inner: BTreeMap<&str, Vec<Entry>> = BTreeMap::new();
        let mut skills_inside = Vec::new();
        for item in &walked.found {
            let Some((above, name)) = item.path.rsplit_once('/') else { continue };
            if name.eq_ignore_ascii_case(ENTRY) && item.exact && !passed_over(above) {
                inner.entry(above).or_default().push(Entry { name: name.into(), kind: item.kind });
            }
        }
        for (path, entries) in inner {
            let at = dir.join(path);
            found.strays.extend(no_file(&at, &entries));
            if let Some(name) = self.entry_of(&at, &entries) {
                skills_inside.push(Met { skill: place.skill(&at, name, Some(dir)), contents: None });
            }
        }
        // Nearly always this one alone, and there are thousands: no room for more.
        found.skills.reserve_exact(1 + skills_inside.len());
        found.skills.push(Met { skill, contents: Some(walked) });
        found.skills.append(&mut skills_inside);
    }

    /// `skill.md` may be anything; with a skill's front matter it was meant as one.
    fn entry_of<'e>(&self, dir: &Path, entries: &'e [Entry]) -> Option<&'e OsStr> {
        entry_name(entries).filter(|name| *name == ENTRY || self.is_skill(&dir.join(name)))
    }

    fn below(&self, path: &Path, kind: Kind, place: &Place) -> Discovered {
        if kind == Kind::Directory {
            return self.directory(path, None, place.clone());
        }
        // A link may lead to a skill or a root.
        let mut found = match self.files.kind(path) {
            Ok(Kind::Directory) => self.linked(path, place),
            _ => Discovered::default(),
        };
        found.links.extend(self.files.real_path(path).map(|to| Link { path: path.to_owned(), to }));
        found
    }

    fn linked(&self, path: &Path, place: &Place) -> Discovered {
        let Ok(real) = self.files.real_path(path) else { return Discovered::default() };
        let is_skill = self.files.entries(path).is_ok_and(|entries| entry_name(&entries).is_some());
        let is_root = Root::above(path) == Some(path);
        if !is_skill && !is_root {
            return Discovered::default();
        }
        let first = self.entered.lock().is_ok_and(|mut entered| is_skill || entered.insert(real.clone()));
        if !first {
            return Discovered::default();
        }
        let through = Some((path.to_owned(), real.clone()));
        self.directory(path, Some(real), Place { through, ..place.clone() })
    }

    /// A Markdown file with a skill's front matter in a directory that has no entry file.
    fn looks_like_a_skill(&self, dir: &Path) -> Option<Stray> {
        let entries = self.files.entries(dir).ok()?;
        let pages = entries.iter().filter(|entry| entry.kind == Kind::File && is_markdown(&entry.name));
        let file = pages.map(|entry| dir.join(&entry.name)).take(3).find(|path| self.is_skill(path))?;
        Some(Stray { path: dir.to_owned(), kind: StrayKind::OtherName(file) })
    }

    /// Whether a file begins with a skill's front matter.
    fn is_skill(&self, path: &Path) -> bool {
        let scope = path.parent().and_then(|dir| self.files.scope(dir).ok());
        let name = path.file_name().and_then(OsStr::to_str);
        let Some(content) = scope.zip(name).and_then(|(scope, name)| scope.read(name, 4096).ok()) else { return false };
        let document = Document::new(decode(content.bytes).text, None);
        ["name", "description"].iter().all(|key| document.value(key).is_some())
    }
}

/// A directory that has the entry file's name.
fn no_file(dir: &Path, entries: &[Entry]) -> Option<Stray> {
    let entry = entries.iter().find(|entry| entry.name == ENTRY && entry.kind == Kind::Directory)?;
    let kind = StrayKind::EntryUnreadable("it is a directory".to_owned());
    Some(Stray { path: dir.join(&entry.name), kind })
}

/// The entry file of a directory: `SKILL.md`, else one in another letter case.
fn entry_name(entries: &[Entry]) -> Option<&OsStr> {
    let is_file = |entry: &&Entry| entry.kind != Kind::Directory;
    let exact = entries.iter().filter(is_file).find(|entry| entry.name == ENTRY);
    let other = || entries.iter().filter(is_file).find(|entry| entry.name.eq_ignore_ascii_case(ENTRY));
    exact.or_else(other).map(|entry| entry.name.as_os_str())
}

fn is_markdown(name: &OsStr) -> bool {
    Path::new(name).extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("md"))
}

/// A link to a skill that was found by its own path is that skill: it is not checked a second time.
fn drop_links_to_found(files: &dyn Files, skills: &mut Vec<Met>) {
    if skills.iter().all(|met| met.skill.linked_to.is_none()) {
        return;
    }
    let real: HashSet<PathBuf> = skills
        .iter()
        .filter(|met| met.skill.linked_to.is_none())
        .filter_map(|met| files.real_path(&met.skill.dir).ok())
        .collect();
    skills.retain(|met| met.skill.linked_to.as_ref().is_none_or(|to| !real.contains(to)));
}
