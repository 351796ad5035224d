//! The house's order, read from its sources: who may import whom, where async, the disk and hosts' names may stand, and how
//! long a file may be.

#[path = "layers/source.rs"]
mod source;

use std::path::Path;

use source::{Found, Source};

/// The layers of `src/`; each imports only from itself and those before it. `lib.rs` and `main.rs` are free.
const LAYERS: [&str; 11] =
    ["text", "syntax", "files", "skill", "tool", "hosts", "rules", "workspace", "ide", "cli", "lsp"];

/// Most lines of a file, its tests left out.
const LINES: usize = 400;

/// Files that may be longer, and why: such as are one table.
const LONG: &[(&str, &str)] = &[];

#[test]
fn sources_keep_the_order() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let hosts = Names::of_the_table();
    let mut faults = Vec::new();
    let mut files = 0;
    for entry in walkdir::WalkDir::new(&src).sort_by_file_name() {
        let entry = entry.unwrap();
        if entry.path().extension().is_none_or(|suffix| suffix != "rs") {
            continue;
        }
        let path = entry.path().strip_prefix(&src).unwrap().to_str().unwrap().replace('\\', "/");
        let text = std::fs::read_to_string(entry.path()).unwrap();
        faults.extend(check(&path, &text, is_test_only(entry.path()), &hosts));
        files += 1;
    }
    assert!(files > 50, "only {files} files found below {}", src.display());
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn every_long_file_in_the_list_is_long() {
    for (path, why) in LONG {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(path)).unwrap();
        assert!(
            Source::read(&module_of(path), &text).unwrap().lines > LINES,
            "{path} ({why}) is short again: take it out"
        );
    }
}

/// Everything wrong with one file; `path` is relative to `src/`.
fn check(path: &str, text: &str, test_only: bool, hosts: &Names) -> Vec<String> {
    let source = match Source::read(&module_of(path), text) {
        Ok(source) => source,
        Err(error) => return vec![format!("src/{path}: {error}")],
    };
    let layer = path.split(['/', '.']).next().unwrap_or_default();
    let free = matches!(path, "lib.rs" | "main.rs");
    let mut faults = Vec::new();
    let mut fault = |found: &Found, what: String| faults.push(format!("src/{path}:{}: {what}", found.line));
    match LAYERS.iter().position(|known| *known == layer) {
        None if !free => {
            fault(&Found { text: String::new(), line: 1, in_test: false }, format!("`{layer}` is no layer"));
        }
        own => {
            for found in &source.paths {
                let Some(to) = found.text.strip_prefix("crate::").and_then(|rest| rest.split("::").next()) else {
                    continue;
                };
                let to = LAYERS.iter().position(|known| *known == to);
                if let (Some(own), Some(to)) = (own, to)
                    && to > own
                {
                    fault(found, format!("`{layer}` may not use `{}`", found.text));
                }
            }
        }
    }
    for found in &source.words {
        let word = found.text.as_str();
        if matches!(word, "tokio" | "tower_lsp" | "async" | "tower_lsp_server") && layer != "lsp" && path != "main.rs" {
            fault(found, format!("`{word}` stands outside src/lsp"));
        }
    }
    for found in &source.paths {
        let on_disk = found.text == "std::fs" || found.text.starts_with("std::fs::");
        if on_disk && !matches!(layer, "files" | "cli") && !found.in_test && !test_only {
            fault(found, format!("`{}` goes past `files`", found.text));
        }
    }
    if layer == "rules" && !test_only {
        for found in source.texts.iter().filter(|found| !found.in_test) {
            if let Some(name) = hosts.named_in(&found.text) {
                fault(found, format!("a rule names the host `{name}`"));
            }
        }
    }
    if source.lines > LINES && !test_only && !LONG.iter().any(|(long, _)| *long == path) {
        faults.push(format!("src/{path}: {} lines without its tests, more than {LINES}", source.lines));
    }
    faults
}

/// Names of products; those of the specification and of this server's own tools are words of their own.
struct Names {
    ids: Vec<String>,
    titles: Vec<String>,
}

impl Names {
    fn of_the_table() -> Self {
        let hosts =
            skill_lsp::hosts::table().iter().filter(|host| !matches!(host.id.as_str(), "spec" | "steamharness"));
        let (ids, titles) = hosts.map(|host| (host.id.clone(), host.title.clone())).unzip();
        Names { ids, titles }
    }

    /// The first name in a literal. Some ids are English words, so these count only alone in quotes or backticks.
    fn named_in(&self, literal: &str) -> Option<&str> {
        let title = self.titles.iter().find(|title| {
            // Without what a title adds in brackets.
            let title = title.split(" (").next().unwrap_or(title);
            has_word(literal, title)
        });
        let id = || {
            self.ids.iter().find(|id| {
                let compound = id.contains('-') && has_word(literal, id);
                compound || literal.contains(&format!("\"{id}\"")) || literal.contains(&format!("`{id}`"))
            })
        };
        title.or_else(id).map(String::as_str)
    }
}

fn has_word(text: &str, word: &str) -> bool {
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '-' && c != '_');
    text.match_indices(word)
        .any(|(at, _)| edge(text[..at].chars().next_back()) && edge(text[at + word.len()..].chars().next()))
}

/// `rules/links/mod.rs` is the module `rules::links`.
fn module_of(path: &str) -> Vec<String> {
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let mut parts: Vec<String> = path.split('/').map(str::to_owned).collect();
    if parts.last().is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main")) {
        parts.pop();
    }
    parts
}

