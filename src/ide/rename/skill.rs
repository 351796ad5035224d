use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::paths::{Moves, follow, seen_from};
use super::{Powers, Refusal};
use crate::files::Files;
use crate::ide::pointer::{Aim, Around, Written};
use crate::ide::references::{Reference, pointing};
use crate::rules::{Change, Diagnostic};
use crate::skill::{Document, Form, ItemKind, Skill, Target};
use crate::syntax::markdown;
use crate::syntax::yaml::Style;
use crate::text::{Edit, Span, apply};
use crate::workspace::said;

/// Edits of several files.
#[derive(Debug, Default)]
pub struct Edits(BTreeMap<PathBuf, BTreeMap<Span, Edit>>);

impl Edits {
    /// One more; the same place is edited once.
    pub fn add(&mut self, file: &Path, edit: Edit) {
        self.0.entry(file.to_owned()).or_default().entry(edit.span).or_insert(edit);
    }

    /// As changes, file by file, each in order of its text. A file that is known by several paths, since links lead to its
    /// directory, is edited once: by its own path, where that is among them.
    pub fn into_changes(self, files: &dyn Files) -> Vec<Change> {
        let mut by_real: BTreeMap<PathBuf, (PathBuf, BTreeMap<Span, Edit>)> = BTreeMap::new();
        for (file, edits) in self.0 {
            let real = files.real_path(&file).unwrap_or_else(|_| file.clone());
            let is_own = real == file;
            let (path, known) = by_real.entry(real).or_insert_with(|| (file.clone(), BTreeMap::new()));
            if is_own {
                *path = file;
            }
            for (span, edit) in edits {
                known.entry(span).or_insert(edit);
            }
        }
        let changes = by_real.into_values();
        let mut changes: Vec<(PathBuf, BTreeMap<Span, Edit>)> = changes.collect();
        changes.sort_by(|(one, _), (other, _)| one.cmp(other));
        changes.into_iter().map(|(file, edits)| Change::Edit { file, edits: edits.into_values().collect() }).collect()
    }
}

/// The changes that give a skill another name: in its front matter, wherever it is named, and of its directory where that
/// has the skill's name.
pub fn rename(around: Around<'_>, dir: &Path, name: &str, powers: Powers) -> Result<Vec<Change>, Refusal> {
    let skill = around.load(dir).ok_or_else(|| "The skill cannot be read.".to_owned())?;
    let old = name_of(&skill);
    if name == old {
        return Ok(Vec::new());
    }
    let new_dir = dir.with_file_name(name);
    let name_edit = name_edit(&skill.document, name)?;
    // A name that was another than the directory's stays so, unless that would be a new fault.
    let moves = skill.directory_name() == old
        || (name != skill.directory_name() && check(around, &skill, name_edit.as_ref(), dir).is_err());
    if let Some(other) = around.workspace.named(name).into_iter().find(|other| other.dir != dir) {
        return Err(format!("The name `{name}` is already that of `{}`.", shown(around, &other.dir)));
    }
    if around.workspace.settings().config.agents.skills.iter().any(|(skill, _)| skill.name == name) {
        return Err(format!("The name `{name}` is already that of a skill in the configuration."));
    }
    if moves {
        can_be_called(around, &skill, name, &new_dir)?;
        if !powers.renames {
            return Err(format!(
                "The directory has to be called `{name}` as well, and this editor renames no directories for the server: \
                 rename `{}` yourself, then the name.",
                shown(around, dir)
            ));
        }
    }
    check(around, &skill, name_edit.as_ref(), if moves { &new_dir } else { dir })?;
    let mut edits = Edits::default();
    if let Some(edit) = name_edit {
        edits.add(&skill.entry, edit);
    }
    let moved = if moves { spellings(around, dir) } else { Vec::new() };
    let moved = Moves::new(moved.into_iter().map(|dir| (dir.clone(), dir.with_file_name(name))).collect());
    call(around, dir, &old, name, &moved, &mut edits);
    let mut changes = edits.into_changes(around.files);
    if moves {
        changes.push(Change::Rename { from: dir.to_owned(), to: new_dir });
    }
    Ok(changes)
}

/// The name that a skill has in its front matter, as its author means it; else that of its directory.
pub fn name_of(skill: &Skill) -> String {
    let written = skill.document.value("name").map(|value| value.text.trim().to_owned());
    written.filter(|name| !name.is_empty()).unwrap_or_else(|| skill.directory_name())
}

