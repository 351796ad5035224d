//! A skill that is not written yet.

use std::io;
use std::path::{Component, Path, PathBuf};

use super::{Workspace, is_pruned};
use crate::files::{Cancel, Files, Kind, Overlay};
use crate::rules::{Diagnostic, Severity, quote};
use crate::skill::{Document, ENTRY};
use crate::text::Span;

/// A new skill: its file, its text, and what would be wrong with it.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The file to write; none while the name cannot be a directory's.
    pub entry: Option<PathBuf>,
    /// Its text.
    pub text: String,
    /// What would be wrong, the worst first.
    pub faults: Vec<Fault>,
}

/// Something wrong with a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it is about.
    pub part: Part,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in words.
    pub message: String,
}

/// The part of a draft that a fault is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The name.
    Name,
    /// The description.
    Description,
    /// Everything else.
    Rest,
}

/// A skill of this name and description in a root of `workspace`, checked by all rules as if it stood there already.
pub fn draft(files: &Overlay, workspace: &Workspace, root: &Path, name: &str, description: &str) -> Draft {
    let text = text(name, description);
    let mut faults = Vec::new();
    let Some(dir) = directory(root, name) else {
        let message = match name {
            "" => "A skill needs a name.".to_owned(),
            _ => format!("`{name}` cannot be the name of a directory, which a skill's name is as well."),
        };
        faults.push(Fault { part: Part::Name, severity: Severity::Error, message });
        return Draft { entry: None, text, faults };
    };
    let entry = dir.join(ENTRY);
    let there = files.kind(&dir);
    if let Some(fault) = out_of_reach(workspace, &there, root, &dir) {
        return Draft { entry: None, text, faults: vec![fault] };
    }
    if there.is_ok() || files.is_link(&dir).unwrap_or(false) {
        let message = format!("There is already something at `{}`.", dir.display());
        faults.push(Fault { part: Part::Name, severity: Severity::Error, message });
    } else if let Some(other) = workspace.named(name).first() {
        let message = format!("The name is already used by `{}`.", other.dir.display());
        faults.push(Fault { part: Part::Name, severity: Severity::Error, message });
    }
    let mut files = files.clone();
    files.set(&entry, text.as_str());
    let settings = super::Settings { starts: vec![dir], ..workspace.settings().clone() };
    let written = Workspace::open(&files, settings, &Cancel::default(), &|_, _| {});
    let document = Document::new(text.as_str(), None);
    let said = written.about(&entry);
    faults.extend(said.into_iter().map(|said| Fault {
        part: part(&document, said),
        severity: said.severity,
        message: said.message.clone(),
    }));
    faults.sort_by_key(|fault| fault.severity);
    Draft { entry: Some(entry), text, faults }
}

/// Why nothing can be said of a skill in this directory: nobody gets or looks there.
fn out_of_reach(workspace: &Workspace, there: &io::Result<Kind>, root: &Path, dir: &Path) -> Option<Fault> {
    let settings = workspace.settings();
    let shown = root.display();
    let (part, message) = match there {
        Err(error) if error.kind() == io::ErrorKind::InvalidFilename => {
            (Part::Name, "The name is too long for a directory.".to_owned())
        }
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            (Part::Rest, format!("A skill in `{shown}` cannot be got at: {error}."))
        }
        _ if settings.config.excludes(dir) => {
            (Part::Rest, format!("A setting excludes `{shown}`: nobody would look at a skill there."))
        }
        _ if is_pruned(dir.strip_prefix(&settings.base).unwrap_or(dir)) => (
            Part::Rest,
            format!("`{shown}` is part of packages or of version control: nobody would look at a skill there."),
        ),
        _ => return None,
    };
    Some(Fault { part, severity: Severity::Error, message })
}

/// The skill's directory: a child of the root, whatever the name says.
fn directory(root: &Path, name: &str) -> Option<PathBuf> {
    let mut parts = Path::new(name).components();
    let plain = matches!((parts.next(), parts.next()), (Some(Component::Normal(one)), None) if one == name);
    plain.then(|| root.join(name))
}

