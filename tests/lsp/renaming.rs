use serde_json::{Value, json};

use super::client::Client;
use super::{Dir, skill};

const FILE: &str = "skills/own/SKILL.md";

fn dir() -> Dir {
    let other = skill("other") + "\nRun /own, see [it](../own/SKILL.md#steps).\n";
    Dir::with(&[
        (FILE, &(skill("own") + "\n[r](refs/r.md)\n")),
        ("skills/own/refs/r.md", "# R\n\n[up](../SKILL.md)\n"),
        ("skills/other/SKILL.md", &other),
    ])
}

fn capable() -> Value {
    json!({"workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create", "rename", "delete"]}}})
}

fn rename(client: &mut Client, line: u32, character: u32, name: &str) -> Value {
    let place = json!({"line": line, "character": character});
    let params = json!({"textDocument": {"uri": client.uri(FILE)}, "position": place, "newName": name});
    client.call("textDocument/rename", params)
}

#[test]
fn a_skill_is_renamed_in_one_edit_with_versions() {
    let dir = dir();
    let mut client = Client::open_folder(&dir.path, capable(), Value::Null);
    let place = json!({"textDocument": {"uri": client.uri(FILE)}, "position": {"line": 1, "character": 7}});
    let prepared = client.request("textDocument/prepareRename", place);
    let range = json!({"start": {"line": 1, "character": 6}, "end": {"line": 1, "character": 9}});
    assert_eq!(prepared, json!({"range": range, "placeholder": "own"}));
    // Unsaved text in two files at once.
    client.open(FILE, &(skill("own") + "\n[r](refs/r.md) or $own\n"));
    client.open("skills/other/SKILL.md", &(skill("other") + "\n🦀 [it](../own/refs/r.md)\n"));
    let answer = rename(&mut client, 1, 7, "mine");
    let changes = answer["result"]["documentChanges"].as_array().unwrap();
    assert_eq!(changes.len(), 3, "{answer}");
    let other = &changes[0];
    assert_eq!(other["textDocument"], json!({"uri": client.uri("skills/other/SKILL.md"), "version": 1}));
    assert_eq!(other["edits"][0]["newText"], "../mine/refs/r.md");
    assert_eq!(other["edits"][0]["range"]["start"], json!({"line": 9, "character": 8}));
    let own: Vec<&str> =
        changes[1]["edits"].as_array().unwrap().iter().map(|edit| edit["newText"].as_str().unwrap()).collect();
    assert_eq!(own, ["mine", "mine"]);
    let uri = |path: &str| client.uri(path);
    assert_eq!(changes[2], json!({"kind": "rename", "oldUri": uri("skills/own"), "newUri": uri("skills/mine")}));
}

#[test]
fn a_refusal_says_why() {
    let dir = dir();
    let mut client = Client::open_folder(&dir.path, capable(), Value::Null);
    let answer = rename(&mut client, 1, 7, "other");
    assert_eq!(answer["error"]["code"], -32803, "{answer}");
    assert!(answer["error"]["message"].as_str().unwrap().contains("skills/other"), "{answer}");
    let answer = rename(&mut client, 4, 0, "x");
    assert!(answer["error"]["message"].as_str().unwrap().contains("nothing here"), "{answer}");
    // A client that renames no files is told so, and renames headings all the same.
    let mut simple = Client::open_folder(&dir.path, json!({}), Value::Null);
    let answer = rename(&mut simple, 1, 7, "mine");
    assert!(answer["error"]["message"].as_str().unwrap().contains("renames no directories"), "{answer}");
    let answer = rename(&mut simple, 5, 3, "The way");
    let edits = &answer["result"]["changes"];
    assert_eq!(edits[simple.uri(FILE)][0]["newText"], "The way", "{answer}");
    assert_eq!(edits[simple.uri("skills/other/SKILL.md")][0]["newText"], "the-way", "{answer}");
}

#[test]
fn links_follow_files_that_the_editor_renames() {
    let dir = dir();
    let mut client = Client::open_folder(&dir.path, capable(), Value::Null);
    let (old, new) = (client.uri("skills/own/refs/r.md"), client.uri("skills/own/my page.md"));
    let files = json!({"files": [{"oldUri": old, "newUri": new}]});
    let edit = client.request("workspace/willRenameFiles", files.clone());
    let changes = edit["documentChanges"].as_array().unwrap();
    let texts: Vec<&Value> = changes.iter().map(|change| &change["edits"][0]["newText"]).collect();
    assert_eq!(texts, ["my%20page.md", "SKILL.md"], "{edit}");
    // It is renamed without a word from a watcher.
    dir.write(FILE, &(skill("own") + "\n[r](my%20page.md)\n"));
    std::fs::rename(dir.path.join("skills/own/refs/r.md"), dir.path.join("skills/own/my page.md")).unwrap();
    client.notify("workspace/didRenameFiles", files);
    let document = json!({"textDocument": {"uri": client.uri(FILE)}});
    let links = client.request("textDocument/documentLink", document);
    assert_eq!(links[0]["target"], new, "{links}");
    client.sync();
    assert_eq!(client.codes(FILE), Vec::<String>::new());
    // What lies in no skill concerns nobody.
    let files = json!({"files": [{"oldUri": client.uri("x.md"), "newUri": client.uri("y.md")}, {"oldUri": "untitled:x", "newUri": "untitled:y"}]});
    assert_eq!(client.request("workspace/willRenameFiles", files), Value::Null);
}
