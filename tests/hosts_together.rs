//! What hosts make of several skills together: whose root is read, and who wins where two have one name.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

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

#[cfg(unix)]
#[test]
fn two_links_to_one_skill_are_one_for_the_load_tool() {
    use std::os::unix::fs::symlink;
    let (_home, project) = home();
    skill(&project.join("kept/demo"), "demo", "Does it.");
    fs::create_dir_all(project.join("skills")).unwrap();
    for link in ["one", "two"] {
        symlink("../kept/demo", project.join("skills").join(link)).unwrap();
    }
    let report = json(&project, &["check", "skills"]);
    let found = said(&report, "linked-twice");
    let [(file, message, _)] = found.as_slice() else { panic!("{report}") };
    assert_eq!((*file, message.contains("as `skills/one`")), ("skills/two/SKILL.md", true), "{message}");
    // What the tool itself does.
    let catalog = Command::new(env!("CARGO_BIN_EXE_skill-lsp"))
        .args(["load", r#"{"dirs": ["skills"], "args": {"name": "demo"}}"#])
        .current_dir(&project)
        .output()
        .unwrap();
    let text = String::from_utf8(catalog.stdout).unwrap();
    assert!(text.contains("skills/one") && !text.contains("skills/two"), "{text}");
    // In two roots they are two, and a link beside the skill itself is none.
    fs::remove_file(project.join("skills/two")).unwrap();
    fs::create_dir_all(project.join("more")).unwrap();
    symlink("../kept/demo", project.join("more/two")).unwrap();
    assert_eq!(said(&json(&project, &["check", "skills", "more"]), "linked-twice"), []);
}

/// The hosts and the message of each collision, by file.
fn collisions(project: &Path, args: &[&str]) -> Vec<(String, String)> {
    let report = json(project, args);
    let shown = |(file, message, hosts): &(&str, &str, Vec<&str>)| {
        ((*file).to_owned(), format!("{message} [{}]", hosts.join(" ")))
    };
    said(&report, "name-collision").iter().map(shown).collect()
}

#[test]
fn roots_deep_below_home_are_the_users() {
    let (home, project) = home();
    skill(&home.path().join(".config/goose/skills/group/a"), "a", "The user's.");
    skill(&home.path().join(".codeium/windsurf/skills/b"), "b", "The user's.");
    skill(&project.join(".goose/skills/a"), "a", "The project's.");
    let views = json(&project, &["hosts", ".."]);
    let views = views.as_array().unwrap();
    assert!(views.iter().all(|view| view["given"].is_null()), "{views:#?}");
    let found = collisions(&project, &["check", ".."]);
    let of_user = found.iter().find(|(file, _)| file.ends_with("group/a/SKILL.md"));
    assert!(of_user.is_some_and(|(_, message)| message.contains("Goose takes `.goose/skills/a`")), "{found:?}");
    // A copy of such a directory in a project is nobody's.
    skill(&project.join("dotfiles/.config/goose/skills/c"), "c", "Kept here.");
    let views = json(&project, &["hosts", "dotfiles"]);
    assert_eq!(views[0]["given"], "skills");
}

#[test]
fn hosts_that_go_by_directories_or_by_no_letter_case_are_told_as_well() {
    let (home, project) = home();
    skill(&home.path().join(".claude/skills/a"), "one", "The user's.");
    skill(&project.join(".claude/skills/a"), "two", "The project's.");
    let user = home.path().canonicalize().unwrap().join(".claude/skills");
    let found = collisions(&project, &["check", ".", user.to_str().unwrap(), "--host", "claude-code"]);
    let [(file, message)] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(file, ".claude/skills/a/SKILL.md");
    assert!(message.starts_with("The directory's name `a` is also that of"), "{message}");
    assert!(message.contains(" Claude Code takes `") && message.ends_with("[claude-code]"), "{message}");
    // Both names the same: one cause, said once.
    skill(&project.join(".claude/skills/a"), "one", "The project's.");
    let found = collisions(&project, &["check", ".", user.to_str().unwrap()]);
    let own = found.iter().filter(|(file, _)| file == ".claude/skills/a/SKILL.md").count();
    assert_eq!((found.len(), own), (2, 1), "{found:?}");

    let (_home, project) = self::home();
    skill(&project.join(".kimi/skills/one"), "PDF", "One.");
    skill(&project.join(".agents/skills/two"), "pdf", "Two.");
    let found = collisions(&project, &["check", "--host", "kimi-cli", "--host", "codex"]);
    let [(file, message)] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(file, ".agents/skills/two/SKILL.md");
    assert_eq!(
        message,
        "The name `pdf` is that of `.kimi/skills/one` in another letter case. \
         Kimi CLI takes `.kimi/skills/one` of the same name instead. [kimi-cli]"
    );
}

#[test]
fn a_host_sees_one_project_at_a_time() {
    let (_home, project) = home();
    for (place, description) in [("p1", "One."), ("p2", "Two.")] {
        skill(&project.join(place).join(".claude/skills/a"), "a", description);
        skill(&project.join(place).join(".kimi/skills/b"), "b", description);
    }
    // Only the list/read tool, which takes all roots that it is given, has both.
    for (file, message) in collisions(&project, &["check"]) {
        assert!(file.starts_with("p2/") && message.ends_with("never returns this skill. []"), "{file}: {message}");
    }
    // A project in another: those who look in the directories above have both, when they work in the inner one.
    skill(&project.join("p1/inner/.claude/skills/a"), "a", "Three.");
    let found = collisions(&project, &["check", "p1", "--host", "claude-code", "--host", "vscode", "--host", "zed"]);
    let hosts: Vec<&str> = found.iter().map(|(_, message)| message.rsplit(' ').next().unwrap()).collect();
    assert_eq!(hosts, ["[claude-code]", "[claude-code]"], "{found:?}");
    assert!(found.iter().all(|(_, message)| message.contains("and it is not known which")), "{found:?}");
    // What `hosts` shows is the same.
    let views = json(&project, &["hosts", "--host", "claude-code", "--host", "vscode"]);
    let shadowed = |view: &Value| {
        let hosts = view["hosts"].as_array().unwrap().iter();
        hosts.filter(|one| one["reasons"][0]["cause"] == "shadowed").filter_map(|one| one["host"].as_str()).count()
    };
    let counts: Vec<(&str, usize)> =
        views.as_array().unwrap().iter().map(|view| (view["file"].as_str().unwrap(), shadowed(view))).collect();
    let of_a: Vec<_> = counts.iter().filter(|(file, _)| file.contains("skills/a/")).map(|(_, count)| *count).collect();
    assert_eq!(of_a, [1, 1, 0], "{counts:?}");
}

#[test]
fn a_skill_inside_another_takes_the_name_in_hosts_that_look_there() {
    let (_home, project) = home();
    skill(&project.join(".claude/skills/a"), "a", "One.");
    skill(&project.join(".claude/skills/b"), "b", "Two.");
    skill(&project.join(".claude/skills/b/a"), "a", "Three.");
    let found = collisions(&project, &["check", "--host", "claude-code", "--host", "opencode"]);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|(_, message)| message.ends_with("[opencode]") && !message.contains("list/read")));
}

