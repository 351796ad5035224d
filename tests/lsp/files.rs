use std::fs;

use serde_json::{Value, json};

use super::client::{Client, uri};
use super::{Dir, faulty, skill};

fn open(dir: &Dir) -> Client {
    Client::open_folder(&dir.path, json!({}), Value::Null)
}

fn watched(client: &mut Client, files: &[(&str, u8)]) {
    let changes: Vec<Value> = files.iter().map(|(file, kind)| json!({"uri": client.uri(file), "type": kind})).collect();
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": changes}));
}

#[test]
fn all_files_are_spoken_of_opened_or_not() {
    let dir = Dir::with(&[
        ("skills/a/SKILL.md", &faulty("a")),
        (".claude/skills/b/SKILL.md", &skill("b")),
        (".claude/skills/b/refs/x.md", "[gone](gone.md)\n"),
    ]);
    let mut client = open(&dir);
    client.expect("skills/a/SKILL.md", &["unquoted-colon"]);
    client.expect(".claude/skills/b/refs/x.md", &["link-missing-file"]);
    assert_eq!(client.diagnostics[&client.uri("skills/a/SKILL.md")].get("version"), None);
}

#[test]
fn partners_in_a_collision_know_of_each_edit() {
    let dir = Dir::with(&[("skills/a/SKILL.md", &skill("a")), ("skills/b/SKILL.md", &skill("b"))]);
    let mut client = open(&dir);
    client.open("skills/b/SKILL.md", &skill("b"));
    client.change("skills/b/SKILL.md", 2, json!([{"text": skill("a").replace("thing", "other thing")}]));
    // The loser is told, with the winner beside it, and neither is when they part.
    let loser = client.uri("skills/b/SKILL.md");
    client.expect_code(&loser, "name-collision", true);
    client.change("skills/b/SKILL.md", 3, json!([{"text": skill("b")}]));
    client.expect_code(&loser, "name-collision", false);
    client.sync();
    assert_eq!(client.codes("skills/a/SKILL.md"), [""; 0]);
}

#[test]
fn files_that_come_and_go_outside_the_editor() {
    let dir = Dir::with(&[("skills/a/SKILL.md", &(skill("a") + "\n[r](refs/r.md)\n"))]);
    let mut client = open(&dir);
    client.expect("skills/a/SKILL.md", &["link-missing-file"]);
    dir.write("skills/a/refs/r.md", "# R\n");
    watched(&mut client, &[("skills/a/refs/r.md", 1)]);
    client.expect("skills/a/SKILL.md", &[]);
    fs::rename(dir.path.join("skills/a/refs/r.md"), dir.path.join("skills/a/refs/s.md")).unwrap();
    watched(&mut client, &[("skills/a/refs/r.md", 3), ("skills/a/refs/s.md", 1)]);
    client.expect("skills/a/SKILL.md", &["link-missing-file"]);
    dir.write("skills/new/SKILL.md", &faulty("new"));
    watched(&mut client, &[("skills/new/SKILL.md", 1)]);
    client.expect("skills/new/SKILL.md", &["unquoted-colon"]);
    fs::remove_dir_all(dir.path.join("skills")).unwrap();
    watched(&mut client, &[("skills", 3)]);
    client.expect("skills/new/SKILL.md", &[]);
    client.expect("skills/a/SKILL.md", &[]);
    assert_eq!(client.sync()["summary"]["skills"], 0);
}

#[test]
fn a_client_that_cannot_watch_gets_a_rescan_on_save_and_by_command() {
    let dir = Dir::with(&[("skills/a/SKILL.md", &skill("a"))]);
    let mut client = open(&dir);
    client.open("skills/a/SKILL.md", &skill("a"));
    client.sync();
    dir.write("skills/b/SKILL.md", &faulty("b"));
    let document = json!({"textDocument": {"uri": client.uri("skills/a/SKILL.md")}});
    client.notify("textDocument/didSave", document);
    client.expect("skills/b/SKILL.md", &["unquoted-colon"]);
    dir.write("skills/b/SKILL.md", &skill("b"));
    client.request("workspace/executeCommand", json!({"command": "skill-lsp.rescan"}));
    client.expect("skills/b/SKILL.md", &[]);
}

