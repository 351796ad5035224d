use serde_json::{Value, json};

use super::client::Client;
use super::{Dir, faulty, skill};

fn two() -> Dir {
    Dir::with(&[
        ("skills/a/SKILL.md", &skill("a")),
        ("skills/a/refs/x.md", "on disk"),
        ("skills/b/SKILL.md", &skill("b")),
    ])
}

#[test]
fn list_and_read_over_the_open_text() {
    let dir = two();
    let mut client = Client::open_folder(&dir.path, json!({}), Value::Null);
    client.open("skills/a/refs/x.md", "in the editor");
    client.open("skills/new/SKILL.md", &skill("new"));
    let listed = client.request("skill/execute", json!({"action": "list"}));
    assert_eq!(listed["action"], "list");
    let names: Vec<&str> =
        listed["skills"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["a", "b", "new"]);
    assert_eq!(listed["skills"][0]["files"], json!(["SKILL.md", "refs/x.md"]));
    let read = json!({"action": "read", "skill": "a", "path": "refs/x.md"});
    let expected =
        json!({"action": "read", "skill": "a", "path": "refs/x.md", "content": "in the editor", "truncated": false});
    assert_eq!(client.request("skill/execute", read.clone()), expected);
    let mut from_disk = read.clone();
    from_disk["source"] = json!("disk");
    assert_eq!(client.request("skill/execute", from_disk)["content"], "on disk");
    let mut elsewhere = read;
    elsewhere["directories"] = json!(["nowhere"]);
    let error = client.call("skill/execute", elsewhere)["error"].clone();
    assert_eq!((&error["code"], &error["data"]), (&json!(-32803), &json!({"kind": "unknown-skill", "available": []})));
    let listed = json!({"command": "skill-lsp.list", "arguments": [{"source": "disk"}]});
    assert_eq!(client.request("workspace/executeCommand", listed)["skills"].as_array().unwrap().len(), 2);
    let read = json!({"command": "skill-lsp.read", "arguments": ["a", "refs/x.md"]});
    assert_eq!(client.request("workspace/executeCommand", read)["content"], "in the editor");
}

#[test]
fn refusals_have_a_kind() {
    let dir = two();
    let mut client = Client::open_folder(&dir.path, json!({}), Value::Null);
    for (params, code, kind) in [
        (json!({"action": "run"}), -32602, "invalid-arguments"),
        (json!({"action": "read", "skill": "zzz"}), -32803, "unknown-skill"),
        (json!({"action": "read", "skill": "a", "path": "../b/SKILL.md"}), -32803, "outside"),
        (json!({"action": "read", "skill": "a", "path": "gone"}), -32803, "not-found"),
        (json!({"action": "read", "skill": "a", "path": "refs"}), -32803, "not-a-file"),
    ] {
        let error = client.call("skill/execute", params.clone())["error"].clone();
        assert_eq!((&error["code"], &error["data"]["kind"]), (&json!(code), &json!(kind)), "{params}: {error}");
        if kind == "unknown-skill" {
            assert_eq!(error["data"]["available"], json!(["a", "b"]));
        }
    }
    assert_eq!(client.call("skill/execute", json!({"action": "list", "source": "moon"}))["error"]["code"], -32602);
}

#[test]
fn load_catalog_and_hosts() {
    let dir = two();
    let mut client = Client::open_folder(&dir.path, json!({}), Value::Null);
    let catalog = client.request("skill/catalog", json!({}));
    assert_eq!(catalog["skills"].as_array().unwrap().len(), 2);
    let loaded = client.request("skill/load", json!({"name": "a"}));
    assert_eq!((&loaded["isError"], &loaded["metadata"]["name"]), (&json!(false), &json!("a")));
    assert_eq!(client.request("skill/load", json!({"name": "zzz"}))["isError"], true);
    let found = client.request("skill/hosts", json!({"skill": "a", "hosts": "all"}));
    assert_eq!(found.as_array().unwrap().len(), 1);
    assert!(found[0]["hosts"].as_array().unwrap().len() > 30, "{found}");
    assert_eq!(found[0]["shadowedBy"], Value::Null);
    let by_uri = json!({"skill": client.uri("skills/b/SKILL.md")});
    assert_eq!(client.request("skill/hosts", by_uri)[0]["skill"], "b");
    assert_eq!(client.call("skill/hosts", json!({"skill": "zzz"}))["error"]["data"]["available"], json!(["a", "b"]));
    let table = client.request("workspace/executeCommand", json!({"command": "skill-lsp.showHosts"}));
    assert!(table.as_array().unwrap().len() > 30);
    assert_eq!(
        client.call("workspace/executeCommand", json!({"command": "skill-lsp.nothing"}))["error"]["code"],
        -32602
    );
}

fn asked(client: &mut Client) -> Value {
    client.wait("a question", |message| message["method"] == "skill/approve")
}

