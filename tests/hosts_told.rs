//! No host takes one of several skills otherwise than it is written without a diagnostic at that skill that names it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

#[path = "common/written.rs"]
mod written;

use proptest::prelude::*;
use proptest::sample::select;
use skill_lsp::files::{Cancel, Disk};
use skill_lsp::hosts::{self, Cause};
use skill_lsp::workspace::{Settings, Workspace, views};
use written::Written;

const ROOTS: [&str; 10] = [
    ".claude/skills",
    ".agents/skills",
    "skills",
    "more/skills",
    ".github/skills",
    "pkg/.claude/skills",
    ".codex/skills",
    ".gemini/skills",
    ".cursor/skills",
    ".opencode/skill",
];

/// A skill at a path of a root, or a link there to the first of all.
#[derive(Clone, Debug)]
enum Made {
    Skill { path: String, entry: &'static str, text: String },
    Link { path: String },
}

fn made() -> impl Strategy<Value = Made> {
    let path = (select(&ROOTS[..]), select(&["a", "b", "A", "deep/c", "a/inner", "x/y/z/a", "b-b"][..]))
        .prop_map(|(root, dir)| format!("{root}/{dir}"));
    let name = select(&["", "name: a\n", "name: b\n", "name: A\n", "name: c\n", "name: inner\n"][..]);
    let text = (name, select(&["D.", "E."][..]))
        .prop_map(|(name, description)| format!("---\n{name}description: {description}\n---\nBody.\n"));
    let entry = prop_oneof![9 => Just("SKILL.md"), 1 => Just("skill.md")];
    prop_oneof![
        9 => (path.clone(), entry, text).prop_map(|(path, entry, text)| Made::Skill { path, entry, text }),
        1 => path.prop_map(|path| Made::Link { path }),
    ]
}

#[cfg(unix)]
fn link(to: &std::path::Path, at: &std::path::Path) {
    // What is there already stays.
    let _ = std::os::unix::fs::symlink(to, at);
}

#[cfg(windows)]
fn link(to: &std::path::Path, at: &std::path::Path) {
    let _ = std::os::windows::fs::symlink_dir(to, at);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_host_is_spoken_of(made in proptest::collection::vec(made(), 1..6), asks_all in any::<bool>()) {
        let written = Written::files(&[("project/README.md", "")]);
        let base = written.dir.join("project");
        let skills = made.iter().filter_map(|one| match one {
            Made::Skill { path, entry, text } => Some((base.join(path), entry, text)),
            Made::Link { .. } => None,
        });
        let skills: Vec<_> = skills.collect();
        for (dir, entry, text) in &skills {
            std::fs::create_dir_all(dir).unwrap();
            std::fs::write(dir.join(entry), text).unwrap();
        }
        let links = made.iter().filter_map(|one| if let Made::Link { path } = one { Some(base.join(path)) } else { None });
        for (at, (to, ..)) in links.flat_map(|at| skills.first().map(|skill| (at, skill))) {
            std::fs::create_dir_all(at.parent().unwrap()).unwrap();
            link(to, &at);
        }
        let mut settings = Settings {
            starts: vec![base.clone()],
            base,
            home: Some(written.dir.clone()),
            ..Settings::default()
        };
        if asks_all {
            settings.config.hosts = hosts::table().iter().collect();
        }
        let workspace = Workspace::open(&Disk, settings, &Cancel::new(), &|_, _| {});
        let said = workspace.diagnostics();
        for view in views(&Disk, &workspace, &[], &|_| true, &Cancel::new()) {
            for verdict in &view.verdicts {
                // Roots are spoken of once for all of their skills.
                let Some(worst) = verdict.worst().filter(|worst| worst.cause != Cause::Root) else { continue };
                let told = said.iter().filter(|one| one.file == view.entry).any(|one| {
                    // Of its own tool the message speaks, as the name of no host.
                    let of_the_tool = worst.cause == Cause::Shadowed && one.message.contains("The list/read tool");
                    one.hosts.contains(&verdict.host) || (verdict.host == "steamharness" && of_the_tool)
                });
                prop_assert!(told, "{} of {}: {:?}", verdict.host, view.entry.display(), verdict.reasons);
            }
        }
    }
}
