//! A skill that is not written yet.

use std::path::{Component, Path, PathBuf};

use super::Workspace;
use crate::files::{Cancel, Files, Overlay};
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
    if files.kind(&dir).is_ok() {
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
        quote::value(description)
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
        for description in ["Does it.", "Use: when \"it\" is #1", "yes", "- a\n- b", "It's \\ and \u{1F980}"] {
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
        assert_eq!(faults("fine", "")[0].0, Part::Description);
        assert_eq!(faults("fine", &"long ".repeat(300))[0].0, Part::Description);
    }
}