#[test]
fn nothing_happens_without_approval() {
    let dir = two();
    let mut client = Client::open_folder(&dir.path, json!({}), json!({"approval": true}));
    let list = json!({"action": "list"});
    let id = client.ask("skill/execute", list.clone());
    let question = asked(&mut client);
    assert_eq!(question["params"], json!({"toolId": "skill", "args": {"action": "list"}}));
    client.send(json!({"id": question["id"], "result": {"decision": "allow"}}));
    assert_eq!(client.answer(id)["result"]["skills"].as_array().unwrap().len(), 2);
    for (answer, kind, words) in [
        (json!({"result": {"decision": "deny", "message": "Not today"}}), "refused", "Not today"),
        (
            json!({"result": {"decision": "user_input_required", "message": "Ask Ann"}}),
            "user-input-required",
            "Ask Ann",
        ),
        (json!({"result": {"decision": "perhaps"}}), "refused", "is no decision"),
        (json!({"result": null}), "refused", "is no decision"),
        (json!({"error": {"code": -32601, "message": "what?"}}), "refused", "what?"),
    ] {
        let id = client.ask("skill/execute", list.clone());
        let mut answer = answer;
        answer["id"] = asked(&mut client)["id"].clone();
        client.send(answer);
        let error = client.answer(id)["error"].clone();
        assert_eq!(error["data"]["kind"], kind);
        assert!(error["message"].as_str().unwrap().contains(words), "{error}");
    }
    // What is no call is refused before anybody is asked; a command asks as well.
    assert_eq!(client.call("skill/execute", json!({"action": "run"}))["error"]["data"]["kind"], "invalid-arguments");
    let id = client.ask("workspace/executeCommand", json!({"command": "skill-lsp.list"}));
    let question = asked(&mut client);
    client.send(json!({"id": question["id"], "result": {"decision": "deny"}}));
    assert_eq!(client.answer(id)["error"]["data"]["kind"], "refused");
}

#[test]
fn no_answer_in_time_is_a_refusal_and_the_question_is_withdrawn() {
    let dir = two();
    let mut client = Client::open_folder(&dir.path, json!({}), json!({"approval": true, "approvalTimeout": 80}));
    let id = client.ask("skill/execute", json!({"action": "list"}));
    let question = asked(&mut client);
    let error = client.answer(id)["error"].clone();
    assert_eq!(error["data"]["kind"], "refused");
    assert!(error["message"].as_str().unwrap().contains("80 ms"), "{error}");
    let withdrawn =
        |message: &Value| message["method"] == "$/cancelRequest" && message["params"]["id"] == question["id"];
    if !client.seen.iter().any(withdrawn) {
        client.wait("a withdrawal", withdrawn);
    }
    // An answer that comes too late does no harm.
    client.send(json!({"id": question["id"], "result": {"decision": "allow"}}));
    client.sync();
}

#[test]
fn a_cancelled_call_ends_at_once_and_withdraws_its_question() {
    let dir = two();
    let mut client = Client::open_folder(&dir.path, json!({}), json!({"approval": true}));
    let id = client.ask("skill/execute", json!({"action": "list"}));
    let question = asked(&mut client);
    client.notify("$/cancelRequest", json!({"id": id}));
    assert_eq!(client.answer(id)["error"]["code"], -32800);
    let withdrawn =
        |message: &Value| message["method"] == "$/cancelRequest" && message["params"]["id"] == question["id"];
    if !client.seen.iter().any(withdrawn) {
        client.wait("a withdrawal", withdrawn);
    }
    assert_eq!(client.goodbye(), 0);
}

#[test]
fn many_waiting_calls_hold_up_nobody() {
    let dir = two();
    let mut client = Client::open_folder(&dir.path, json!({}), json!({"approval": true}));
    for _ in 0..30 {
        client.ask("skill/execute", json!({"action": "list"}));
    }
    for version in 2..130 {
        client.change("skills/a/SKILL.md", version, json!([]));
    }
    client.open("skills/a/SKILL.md", &faulty("a"));
    client.expect("skills/a/SKILL.md", &["unquoted-colon"]);
}

#[test]
fn a_preview_hears_when_to_ask_again() {
    let dir = two();
    let mut client = Client::open_folder(&dir.path, json!({}), json!({"changed": true}));
    client.open("skills/a/SKILL.md", &skill("a"));
    client.sync();
    client.seen.clear();
    client.change("skills/a/SKILL.md", 2, json!([{"text": skill("a") + "more\n"}]));
    client.wait("a hint", |message| message["method"] == "skill/changed");
    // Also where a request takes the change in before anybody else does.
    for version in 3..30 {
        client.sync();
        client.seen.clear();
        client.change("skills/a/SKILL.md", version, json!([{"text": skill("a") + &"more\n".repeat(version as usize)}]));
        client.ask("skill/execute", json!({"action": "list"}));
        client.ask(
            "textDocument/hover",
            json!({"textDocument": {"uri": client.uri("skills/a/SKILL.md")}, "position": {"line": 1, "character": 1}}),
        );
        client.wait("a hint", |message| message["method"] == "skill/changed");
    }
    let mut quiet = Client::open_folder(&dir.path, json!({}), Value::Null);
    quiet.open("skills/a/SKILL.md", &skill("a"));
    quiet.sync();
    assert!(quiet.seen.iter().all(|message| message["method"] != "skill/changed"));
}
