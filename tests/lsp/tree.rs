use serde_json::{Value, json};

use super::client::Client;
use super::{Dir, faulty, skill};

#[test]
fn the_skills_stand_by_root_with_what_is_wrong_with_them() {
    let dir = Dir::with(&[
        ("skill-lsp.toml", "roots = ['skills', '.claude/skills']\n"),
        ("skills/a/SKILL.md", &skill("a")),
        ("skills/a/refs/x.md", "four"),
        ("skills/b/SKILL.md", &faulty("b")),
        (".claude/skills/a/SKILL.md", &(skill("a") + "Differs.\n")),
    ]);
    let mut client = Client::open_folder(&dir.path, json!({}), Value::Null);
    let tree = client.request("skill/tree", json!({}));
    assert_eq!(tree["limits"]["readUnits"], 200_000);
    let roots = tree["roots"].as_array().unwrap();
    let paths: Vec<&str> = roots.iter().map(|root| root["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["skills", ".claude/skills"]);
    assert_eq!((&roots[0]["scope"], &roots[1]["scope"]), (&json!("given"), &json!("project")));
    assert!(roots[1]["hosts"].as_array().unwrap().contains(&json!("Claude Code")));
    let (a, b) = (&roots[0]["skills"][0], &roots[0]["skills"][1]);
    assert_eq!((&a["name"], &a["errors"], &a["shadowedBy"]), (&json!("a"), &json!(0), &Value::Null));
    assert_eq!(a["sizes"], json!({"description": 31, "bodyLines": 4, "readUnits": skill("a").len(), "files": 2}),);
    assert!(a.get("files").is_none());
    assert_eq!((&b["name"], &b["errors"]), (&json!("b"), &json!(1)));
    assert_eq!(roots[1]["skills"][0]["shadowedBy"], client.uri("skills/a/SKILL.md"));

    let file = client.uri("skills/a/refs/x.md");
    let one = client.request("skill/tree", json!({"skill": file}));
    let files = &one["roots"][0]["skills"][0]["files"];
    assert_eq!(files[1], json!({"path": "refs/x.md", "uri": file, "bytes": 4}));
    assert_eq!(one["roots"].as_array().unwrap().len(), 1);
    let none = client.uri("skill-lsp.toml");
    assert_eq!(client.request("skill/tree", json!({"skill": none}))["roots"], json!([]));
}

#[test]
fn the_tree_has_the_open_text() {
    let dir = Dir::with(&[("skills/a/SKILL.md", &skill("a"))]);
    let mut client = Client::open_folder(&dir.path, json!({}), Value::Null);
    client.open("skills/a/SKILL.md", &faulty("z"));
    client.open("skills/new/SKILL.md", &skill("new"));
    let tree = client.request("skill/tree", json!({}));
    let names: Vec<&Value> = tree["roots"][0]["skills"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["new", "z"]);
}

#[test]
fn a_draft_is_checked_as_if_it_stood_there() {
    let dir = Dir::with(&[("skills/a/SKILL.md", &skill("a"))]);
    let mut client = Client::open_folder(&dir.path, json!({}), Value::Null);
    let root = client.uri("skills");
    let mut draft = |name: &str, description: &str| {
        client.request("skill/draft", json!({"root": root, "name": name, "description": description}))
    };
    let good = draft("release-notes", "Use when: a release is near");
    assert_eq!(good["faults"], json!([]));
    assert_eq!(good["uri"], format!("{root}/release-notes/SKILL.md"));
    let text = good["text"].as_str().unwrap().to_owned();
    assert!(text.contains("description: \"Use when: a release is near\"\n"), "{text}");
    assert!(!dir.path.join("skills/release-notes").exists());
    let taken = draft("a", "Does it.");
    assert_eq!((&taken["faults"][0]["part"], &taken["faults"][0]["severity"]), (&json!("name"), &json!("error")));
    assert_eq!(draft("../a", "Does it.")["uri"], Value::Null);
    // Written as it is, nothing is said of it.
    dir.write("skills/release-notes/SKILL.md", &text);
    client.open("skills/release-notes/SKILL.md", &text);
    client.expect("skills/release-notes/SKILL.md", &[]);
    // A root that is not there yet is judged by the hosts that will read it.
    let root = client.uri(".claude/skills");
    let new = client.request("skill/draft", json!({"root": root, "name": "b", "description": "Does it."}));
    assert_eq!(new["faults"], json!([]));
    assert_eq!(
        client.call("skill/draft", json!({"root": "untitled:x", "name": "b", "description": ""}))["error"]["code"],
        -32602
    );
}

#[test]
fn a_host_s_reason_has_its_place() {
    let dir = Dir::with(&[("skills/a/SKILL.md", &faulty("a"))]);
    let mut client = Client::open_folder(&dir.path, json!({}), Value::Null);
    let found = client.request("skill/hosts", json!({"skill": "a", "hosts": ["spec"]}));
    let reason = &found[0]["hosts"][0]["reasons"][0];
    assert_eq!(reason["range"]["start"], json!({"line": 2, "character": 16}), "{reason}");
}
