//! What the server offers while a skill is written.

use serde_json::{Value, json};

use super::client::Client;
use super::{Dir, skill};

const FILE: &str = ".claude/skills/a/SKILL.md";

/// The text with the cursor `|` taken out, and its place in UTF-16 units.
fn drawn(text: &str) -> (String, Value) {
    let at = text.find('|').unwrap();
    let line = text[..at].matches('\n').count();
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let character: usize = text[start..at].chars().map(char::len_utf16).sum();
    (text.replacen('|', "", 1), json!({"line": line, "character": character}))
}

fn completion(client: &mut Client, version: i32, text: &str) -> Vec<Value> {
    let (text, position) = drawn(text);
    client.change(FILE, version, json!([{"text": text}]));
    let params = json!({"textDocument": {"uri": client.uri(FILE)}, "position": position});
    let list = client.request("textDocument/completion", params);
    assert_eq!(list["isIncomplete"], false);
    list["items"].as_array().unwrap().clone()
}

fn item<'a>(items: &'a [Value], label: &str) -> &'a Value {
    items.iter().find(|item| item["label"] == label).unwrap_or_else(|| panic!("no {label}: {items:#?}"))
}

fn opened(capabilities: Value) -> (Dir, Client) {
    let dir = Dir::with(&[
        (FILE, &skill("a")),
        (".claude/skills/b/SKILL.md", &skill("b")),
        (".claude/skills/a/refs/steps.md", "# First step\n\nDo this.\n"),
    ]);
    let mut client = Client::open_folder(&dir.path, capabilities, Value::Null);
    client.open(FILE, &skill("a"));
    (dir, client)
}

#[test]
fn completion_over_the_protocol() {
    let snippets = json!({"completionItem": {"snippetSupport": true, "documentationFormat": ["markdown"]}});
    let (_dir, mut client) = opened(json!({"textDocument": {"completion": snippets}}));
    let items = completion(&mut client, 2, "---\nname: a\nuser|\n---\n");
    let key = item(&items, "user-invocable");
    assert_eq!(key["insertTextFormat"], 2);
    assert_eq!(key["textEdit"]["newText"], "user-invocable: ${1|false,true|}");
    assert_eq!(
        key["textEdit"]["range"],
        json!({"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 4}})
    );
    assert_eq!(key["documentation"]["kind"], "markdown");
    let items = completion(&mut client, 3, "---\nname: a\ndescription: d\n---\n\n🦀🦀 [x](|)\n");
    let file = item(&items, "refs/steps.md");
    assert_eq!(file["detail"], "First step");
    assert_eq!(file["textEdit"]["range"]["start"], json!({"line": 5, "character": 9}));
    let items = completion(&mut client, 4, "---\nname: a\ndescription: d\n---\n\nThen /|\n");
    assert_eq!(item(&items, "/b")["documentation"]["value"], "Does one thing well when asked.");
    // A document of no skill has nothing to offer.
    client.open("notes.md", "[x](");
    let params = json!({"textDocument": {"uri": client.uri("notes.md")}, "position": {"line": 0, "character": 4}});
    assert_eq!(client.request("textDocument/completion", params)["items"], json!([]));
}

#[test]
fn a_client_without_snippets_gets_none() {
    let (_dir, mut client) = opened(json!({}));
    for (version, text) in [(2, "|"), (3, "---\n|\n---\n"), (4, "---\nname: a\n---\n$|")] {
        let items = completion(&mut client, version, text);
        assert!(!items.is_empty(), "{text}");
        for item in &items {
            assert_eq!(item["insertTextFormat"], 1, "{item}");
            let inserted = item["textEdit"]["newText"].as_str().unwrap();
            assert!(!inserted.contains("${1"), "{item}");
        }
    }
}