fn text(name: &str, description: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.chars();
    let title: String = letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default();
    format!(
        "---\nname: {}\ndescription: {}\n---\n\n# {title}\n\nSay here, step by step, what the agent is to do.\n",
        quote::value(name),
        // A tab is a blank as a line break is, and some readers mind it.
        quote::value(&description.replace('\t', " "))
    )
}

fn part(document: &Document, said: &Diagnostic) -> Part {
    let line = |key: &str| document.value(key).map(|value| Span::new(value.key.start, value.span.end));
    let is_in = |key: &str| line(key).is_some_and(|line| line.covers(said.span));
    match said.code {
        _ if is_in("name") => Part::Name,
        _ if is_in("description") => Part::Description,
        code if code.starts_with("name-") => Part::Name,
        code if code.starts_with("description-") => Part::Description,
        _ => Part::Rest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Disk;
    use crate::workspace::Settings;

    fn faults(name: &str, description: &str) -> Vec<(Part, Severity)> {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("skills");
        let taken = root.join("taken");
        std::fs::create_dir_all(&taken).unwrap();
        std::fs::write(taken.join(ENTRY), "---\nname: taken\ndescription: Does it.\n---\nDo it.\n").unwrap();
        let settings = Settings { base: dir.path().to_owned(), starts: vec![root.clone()], ..Settings::default() };
        let workspace = Workspace::open(&Disk, settings, &Cancel::default(), &|_, _| {});
        let made = draft(&Overlay::new(Disk), &workspace, &root, name, description);
        assert!(made.entry.is_none_or(|entry| entry.starts_with(&root)));
        made.faults.iter().map(|fault| (fault.part, fault.severity)).collect()
    }

    #[test]
    fn a_good_one_has_no_fault_whatever_its_description() {
        for description in ["Does it.", "Use: when \"it\" is #1", "yes", "- a\n- b", "a\tb", "It's \\ and \u{1F980}"] {
            assert_eq!(faults("release-notes", description), [], "{description}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_by_part() {
        assert_eq!(faults("taken", "Does it.")[0], (Part::Name, Severity::Error));
        for name in ["", "..", "a/b", "/etc", ".", "a/"] {
            assert_eq!(faults(name, "Does it."), [(Part::Name, Severity::Error)], "{name}");
        }
        assert_eq!(faults("Big Name", "Does it.")[0].0, Part::Name);
        // So long that the system has no directory of this name.
        assert_eq!(faults(&"x".repeat(300), "Does it."), [(Part::Name, Severity::Error)]);
        assert_eq!(faults("fine", "")[0].0, Part::Description);
        assert_eq!(faults("fine", &"long ".repeat(300))[0].0, Part::Description);
    }

    #[test]
    fn nothing_goes_where_nobody_looks() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("file"), "x").unwrap();
        let toml = "exclude = ['old/**']\n";
        let (config, problems) = crate::workspace::Config::from_toml(toml, dir.path(), None);
        assert!(problems.is_empty());
        let settings = Settings { config, base: dir.path().to_owned(), ..Settings::default() };
        let workspace = Workspace::open(&Disk, settings, &Cancel::default(), &|_, _| {});
        for (root, why) in [
            ("old/skills", "A setting excludes"),
            ("node_modules/pack/skills", "part of packages"),
            (".git/skills", "part of packages or of version control"),
            ("file/skills", "cannot be got at"),
        ] {
            let made = draft(&Overlay::new(Disk), &workspace, &dir.path().join(root), "Any Name", "");
            assert_eq!((made.entry, made.faults.len()), (None, 1), "{root}");
            assert!(made.faults[0].message.contains(why), "{root}: {}", made.faults[0].message);
        }
        let made = draft(&Overlay::new(Disk), &workspace, &dir.path().join("new/skills"), "fine", "Does it.");
        assert_eq!((made.entry.is_some(), made.faults), (true, Vec::new()));
    }
}
