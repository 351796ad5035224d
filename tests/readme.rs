//! The README tells the truth: its excerpt is real output, its commands exist and run, its settings are accepted.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

mod common;

use common::{Copied, Run, repository, run};

fn readme() -> String {
    std::fs::read_to_string(repository().join("README.md")).unwrap()
}

/// The fenced blocks of one language.
fn blocks(language: &str) -> Vec<String> {
    let text = readme();
    let opening = format!("\n```{language}\n");
    let parts = text.split(&opening).skip(1);
    parts.map(|part| part.split("\n```").next().unwrap().to_owned()).collect()
}

/// Every command line of the README, comments left out.
fn commands() -> Vec<String> {
    let lines: Vec<String> = blocks("sh").iter().flat_map(|block| block.lines()).map(str::to_owned).collect();
    lines.iter().map(|line| line.split(" #").next().unwrap().trim().to_owned()).collect()
}

#[test]
fn the_first_two_commands_are_the_check_and_the_tests() {
    assert_eq!(commands()[..2], ["cargo run -q --release -- check tests/workspace", "tests/run"]);
    assert!(repository().join("tests/run").is_file());
}

#[test]
fn the_excerpt_is_real() {
    let Run { status, stdout, stderr } = run(repository(), &["check", "tests/workspace"]);
    assert_eq!(status, 1, "{stderr}");
    let excerpt = blocks("text").remove(0);
    for part in excerpt.split("\n\n") {
        assert!(stdout.contains(part), "not printed:\n{part}\n\nprinted:\n{stdout}");
    }
}

#[test]
fn every_command_runs() {
    let copied = Copied::of(&repository().join("tests/workspace"));
    let mut ran = 0;
    for command in commands() {
        let Some(rest) = command.strip_prefix("skill-lsp ") else { continue };
        // The server speaks to a client; its own tests do.
        if rest.starts_with("serve") {
            continue;
        }
        let arguments = split(rest);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let result = run(copied.path(), &arguments);
        assert!(result.status < 2, "{command}: {}", result.stderr);
        assert!(!result.stdout.is_empty() || command.contains("--fix"), "{command} printed nothing");
        ran += 1;
    }
    assert!(ran > 10, "{ran}");
}

#[test]
fn every_command_is_told_of() {
    let help = run(repository(), &["--help"]).stdout;
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    for line in list.lines() {
        let command = line.split_whitespace().next().unwrap();
        assert!(command == "help" || readme().contains(&format!("skill-lsp {command}")), "{command}");
    }
}

#[test]
fn the_settings_are_accepted_and_the_comments_silence() {
    let copied = Copied::of(&repository().join("tests/workspace"));
    copied.write("skill-lsp.toml", &blocks("toml")[0]);
    assert_eq!(run(copied.path(), &["check"]).stderr, "");

    let file = ".agents/skills/database-migration/SKILL.md";
    let silent = blocks("markdown").remove(0);
    let told = |text: &str| {
        copied.write(file, text);
        run(copied.path(), &["check", "--no-config", ".agents/skills/database-migration"]).stdout
    };
    let loud: String = silent
        .lines()
        .filter(|line| !line.starts_with("# "))
        .map(|line| line.split(" <!--").next().unwrap().to_owned() + "\n")
        .collect();
    for code in ["name-differs", "link-missing-file"] {
        assert!(told(&loud).contains(code) && !told(&silent).contains(code), "{code}");
    }
}

#[test]
fn every_method_and_command_of_the_server_is_told_of() {
    let sources = ["src/lsp/ext.rs", "src/lsp/commands.rs"];
    let text: String = sources.map(|file| std::fs::read_to_string(repository().join(file)).unwrap()).concat();
    let constants = text.lines().filter(|line| line.contains("const ")).flat_map(|line| line.split('"').nth(1));
    let mut known: Vec<&str> = constants.filter(|name| name.starts_with("skill")).collect();
    known.sort_unstable();
    assert!(known.len() > 10, "{known:?}");
    let readme = readme();
    let quoted = readme.split('`').skip(1).step_by(2);
    let mut told: Vec<&str> = quoted.filter(|word| is_method(word) || is_command(word)).collect();
    told.sort_unstable();
    told.dedup();
    assert_eq!(told, known);
}

fn is_method(word: &str) -> bool {
    word.strip_prefix("skill/").is_some_and(|rest| rest.chars().all(char::is_alphabetic))
}

fn is_command(word: &str) -> bool {
    word.strip_prefix("skill-lsp.").is_some_and(|rest| rest != "toml" && rest.chars().all(char::is_alphabetic))
}

/// A command line in words, `'…'` kept together.
fn split(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
