//! Where a skill, a file or a heading is spoken of: in all skills of the workspace, and in the instructions of its agents.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::goal::{Goal, Home, Place, heading_at};
use super::highlight::same;
use super::pointer::{Aim, Around, Loose, Pointer, markdown_of, pages, text_of};
use super::{Site, instructions};

/// A pointer and the file in which it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The file.
    pub file: PathBuf,
    /// The pointer.
    pub pointer: Pointer,
    /// The file's text.
    pub text: Arc<str>,
}

/// Where what stands at the site is spoken of, by file and place; with `declared`, also where it is itself.
pub fn references(site: &Site<'_>, declared: bool) -> Vec<Place> {
    let Some(home) = site.home() else { return Vec::new() };
    let Some(goal) = site.goal(&home) else { return Vec::new() };
    let around = site.around();
    let mut wanted = vec![goal.aim.clone()];
    wanted.extend(title_of(site, &home, &goal));
    let found =
        pointing(around, &|file, aim| wanted.iter().any(|wanted| speaks_of(around, file, aim, wanted)), &wanted);
    let mut places: Vec<Place> =
        found.into_iter().map(|one| Place { file: one.file, span: one.pointer.span }).collect();
    let itself = if declared { around.place(&goal.aim, home.skill()) } else { None };
    places.extend(itself);
    places.sort_by(|a, b| (&a.file, a.span).cmp(&(&b.file, b.span)));
    places.dedup();
    places
}

/// The heading that begins a page stands for the page as well.
fn title_of(site: &Site<'_>, home: &Home, goal: &Goal) -> Option<Aim> {
    let markdown = markdown_of(home.skill()?, site.file)?;
    let title = markdown.headings.first().filter(|heading| heading.level == 1)?;
    let is_title = goal.is_self && heading_at(markdown, site.offset) == Some(title);
    is_title.then(|| Aim::File { path: site.file.to_owned(), anchor: None })
}

/// Whether a pointer in `file` to `aim` speaks of `wanted`: whoever names a place in another file names that file, and
/// whoever names a skill's entry names the skill.
fn speaks_of(around: Around<'_>, file: &Path, aim: &Aim, wanted: &Aim) -> bool {
    match (aim, wanted) {
        (Aim::File { path, anchor: Some(_) }, Aim::Skill(_) | Aim::File { anchor: None, .. }) if path == file => false,
        (Aim::File { path, .. }, Aim::File { path: other, anchor: None }) => path == other,
        (Aim::File { path, .. }, Aim::Skill(dir)) => {
            around.workspace.skill(dir).is_some_and(|kept| kept.summary.entry == *path)
        }
        _ => same(aim, wanted),
    }
}

/// All pointers to what is `wanted`, by file and place. `aims` say what that is about, so that only skills are read in which
/// it can be named.
pub fn pointing(around: Around<'_>, wanted: &(dyn Fn(&Path, &Aim) -> bool + Sync), aims: &[Aim]) -> Vec<Reference> {
    let homes: Vec<PathBuf> = aims.iter().filter_map(|aim| Some(around.home_of(aim)?.to_owned())).collect();
    let words: Vec<String> = homes.iter().flat_map(|dir| words_for(around, dir)).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut dirs: Vec<&Path> = around.workspace.naming_one(&words).map(|kept| kept.found.dir.as_path()).collect();
    // Their own files, and those of the skills around them, name them by paths.
    for home in &homes {
        dirs.extend(
            home.ancestors().filter_map(|dir| around.workspace.skill(dir)).map(|kept| kept.found.dir.as_path()),
        );
    }
    dirs.sort();
    dirs.dedup();
    let in_skill = |dir: &&Path| {
        let skill = around.load(dir);
        let pages: Vec<PathBuf> = skill.iter().flat_map(|skill| pages(skill)).collect();
        let pointers = |file: PathBuf| {
            let pointers = skill.as_ref().map(|skill| around.in_skill(skill, &file)).unwrap_or_default();
            let text = skill.as_ref().and_then(|skill| text_of(skill, &file)).map(Arc::from);
            of_file(file, text, pointers)
        };
        pages.into_iter().flat_map(pointers).filter(|one| wanted(&one.file, &one.pointer.aim)).collect::<Vec<_>>()
    };
    let mut found: Vec<Reference> = dirs.par_iter().flat_map_iter(in_skill).collect();
    for file in instructions::paths(around.workspace) {
        if let Some(loose) = Loose::read(around.files, &file) {
            let pointers = around.in_loose(&file, &loose);
            found.extend(
                of_file(file, Some(loose.text.into()), pointers).filter(|one| wanted(&one.file, &one.pointer.aim)),
            );
        }
    }
    found.sort_by(|a, b| (&a.file, a.pointer.span).cmp(&(&b.file, b.pointer.span)));
    // Links by reference share the place of their destination.
    found.dedup_by(|a, b| a.file == b.file && a.pointer.span == b.pointer.span);
    found
}