/// The edits of all places that name the skill: mentions get the new name, unless another skill has the old one; paths
/// follow the directory.
pub fn call(around: Around<'_>, dir: &Path, old: &str, name: &str, moved: &Moves, edits: &mut Edits) {
    let dirs = spellings(around, dir);
    let is_last = around.workspace.named(old).iter().all(|other| dirs.contains(&other.dir))
        && around.called(old).is_none_or(|skill| dirs.contains(&skill.dir));
    let is_below = |aim: &Aim| match aim {
        Aim::Skill(path) | Aim::Directory(path) | Aim::File { path, .. } => {
            dirs.iter().any(|dir| path.starts_with(dir))
        }
    };
    let aims: Vec<Aim> = dirs.iter().cloned().map(Aim::Skill).collect();
    let found = pointing(around, &|_, aim| is_below(aim), &aims);
    for Reference { file, pointer, text } in found {
        let edit = match &pointer.written {
            // Who calls it by its directory goes on to do so, where that stays.
            Written::Mention(_) => {
                let is_meant = aims.contains(&pointer.aim) && pointer.span.slice(&text) == old;
                (is_last && is_meant).then(|| Edit::replace(pointer.span, name))
            }
            _ => {
                let home = around.workspace.skill_around(&file).map(|home| moved.after(home));
                follow(&text, &file, &pointer, moved, home.as_deref())
            }
        };
        if let Some(edit) = edit {
            edits.add(&file, edit);
        }
    }
    if is_last {
        filter_edits(around, old, name, edits);
    }
}

/// The paths by which a skill's directory is known: its own, and those through links to its root.
fn spellings(around: Around<'_>, dir: &Path) -> Vec<PathBuf> {
    let real = around.files.real_path(dir).ok();
    let alike = around.workspace.skills().map(|kept| &kept.found.dir).filter(|other| {
        other.file_name() == dir.file_name() && (*other == dir || around.files.real_path(other).ok() == real)
    });
    alike.cloned().collect()
}

/// The name in the filter of the load tool's configuration.
fn filter_edits(around: Around<'_>, old: &str, name: &str, edits: &mut Edits) {
    let agents = &around.workspace.settings().config.agents;
    let Some(file) = &agents.file else { return };
    for (_, _, span) in agents.filter.iter().filter(|(filtered, ..)| filtered == old) {
        let text = around.files.read(file, usize::MAX).map(|content| crate::text::decode(content.bytes).text);
        let written = text.as_deref().map(|text| span.slice(text).to_owned()).unwrap_or_default();
        let new = match written.chars().next() {
            Some(quote @ ('"' | '\'')) => format!("{quote}{name}{quote}"),
            _ => name.to_owned(),
        };
        if written.trim_matches(['"', '\'']) == old {
            edits.add(file, Edit::replace(*span, new));
        }
    }
}

/// Whether the skill's directory can have the name.
fn can_be_called(around: Around<'_>, skill: &Skill, name: &str, new_dir: &Path) -> Result<(), Refusal> {
    if let Some(why) = no_directory_name(name) {
        return Err(format!("A directory cannot be called `{name}`: {why}."));
    }
    if let Some(to) = &skill.linked_to {
        return Err(format!(
            "`{}` is a link to `{}`: rename the skill there, and make the link anew.",
            shown(around, &skill.dir),
            shown(around, to)
        ));
    }
    let settings = around.workspace.settings();
    if settings.starts.contains(&skill.dir) && settings.base == skill.dir {
        return Err(
            "The skill's directory is the folder that is open: close it, rename it, and open it again.".to_owned()
        );
    }
    let there = around.files.kind(new_dir).is_ok() || around.files.is_link(new_dir).unwrap_or(false);
    // Where letter case does not count, a directory is found by its own name in other letters.
    let is_itself = || around.files.real_path(new_dir).ok() == around.files.real_path(&skill.dir).ok();
    if there && !is_itself() {
        return Err(format!("There is something at `{}` already.", shown(around, new_dir)));
    }
    match link_to(around, &skill.dir) {
        Some(link) => Err(format!(
            "The link `{}` leads to the skill's directory and would lead nowhere: take it away first.",
            shown(around, &link)
        )),
        None => Ok(()),
    }
}

/// What no file system, or not each of them, takes for a name.
fn no_directory_name(name: &str) -> Option<&'static str> {
    const RESERVED: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];
    let stem = name.split('.').next().unwrap_or(name).to_lowercase();
    let device = RESERVED.iter().any(|word| {
        stem.strip_prefix(word).is_some_and(|rest| match *word {
            "com" | "lpt" => rest.len() == 1 && rest.starts_with(|c: char| c.is_ascii_digit()),
            _ => rest.is_empty(),
        })
    });
    match name {
        "" => Some("it is empty"),
        "." | ".." => Some("it names another directory"),
        _ if name.contains(['/', '\\']) => Some("it has a slash"),
        _ if name.contains(char::is_control) => Some("it has a control character"),
        _ if name.contains(['<', '>', ':', '"', '|', '?', '*']) => {
            Some("it has a character that Windows does not allow")
        }
        _ if name.ends_with(['.', ' ']) => Some("it ends in a dot or a blank"),
        _ if device => Some("Windows keeps this name for itself"),
        _ if name.len() > 255 => Some("it is too long"),
        _ => None,
    }
}

