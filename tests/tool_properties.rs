//! What holds for the skill tools whatever is on the disk and whatever they are asked.

#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests, outside of test functions.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};
use skill_lsp::files::{Cancel, Disk};
use skill_lsp::skill::front_matter::{Reader, read};
use skill_lsp::tool::list_read::{Outcome, ToolError, run_skill_action};
use skill_lsp::tool::load::{Options, load_skills};

/// Stands in every file outside of skills, and in none inside.
const SECRET: &str = "SECRET";

fn run(root: &Path, args: &Value) -> Result<Outcome, ToolError> {
    run_skill_action(&Disk, &[root.join("skills")], args, &Cancel::new())
}

/// Calls both tools in all their ways.
fn exercise(root: &Path) {
    let _ = run(root, &json!({"action": "list"}));
    let options = Options::dirs([root.join("skills").to_string_lossy()]);
    let source = load_skills(&Disk, root, &options, &Cancel::new()).unwrap();
    for skill in &source.skills {
        let output = source.execute(&Disk, &json!({"name": skill.name}), &Cancel::new()).unwrap();
        assert!(!output.is_error);
    }
    for name in ["a", "b", ""] {
        let _ = run(root, &json!({"action": "read", "skill": name}));
    }
}

/// Text that looks like front matter, more or less.
fn front_matter() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("---".to_owned()),
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just("\r".to_owned()),
        Just("\u{feff}".to_owned()),
        Just("name:".to_owned()),
        Just("description: ".to_owned()),
        Just("  ".to_owned()),
        Just("\t".to_owned()),
        "[-|>&*!?%@`'\"#{}\\[\\],:. ]{1,3}",
        "\\PC{0,4}",
        any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_a_tool_panic(entry in prop::collection::vec(any::<u8>(), 0..200), other in front_matter()) {
        let dir = tempfile::tempdir().unwrap();
        for (name, bytes) in [("a", entry.as_slice()), ("b", other.as_bytes())] {
            fs::create_dir_all(dir.path().join("skills").join(name)).unwrap();
            fs::write(dir.path().join("skills").join(name).join("SKILL.md"), bytes).unwrap();
        }
        exercise(dir.path());
    }

    #[test]
    fn front_matter_is_read_without_panic_and_its_body_is_a_tail(text in front_matter(), fenced in any::<bool>()) {
        let text = if fenced { format!("---\n{text}\n---\n{text}") } else { text };
        for reader in [Reader::Lines, Reader::Yaml] {
            prop_assert!(text.is_char_boundary(read(&text, reader).body));
        }
    }

    #[test]
    fn what_is_listed_can_be_read_and_nothing_outside_can(
        files in prop::collection::vec(path(), 0..8),
        links in prop::collection::vec((path(), target()), 0..8),
        asked in prop::collection::vec(prop_oneof![path(), target(), "\\PC{0,8}"], 0..8),
    ) {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        let skill = root.join("skills/a");
        fs::create_dir_all(root.join("skills/b")).unwrap();
        fs::create_dir_all(&skill).unwrap();
        fs::write(root.join("outside"), SECRET).unwrap();
        fs::write(root.join("skills/b/file"), SECRET).unwrap();
        fs::write(root.join("skills/b/SKILL.md"), format!("---\nname: b\n---\n{SECRET}")).unwrap();
        fs::write(skill.join("SKILL.md"), "---\nname: a\n---\n").unwrap();
        for path in &files {
            let path = skill.join(path);
            if fs::create_dir_all(path.parent().unwrap()).is_ok() {
                let _ = fs::write(path, "inside");
            }
        }
        for (path, target) in &links {
            link(&target.replace("ROOT", root.to_str().unwrap()), &skill.join(path));
        }
        let Outcome::List { skills } = run(&root, &json!({"action": "list"})).unwrap() else { panic!("a list") };
        let listed = skills.iter().find(|skill| skill.name == "a").map(|skill| skill.files.clone());
        for path in listed.iter().flatten() {
            let read = run(&root, &json!({"action": "read", "skill": "a", "path": path}));
            let Ok(Outcome::Read { path: echoed, content, .. }) = read else { panic!("{path}: {read:?}") };
            prop_assert_eq!(&echoed, path);
            prop_assert!(!content.contains(SECRET), "{}", path);
        }
        for path in asked.iter().chain(&files).chain(links.iter().map(|(path, _)| path)) {
            let path = path.replace("ROOT", root.to_str().unwrap());
            if let Ok(Outcome::Read { content, .. }) = run(&root, &json!({"action": "read", "skill": "a", "path": path})) {
                prop_assert!(!content.contains(SECRET), "{}", path);
            }
        }
        exercise(&root);
    }

    #[test]
    fn no_arguments_make_a_tool_panic(args in value(), options in value()) {
        let dir = tempfile::tempdir().unwrap();
        let _ = run(dir.path(), &args);
        if let Ok(options) = Options::from_json(&options) {
            let source = load_skills(&Disk, dir.path(), &options, &Cancel::new()).unwrap();
            source.execute(&Disk, &args, &Cancel::new()).unwrap();
        }
    }
}

/// A path of a few names, so that they meet.
fn path() -> impl Strategy<Value = String> {
    let name = prop_oneof![Just("d"), Just("e"), Just("f"), Just("SKILL.md"), Just("a\\b"), Just(".git"), Just("é")];
    prop::collection::vec(name, 1..4).prop_map(|names| names.join("/"))
}

/// Where a link may lead: inside, outside, around, in a circle, nowhere.
fn target() -> impl Strategy<Value = String> {
    prop_oneof![
        path(),
        path().prop_map(|path| format!("ROOT/skills/a/{path}")),
        path().prop_map(|path| format!("../a/{path}")),
        Just("..".to_owned()),
        Just(".".to_owned()),
        Just("ROOT".to_owned()),
        Just("ROOT/outside".to_owned()),
        Just("ROOT/skills/b".to_owned()),
        Just("../b/file".to_owned()),
        Just("../../../outside".to_owned()),
        Just("/dev/zero".to_owned()),
    ]
}

/// JSON in which the words of the tools' arguments are likely.
fn value() -> impl Strategy<Value = Value> {
    let word = prop_oneof![Just("list"), Just("read"), Just("a"), Just(""), Just("/")];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word.prop_map(Value::from),
    ];
    let key = prop_oneof![
        Just("action"),
        Just("skill"),
        Just("path"),
        Just("name"),
        Just("dirs"),
        Just("skills"),
        Just("filter"),
        Just("sampleLimit"),
        Just("content"),
    ];
    leaf.prop_recursive(3, 16, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::hash_map(key.clone().prop_map(str::to_owned), inner, 0..5)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

#[cfg(unix)]
fn link(target: &str, path: &Path) {
    if fs::create_dir_all(path.parent().unwrap()).is_ok() {
        let _ = std::os::unix::fs::symlink(target, path);
    }
}

#[cfg(not(unix))]
fn link(_: &str, _: &Path) {}
