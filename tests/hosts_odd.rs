//! Texts that nobody writes, through every host: none may panic, hang or run out of stack.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

use std::time::{Duration, Instant};

use proptest::prelude::*;
use skill_lsp::hosts::{self, Place, Readings, Scope, Subject};
use skill_lsp::skill::Document;

/// What all hosts make of a text; how long they take.
fn judge(text: &str) -> Duration {
    let started = Instant::now();
    let document = Document::new(text, None);
    let readings = Readings::new(&document);
    let place =
        Place { root: ".agents/skills", scope: Scope::Given, path: "a", linked_directory: false, linked_entry: false };
    let bytes = text.len() as u64;
    let subject = Subject { document: &document, directory: "a", entry: "SKILL.md", place: Some(place), bytes };
    for host in hosts::table() {
        let verdict = hosts::verdict(host, &subject, &readings);
        for reason in &verdict.reasons {
            assert!(!reason.does.is_empty() && reason.source.starts_with("https://"), "{}: {reason:?}", host.id);
        }
        assert!(verdict.loads != Some(true) || verdict.listed.is_some(), "{}", host.id);
    }
    started.elapsed()
}

fn fenced(front: &str) -> String {
    format!("---\nname: a\ndescription: b\n{front}\n---\nBody\n")
}

#[test]
fn nothing_hangs_on_long_texts() {
    let many = |count, line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<String>();
    let nested = many(1000, &|depth| format!("{}k:\n", " ".repeat(depth)));
    let aliases = many(40, &|at| format!("k{}: &k{} [*k{at}, *k{at}]\n", at + 1, at + 1));
    let texts = [
        ("brackets", fenced(&format!("x: {}", "[".repeat(20_000)))),
        ("closed brackets", fenced(&format!("x: {}{}", "[".repeat(20_000), "]".repeat(20_000)))),
        ("braces", fenced(&format!("x: {}", "{a: ".repeat(20_000)))),
        ("dashes", fenced(&format!("x:\n  {}", "- ".repeat(20_000)))),
        ("question marks", fenced(&"? ".repeat(20_000))),
        ("deep maps", fenced(&nested)),
        ("aliases of aliases", fenced(&format!("k0: &k0 x\n{aliases}"))),
        ("many keys", fenced(&many(10_000, &|at| format!("k{at}: v\n")))),
        ("one key often", fenced(&"x: v\n".repeat(5000))),
        ("colons", fenced(&"x: a: b\n".repeat(5000))),
        ("fences", "---\nname: a\n".repeat(5000)),
        ("fences in quotes", format!("---\nname: \"a\n{}", "---\n".repeat(5000))),
        ("fences with a tab", format!("---\nname: a\n\tb: c\n{}", "--- \n".repeat(5000))),
        ("open quotes", fenced(&"x: \"a\n".repeat(5000))),
        ("an open quote", fenced(&format!("x: \"{}", "a\n".repeat(5000)))),
        ("a long line", fenced(&format!("x: {}", "a b: c #d ".repeat(10_000)))),
        ("blanks", fenced(&" ".repeat(100_000))),
        ("blank lines", fenced(&"\n".repeat(20_000))),
        ("tabs", fenced(&"\t\n".repeat(20_000))),
        ("comments with tabs", fenced(&"# a\t\n".repeat(20_000))),
        ("carriage returns", fenced(&"x: y\r".repeat(5000))),
        ("a block scalar", fenced(&format!("x: |\n{}", "  a\n".repeat(20_000)))),
        ("digits", fenced(&format!("x: {}", "1".repeat(100_000)))),
        ("digits and colons", fenced(&format!("x: {}", "1:".repeat(50_000)))),
        ("backslashes", fenced(&format!("x: \"{}\"", "\\\\".repeat(50_000)))),
        ("anchors", fenced(&"x: &a b\n".repeat(2000))),
        ("tags", fenced(&"x: !!a b\n".repeat(2000))),
        ("nothing", String::new()),
        ("a byte order mark", "\u{feff}".to_owned()),
        ("lines before the fence", format!("{}---\nname: a\n---\n", "\n".repeat(20_000))),
        ("markup", fenced(&format!("when: {}", "<a ".repeat(20_000)))),
        ("long values", format!("---\nname: {}\ndescription: {}\n---\n", "<a-".repeat(20_000), "é".repeat(50_000))),
    ];
    for (what, text) in texts {
        let took = judge(&text);
        // Without optimizations, on a machine that does other things as well.
        assert!(took < Duration::from_secs(30), "{what}: {took:?}");
    }
}

/// Pieces that mean something to some reader, beside any text.
fn piece() -> impl Strategy<Value = String> {
    const KNOWN: &[&str] = &[
        "---",
        "--- ",
        "...",
        "\n",
        "\n",
        "\n",
        "\r\n",
        "\r",
        "\t",
        "  ",
        "- ",
        "? ",
        ": ",
        ":",
        " #",
        "#",
        "|",
        ">",
        "|-",
        ">+2",
        "'",
        "\"",
        "\\",
        "[",
        "]",
        "{",
        "}",
        ",",
        "&a ",
        "*a",
        "!!str ",
        "!t ",
        "%YAML 1.1",
        "@",
        "`",
        "<<: ",
        "\u{feff}",
        "\u{85}",
        "\u{2028}",
        "\u{a0}",
        "\0",
        "🦀",
        "name",
        "name: ",
        "description: ",
        "metadata:\n",
        "yes",
        "0x1F",
        "1_000",
        "12:30:45",
        "2024-01-01",
        "~",
        "null",
        ".inf",
        "<b>",
        "---\nname: a\n",
        "a: b\n",
    ];
    prop_oneof![4 => prop::sample::select(KNOWN).prop_map(str::to_owned), 1 => any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn no_text_is_too_odd(start in prop::sample::select(&["---\n", "\u{feff}---\n", "---\r\n", "\n---\n", ""][..]),
                          pieces in prop::collection::vec(piece(), 0..40)) {
        judge(&format!("{start}{}", pieces.concat()));
    }
}