#[test]
fn a_client_that_can_watch_is_asked_to() {
    let dir = Dir::with(&[]);
    let can = json!({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}});
    let mut client = Client::open_folder(&dir.path, can, Value::Null);
    let asked = client.wait("a registration", |message| message["method"] == "client/registerCapability");
    assert_eq!(asked["params"]["registrations"][0]["method"], "workspace/didChangeWatchedFiles");
    // It never answers, and everything goes on.
    client.open("skills/a/SKILL.md", &faulty("a"));
    client.expect("skills/a/SKILL.md", &["unquoted-colon"]);
    assert_eq!(client.goodbye(), 0);
}

#[test]
fn folders_come_and_go() {
    let dir = Dir::with(&[
        ("one/skills/a/SKILL.md", &faulty("a")),
        ("one/skill-lsp.toml", "hots = []\n"),
        ("two/skills/b/SKILL.md", &faulty("b")),
        ("two/inner/skill-lsp.toml", "hots = []\n"),
    ]);
    let mut client = Client::spawn(&dir.path, &["--stdio"]);
    let folder = |name: &str| json!({"uri": uri(&dir.path.join(name)), "name": name});
    client.hello(json!({"processId": null, "rootUri": null, "capabilities": {}, "workspaceFolders": [folder("one")]}));
    client.expect("one/skills/a/SKILL.md", &["unquoted-colon"]);
    client.expect("one/skill-lsp.toml", &["configuration"]);
    let event = json!({"event": {"added": [folder("two")], "removed": [folder("one")]}});
    client.notify("workspace/didChangeWorkspaceFolders", event);
    client.expect("two/skills/b/SKILL.md", &["unquoted-colon"]);
    client.expect("one/skills/a/SKILL.md", &[]);
    client.expect("one/skill-lsp.toml", &[]);
    // A configuration of nobody is spoken of while somebody has it open.
    client.open("two/inner/skill-lsp.toml", "hots = []\n");
    client.expect("two/inner/skill-lsp.toml", &["configuration"]);
    client.close("two/inner/skill-lsp.toml");
    client.expect("two/inner/skill-lsp.toml", &[]);
}

#[test]
fn a_file_opened_alone_stands_with_its_skill() {
    let dir = Dir::with(&[
        ("skills/a/SKILL.md", &(skill("a") + "[r](r.md) [gone](gone.md)\n")),
        ("skills/a/r.md", ""),
        ("skills/b/SKILL.md", &faulty("b")),
    ]);
    let mut client = Client::spawn(&dir.path, &["--stdio"]);
    client.hello(json!({"processId": null, "rootUri": null, "capabilities": {}, "workspaceFolders": null}));
    client.open("skills/a/SKILL.md", &faulty("a"));
    client.expect("skills/a/SKILL.md", &["unquoted-colon"]);
    client.sync();
    assert_eq!(client.codes("skills/b/SKILL.md"), [""; 0]);
    client.close("skills/a/SKILL.md");
    client.expect("skills/a/SKILL.md", &[]);
    // One that is not on the disk yet is a skill as well.
    client.open("skills/new/SKILL.md", &faulty("new"));
    client.expect("skills/new/SKILL.md", &["unquoted-colon"]);
}