/// Whether the file's module, or one around it, stands behind `#[cfg(test)]` where it is declared.
fn is_test_only(path: &Path) -> bool {
    let is_declared = |module: &Path| {
        let (Some(name), Some(dir)) = (module.file_stem().and_then(|name| name.to_str()), module.parent()) else {
            return false;
        };
        let parent = std::fs::read_to_string(dir.join("mod.rs")).unwrap_or_default();
        parent.contains(&format!("#[cfg(test)]\nmod {name};"))
    };
    path.ancestors().take_while(|module| !module.ends_with("src")).any(is_declared)
}

/// The checks on made-up lines: each must be able to fail.
mod made_up {
    use super::{Names, check};

    fn faults(path: &str, text: &str) -> Vec<String> {
        let hosts = Names {
            ids: vec!["zed".into(), "goose".into(), "vs-code".into()],
            titles: vec!["Zed".into(), "VS Code (X)".into()],
        };
        check(path, text, false, &hosts)
    }

    #[track_caller]
    fn wrong(path: &str, text: &str, what: &str) {
        let found = faults(path, text);
        assert!(found.len() == 1 && found[0].contains(what), "{path}: {text}\n{found:#?}");
    }

    #[track_caller]
    fn right(path: &str, text: &str) {
        let found = faults(path, text);
        assert!(found.is_empty(), "{path}: {text}\n{found:#?}");
    }

    #[test]
    fn imports_go_up_only() {
        wrong("skill/a.rs", "use crate::rules::Rule;", "src/skill/a.rs:1: `skill` may not use `crate::rules::Rule`");
        wrong("skill/a.rs", "use crate::{\n    text::Span,\n    rules::{Rule as R},\n};", "a.rs:3:");
        wrong("skill/a.rs", "use crate::rules::{self};", "a.rs:1: `skill` may not use `crate::rules`");
        wrong("text/a.rs", "fn f() -> u8 { crate::syntax::x() }", "`crate::syntax::x`");
        wrong("syntax/a/b.rs", "use super::super::super::skill::ENTRY;", "`crate::skill::ENTRY`");
        wrong("syntax/mod.rs", "use super::lsp::X;", "`crate::lsp::X`");
        wrong("text/mod.rs", "mod tests { use super::super::files::Disk; }", "`crate::files::Disk`");
        wrong("text/mod.rs", "macro_rules! m { () => { $crate::lsp::X }; }", "`crate::lsp::X`");
        wrong("text/mod.rs", "fn f() { println!(\"{}\", crate::cli::X) }", "`crate::cli::X`");
        right("lsp/a.rs", "use crate::{text, rules::Rule}; use super::x;");
        right("rules/mod.rs", "use crate::skill::Skill; use self::lsp::X;");
        right("rules/workspace/mod.rs", "use super::workspace; mod tests { use super::super::cli; }");
        right("text/a.rs", "// use crate::lsp::X;\n/// [`crate::lsp`]\nfn f() -> &'static str { \"crate::lsp::X\" }");
        right("main.rs", "use crate::lsp::X;");
        wrong("helper.rs", "fn f() {}", "`helper` is no layer");
        wrong("text/a.rs", "fn (", "a.rs:");
    }

    #[test]
    fn async_stays_in_lsp() {
        wrong("cli/a.rs", "async fn f() {}", "`async` stands outside");
        wrong("workspace/a.rs", "use tokio::sync::Mutex;", "`tokio` stands outside");
        wrong("ide/a.rs", "fn f(x: tower_lsp::X) {}", "`tower_lsp` stands outside");
        right("lsp/a.rs", "use tower_lsp::X; async fn f() { tokio::spawn(x); }");
        right("main.rs", "fn main() { tokio::run() }");
        right("cli/a.rs", "/// Starts tokio, async.\nfn f() {}");
    }

    #[test]
    fn the_disk_is_read_through_files() {
        wrong("skill/a.rs", "use std::fs;", "`std::fs` goes past");
        wrong("skill/a.rs", "use std::{io, fs::File};", "`std::fs::File` goes past");
        wrong("rules/a.rs", "fn f() { std::fs::read(x); }", "`std::fs::read` goes past");
        right("files/a.rs", "use std::fs;");
        right("cli/a.rs", "use std::fs;");
        right("skill/a.rs", "#[cfg(test)]\nmod tests {\n    use std::fs;\n}");
        wrong("skill/a.rs", "#[cfg(test)]\nmod tests {}\nuse std::fs;", "a.rs:3:");
        wrong("skill/a.rs", "#[cfg(test)]\nuse x::y;\nuse std::fs;", "a.rs:3:");
    }

    #[test]
    fn rules_name_no_host() {
        wrong("rules/a.rs", "fn f() { x(\"zed\") }", "names the host");
        wrong("rules/a.rs", "/// In Zed it is lost.\nfn f() {}", "names the host");
        wrong("rules/a.rs", "const X: &str = \"VS Code skips it\";", "names the host");
        wrong("rules/a.rs", "const X: &str = \"read vs-code\";", "names the host");
        right("rules/a.rs", "const X: &str = \"a goose, Zedoary\";");
        right("rules/a.rs", "#[cfg(test)]\nmod tests { const X: &str = \"zed\"; }");
        right("hosts/a.rs", "const X: &str = \"zed\";");
    }

    #[test]
    fn files_are_split_when_long() {
        let long = "fn f() {}\n".repeat(401);
        wrong("rules/a.rs", &long, "401 lines");
        right("rules/a.rs", &format!("{}#[cfg(test)]\nmod tests {{\n{}}}\n", &long[..3000], &long[..3000]));
    }
}
