use serde_json::{Value, json};

use super::client::Client;
use super::{Dir, faulty};

const FILE: &str = "skills/a/SKILL.md";

fn capable() -> Value {
    json!({
        "workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create", "rename", "delete"]}},
        "textDocument": {"publishDiagnostics": {"relatedInformation": true, "dataSupport": true, "tagSupport": {"valueSet": [1, 2]}}},
    })
}

fn actions(client: &mut Client, line: u32, only: Value) -> Vec<Value> {
    let range = json!({"start": {"line": line, "character": 16}, "end": {"line": line, "character": 16}});
    let mut context = json!({"diagnostics": []});
    if !only.is_null() {
        context["only"] = only;
    }
    let params = json!({"textDocument": {"uri": client.uri(FILE)}, "range": range, "context": context});
    client.request("textDocument/codeAction", params).as_array().unwrap().clone()
}

fn titles(actions: &[Value]) -> Vec<&str> {
    actions.iter().map(|action| action["title"].as_str().unwrap()).collect()
}

#[test]
fn fixes_carry_the_version_they_are_meant_for() {
    let dir = Dir::with(&[(FILE, &faulty("a"))]);
    let mut client = Client::open_folder(&dir.path, capable(), Value::Null);
    client.open(FILE, &faulty("a"));
    client.change(FILE, 2, json!([{"text": faulty("a") + "more\n"}]));
    let found = actions(&mut client, 2, Value::Null);
    let quick = found.iter().find(|action| action["isPreferred"] == true).unwrap();
    assert_eq!((&quick["kind"], &quick["diagnostics"][0]["code"]), (&json!("quickfix"), &json!("unquoted-colon")));
    let edit = &quick["edit"]["documentChanges"][0];
    assert_eq!(edit["textDocument"], json!({"uri": client.uri(FILE), "version": 2}));
    assert!(titles(&found).contains(&"Ignore `unquoted-colon` on this line"), "{:?}", titles(&found));
    let silence = found.iter().find(|action| action["title"] == "Ignore `unquoted-colon` in the workspace").unwrap();
    assert_eq!(silence["edit"]["documentChanges"][0]["kind"], "create");
    assert_eq!(silence["edit"]["documentChanges"][1]["edits"][0]["newText"], "ignore = [\"unquoted-colon\"]\n");
    assert_eq!(actions(&mut client, 6, json!(["quickfix"])), Vec::<Value>::new());
    client.expect(FILE, &["unquoted-colon"]);
    let data = client.diagnostics[&client.uri(FILE)]["diagnostics"][0]["data"].clone();
    assert_eq!((&data["code"], &data["fixes"][0]["safe"]), (&json!("unquoted-colon"), &json!(true)));
}

#[test]
fn a_simple_client_gets_simple_edits() {
    let dir = Dir::with(&[(FILE, &faulty("a"))]);
    let mut client = Client::open_folder(&dir.path, json!({}), Value::Null);
    let found = actions(&mut client, 2, json!(["quickfix"]));
    let quick = found.iter().find(|action| action["isPreferred"] == true).unwrap();
    assert!(quick["edit"]["changes"][client.uri(FILE)].is_array(), "{quick}");
    // It cannot create the configuration file.
    assert!(!titles(&found).iter().any(|title| title.contains("in the workspace")), "{:?}", titles(&found));
}

#[test]
fn all_safe_fixes_at_once() {
    let text = "---\r\nname: a\r\ndescription: Use: it.\r\n--- \r\n\r\nBody.\r\n";
    let dir = Dir::with(&[(FILE, text)]);
    let mut client = Client::open_folder(&dir.path, capable(), Value::Null);
    client.open(FILE, text);
    let found = actions(&mut client, 6, json!(["source.fixAll"]));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0]["kind"], "source.fixAll.skill-lsp");
    // Made by the client, they leave nothing that is safe to fix.
    let mut edits = found[0]["edit"]["documentChanges"][0]["edits"].as_array().unwrap().clone();
    edits.reverse();
    let changes: Vec<Value> =
        edits.iter().map(|edit| json!({"range": edit["range"], "text": edit["newText"]})).collect();
    client.change(FILE, 2, json!(changes));
    assert_eq!(actions(&mut client, 2, json!(["source.fixAll"])), Vec::<Value>::new());
    client.sync();
    assert!(!client.codes(FILE).contains(&"unquoted-colon".to_owned()), "{:?}", client.codes(FILE));
}

#[test]
fn hover_shows_the_rules_page() {
    let dir = Dir::with(&[(FILE, &faulty("a"))]);
    let mut client = Client::open_folder(&dir.path, json!({}), Value::Null);
    let at = |line: u32| json!({"line": line, "character": 16});
    let params = json!({"textDocument": {"uri": client.uri(FILE)}, "position": at(2)});
    let hover = client.request("textDocument/hover", params);
    assert!(hover["contents"]["value"].as_str().unwrap().contains("**unquoted-colon**"), "{hover}");
    let params = json!({"textDocument": {"uri": client.uri(FILE)}, "position": at(6)});
    assert_eq!(client.request("textDocument/hover", params), Value::Null);
}

#[test]
fn more_than_fixes_where_the_client_can_make_files() {
    let text = "---\nname: a\ndescription: Do it.\n---\n\n# A\n\n[x](refs/new.md)\n";
    let dir = Dir::with(&[(FILE, text)]);
    let mut client = Client::open_folder(&dir.path, capable(), Value::Null);
    let found = actions(&mut client, 2, json!(["refactor"]));
    assert_eq!(titles(&found), ["Quote the value"]);
    assert_eq!(found[0]["edit"]["documentChanges"][0]["edits"][0]["newText"], "\"Do it.\"");
    let found = actions(&mut client, 7, json!(["quickfix"]));
    let made = found.iter().find(|action| action["title"] == "Make the file `new.md`").unwrap();
    let changes = &made["edit"]["documentChanges"];
    assert_eq!(
        (&changes[0]["kind"], &changes[0]["uri"]),
        (&json!("create"), &json!(client.uri("skills/a/refs/new.md")))
    );
    assert_eq!(changes[1]["edits"][0]["newText"], "# new\n");
    // What a fix does already is not offered twice.
    client.open(FILE, &faulty("a"));
    let found = actions(&mut client, 2, Value::Null);
    assert!(!titles(&found).contains(&"Quote the value"), "{:?}", titles(&found));
    let mut simple = Client::open_folder(&dir.path, json!({}), Value::Null);
    let found = actions(&mut simple, 7, Value::Null);
    assert!(!titles(&found).iter().any(|title| title.starts_with("Make the file")), "{:?}", titles(&found));
}
