//! A workspace kept up to date change by change says what one opened anew says, after any changes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::sample::select;
use skill_lsp::files::{Cancel, Disk};
use skill_lsp::rules::Diagnostic;
use skill_lsp::workspace::{Settings, Workspace};

/// What happens to the files, seen from the workspace's directory.
#[derive(Clone, Debug)]
enum Step {
    Write(String, &'static str),
    Delete(String),
    DeleteDirectory(String),
    Rename(String, String),
    Link(String, String),
}

const DIRS: [&str; 6] =
    [".claude/skills/a", ".claude/skills/b", "skills/a", "skills/c", "skills/c/inner", "kit/skills/b"];

const ENTRIES: [&str; 8] = [
    "---\nname: a\ndescription: One.\n---\n\n[x](references/x.md#part) `references/y.md`\n",
    "---\nname: a\ndescription: Two.\n---\n",
    "---\nname: b\ndescription: One.\n---\n[x](inner/SKILL.md)\n",
    "---\nname: c\ndescription: >\n  One.\n---\n",
    "---\ndescription: Has: none.\n---\n",
    "no front matter\n",
    "---\nname: inner\ndescription: x\n---\n[p](${CLAUDE_PLUGIN_ROOT}/docs.md)\n",
    "",
];

fn step() -> impl Strategy<Value = Step> {
    let dir = || select(&DIRS[..]);
    prop_oneof![
        6 => (dir(), select(&ENTRIES[..])).prop_map(|(dir, text)| Step::Write(format!("{dir}/SKILL.md"), text)),
        3 => (dir(), select(&["references/x.md", "references/y.md", "inner/page.md", "other.md"][..]), select(
            &["# X\n\n## Part\n[z](gone.md)\n", "# X\n", "---\nname: o\ndescription: o\n---\n"][..],
        ))
            .prop_map(|(dir, file, text)| Step::Write(format!("{dir}/{file}"), text)),
        1 => Just(Step::Write("kit/.claude-plugin/plugin.json".to_owned(), "{}")),
        1 => Just(Step::Write("kit/docs.md".to_owned(), "# D\n")),
        3 => dir().prop_map(|dir| Step::Delete(format!("{dir}/SKILL.md"))),
        2 => (dir(), select(&["references/x.md", "skill.md", "other.md", "inner/page.md"][..]))
            .prop_map(|(dir, file)| Step::Delete(format!("{dir}/{file}"))),
        1 => Just(Step::Delete("kit/.claude-plugin/plugin.json".to_owned())),
        2 => select(&[".claude/skills", "skills", "skills/c", "skills/a/references", "kit", ".claude/skills/a"][..])
            .prop_map(|dir| Step::DeleteDirectory(dir.to_owned())),
        2 => dir().prop_map(|dir| Step::Rename(format!("{dir}/SKILL.md"), format!("{dir}/skill.md"))),
        2 => (dir(), dir()).prop_map(|(from, to)| Step::Rename(from.to_owned(), to.to_owned())),
        1 => (dir(), dir()).prop_map(|(at, to)| Step::Link(at.to_owned(), to.to_owned())),
    ]
}

/// Takes the step as far as it is possible; gives the paths that a watcher would tell of.
fn take(base: &Path, step: &Step) -> Vec<PathBuf> {
    let parent_of = |path: &Path| fs::create_dir_all(path.parent().unwrap()).is_ok();
    match step {
        Step::Write(file, text) => {
            let path = base.join(file);
            // A watcher tells of each directory that comes, and of the file.
            let new = path.ancestors().take_while(|dir| !dir.exists()).map(Path::to_owned).collect();
            if parent_of(&path) && fs::write(&path, text).is_ok() {
                let mut told: Vec<PathBuf> = new;
                told.reverse();
                if told.last() != Some(&path) {
                    told.push(path);
                }
                return told;
            }
            Vec::new()
        }
        Step::Delete(file) => {
            let path = base.join(file);
            if fs::remove_file(&path).is_ok() { vec![path] } else { Vec::new() }
        }
        Step::DeleteDirectory(dir) => {
            let path = base.join(dir);
            if path.is_symlink() {
                return if fs::remove_file(&path).is_ok() { vec![path] } else { Vec::new() };
            }
            if fs::remove_dir_all(&path).is_ok() { vec![path] } else { Vec::new() }
        }
        Step::Rename(from, to) => {
            let (from, to) = (base.join(from), base.join(to));
            if to.exists() || to.starts_with(&from) || !to.parent().is_some_and(Path::exists) {
                return Vec::new();
            }
            if fs::rename(&from, &to).is_ok() { vec![from, to] } else { Vec::new() }
        }
        Step::Link(at, to) => {
            let (at, to) = (base.join(at), base.join(to));
            if at.exists() || at.is_symlink() || !at.parent().is_some_and(Path::exists) {
                return Vec::new();
            }
            if link(&to, &at) { vec![at] } else { Vec::new() }
        }
    }
}

#[cfg(unix)]
fn link(to: &Path, at: &Path) -> bool {
    std::os::unix::fs::symlink(to, at).is_ok()
}

#[cfg(windows)]
fn link(to: &Path, at: &Path) -> bool {
    std::os::windows::fs::symlink_dir(to, at).is_ok()
}

fn open(base: &Path) -> Workspace {
    let settings = Settings { base: base.to_owned(), starts: vec![base.to_owned()], ..Settings::default() };
    Workspace::open(&Disk, settings, &Cancel::new(), &|_, _| {})
}

/// What is said of each file.
fn said(workspace: &Workspace) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
    let mut by_file: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
    for found in workspace.diagnostics() {
        by_file.entry(found.file.clone()).or_default().push(found.clone());
    }
    by_file
}

