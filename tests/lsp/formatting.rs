use serde_json::{Value, json};

use super::Dir;
use super::client::Client;

const FILE: &str = "skills/a/SKILL.md";
const TEXT: &str = "---\nname:   a  \ndescription: 'D.'\n---\n\nBody  \n";

fn format(client: &mut Client) -> Value {
    let options = json!({"tabSize": 2, "insertSpaces": true});
    let params = json!({"textDocument": {"uri": client.uri(FILE)}, "options": options});
    client.request("textDocument/formatting", params)
}

#[test]
fn only_where_it_is_wanted() {
    let dir = Dir::with(&[(FILE, TEXT)]);
    let mut client = Client::spawn(&dir.path, &["serve"]);
    let hello = |options: Value| {
        json!({
            "processId": null, "rootUri": super::client::uri(&dir.path), "initializationOptions": options,
            "capabilities": {"textDocument": {"formatting": {"dynamicRegistration": true}}},
        })
    };
    let answer = client.hello(hello(Value::Null));
    assert_eq!(answer["capabilities"].get("documentFormattingProvider"), None, "{answer}");
    assert_eq!(format(&mut client), Value::Null);
    client.notify("workspace/didChangeConfiguration", json!({"settings": {"skillLsp": {"formatting": true}}}));
    let told = client.wait("a registration", |message| message["method"] == "client/registerCapability");
    assert_eq!(told["params"]["registrations"][0]["method"], "textDocument/formatting");
    client.send(json!({"id": told["id"], "result": null}));
    let edits = format(&mut client);
    let shown: Vec<(u64, &str)> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| (edit["range"]["start"]["line"].as_u64().unwrap(), edit["newText"].as_str().unwrap()))
        .collect();
    assert_eq!(shown, [(1, ": "), (1, ""), (2, "\"D.\"")]);
    let range = json!({"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 3}});
    let options = json!({"tabSize": 2, "insertSpaces": true});
    let params = json!({"textDocument": {"uri": client.uri(FILE)}, "range": range, "options": options});
    // A range in which nothing is to do.
    assert_eq!(client.request("textDocument/rangeFormatting", params), json!([]));
    let mut wanting = Client::spawn(&dir.path, &["serve"]);
    let answer = wanting.hello(hello(json!({"formatting": true})));
    assert_eq!(answer["capabilities"]["documentFormattingProvider"], true);
}