/// A link of the file system that leads to a directory or into it: beside skills, or in a skill that holds links.
fn link_to(around: Around<'_>, dir: &Path) -> Option<PathBuf> {
    let real = around.files.real_path(dir).ok()?;
    let beside = around.workspace.links_to(&real).next().map(Path::to_owned);
    beside.or_else(|| {
        let holders = around.workspace.skills().filter(|kept| kept.has_links && !kept.found.dir.starts_with(dir));
        holders.into_iter().find_map(|kept| {
            let skill = around.load(&kept.found.dir)?;
            let leads = skill
                .tree
                .items()
                .iter()
                .find(|item| matches!(&item.kind, ItemKind::Link(Target::Outside(to)) if to.starts_with(&real)));
            leads.map(|item| skill.dir.join(&item.path))
        })
    })
}

/// The edit of the name in the front matter; none where the skill has its name from its directory.
pub fn name_edit(document: &Document, name: &str) -> Result<Option<Edit>, Refusal> {
    let Some(value) = document.value("name").filter(|value| value.form != Form::Empty) else { return Ok(None) };
    let raw = value.span.slice(&document.text);
    let text = match value.form {
        Form::Scalar(Style::DoubleQuoted) => quoted(name, '"'),
        Form::Scalar(Style::SingleQuoted) => quoted(name, '\''),
        Form::Line => match raw.chars().next() {
            Some(quote @ ('"' | '\'')) if raw.len() > 1 && raw.ends_with(quote) => quoted(name, quote),
            _ => Some(name.to_owned()),
        },
        Form::Scalar(Style::Plain) => Some(name.to_owned()),
        _ => None,
    };
    let text = text.ok_or("The name is not written on one line: write it so first.".to_owned())?;
    Ok(Some(Edit::replace(value.span, text)))
}

fn quoted(name: &str, quote: char) -> Option<String> {
    (!name.contains([quote, '\\'])).then(|| format!("{quote}{name}{quote}"))
}

/// Asks the rules what they would say of the skill under its new name.
pub fn check(around: Around<'_>, skill: &Skill, edit: Option<&Edit>, dir: &Path) -> Result<(), Refusal> {
    let Some(kept) = around.workspace.skill(&skill.dir) else { return Ok(()) };
    let Some((after, value)) = said_then(around, skill, edit, dir)? else { return Ok(()) };
    // A name that is as wrong as the one before is wrong all the same.
    let is_of_name =
        |one: &&Diagnostic| one.code.starts_with("name-") && one.code != "name-differs" && one.span == value;
    let wrong = after.iter().find(|one| edit.is_some() && is_of_name(one));
    refused(wrong.or_else(|| first_new(&after, &kept.diagnostics)))
}

/// Asks the rules whether the edit of its name makes something wrong of a skill that gets another directory in any case.
pub fn check_moved(around: Around<'_>, skill: &Skill, edit: Option<&Edit>, dir: &Path) -> Result<(), Refusal> {
    let (Some((before, _)), Some((after, _))) =
        (said_then(around, skill, None, dir)?, said_then(around, skill, edit, dir)?)
    else {
        return Ok(());
    };
    refused(first_new(&after, &before))
}

/// What is said of a skill that has another directory, and its name edited; and where that name stands.
fn said_then(
    around: Around<'_>,
    skill: &Skill,
    edit: Option<&Edit>,
    dir: &Path,
) -> Result<Option<(Vec<Diagnostic>, Span)>, Refusal> {
    let Some(kept) = around.workspace.skill(&skill.dir) else { return Ok(None) };
    let Some((root, hosts)) = around.workspace.asked(&kept.found.root) else { return Ok(None) };
    let text = apply(&skill.document.text, edit.map(std::slice::from_ref).unwrap_or_default());
    let text = text.map_err(|error| error.to_string())?;
    let document = Document::new(text, None);
    let body = markdown::parse(&document.text, document.fences.body);
    let entry = dir.join(&kept.found.entry);
    let renamed = Skill { dir: dir.to_owned(), entry, document, body, ..skill.clone() };
    let value = renamed.document.value("name").map_or(Span::default(), |value| value.span);
    Ok(Some((said(&around.workspace.settings().config, root, hosts, &renamed), value)))
}

/// The first of the one that is not among the other as often.
fn first_new<'a>(after: &'a [Diagnostic], before: &[Diagnostic]) -> Option<&'a Diagnostic> {
    let count = |said: &[Diagnostic], code: &str| said.iter().filter(|one| one.code == code).count();
    after.iter().find(|one| count(after, one.code) > count(before, one.code))
}

fn refused(wrong: Option<&Diagnostic>) -> Result<(), Refusal> {
    wrong.map_or(Ok(()), |one| Err(one.message.clone()))
}

/// A path as people write it: relative to the workspace's folder where it lies below it.
fn shown(around: Around<'_>, path: &Path) -> String {
    let base = &around.workspace.settings().base;
    if path.starts_with(base) { seen_from(base, path).join("/") } else { path.display().to_string() }
}