/// Folders that no host looks in come in no order by themselves: who wins is known once somebody gives them in one.
#[test]
fn the_order_of_given_folders_is_nobodys_unless_it_is_given() {
    let (_home, project) = home();
    skill(&project.join("one/skills/a"), "a", "One.");
    skill(&project.join("two/skills/a"), "a", "Two.");
    let shadowed = || {
        let views = json(&project, &["hosts", "--host", "gemini-cli"]);
        let views = views.as_array().unwrap().iter();
        let told = views.filter_map(|view| view["hosts"][0]["reasons"][0]["does"].as_str().map(str::to_owned));
        told.collect::<Vec<String>>()
    };
    let unordered = shadowed();
    assert!(unordered.len() == 2 && unordered.iter().all(|does| does.ends_with("not known which")), "{unordered:?}");
    fs::write(project.join("skill-lsp.toml"), "roots = ['two/skills', 'one/skills']\n").unwrap();
    assert_eq!(shadowed(), ["takes `one/skills/a` of the same name instead"]);
}

#[test]
fn the_list_read_tool_takes_only_what_it_finds() {
    let (_home, project) = home();
    // Too deep for the tool, so that the other one wins there.
    skill(&project.join(".claude/skills/x/a"), "a", "Deep.");
    skill(&project.join("one/skills/a"), "a", "One.");
    skill(&project.join("two/skills/a"), "a", "Two.");
    let report = json(&project, &["check"]);
    let found = said(&report, "name-collision");
    let by_tool: Vec<_> = found.iter().filter(|(_, message, _)| message.contains("The list/read tool takes")).collect();
    assert_eq!(by_tool.len(), 1, "{found:?}");
    assert!(by_tool[0].0 == "two/skills/a/SKILL.md" && by_tool[0].1.contains("one/skills/a"), "{by_tool:?}");
    // Told of in the same way as each host's verdict.
    let views = json(&project, &["hosts", "--host", "steamharness"]);
    let lost: Vec<_> = views.as_array().unwrap().iter().filter(|view| view["hosts"][0]["state"] == "lost").collect();
    assert_eq!(lost.len(), 2, "{views}");
}
