use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::{Config, Loaded, Root, SkillDir, find, load};
use crate::files::{Cancel, Files};
use crate::hosts::{self, Host, Place, Readings, Subject, Verdict};
use crate::rules::{self, Diagnostic, SkillContext, Suppressions, WorkspaceContext};
use crate::skill::{Catalog, Skill, Stray, Summary};
use crate::text::{LineIndex, decode};

/// What a scan is asked for.
pub struct Settings<'a> {
    /// The configuration.
    pub config: &'a Config,
    /// Paths in messages are relative to this directory.
    pub base: &'a Path,
    /// The user's home directory, which tells a user's roots from a project's.
    pub home: Option<&'a Path>,
    /// Where to look: roots, skills, or directories above them.
    pub starts: &'a [PathBuf],
    /// Told how many skills of how many are done.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// All that is true of the skills below some paths.
#[derive(Debug, Default)]
pub struct Scan {
    /// By file and place.
    pub diagnostics: Vec<Diagnostic>,
    /// The skills.
    pub catalog: Catalog,
    /// Files that the skills hold.
    pub files: usize,
}

/// What is true of one skill alone.
#[derive(Debug)]
pub enum Checked {
    /// It was read.
    Skill {
        /// What is kept of it.
        summary: Summary,
        /// What its own rules say.
        diagnostics: Vec<Diagnostic>,
        /// Files that it holds.
        files: usize,
    },
    /// It could not be read.
    Stray(Stray),
}

/// Finds the skills, reads them in parallel, and checks each and all together.
pub fn scan(files: &dyn Files, settings: &Settings<'_>, cancel: &Cancel) -> Scan {
    let excluded = |path: &Path| settings.config.excludes(path);
    let mut skills: Vec<SkillDir> = Vec::new();
    let mut strays: Vec<Stray> = Vec::new();
    for start in settings.starts {
        let found = find(files, start, &excluded, cancel);
        skills.extend(
            found
                .skills
                .into_iter()
                .filter(|skill| !skills.iter().any(|other| other.dir == skill.dir))
                .collect::<Vec<_>>(),
        );
        strays.extend(found.strays);
    }
    let roots = order_of_roots(settings, &skills);
    let known: Vec<Root> = roots.iter().map(|path| Root::of(files, path, settings.home)).collect();
    let (done, total) = (AtomicUsize::new(0), skills.len());
    let checked: Vec<Checked> = skills
        .par_iter()
        .filter(|_| cancel.check().is_ok())
        .filter_map(|found| {
            let root = known.iter().find(|root| root.path == found.root)?;
            let checked = check_one(files, settings.config, root, found, cancel);
            (settings.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, total);
            Some(checked)
        })
        .collect();
    let mut scan = Scan::default();
    let mut summaries = Vec::with_capacity(checked.len());
    for one in checked {
        match one {
            Checked::Skill { summary, diagnostics, files } => {
                summaries.push(summary);
                scan.diagnostics.extend(diagnostics);
                scan.files += files;
            }
            Checked::Stray(stray) => strays.push(stray),
        }
    }
    scan.catalog = Catalog::new(roots, summaries, strays);
    let context = WorkspaceContext { catalog: &scan.catalog, base: settings.base.to_owned() };
    let together = rules::check_workspace(&context);
    scan.diagnostics.extend(together.into_iter().filter_map(|found| applied(files, settings.config, found)));
    scan.diagnostics.sort_by(|a, b| (&a.file, a.span, a.code).cmp(&(&b.file, b.span, b.code)));
    scan
}

/// Reads one skill and checks it alone.
pub fn check_one(files: &dyn Files, config: &Config, root: &Root, found: &SkillDir, cancel: &Cancel) -> Checked {
    let skill = match load(files, found, cancel) {
        Loaded::Skill(skill) => skill,
        Loaded::Stray(stray) => return Checked::Stray(stray),
    };
    let verdicts = verdicts(&skill, root, &config.hosts_for(root));
    let found = rules::check_skill(&SkillContext::new(&skill, &verdicts));
    let diagnostics =
        found.into_iter().filter_map(|found| config.apply(found)).filter(|found| !is_silenced(&skill, found));
    Checked::Skill {
        summary: Summary::of(&skill),
        diagnostics: diagnostics.collect(),
        files: skill.tree.listed().count(),
    }
}

/// What each host makes of a skill.
pub fn verdicts(skill: &Skill, root: &Root, hosts: &[&'static Host]) -> Vec<Verdict> {
    let readings = Readings::new(&skill.document);
    let path = skill.dir.strip_prefix(&root.path).unwrap_or(Path::new("")).to_string_lossy().replace('\\', "/");
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
    hosts.iter().map(|host| hosts::verdict(host, &subject, &readings)).collect()
}

/// The configured roots first, then the others by path.
fn order_of_roots(settings: &Settings<'_>, skills: &[SkillDir]) -> Vec<PathBuf> {
    let mut others: Vec<PathBuf> = skills.iter().map(|skill| skill.root.clone()).collect();
    others.sort();
    others.dedup();
    let mut roots: Vec<PathBuf> = settings.config.roots.iter().filter(|root| others.contains(root)).cloned().collect();
    others.retain(|root| !roots.contains(root));
    roots.extend(others);
    roots
}

/// Settings and comments applied to what is said of several skills together.
fn applied(files: &dyn Files, config: &Config, diagnostic: Diagnostic) -> Option<Diagnostic> {
    let diagnostic = config.apply(diagnostic)?;
    let text =
        files.read(&diagnostic.file, crate::skill::limits::PARSED_BYTES).map(|content| decode(content.bytes).text);
    let silenced = text.is_ok_and(|text| silences(&text, &diagnostic));
    (!silenced).then_some(diagnostic)
}

fn is_silenced(skill: &Skill, diagnostic: &Diagnostic) -> bool {
    if diagnostic.file == skill.entry {
        return silences(&skill.document.text, diagnostic);
    }
    let page = skill.pages.iter().find(|page| skill.path_of(&page.path) == diagnostic.file);
    page.is_some_and(|page| silences(&page.text, diagnostic))
}

fn silences(text: &str, diagnostic: &Diagnostic) -> bool {
    let found = Suppressions::of(text);
    if found.is_empty() {
        return false;
    }
    let line = LineIndex::new(text).position(text, diagnostic.span.start, Default::default()).line;
    found.covers(diagnostic.code, line as usize)
}
