use std::path::{Path, PathBuf};

use super::paths::{Moves, follow};
use super::skill::{Edits, call, check_moved, name_edit, name_of};
use crate::ide::pointer::{Aim, Around};
use crate::ide::references::{Reference, pointing};
use crate::rules::Change;

/// The edits that let links follow files and directories that are about to get other paths, made before they do: links in
/// them, links to them, and the name of a skill that is called as its directory is.
pub fn follow_files(around: Around<'_>, moves: Vec<(PathBuf, PathBuf)>) -> Vec<Change> {
    let moves = Moves::new(moves.into_iter().filter(|(from, to)| from != to).collect());
    let mut edits = Edits::default();
    let touched = touched(around, &moves);
    let aims: Vec<Aim> = touched.iter().map(|dir| Aim::Skill(dir.clone())).collect();
    if aims.is_empty() {
        return Vec::new();
    }
    for (from, to) in moves.iter() {
        let whole = around.workspace.skill(from).filter(|kept| kept.found.linked_to.is_none());
        let name = to.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if whole.is_some() && from.file_name() != to.file_name() {
            follow_directory(around, from, to, &name, &moves, &mut edits);
        }
    }
    // Whatever points from, to or through what moves.
    let concerns = |file: &Path, aim: &Aim| match aim {
        Aim::Skill(path) | Aim::Directory(path) | Aim::File { path, .. } => moves.moves(path) || moves.moves(file),
    };
    for Reference { file, pointer, text } in pointing(around, &concerns, &aims) {
        let own = around.workspace.skill_around(&file);
        let after = moves.after(&file);
        let home = match own {
            Some(own) if moves.moves(own) => Some(moves.after(own)),
            _ => around.workspace.skill_around(&after).map(Path::to_owned),
        };
        if let Some(edit) = follow(&text, &file, &pointer, &moves, home.as_deref()) {
            edits.add(&file, edit);
        }
    }
    edits.into_changes(around.files)
}

/// A skill whose name is that of its directory keeps it so, where the new one can be a name.
fn follow_directory(around: Around<'_>, from: &Path, to: &Path, name: &str, moves: &Moves, edits: &mut Edits) {
    let Some(skill) = around.load(from) else { return };
    if name_of(&skill) != skill.directory_name() {
        return;
    }
    let taken = around.workspace.named(name).iter().any(|other| other.dir != from);
    let Ok(edit) = name_edit(&skill.document, name) else { return };
    if taken || check_moved(around, &skill, edit.as_ref(), to).is_err() {
        return;
    }
    let old = skill.directory_name();
    if let Some(edit) = edit {
        edits.add(&skill.entry, edit);
    }
    call(around, from, &old, name, moves, edits);
}

/// The directories of the skills to which something belongs that moves.
fn touched(around: Around<'_>, moves: &Moves) -> Vec<PathBuf> {
    let mut dirs: Vec<PathBuf> = Vec::new();
    for (from, to) in moves.iter() {
        dirs.extend(around.workspace.skill_around(from).map(Path::to_owned));
        dirs.extend(around.workspace.skill_around(to).map(Path::to_owned));
        let below = around.workspace.skills().map(|kept| &kept.found.dir).filter(|dir| dir.starts_with(from));
        dirs.extend(below.cloned());
    }
    dirs.sort();
    dirs.dedup();
    dirs
}
