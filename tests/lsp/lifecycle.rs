use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::client::Client;
use super::{Dir, skill};

const SOON: Duration = Duration::from_secs(5);

fn open(dir: &Dir) -> Client {
    Client::open_folder(&dir.path, json!({}), Value::Null)
}

#[test]
fn exit_after_shutdown_is_zero_with_standard_input_open() {
    let dir = Dir::with(&[]);
    for args in [&["serve"][..], &["serve", "--stdio"], &["--stdio"], &["--stdio", "--log-level", "info"]] {
        let mut client = Client::spawn(&dir.path, args);
        let hello = client.hello(json!({"processId": std::process::id(), "rootUri": null, "capabilities": {}}));
        assert_eq!(hello["serverInfo"], json!({"name": "skill-lsp", "version": env!("CARGO_PKG_VERSION")}));
        assert_eq!(client.goodbye(), 0, "{args:?}");
    }
}

#[test]
fn exit_without_shutdown_is_one() {
    let dir = Dir::with(&[]);
    let mut client = open(&dir);
    client.send(json!({"method": "exit"}));
    assert_eq!(client.code_within(SOON), 1);
}

#[test]
fn exit_does_not_wait_for_a_call_that_waits() {
    let dir = Dir::with(&[("skills/a/SKILL.md", &skill("a"))]);
    let mut client = Client::open_folder(&dir.path, json!({}), json!({"approval": true}));
    client.ask("skill/execute", json!({"action": "list"}));
    client.wait("a question", |message| message["method"] == "skill/approve");
    let id = client.ask("shutdown", Value::Null);
    client.answer(id);
    client.send(json!({"method": "exit"}));
    assert_eq!(client.code_within(SOON), 0);
}

#[test]
fn the_end_of_the_input_ends_the_process() {
    let dir = Dir::with(&[]);
    let mut client = open(&dir);
    client.close_stdin();
    assert_eq!(client.code_within(SOON), 1);
    assert!(client.log().contains("its input ended"), "{}", client.log());
}

#[test]
fn malformed_input_ends_the_process() {
    let dir = Dir::with(&[]);
    for bytes in ["Content-Length: 5\r\n\r\n{\"a\":", "Content-Length: many\r\n\r\n{}"] {
        let mut client = open(&dir);
        client.send_raw(bytes.as_bytes());
        client.close_stdin();
        assert_eq!(client.code_within(SOON), 1, "{bytes:?}");
        assert!(client.log().contains("error"), "{}", client.log());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_end_of_the_clients_process_ends_the_server() {
    let dir = Dir::with(&[]);
    let mut editor = std::process::Command::new("sleep").arg("100").spawn().unwrap();
    let mut client = Client::spawn(&dir.path, &["--stdio"]);
    client.hello(json!({"processId": editor.id(), "rootUri": null, "capabilities": {}}));
    editor.kill().unwrap();
    editor.wait().unwrap();
    assert_eq!(client.code_within(SOON), 1);
    assert!(client.log().contains("process is gone"), "{}", client.log());
}

#[test]
fn a_client_that_stops_reading_gets_the_last_state_when_it_reads_again() {
    let dir = Dir::with(&[("skills/a/SKILL.md", &skill("a"))]);
    let mut client = open(&dir);
    client.open("skills/a/SKILL.md", &skill("a"));
    client.sync();
    let gate = Arc::clone(&client.gate);
    let held = gate.lock().unwrap();
    // Each text has more to be said about it than a pipe holds.
    for version in 2..60 {
        let links: String = (0..300).map(|link| format!("[x](gone-{version}-{link}.md)\n")).collect();
        client.change("skills/a/SKILL.md", version, json!([{"text": skill("a") + &links}]));
        std::thread::sleep(Duration::from_millis(5));
    }
    // What is said of the last text differs from what was said at first: however many were skipped, it is told.
    client.change("skills/a/SKILL.md", 60, json!([{"text": skill("a") + "[x](gone.md)\n"}]));
    drop(held);
    let uri = client.uri("skills/a/SKILL.md");
    let last = client.wait("the last state", |message| {
        message["params"]["uri"] == uri.as_str() && message["params"]["version"] == 60
    });
    let said = last["params"]["diagnostics"].as_array().unwrap();
    assert!(said.len() == 1 && said[0]["code"] == "link-missing-file", "{said:?}");
    assert_eq!(client.goodbye(), 0);
}

#[test]
fn what_cannot_be_is_an_error_and_the_server_lives() {
    let dir = Dir::with(&[]);
    let mut client = Client::spawn(&dir.path, &["--stdio"]);
    assert_eq!(client.call("skill/execute", json!({"action": "list"}))["error"]["code"], -32002);
    client.hello(json!({"processId": null, "rootUri": null, "capabilities": {}}));
    assert_eq!(client.call("no/such", json!({}))["error"]["code"], -32601);
    assert_eq!(client.call("textDocument/hover", json!({"textDocument": 7}))["error"]["code"], -32602);
    assert_eq!(client.call("skill/execute", Value::Null)["error"]["code"], -32602);
    client.notify("textDocument/didOpen", json!({"nothing": "here"}));
    client.notify("no/such/notification", json!({}));
    assert_eq!(client.sync()["summary"]["skills"], 0);
    assert_eq!(client.goodbye(), 0);
}
