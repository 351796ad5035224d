//! The workspaces of the benches: the same each time, silent where they are sound, spoken of where they are not.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

mod common;
#[path = "benches/generate.rs"]
mod generate;

use std::collections::BTreeSet;
use std::path::Path;

use common::check_json;
use generate::{FAULTS, SEED, generate};

/// Enough skills for each kind of fault.
const COUNT: usize = 500;

#[test]
fn only_faulty_skills_are_spoken_of_and_all_of_them() {
    let dir = tempfile::tempdir().unwrap();
    let made = generate(dir.path(), COUNT, SEED).unwrap();
    assert_eq!((made.skills, made.faulty.len()), (COUNT, COUNT * 3 / 100));
    assert!(made.faulty.len() >= FAULTS);
    let (report, _) = check_json(dir.path(), &[]);
    assert_eq!(report["summary"]["skills"], COUNT);
    let faulty: BTreeSet<&Path> = made.faulty.iter().map(|path| path.strip_prefix(dir.path()).unwrap()).collect();
    let mut silent = faulty.clone();
    for found in report["diagnostics"].as_array().unwrap() {
        // Of two skills with one name the sound one may lose.
        let related = found["related"].as_array().unwrap().iter().map(|related| &related["file"]);
        let files = std::iter::once(&found["file"]).chain(related).map(|file| Path::new(file.as_str().unwrap()));
        let about: Vec<&Path> = files.flat_map(Path::ancestors).filter_map(|dir| faulty.get(dir).copied()).collect();
        assert!(!about.is_empty(), "said of a sound skill: {found:#}");
        silent.retain(|dir| !about.contains(dir));
    }
    assert!(silent.is_empty(), "nothing is said of {silent:?}");
}

#[test]
fn a_seed_makes_the_same_skills_every_time() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for dir in [&one, &two] {
        generate(dir.path(), 60, SEED).unwrap();
    }
    let files = |dir: &Path| {
        let walk = walkdir::WalkDir::new(dir).sort_by_file_name().into_iter().map(Result::unwrap);
        let files = walk.filter(|entry| entry.file_type().is_file());
        files
            .map(|entry| (entry.path().strip_prefix(dir).unwrap().to_owned(), std::fs::read(entry.path()).unwrap()))
            .collect::<Vec<_>>()
    };
    assert!(files(one.path()) == files(two.path()));
    for skill in one.path().join("skills").read_dir().unwrap() {
        let count = files(&skill.unwrap().path()).len();
        assert!((4..=5).contains(&count), "{count} files");
    }
}
