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

fn lenses(client: &mut Client) -> Vec<(String, Value)> {
    let params = json!({"textDocument": {"uri": client.uri(FILE)}});
    let found = client.request("textDocument/codeLens", params);
    let lens = |lens: &Value| {
        assert_eq!(lens["range"]["start"], json!({"line": 0, "character": 0}));
        (lens["command"]["title"].as_str().unwrap().to_owned(), lens["command"].clone())
    };
    found.as_array().unwrap().iter().map(lens).collect()
}

#[test]
fn lenses_are_commands_that_run() {
    let (_dir, mut client) = opened(json!({}));
    let found = lenses(&mut client);
    let titles: Vec<&str> = found.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(titles[..2], ["List", "Read"]);
    assert!(titles[2].ends_with("hosts") && titles[3].starts_with('~') && titles[3].ends_with(" tokens"), "{titles:?}");
    for (title, command) in &found {
        let params =
            json!({"command": command["command"], "arguments": command.get("arguments").unwrap_or(&json!([]))});
        let answer = client.request("workspace/executeCommand", params);
        match title.as_str() {
            "List" => assert_eq!(answer["skills"].as_array().unwrap().len(), 2),
            title if title.ends_with("hosts") => {
                assert_eq!(answer[0]["skill"], "a");
                assert_eq!(answer[0]["hosts"].as_array().unwrap().len().to_string(), title.replace(" hosts", ""));
            }
            _ => assert!(answer["content"].as_str().unwrap().contains("Do the work"), "{answer}"),
        }
    }
    // A skill that some hosts take otherwise.
    client.change(FILE, 2, json!([{"text": "---\nname: other\ndescription: d\n---\n"}]));
    let found = lenses(&mut client);
    assert!(found[2].0.contains(" hosts · ") && found[2].0.ends_with(" differ"), "{found:?}");
    assert_eq!(found[1].1["arguments"], json!(["other"]));
    let bad = json!({"command": "skill-lsp.showHosts", "arguments": [{"skill": 3}]});
    assert_eq!(client.call("workspace/executeCommand", bad)["error"]["code"], -32602);
}

#[test]
fn lenses_and_hints_can_be_switched_off_and_are_asked_for_anew() {
    let refresh = json!({"workspace": {"codeLens": {"refreshSupport": true}, "inlayHint": {"refreshSupport": true}}});
    let (_dir, mut client) = opened(refresh);
    let long = format!("---\nname: a\ndescription: {}\n---\n", "x".repeat(1000));
    client.change(FILE, 2, json!([{"text": long}]));
    let hints = |client: &mut Client, last: u32| {
        let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": last, "character": 0}});
        let params = json!({"textDocument": {"uri": client.uri(FILE)}, "range": range});
        client.request("textDocument/inlayHint", params).as_array().unwrap().clone()
    };
    let found = hints(&mut client, 9);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["position"], json!({"line": 2, "character": 1013}));
    assert!(found[0]["label"].as_str().unwrap().starts_with("1,000 of 1,024"), "{found:?}");
    assert_eq!(hints(&mut client, 1), Vec::<Value>::new());
    client.notify(
        "workspace/didChangeConfiguration",
        json!({"settings": {"skillLsp": {"lens": ["list"], "inlayHints": false}}}),
    );
    let mut wanted = vec!["workspace/codeLens/refresh", "workspace/inlayHint/refresh"];
    while !wanted.is_empty() {
        let question = client.wait("a refresh", |message| wanted.iter().any(|method| message["method"] == *method));
        wanted.retain(|method| question["method"] != *method);
        client.send(json!({"id": question["id"], "result": null}));
    }
    assert_eq!(lenses(&mut client).len(), 1);
    assert_eq!(hints(&mut client, 9), Vec::<Value>::new());
}

