//! `skill-lsp check` as people and CI use it: exit codes, selections, silence, formats, fixes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

mod common;

use std::collections::BTreeSet;
use std::fs;

use common::{Copied, check_json, repository, run};
use serde_json::Value;

fn workspace() -> Copied {
    Copied::of(&repository().join("tests/workspace"))
}

/// File and code of all that is said.
fn said(report: &Value) -> Vec<(String, String)> {
    let found = report["diagnostics"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    found.iter().map(|found| (text(&found["file"]), text(&found["code"]))).collect()
}

fn codes(report: &Value) -> BTreeSet<String> {
    said(report).into_iter().map(|(_, code)| code).collect()
}

#[test]
fn the_exit_code_is_that_of_the_failing_severity() {
    let copied = workspace();
    for (arguments, status) in [
        (&["--select", "unquoted-colon"][..], 1),
        (&["--select", "unquoted-colon", "--fail-on", "never"], 0),
        (&["--select", "link-case"], 0),
        (&["--select", "link-case", "--fail-on", "warning"], 1),
        (&["--select", "link-missing-anchor", "--fail-on", "warning"], 0),
        (&["--select", "link-missing-anchor", "--fail-on", "info"], 1),
        (&["--select", "body-too-long", "--fail-on", "hint"], 0),
    ] {
        assert_eq!(check_json(copied.path(), arguments).1, status, "{arguments:?}");
    }
}

#[test]
fn rules_and_places_are_selected() {
    let copied = workspace();
    let (all, _) = check_json(copied.path(), &[]);
    assert!(codes(&all).len() > 7, "{:?}", codes(&all));
    let (some, _) = check_json(copied.path(), &["--select", "link-case,unquoted-colon"]);
    assert_eq!(codes(&some), BTreeSet::from(["link-case".to_owned(), "unquoted-colon".to_owned()]));
    let (rest, _) = check_json(copied.path(), &["--ignore", "link-case", "--ignore", "unquoted-colon"]);
    assert_eq!(said(&rest).len(), said(&all).len() - said(&some).len());
    let (one, _) = check_json(copied.path(), &[".agents/skills/incident-report"]);
    assert_eq!((said(&one), &one["summary"]["skills"]), (vec![], &1.into()));
}

#[test]
fn a_path_inside_a_skill_stands_for_the_skill() {
    let copied = workspace();
    let dir = ".agents/skills/database-migration";
    let (whole, _) = check_json(copied.path(), &[dir]);
    assert!(!said(&whole).is_empty());
    for path in ["SKILL.md", "references", "references/expand.md"] {
        let (part, status) = check_json(copied.path(), &[&format!("{dir}/{path}")]);
        assert_eq!((said(&part), status), (said(&whole), 1), "{path}");
    }
}

#[test]
fn the_first_root_wins_and_a_link_to_a_skill_is_that_skill() {
    let copied = workspace();
    let loser = |arguments: &[&str]| -> Vec<String> {
        let (report, _) = check_json(copied.path(), arguments);
        said(&report).into_iter().filter(|(_, code)| code == "name-collision").map(|(file, _)| file).collect()
    };
    assert_eq!(loser(&[]), ["skills/commit-message/SKILL.md"]);
    let turned = ["--root", "skills", "--root", ".claude/skills"];
    assert_eq!(loser(&turned), [".claude/skills/commit-message/SKILL.md"]);
    copied.write("skill-lsp.toml", "roots = ['skills', '.claude/skills']\n");
    assert_eq!(loser(&[]), [".claude/skills/commit-message/SKILL.md"]);
}

#[test]
fn settings_and_comments_change_what_is_said() {
    let copied = workspace();
    copied.write(
        "skill-lsp.toml",
        "ignore = ['link-case']\nexclude = ['skills/accessibility-audit/**']\n[severity]\nunquoted-colon = 'hint'\n\
         link-missing-file = 'off'\n[per-path-ignores]\n'.agents/**' = ['name-differs']\n",
    );
    let file = ".claude/skills/api-review/SKILL.md";
    let text = copied.text(file);
    copied
        .write(file, &text.replace("description: >\n", "description: > # skill-lsp: ignore[description-multi-line]\n"));
    let (report, _) = check_json(copied.path(), &[]);
    for silent in ["link-case", "link-missing-file", "name-differs", "symlink-escape", "description-multi-line"] {
        assert!(!codes(&report).contains(silent), "{silent}: {report:#}");
    }
    let colon =
        report["diagnostics"].as_array().unwrap().iter().find(|found| found["code"] == "unquoted-colon").unwrap();
    assert_eq!(colon["severity"], "hint");
    let (plain, _) = check_json(copied.path(), &["--no-config"]);
    assert!(codes(&plain).contains("link-case"));
}

#[test]
fn a_configuration_is_named_by_whatever_path_leads_to_it() {
    let dir = tempfile::tempdir().unwrap();
    let skill = dir.path().join("skills/a");
    fs::create_dir_all(&skill).unwrap();
    fs::write(skill.join("SKILL.md"), "---\nname: a\ndescription: D.\n---\n[x](gone.md)\n").unwrap();
    fs::write(dir.path().join("my.toml"), "ignore = ['link-missing-file']\n").unwrap();
    let whole = dir.path().join("my.toml");
    for named in ["my.toml", "./my.toml", "skills/../my.toml", whole.to_str().unwrap()] {
        let (report, status) = check_json(dir.path(), &["--config", named]);
        assert_eq!((status, said(&report)), (0, Vec::new()), "{named}");
    }
    let wrong = run(dir.path(), &["check", "--root", "my.toml"]);
    assert_eq!((wrong.status, wrong.stderr.as_str()), (2, "error: my.toml: this is not a directory\n"));
}

#[test]
fn the_nearest_configuration_above_counts() {
    let copied = workspace();
    copied.write("skill-lsp.toml", "ignore = ['name-collision']\n");
    let skills = copied.path().join("skills");
    let (report, _) = check_json(&skills, &["--root", "../.claude/skills", "--root", "."]);
    assert!(!codes(&report).contains("name-collision"), "{report:#}");
    copied.write("skills/skill-lsp.toml", "ignore = ['link-case']\n");
    let (report, _) = check_json(&skills, &[]);
    assert!(!codes(&report).contains("link-case"), "{report:#}");
}

#[test]
fn a_diff_shows_and_changes_nothing_and_a_fix_does_what_it_showed() {
    let copied = workspace();
    let before = copied.everything();
    let diff = run(copied.path(), &["check", "--diff"]);
    assert_eq!(copied.everything(), before);
    assert!(
        diff.stdout.contains("-See") || diff.stdout.contains("+description: \"Writes commit messages"),
        "{}",
        diff.stdout
    );
    assert!(diff.stdout.contains("rename to skills/onboarding/SKILL.md"), "{}", diff.stdout);

    let (report, _) = check_json(copied.path(), &["--fix"]);
    let left = codes(&report);
    for gone in ["unquoted-colon", "description-multi-line", "link-case", "comment-cuts-value", "entry-file-name"] {
        assert!(!left.contains(gone), "{gone}: {left:?}");
    }
    for stays in ["name-differs", "link-missing-file", "name-collision", "symlink-escape"] {
        assert!(left.contains(stays), "{stays}: {left:?}");
    }
    let unsafe_left = codes(&check_json(copied.path(), &["--fix", "--unsafe-fixes"]).0);
    assert!(!unsafe_left.contains("name-differs") && unsafe_left.contains("symlink-escape"), "{unsafe_left:?}");
}

/// What one fix changes goes to the files it speaks of, with their permissions; others stay byte for byte.
#[test]
fn fixes_touch_only_their_files() {
    let copied = workspace();
    let before = copied.everything();
    let (report, _) = check_json(copied.path(), &["--select", "unquoted-colon", "--fix"]);
    assert_eq!(said(&report), []);
    let after = copied.everything();
    let changed: Vec<_> =
        before.iter().zip(&after).filter(|(one, other)| one != other).map(|(one, _)| &one.0).collect();
    assert_eq!(changed, [&copied.path().join(".claude/skills/commit-message/SKILL.md")]);
}

#[test]
fn every_format_tells_the_same() {
    let copied = workspace();
    let (report, _) = check_json(copied.path(), &[]);
    let said = said(&report);
    let text = run(copied.path(), &["check", "--color", "never"]).stdout;
    let github = run(copied.path(), &["check", "--format", "github"]).stdout;
    let sarif: Value = serde_json::from_str(&run(copied.path(), &["check", "--format", "sarif"]).stdout).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), said.len());
    assert_eq!(github.lines().filter(|line| line.starts_with("::")).count(), said.len());
    for (file, code) in &said {
        assert!(text.contains(&format!("[{code}]")) && text.contains(&format!("--> {file}")), "{file} {code}\n{text}");
        assert!(
            github.contains(&format!("file={file},")) && github.contains(&format!("title={code}")),
            "{file} {code}"
        );
    }
    let count = |severity: &str| {
        let found = report["diagnostics"].as_array().unwrap();
        found.iter().filter(|found| found["severity"] == severity).count()
    };
    let summary = &report["summary"];
    assert_eq!((&report["version"], &summary["skills"]), (&1.into(), &9.into()));
    for (key, severity) in [("errors", "error"), ("warnings", "warning"), ("infos", "info"), ("hints", "hint")] {
        assert_eq!(summary[key], count(severity), "{key}");
    }
}

