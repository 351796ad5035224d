//! How long the skill tools take beside the floor: walking the tree and reading every `SKILL.md`.
//!
//! `cargo bench --bench tools`, or with sizes: `cargo bench --bench tools -- 200 10000`. Times are medians of seven runs that
//! take turns with the floor, in one process, with the files in the disk cache.

#![allow(clippy::print_stdout, clippy::expect_used, reason = "a bench prints, and ends where it cannot go on")]

#[path = "generate.rs"]
mod generate;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::json;
use skill_lsp::files::{Cancel, Disk};
use skill_lsp::tool::list_read::run_skill_action;
use skill_lsp::tool::load::{Options, load_skills};

fn main() {
    let sizes: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![200, 2_000, 10_000] } else { sizes };
    println!("{:>7} {:>10}  {:<22} {:>10} {:>6}", "skills", "floor", "call", "time", "ratio");
    sizes.into_iter().for_each(measure);
}

fn measure(size: usize) {
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory to work in");
    generate::generate(dir.path(), size, generate::SEED).expect("a workspace");
    let roots = roots(dir.path());
    let texts: Vec<String> = roots.iter().map(|root| root.to_string_lossy().into_owned()).collect();
    let cancel = Cancel::default();
    let options = Options::dirs(texts);
    let catalog = || load_skills(&Disk, dir.path(), &options, &cancel).expect("a catalog");
    let name = catalog().skills[size / 2].name.clone();
    let call = |args| run_skill_action(&Disk, &roots, &args, &cancel).expect("a result");
    let calls: [(&str, &dyn Fn()); 4] = [
        ("list", &|| drop(call(json!({"action": "list"})))),
        ("read of one skill", &|| drop(call(json!({"action": "read", "skill": name})))),
        ("catalog", &|| drop(catalog())),
        ("load of one skill", &|| drop(catalog().execute(&Disk, &json!({"name": name}), &cancel))),
    ];
    let mut floors = Vec::new();
    let mut times = vec![Vec::new(); calls.len()];
    for _ in 0..7 {
        floors.push(time(&|| floor(dir.path())));
        for ((_, call), times) in calls.iter().zip(&mut times) {
            times.push(time(call));
        }
    }
    let floor = median(floors);
    for ((what, _), times) in calls.iter().zip(times) {
        let took = median(times);
        let ratio = took.as_secs_f64() / floor.as_secs_f64();
        println!("{size:>7} {:>7.1} ms  {what:<22} {:>7.1} ms {ratio:>6.2}", ms(floor), ms(took));
    }
}

/// The directories whose children are skills.
fn roots(dir: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(dir).into_iter().filter_map(Result::ok);
    let skills = entries.filter(|entry| entry.file_name() == "SKILL.md");
    let mut roots: Vec<PathBuf> =
        skills.filter_map(|entry| entry.path().parent()?.parent().map(Path::to_owned)).collect();
    roots.sort();
    roots.dedup();
    // A root inside another would be met twice.
    let all = roots.clone();
    roots.retain(|root| !all.iter().any(|other| other != root && root.starts_with(other)));
    roots
}

fn floor(dir: &Path) {
    for entry in walkdir::WalkDir::new(dir).into_iter().filter_map(Result::ok) {
        if entry.file_name() == "SKILL.md" {
            std::hint::black_box(fs::read(entry.path()).expect("a readable file"));
        }
    }
}

fn time(run: &dyn Fn()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