#[test]
fn one_file_under_two_spellings_is_one_file() {
    let dir = Dir::with(&[("skills/a b/SKILL.md", &skill("a-b")), ("skills/c/SKILL.md", &skill("c"))]);
    let mut client = open(&dir);
    client.sync();
    let odd = client.uri("skills/c/SKILL.md").replace("/c/SKILL", "/%63/SKILL");
    client.open_uri(&odd, 1, &faulty("c"));
    client.expect_uri(&odd, &["unquoted-colon"]);
    client.sync();
    assert_eq!(client.codes("skills/c/SKILL.md"), [""; 0]);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(dir.path.join("skills"), dir.path.join("other")).unwrap();
        let linked = client.uri("other/a b/SKILL.md");
        client.open_uri(&linked, 1, &faulty("a b"));
        client.expect_code(&linked, "unquoted-colon", true);
        client.sync();
        assert!(!client.codes("skills/a b/SKILL.md").contains(&"unquoted-colon".to_owned()));
    }
}

#[cfg(unix)]
#[test]
fn a_root_that_a_link_leads_to_hears_of_edits_to_the_real_files() {
    let dir = Dir::with(&[("real/a/SKILL.md", &skill("a"))]);
    fs::create_dir(dir.path.join(".claude")).unwrap();
    std::os::unix::fs::symlink("../real", dir.path.join(".claude/skills")).unwrap();
    let mut client = open(&dir);
    client.sync();
    client.open("real/a/SKILL.md", &faulty("a"));
    client.expect("real/a/SKILL.md", &["unquoted-colon"]);
    client.change("real/a/SKILL.md", 2, json!([{"text": skill("a")}]));
    client.expect("real/a/SKILL.md", &[]);
    client.sync();
    assert_eq!(client.codes(".claude/skills/a/SKILL.md"), [""; 0]);
}

#[test]
fn settings_from_everywhere_and_one_message_for_what_is_wrong() {
    let dir = Dir::with(&[
        ("skills/a/SKILL.md", &faulty("a")),
        ("skill-lsp.toml", "ignore = ['unquoted-colon', 'no-such-rule']\nhots = ['x']\n"),
    ]);
    let mut client = Client::open_folder(&dir.path, json!({}), json!({"approvalTimeout": "soon"}));
    client.sync();
    assert_eq!(client.codes("skills/a/SKILL.md"), [""; 0]);
    let told: Vec<Value> =
        client.seen.iter().filter(|message| message["method"] == "window/showMessage").cloned().collect();
    assert_eq!(told.len(), 1, "{told:?}");
    for part in ["no-such-rule", "did you mean `hosts`", "approvalTimeout", "skill-lsp.toml:1:"] {
        assert!(told[0]["params"]["message"].as_str().unwrap().contains(part), "{part}: {told:?}");
    }
    let settings = json!({"settings": {"skillLsp": {"ignore": [], "severity": {"unquoted-colon": "hint"}}}});
    client.notify("workspace/didChangeConfiguration", settings);
    client.expect("skills/a/SKILL.md", &["unquoted-colon"]);
    assert_eq!(client.diagnostics[&client.uri("skills/a/SKILL.md")]["diagnostics"][0]["severity"], 4);
    fs::remove_file(dir.path.join("skill-lsp.toml")).unwrap();
    client.notify("workspace/didChangeConfiguration", json!({"settings": {"exclude": ["skills/**"]}}));
    client.expect("skills/a/SKILL.md", &[]);
}

