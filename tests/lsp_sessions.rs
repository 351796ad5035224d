//! Sessions from public reports of faults in language servers, played to the real process message by message.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

#[path = "common/client.rs"]
mod client;
mod common;

use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use client::{Client, uri};
use common::{Copied, repository};

/// What a session left behind.
struct Played {
    client: Client,
    /// The diagnostics when the first file was written.
    before_writes: Vec<(String, Value)>,
}

fn play(case: &str) -> (Copied, Played) {
    let copied = Copied::of(&repository().join("tests/fixtures/reports").join(case).join("in"));
    let root = copied.path().canonicalize().unwrap();
    let script = fs::read_to_string(root.join("session.jsonl")).unwrap();
    fs::remove_file(root.join("session.jsonl")).unwrap();
    let mut played = Played { client: Client::spawn(&root, &["--stdio"]), before_writes: Vec::new() };
    for line in script.lines().filter(|line| !line.trim().is_empty()) {
        let step: Value = serde_json::from_str(&line.replace("${ROOT}", &uri(&root))).unwrap();
        take(&mut played, &root, &step);
    }
    (copied, played)
}

fn take(played: &mut Played, root: &Path, step: &Value) {
    let client = &mut played.client;
    for (word, value) in step.as_object().unwrap() {
        match word.as_str() {
            "send" => client.send(value.clone()),
            "recv" => {
                let answer = client.answer(value["id"].as_i64().unwrap());
                assert!(contains(&answer, value), "{value} expected, {answer} found");
            }
            "settle_ms" => {
                // Longer than asked for on a busy machine, and then until it is quiet.
                std::thread::sleep(Duration::from_millis(value.as_u64().unwrap()));
                client.settle(Duration::from_millis(300));
            }
            "write" => {
                if played.before_writes.is_empty() {
                    played.before_writes = client.diagnostics.clone().into_iter().collect();
                }
                let path = root.join(value[0].as_str().unwrap());
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, value[1].as_str().unwrap()).unwrap();
            }
            "expect_process_end_within_ms" => {
                let code = client.code_within(Duration::from_millis(value.as_u64().unwrap()));
                assert_eq!(code, step["expect_exit_code"]);
            }
            "expect_exit_code" => {}
            other => panic!("unknown step {other}"),
        }
    }
}

/// Whether all that is wanted is there.
fn contains(found: &Value, wanted: &Value) -> bool {
    match wanted {
        Value::Object(entries) => entries.iter().all(|(key, wanted)| contains(&found[key], wanted)),
        other => found == other,
    }
}

fn all(played: &Played, file: &str) -> Vec<Value> {
    let said = played.client.diagnostics.get(&played.client.uri(file));
    said.and_then(|said| said["diagnostics"].as_array().cloned()).unwrap_or_default()
}

#[test]
fn session_079_changes_in_order() {
    let (_copied, mut played) = play("079-changes-in-order");
    let uri = played.client.uri("skills/x/SKILL.md");
    let last = &played.client.diagnostics[&uri];
    assert_eq!(last["version"], 52);
    let found = &last["diagnostics"][0];
    assert_eq!(
        (&found["code"], &found["severity"], &found["range"]["start"]["line"]),
        (&"unquoted-colon".into(), &1.into(), &2.into())
    );
    let versions = played.client.seen.iter().filter(|message| message["params"]["uri"] == uri.as_str());
    let versions: Vec<i64> = versions.filter_map(|message| message["params"]["version"].as_i64()).collect();
    assert!(versions.is_sorted(), "{versions:?}");
    assert_eq!(played.client.code_within(Duration::from_secs(5)), 0);
}

#[test]
fn session_082_shutdown_does_not_end_process() {
    play("082-shutdown-does-not-end-process");
}

#[test]
fn session_085_crlf_incremental_edits() {
    let (_copied, played) = play("085-crlf-incremental-edits");
    let found = all(&played, "skills/x/SKILL.md");
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0]["code"], "unquoted-colon");
    assert_eq!(found[0]["range"]["start"], serde_json::json!({"line": 2, "character": 16}));
}

#[test]
fn session_088_other_file_changes() {
    let (_copied, played) = play("088-other-file-changes");
    let before = |file: &str| {
        let uri = played.client.uri(file);
        let said = played.before_writes.iter().find(|(own, _)| *own == uri).unwrap();
        said.1["diagnostics"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| (one["code"].as_str().unwrap().to_owned(), one["range"]["start"]["line"].as_u64().unwrap()))
            .collect::<Vec<_>>()
    };
    assert!(before("skills/a/SKILL.md").contains(&("link-missing-file".to_owned(), 5)));
    assert!(
        before("skills/b/SKILL.md").contains(&("name-collision".to_owned(), 1)),
        "{:?}",
        before("skills/b/SKILL.md")
    );
    assert_eq!(all(&played, "skills/a/SKILL.md"), Vec::<Value>::new());
    assert_eq!(all(&played, "skills/b/SKILL.md"), Vec::<Value>::new());
}

#[test]
fn session_091_open_text_beats_disk() {
    let (_copied, mut played) = play("091-open-text-beats-disk");
    let found = all(&played, "skills/x/SKILL.md");
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!((&found[0]["code"], &found[0]["range"]["start"]["line"]), (&"unquoted-colon".into(), &2.into()));
    // Once it is closed the disk counts again.
    played.client.close("skills/x/SKILL.md");
    played.client.expect("skills/x/SKILL.md", &[]);
}

/// No session is left out.
#[test]
fn every_session_is_played() {
    let here = fs::read_to_string(repository().join("tests/lsp_sessions.rs")).unwrap();
    for entry in fs::read_dir(repository().join("tests/fixtures/reports")).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.path().join("in/session.jsonl").exists() {
            assert!(here.contains(&format!("play(\"{name}\")")), "{name} is not played");
        }
    }
}