fn short(said: &BTreeMap<PathBuf, Vec<Diagnostic>>, base: &Path) -> Vec<String> {
    let lines = said.iter().flat_map(|(file, found)| {
        found.iter().map(move |found| {
            format!(
                "{} {:?} {}: {}",
                file.strip_prefix(base).unwrap_or(file).display(),
                found.span,
                found.code,
                found.message
            )
        })
    });
    lines.collect()
}

/// Takes the steps one by one: after each, what is kept says what a fresh look says, and whatever changed is told.
fn follow(steps: &[Step]) -> Result<(), TestCaseError> {
    let guard = tempfile::tempdir().unwrap();
    let base = guard.path().canonicalize().unwrap();
    let mut kept = open(&base);
    for (at, step) in steps.iter().enumerate() {
        let told = take(&base, step);
        if told.is_empty() {
            continue;
        }
        let before = said(&kept);
        let stale = kept.change(&Disk, &told, &Cancel::new());
        let (now, fresh) = (said(&kept), said(&open(&base)));
        prop_assert_eq!(short(&now, &base), short(&fresh, &base), "step {} of {:#?}", at, steps);
        prop_assert_eq!(&now, &fresh, "step {}", at);
        for file in before.keys().chain(now.keys()) {
            let same = before.get(file) == now.get(file);
            prop_assert!(same || stale.contains(file), "step {}: nobody is told of {:?}\n{:#?}", at, file, steps);
            let about: Vec<Diagnostic> = kept.about(file).into_iter().cloned().collect();
            let mut all = now.get(file).cloned().unwrap_or_default();
            all.sort_by_key(|found| (found.span, found.code));
            prop_assert_eq!(about, all, "step {}: about {:?}", at, file);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changes_come_to_the_same_as_a_fresh_look(steps in proptest::collection::vec(step(), 1..16)) {
        follow(&steps)?;
    }
}

/// A link beside skills to a directory that is no skill; then that goes with the directory above it.
#[test]
fn what_a_link_leads_to_goes() {
    let steps = [
        Step::Write("skills/c/references/x.md".to_owned(), "# X\n"),
        Step::Write(".claude/skills/a/SKILL.md".to_owned(), "---\nname: a\ndescription: One.\n---\n"),
        Step::Link(".claude/skills/b".to_owned(), "skills/c".to_owned()),
        Step::DeleteDirectory("skills".to_owned()),
    ];
    follow(&steps).unwrap();
    // A skill where nobody looks, found through a link alone.
    let steps = [
        Step::Write("node_modules/c/SKILL.md".to_owned(), "---\nname: c\ndescription: One.\n---\n"),
        Step::Write(".claude/skills/a/SKILL.md".to_owned(), "---\nname: a\ndescription: One.\n---\n"),
        Step::Link(".claude/skills/b".to_owned(), "node_modules/c".to_owned()),
        Step::DeleteDirectory("node_modules".to_owned()),
    ];
    follow(&steps).unwrap();
}

/// A link beside skills leads nowhere, until a directory comes there.
#[test]
fn what_a_link_leads_to_comes() {
    let steps = [
        Step::Write("skills/c/SKILL.md".to_owned(), "---\nname: c\ndescription: One.\n---\n"),
        Step::Write(".claude/skills/a/SKILL.md".to_owned(), "---\nname: a\ndescription: One.\n---\n"),
        Step::Link(".claude/skills/b".to_owned(), "skills/c/inner".to_owned()),
        Step::Write("skills/c/inner/page.md".to_owned(), "# X\n"),
    ];
    follow(&steps).unwrap();
}

/// A link that leads nowhere is made through another link, in the directory to which that leads.
#[test]
fn what_comes_through_a_link_is_seen_where_it_stands() {
    let steps = [
        Step::Write("skills/a/SKILL.md".to_owned(), "---\nname: a\ndescription: One.\n---\n"),
        Step::Link("skills/c".to_owned(), "skills/a".to_owned()),
        Step::Link("skills/c/inner".to_owned(), ".claude/skills/a".to_owned()),
    ];
    follow(&steps).unwrap();
}
