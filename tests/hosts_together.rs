//! What hosts make of several skills together: whose root is read, and who wins where two have one name.

#![allow(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn skill(dir: &Path, name: &str, description: &str) {
    fs::create_dir_all(dir).unwrap();
    fs::write(dir.join("SKILL.md"), format!("---\nname: {name}\ndescription: {description}\n---\nBody\n")).unwrap();
}

/// A project below a home directory.
fn home() -> (tempfile::TempDir, std::path::PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let project = home.path().canonicalize().unwrap().join("project");
    fs::create_dir_all(&project).unwrap();
    (home, project)
}

fn json(project: &Path, args: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_skill-lsp"))
        .args(args)
        .args(["--format", "json"])
        .current_dir(project)
        .env("HOME", project.parent().unwrap())
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| Value::String(format!("{output:?}")))
}

fn said<'a>(report: &'a Value, code: &str) -> Vec<(&'a str, &'a str, Vec<&'a str>)> {
    let all = report["diagnostics"].as_array().unwrap().iter().filter(|one| one["code"] == code);
    all.map(|one| {
        let hosts = one["hosts"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        (one["file"].as_str().unwrap(), one["message"].as_str().unwrap(), hosts)
    })
    .collect()
}

#[test]
fn a_root_that_a_named_host_does_not_read_is_told_once() {
    let (_home, project) = home();
    for name in ["a", "b", "c"] {
        skill(&project.join(".claude/skills").join(name), name, "Does it.");
    }
    let report = json(&project, &["check", "--host", "codex", "--host", "claude-code"]);
    assert_eq!(
        said(&report, "root-not-read"),
        [(
            ".claude/skills/a/SKILL.md",
            "OpenAI Codex does not look in `.claude/skills`: the 3 skills in it do not exist there. \
             It looks in `.agents/skills`, `.codex/skills`, `~/.agents/skills`.",
            vec!["codex"]
        )]
    );
    // Asked of nobody by name, or of everybody, it is no question.
    for args in [&["check"][..], &["check", "--host", "all"]] {
        assert_eq!(said(&json(&project, args), "root-not-read"), []);
    }
    // A directory of nobody may be given to anybody.
    skill(&project.join("skills/d"), "d", "Does it.");
    assert_eq!(said(&json(&project, &["check", "skills", "--host", "codex"]), "root-not-read"), []);
}

#[test]
fn everybody_is_asked_about_the_text_wherever_it_stands() {
    let (_home, project) = home();
    skill(&project.join(".claude/skills/a"), "a", &"long ".repeat(220));
    let hosts_of = |args: &[&str]| -> Vec<String> {
        let report = json(&project, args);
        let found = said(&report, "description-too-long");
        found.iter().flat_map(|(_, _, hosts)| hosts.iter().map(|id| (*id).to_owned())).collect()
    };
    let (some, all) = (hosts_of(&["check"]), hosts_of(&["check", "--host", "all"]));
    assert!(!some.contains(&"codex".to_owned()), "{some:?}");
    assert!(all.contains(&"codex".to_owned()) && all.len() > some.len(), "{all:?}");
}

#[test]
fn each_host_has_its_own_winner() {
    let (home, project) = home();
    skill(&home.path().join(".claude/skills/a"), "a", "The user's.");
    skill(&project.join(".claude/skills/a"), "a", "The project's.");
    let user = home.path().canonicalize().unwrap().join(".claude/skills");
    let user = user.to_str().unwrap();
    let report = json(&project, &["check", ".", user]);
    let found = said(&report, "name-collision");
    let by_file = |file: &str| found.iter().find(|(own, ..)| own.ends_with(file) && own.len() == file.len());
    let (_, message, hosts) = by_file(".claude/skills/a/SKILL.md").unwrap();
    // The user's skill wins in the one, the project's in the other.
    assert!(message.contains("Claude Code takes"), "{message}");
    assert!(hosts.contains(&"claude-code") && !hosts.contains(&"vscode"), "{hosts:?}");
    let (_, message, hosts) = found.iter().find(|(file, ..)| *file != ".claude/skills/a/SKILL.md").unwrap();
    assert!(hosts.contains(&"vscode") && !hosts.contains(&"claude-code"), "{message} {hosts:?}");

    let views = json(&project, &["hosts", ".", user]);
    let state = |file: &str, host: &str| -> (String, String) {
        let views = views.as_array().unwrap();
        let view = views.iter().find(|view| (view["file"] == file) == (file == ".claude/skills/a/SKILL.md")).unwrap();
        let verdict = view["hosts"].as_array().unwrap().iter().find(|one| one["host"] == host).unwrap();
        let cause = verdict["reasons"][0]["cause"].as_str().unwrap_or("");
        (verdict["state"].as_str().unwrap().to_owned(), cause.to_owned())
    };
    let own = |host| state(".claude/skills/a/SKILL.md", host);
    assert_eq!(own("claude-code"), ("lost".to_owned(), "shadowed".to_owned()));
    assert_eq!(own("vscode"), ("loads".to_owned(), String::new()));
    // Copies are one skill, whichever is taken.
    skill(&project.join(".claude/skills/a"), "a", "The user's.");
    assert_eq!(said(&json(&project, &["check", ".", user]), "name-collision"), []);
}

#[test]
fn a_root_of_no_host_is_told_as_such() {
    let (_home, project) = home();
    skill(&project.join("skills/a"), "a", "Does it.");
    skill(&project.join(".claude/skills/b"), "b", "Does it.");
    let views = json(&project, &["hosts"]);
    let given: Vec<&Value> = views.as_array().unwrap().iter().map(|view| &view["given"]).collect();
    assert_eq!(given, [&Value::Null, &"skills".into()]);
}