#[test]
fn tokens_count_as_the_client_counts() {
    for (encoding, before) in [("utf-8", 8), ("utf-16", 4), ("utf-32", 2)] {
        let (_dir, mut client) = opened(json!({"general": {"positionEncodings": [encoding]}}));
        let text = "---\nname: a\ndescription: d\n---\n\n🦀🦀 /b [x](refs/steps.md)\n\n$ARGUMENTS\n";
        client.change(FILE, 2, json!([{"text": text}]));
        let params = json!({"textDocument": {"uri": client.uri(FILE)}});
        let found = client.request("textDocument/semanticTokens/full", params);
        let expected = json!([5, before + 1, 2, 0, 0, 0, 7, 13, 2, 0, 2, 0, 10, 1, 0]);
        assert_eq!(found["data"], expected, "{encoding}");
        let range = json!({"start": {"line": 6, "character": 0}, "end": {"line": 8, "character": 0}});
        let params = json!({"textDocument": {"uri": client.uri(FILE)}, "range": range});
        let found = client.request("textDocument/semanticTokens/range", params);
        assert_eq!(found["data"], json!([7, 0, 10, 1, 0]), "{encoding}");
    }
}

#[test]
fn hover_tells_what_is_known_and_what_is_wrong() {
    let (_dir, mut client) = opened(json!({}));
    let mut hover = |version: i32, text: &str| {
        let (text, position) = drawn(text);
        client.change(FILE, version, json!([{"text": text}]));
        let params = json!({"textDocument": {"uri": client.uri(FILE)}, "position": position});
        client.request("textDocument/hover", params)
    };
    let found = hover(2, "---\nname: a\ndescription: 🦀 Use|: it.\n---\n");
    let text = found["contents"]["value"].as_str().unwrap();
    assert!(text.contains("of 1,024") && text.contains("**unquoted-colon**"), "{text}");
    assert_eq!(found["range"]["start"], json!({"line": 2, "character": 0}));
    let found = hover(3, "---\nname: a\ndescription: d\n---\n\n🦀 [x](refs/steps.md|)\n");
    assert!(found["contents"]["value"].as_str().unwrap().contains("# First step"), "{found}");
    assert_eq!(found["range"]["start"], json!({"line": 5, "character": 3}));
    assert_eq!(hover(4, "---\nname: a\ndescription: d\n---\n\nPlain| text.\n"), Value::Null);
}

#[test]
fn places_in_all_units_of_columns_and_line_ends() {
    for encoding in ["utf-8", "utf-16", "utf-32"] {
        let width = |text: &str| match encoding {
            "utf-8" => text.len(),
            "utf-16" => text.chars().map(char::len_utf16).sum(),
            _ => text.chars().count(),
        };
        let (_dir, mut client) = opened(json!({"general": {"positionEncodings": [encoding]}}));
        for (version, end) in ["\n", "\r\n", "\r"].into_iter().enumerate() {
            let version = i32::try_from(version).unwrap() + 2;
            let body = "🦀é [x](refs/s";
            let text = ["---", "name: a", "description: d", "---", "", body, "more"].join(end);
            client.change(FILE, version, json!([{"text": text}]));
            let position = json!({"line": 5, "character": width(body)});
            let params = json!({"textDocument": {"uri": client.uri(FILE)}, "position": position});
            let found = client.request("textDocument/completion", params);
            let items = found["items"].as_array().unwrap();
            let range = &item(items, "refs/steps.md")["textEdit"]["range"];
            assert_eq!(range["start"], json!({"line": 5, "character": width("🦀é [x](")}), "{encoding} {end:?}");
            assert_eq!(range["end"], json!({"line": 5, "character": width(body)}), "{encoding} {end:?}");
            // Places past the end of a line or of the text mean the end.
            for place in [json!({"line": 5, "character": 999}), json!({"line": 99, "character": 9})] {
                let params = json!({"textDocument": {"uri": client.uri(FILE)}, "position": place});
                assert!(client.request("textDocument/completion", params.clone())["items"].is_array());
                client.request("textDocument/hover", params);
            }
        }
    }
}