fn of_file(file: PathBuf, text: Option<Arc<str>>, pointers: Vec<Pointer>) -> impl Iterator<Item = Reference> {
    let of = move |pointer| Some(Reference { file: file.clone(), pointer, text: text.clone()? });
    pointers.into_iter().filter_map(of)
}

/// The words by which a skill can be named: its name, and its directory's.
fn words_for(around: Around<'_>, dir: &Path) -> Vec<String> {
    let name = around.workspace.skill(dir).map(|kept| kept.summary.name.clone());
    let directory = dir.file_name().map(|name| name.to_string_lossy().into_owned());
    name.into_iter().chain(directory).collect()
}

impl Around<'_> {
    /// The directory of the skill that something belongs to.
    pub fn home_of<'a>(&'a self, aim: &'a Aim) -> Option<&'a Path> {
        match aim {
            Aim::Skill(dir) => Some(dir),
            Aim::File { path, .. } | Aim::Directory(path) => self.workspace.skill_around(path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::{CURSOR, Fixture};

    const OWN: &str = "---\nname: own-skill\ndescription: D.\n---\n\n# Own\n\n[r](refs/r.md) [s](refs/r.md#set-up) [s][ref] [s][ref]\n\n## Next\n\n[n](#next)\n\n[ref]: refs/r.md#Set-up\n";
    const PAGE: &str = "# Page\n\n[up](../SKILL.md)\n\n## Set up\n\n`refs/r.md`\n";
    const OTHER: &str = "---\nname: other\ndescription: D.\n---\n\n/own-skill, [own](../own-skill), [p](../own-skill/refs/r.md#set-up)\n";

    /// The places, with the cursor put before `at` in a file.
    #[track_caller]
    fn shown(file: usize, at: &str, declared: bool) -> Vec<String> {
        let mut files = [
            ("skills/own-skill/SKILL.md", OWN.to_owned()),
            ("skills/own-skill/refs/r.md", PAGE.to_owned()),
            ("skills/other/SKILL.md", OTHER.to_owned()),
            ("AGENTS.md", "Use the `own-skill` skill. `skills/own-skill/SKILL.md`".to_owned()),
            ("docs/other.md", "/own-skill".to_owned()),
        ];
        assert!(files[file].1.contains(at), "{at}");
        files[file].1 = files[file].1.replacen(at, &format!("{CURSOR}{at}"), 1);
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
        let fixture = Fixture::new(&files);
        let found = references(&fixture.site(), declared);
        let show = |place: &Place| {
            let text = std::fs::read_to_string(&place.file).unwrap();
            let path = place.file.strip_prefix(&fixture.dir).unwrap().to_str().unwrap();
            format!("{path}: {}", place.span.slice(&text))
        };
        found.iter().map(show).collect()
    }

    #[test]
    fn of_a_skill() {
        let expected = [
            "AGENTS.md: own-skill",
            "AGENTS.md: skills/own-skill/SKILL.md",
            "skills/other/SKILL.md: own-skill",
            "skills/other/SKILL.md: ../own-skill",
            "skills/own-skill/refs/r.md: ../SKILL.md",
        ];
        assert_eq!(shown(0, "own-skill", false), expected);
        assert_eq!(shown(2, "own-skill,", false), expected);
        assert_eq!(shown(3, "own-skill", false), expected);
        assert!(shown(0, "own-skill", true).contains(&"skills/own-skill/SKILL.md: own-skill".to_owned()));
    }

    #[test]
    fn of_a_file_and_of_a_heading() {
        let of_heading = [
            "skills/other/SKILL.md: ../own-skill/refs/r.md#set-up",
            "skills/own-skill/SKILL.md: refs/r.md#set-up",
            "skills/own-skill/SKILL.md: refs/r.md#Set-up",
        ];
        assert_eq!(shown(1, "## Set up", false), of_heading);
        assert_eq!(shown(0, "refs/r.md#set-up", false), of_heading);
        let of_file = [
            "skills/other/SKILL.md: ../own-skill/refs/r.md#set-up",
            "skills/own-skill/SKILL.md: refs/r.md",
            "skills/own-skill/SKILL.md: refs/r.md#set-up",
            "skills/own-skill/SKILL.md: refs/r.md#Set-up",
            "skills/own-skill/refs/r.md: refs/r.md",
        ];
        assert_eq!(shown(0, "refs/r.md)", false), of_file);
        assert_eq!(shown(1, "# Page", false), of_file);
        assert_eq!(
            shown(0, "## Next", true),
            ["skills/own-skill/SKILL.md: ## Next", "skills/own-skill/SKILL.md: #next"]
        );
        assert_eq!(shown(0, "D.", true), Vec::<String>::new());
    }
}