#[test]
fn what_is_wrong_in_a_configuration_is_said_while_it_is_typed() {
    let dir = Dir::with(&[("skills/a/SKILL.md", &faulty("a")), ("skill-lsp.toml", "ignore = ['🦀', 'name-form']\n")]);
    let mut client = Client::open_folder(&dir.path, json!({}), Value::Null);
    client.expect("skill-lsp.toml", &["configuration"]);
    let uri = client.uri("skill-lsp.toml");
    let said = client.diagnostics[&uri]["diagnostics"][0].clone();
    assert_eq!(said["range"], json!({"start": {"line": 0, "character": 10}, "end": {"line": 0, "character": 14}}));
    client.open("skill-lsp.toml", "hots = []\nignore = ['unquoted-colon']\n");
    client.expect("skill-lsp.toml", &["configuration"]);
    let mut message = String::new();
    for _ in 0..20 {
        client.sync();
        message = client.diagnostics[&uri]["diagnostics"][0]["message"].to_string();
        if message.contains("hosts") {
            break;
        }
    }
    assert!(message.contains("did you mean `hosts`"), "{message}");
    // Not saved: it does not apply.
    assert_eq!(client.codes("skills/a/SKILL.md"), ["unquoted-colon"]);
    client.change("skill-lsp.toml", 2, json!([{"text": "ignore = ['unquoted-colon']\n"}]));
    client.expect("skill-lsp.toml", &[]);
    client.close("skill-lsp.toml");
    client.expect("skill-lsp.toml", &["configuration"]);
    fs::write(dir.path.join("skill-lsp.toml"), "ignore = ['unquoted-colon']\n").unwrap();
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
    client.expect("skill-lsp.toml", &[]);
    client.expect("skills/a/SKILL.md", &[]);
}

#[test]
fn settings_that_the_server_has_to_ask_for() {
    let dir = Dir::with(&[("skills/a/SKILL.md", &faulty("a"))]);
    let mut client = Client::open_folder(&dir.path, json!({"workspace": {"configuration": true}}), Value::Null);
    let asked = client.wait("a question", |message| message["method"] == "workspace/configuration");
    assert_eq!(asked["params"]["items"][0]["section"], "skillLsp");
    client.expect("skills/a/SKILL.md", &["unquoted-colon"]);
    client.send(json!({"id": asked["id"], "result": [{"ignore": ["unquoted-colon"]}]}));
    client.expect("skills/a/SKILL.md", &[]);
}

#[test]
fn a_root_elsewhere_is_read_and_may_disappear() {
    let dir = Dir::with(&[("w/skills/a/SKILL.md", &skill("a")), ("far/b/SKILL.md", &faulty("b"))]);
    let options = json!({"roots": ["skills", "../far"]});
    let mut client = Client::open_folder(&dir.path.join("w"), json!({}), options);
    client.root = dir.path.clone();
    client.expect("far/b/SKILL.md", &["unquoted-colon"]);
    fs::remove_dir_all(dir.path.join("far")).unwrap();
    client.request("workspace/executeCommand", json!({"command": "skill-lsp.rescan"}));
    client.expect("far/b/SKILL.md", &[]);
}

/// Only where a scan of so few skills takes long enough.
#[cfg(debug_assertions)]
#[test]
fn a_long_scan_shows_its_progress_and_can_be_cancelled() {
    let dir = Dir::with(&[]);
    let text = skill("x") + &"A line with a [link](SKILL.md) in it.\n".repeat(100);
    (0..3000).for_each(|number| dir.write(&format!("skills/s{number}/SKILL.md"), &text));
    let can = json!({"window": {"workDoneProgress": true}});
    let mut client = Client::open_folder(&dir.path, can, Value::Null);
    let asked = client.wait("a progress", |message| message["method"] == "window/workDoneProgress/create");
    client.send(json!({"id": asked["id"], "result": null}));
    let token = asked["params"]["token"].clone();
    let step = |kind: &'static str| {
        move |message: &Value| message["method"] == "$/progress" && message["params"]["value"]["kind"] == kind
    };
    let begun = client.wait("a beginning", step("begin"));
    assert_eq!((&begun["params"]["token"], &begun["params"]["value"]["cancellable"]), (&token, &json!(true)));
    client.notify("window/workDoneProgress/cancel", json!({"token": token}));
    client.wait("an end", step("end"));
    let found = client.sync()["summary"]["skills"].as_u64().unwrap();
    assert!(found < 3000, "{found}");
    let rescan = json!({"command": "skill-lsp.rescan"});
    assert_eq!(client.request("workspace/executeCommand", rescan)["summary"]["skills"], 3000);
}