#[test]
fn output_that_cannot_be_written_is_an_error() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_skill-lsp"))
        .args(["check", "tests/workspace/.agents/skills/incident-report"])
        .current_dir(repository())
        .stdin(std::process::Stdio::null())
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!output.stderr.is_empty());
}

/// A new skill is one of which nothing is to be said; what would not be is not written.
#[test]
fn a_new_skill_is_sound_or_it_is_not_written() {
    let copied = workspace();
    let description = "Writes: \"release\" notes #1. Use when a version is tagged.";
    let made = run(copied.path(), &["new", "release-notes-2", "--description", description]);
    assert_eq!(
        (made.status, made.stdout.as_str()),
        (0, ".agents/skills/release-notes-2/SKILL.md\n"),
        "{}",
        made.stderr
    );
    let (report, _) = check_json(copied.path(), &[".agents/skills/release-notes-2"]);
    assert_eq!(said(&report), []);
    let listed = run(copied.path(), &["tool", "{\"action\": \"list\"}"]).stdout;
    assert!(listed.contains(&description.replace('"', "\\\"")), "{listed}");

    let before = copied.everything();
    for (arguments, part) in [
        (&["new", "release-notes-2", "--description", "D."][..], "already"),
        (&["new", "Big Name", "--description", "Does it."], "`Big Name`"),
        (&["new", "../out", "--description", "Does it."], "`../out`"),
        (&["new", "fine", "--description", ""], "description"),
    ] {
        let refused = run(copied.path(), arguments);
        assert_eq!((refused.status, refused.stdout.as_str()), (1, ""), "{arguments:?}");
        assert!(refused.stderr.contains(part) && refused.stderr.contains("Nothing was written"), "{}", refused.stderr);
    }
    assert_eq!(copied.everything(), before);

    let empty = tempfile::tempdir().unwrap();
    let lost = run(empty.path(), &["new", "fine", "--description", "Does it."]);
    assert!(lost.status == 2 && lost.stderr.contains("--root"), "{}", lost.stderr);
    // A folder that a host looks in is one, however empty.
    fs::create_dir_all(empty.path().join(".codex/skills")).unwrap();
    let made = run(empty.path(), &["new", "first", "--description", "- Does it."]);
    assert_eq!((made.status, made.stdout.as_str()), (0, ".codex/skills/first/SKILL.md\n"), "{}", made.stderr);
    fs::write(empty.path().join("file"), "x").unwrap();
    let lost = run(empty.path(), &["new", "fine", "--description", "Does it.", "--root", "file"]);
    assert_eq!((lost.status, lost.stderr.as_str()), (2, "error: file: this is not a directory\n"));
    let made = run(empty.path(), &["new", "fine", "--description", "Does it.", "--root", "gone/.././.claude/skills"]);
    assert_eq!((made.status, made.stdout.as_str()), (0, ".claude/skills/fine/SKILL.md\n"), "{}", made.stderr);
}
