use serde_json::{Value, json};

use super::client::Client;
use super::{Dir, faulty, skill};

const FILE: &str = "skills/a/SKILL.md";

#[test]
fn a_client_that_asks_is_not_told() {
    let dir = Dir::with(&[(FILE, &faulty("a")), ("skills/b/SKILL.md", &faulty("b"))]);
    let can = json!({"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": true}}});
    let mut client = Client::spawn(&dir.path, &["--stdio"]);
    let root = super::client::uri(&dir.path);
    let hello = client.hello(json!({"processId": null, "rootUri": root, "capabilities": can}));
    assert_eq!(hello["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"], true);
    let document = |client: &Client| json!({"textDocument": {"uri": client.uri(FILE)}});
    let params = document(&client);
    let report = client.request("textDocument/diagnostic", params);
    assert_eq!((&report["kind"], &report["items"][0]["code"]), (&json!("full"), &json!("unquoted-colon")));
    let mut again = document(&client);
    again["previousResultId"] = report["resultId"].clone();
    assert_eq!(client.request("textDocument/diagnostic", again)["kind"], "unchanged");
    let whole = client.request("workspace/diagnostic", json!({"previousResultIds": []}));
    let items = whole["items"].as_array().unwrap();
    assert_eq!(items.len(), 2, "{whole:#}");
    let known: Vec<Value> = items.iter().map(|item| json!({"uri": item["uri"], "value": item["resultId"]})).collect();
    // The next answer waits until there is something to say.
    let id = client.ask("workspace/diagnostic", json!({"previousResultIds": known}));
    client.open(FILE, &skill("a"));
    let later = client.answer(id)["result"]["items"].clone();
    assert_eq!((later.as_array().unwrap().len(), &later[0]["items"]), (1, &json!([])), "{later:#}");
    assert!(client.seen.iter().any(|message| message["method"] == "workspace/diagnostic/refresh"));
    assert!(client.seen.iter().all(|message| message["method"] != "textDocument/publishDiagnostics"));
    let id = client.ask("workspace/diagnostic", json!({"previousResultIds": known}));
    client.notify("$/cancelRequest", json!({"id": id}));
    client.answer(id);
    assert_eq!(client.goodbye(), 0);
}
