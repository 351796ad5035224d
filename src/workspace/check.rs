//! One skill read and checked.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::names::Names;
use super::{Config, Loaded, Root, SkillDir};
use crate::files::Files;
use crate::hosts::{self, Host, Place, Readings, Room, Scope, Subject, Verdict};
use crate::rules::{self, Diagnostic, SkillContext, Suppressions};
use crate::skill::limits::PARSED_BYTES;
use crate::skill::{ItemKind, Skill, Stray, Summary};
use crate::text::decode;

/// What is true of one skill alone.
#[derive(Debug)]
pub enum Checked {
    /// It was read.
    Skill(Box<Kept>),
    /// It could not be read.
    Stray(Stray),
}

/// What is kept of a skill that was checked.
#[derive(Debug)]
pub struct Kept {
    /// Where it was found.
    pub found: SkillDir,
    /// What others need of it.
    pub summary: Summary,
    /// What its own rules say, of all its files.
    pub diagnostics: Vec<Diagnostic>,
    /// Files that it holds.
    pub files: usize,
    /// Files of the plugin around it that it names.
    pub plugin_files: Vec<PathBuf>,
    /// Whether it holds symbolic links, so that what happens elsewhere matters to it.
    pub has_links: bool,
    /// What may name other skills in it; only where the workspace keeps that.
    pub names: Option<Names>,
}

/// Checks one skill alone, as it was read, for these hosts.
pub fn check_one(
    files: &dyn Files,
    config: &Config,
    root: &Root,
    hosts: &[&'static Host],
    found: SkillDir,
    loaded: Loaded,
    with_names: bool,
) -> Checked {
    let skill = match loaded {
        Loaded::Skill(skill) => skill,
        Loaded::Stray(stray) => return Checked::Stray(stray),
    };
    Checked::Skill(Box::new(Kept {
        found,
        summary: Summary::of(&skill),
        diagnostics: said(config, root, hosts, &skill),
        files: skill.tree.listed().count(),
        plugin_files: plugin_files(files, &skill),
        has_links: skill.tree.items().iter().any(|item| matches!(item.kind, ItemKind::Link(_))),
        names: with_names.then(|| Names::of(&skill)),
    }))
}

/// What is said of a skill alone, for these hosts.
pub fn said(config: &Config, root: &Root, hosts: &[&'static Host], skill: &Skill) -> Vec<Diagnostic> {
    // Asked of all hosts, where a skill stands is no question: most look elsewhere.
    let anywhere = Root { scope: Scope::Given, ..root.clone() };
    let root = if config.asks_all() { &anywhere } else { root };
    let onlookers = verdicts(skill, root, &onlookers(skill, hosts));
    let said = rules::check_skill(&SkillContext::new(skill, &verdicts(skill, root, hosts), &onlookers));
    let comments = Comments::of(skill);
    said.into_iter().filter_map(|said| config.apply(said)).filter(|said| !comments.silence(said)).collect()
}

fn plugin_files(files: &dyn Files, skill: &Skill) -> Vec<PathBuf> {
    if skill.plugin_paths.is_empty() {
        return Vec::new();
    }
    let root = super::plugin::root(files, &skill.dir);
    root.map_or_else(Vec::new, |root| skill.plugin_paths.keys().map(|path| root.join(path)).collect())
}

/// Hosts that are not asked, but know a key in the skill that none of those asked knows.
fn onlookers(skill: &Skill, asked: &[&'static Host]) -> Vec<&'static Host> {
    let keys = skill.document.yaml.entries().iter().filter_map(|entry| entry.key.text());
    let strange: Vec<&str> = keys.filter(|key| !asked.iter().any(|host| host.knows(key))).collect();
    if strange.is_empty() {
        return Vec::new();
    }
    hosts::table().iter().filter(|host| host.is_product() && strange.iter().any(|key| host.knows(key))).collect()
}

/// What each host makes of a skill.
pub fn verdicts(skill: &Skill, root: &Root, hosts: &[&'static Host]) -> Vec<Verdict> {
    asked(skill, root, |subject, readings| hosts.iter().map(|host| hosts::verdict(host, subject, readings)).collect())
}

/// How much of each host's limits a skill's values use.
pub fn rooms(skill: &Skill, root: &Root, hosts: &[&'static Host]) -> Vec<Room> {
    asked(skill, root, |subject, readings| {
        hosts.iter().flat_map(|host| hosts::rooms(host, subject, readings)).collect()
    })
}

/// A skill as hosts meet it.
fn asked<T>(skill: &Skill, root: &Root, ask: impl FnOnce(&Subject<'_>, &Readings<'_>) -> T) -> T {
    let readings = Readings::new(&skill.document);
    let path = skill.dir.strip_prefix(&root.path).unwrap_or(Path::new("")).to_string_lossy();
    let path = path.replace(std::path::MAIN_SEPARATOR, "/");
    let (directory, entry) = (skill.directory_name(), skill.entry_name());
    let place = Place {
        root: &root.shown,
        scope: root.scope,
        path: &path,
        linked_directory: skill.linked_to.is_some(),
        linked_entry: skill.entry_is_link(),
    };
    let subject = Subject {
        document: &skill.document,
        directory: &directory,
        entry: &entry,
        place: Some(place),
        bytes: skill.len,
    };
    ask(&subject, &readings)
}

/// Settings, and comments in its file, applied to a diagnostic that was made without the text at hand.
pub fn applied(files: &dyn Files, config: &Config, diagnostic: Diagnostic) -> Option<Diagnostic> {
    let diagnostic = config.apply(diagnostic)?;
    let directory = diagnostic.file.parent().and_then(|dir| files.scope(dir).ok());
    let name = diagnostic.file.file_name().and_then(OsStr::to_str);
    let content = directory.zip(name).and_then(|(scope, name)| scope.read(name, PARSED_BYTES).ok());
    let text = content.map(|content| decode(content.bytes).text);
    let silenced =
        text.is_some_and(|text| Suppressions::of(&text).silence(diagnostic.code, &text, diagnostic.span.start));
    (!silenced).then_some(diagnostic)
}

/// The comments in a skill's files that silence rules; most files have none.
struct Comments<'a> {
    files: Vec<(PathBuf, &'a str, Suppressions)>,
}

impl<'a> Comments<'a> {
    fn of(skill: &'a Skill) -> Self {
        let entry = (skill.entry.clone(), &*skill.document.text);
        let pages = skill.pages.iter().map(|page| (skill.path_of(&page.path), &*page.text));
        let files = std::iter::once(entry).chain(pages).filter_map(|(file, text)| {
            let found = Suppressions::of(text);
            (!found.is_empty()).then_some((file, text, found))
        });
        Comments { files: files.collect() }
    }

    fn silence(&self, diagnostic: &Diagnostic) -> bool {
        let own = self.files.iter().find(|(file, ..)| *file == diagnostic.file);
        own.is_some_and(|(_, text, found)| found.silence(diagnostic.code, text, diagnostic.span.start))
    }
}
