use serde_json::{Value, json};

use super::client::Client;
use super::{Dir, faulty, skill};

const FILE: &str = "skills/a/SKILL.md";

fn opened(dir: &Dir, encodings: Value) -> Client {
    let capabilities = json!({"general": {"positionEncodings": encodings}});
    let capabilities = if encodings.is_null() { json!({}) } else { capabilities };
    Client::open_folder(&dir.path, capabilities, Value::Null)
}

fn range(start: (u32, u32), end: (u32, u32)) -> Value {
    json!({"start": {"line": start.0, "character": start.1}, "end": {"line": end.0, "character": end.1}})
}

#[test]
fn a_burst_ends_with_the_last_text_and_costs_few_checks() {
    let dir = Dir::with(&[(FILE, &skill("a"))]);
    let mut client = opened(&dir, Value::Null);
    client.open(FILE, &skill("a"));
    let before = client.sync()["summary"]["rounds"].as_u64().unwrap();
    // Each change puts the colon in or takes it out again, character by character: any two in another order would show.
    let start = 1 + 1;
    for number in 0..500u32 {
        let (at, text) = (13, if number % 2 == 0 { "Do: " } else { "" });
        let end = if number % 2 == 0 { at } else { at + 4 };
        client.change(FILE, start + number as i32, json!([{"range": range((2, at), (2, end)), "text": text}]));
    }
    client.change(FILE, 502, json!([{"range": range((2, 13), (2, 13)), "text": "Last: "}]));
    client.expect(FILE, &["unquoted-colon"]);
    let after = client.sync()["summary"]["rounds"].as_u64().unwrap();
    let uri = client.uri(FILE);
    let last = &client.diagnostics[&uri];
    assert_eq!(last["version"], 502);
    assert_eq!(last["diagnostics"][0]["range"]["start"], json!({"line": 2, "character": 17}));
    let published = client.seen.iter().filter(|message| message["params"]["uri"] == uri.as_str());
    let versions: Vec<i64> = published.filter_map(|message| message["params"]["version"].as_i64()).collect();
    assert!(versions.is_sorted(), "{versions:?}");
    assert!(after - before < 20, "{} checks", after - before);
}

#[test]
fn positions_in_each_encoding() {
    let cases = [
        (Value::Null, "utf-16", 3),
        (json!(["utf-16"]), "utf-16", 3),
        (json!(["utf-16", "utf-8"]), "utf-8", 6),
        (json!(["utf-32", "utf-16"]), "utf-32", 2),
    ];
    for (offered, chosen, wide) in cases {
        let dir = Dir::with(&[(FILE, &skill("a"))]);
        let mut client = Client::spawn(&dir.path, &["--stdio"]);
        let general = if offered.is_null() { json!({}) } else { json!({"positionEncodings": offered}) };
        let root = super::client::uri(&dir.path);
        let hello = client.hello(json!({"processId": null, "rootUri": root, "capabilities": {"general": general}}));
        assert_eq!(hello["capabilities"]["positionEncoding"], chosen);
        client.open(FILE, "---\nname: a\ndescription: 🦀é\n---\n\n# Steps\n");
        // Behind what was just inserted the columns count in the unit that was chosen.
        let end = 13 + wide;
        client.change(FILE, 2, json!([{"range": range((2, end), (2, end)), "text": " Use: it"}]));
        client.expect(FILE, &["unquoted-colon"]);
        let uri = client.uri(FILE);
        let start = &client.diagnostics[&uri]["diagnostics"][0]["range"]["start"];
        assert_eq!(*start, json!({"line": 2, "character": end + 4}), "{chosen}");
    }
}

#[test]
fn what_is_out_of_order_is_left_out_and_logged() {
    let dir = Dir::with(&[(FILE, &skill("a"))]);
    let mut client = opened(&dir, Value::Null);
    client.open(FILE, &faulty("a"));
    client.expect(FILE, &["unquoted-colon"]);
    client.change(FILE, 1, json!([{"text": skill("a")}]));
    client.change(FILE, 0, json!([{"text": skill("a")}]));
    client.sync();
    assert_eq!(client.codes(FILE), ["unquoted-colon"]);
    assert!(client.log().contains("from version 1 to 0"), "{}", client.log());
    client.change("skills/b/SKILL.md", 2, json!([{"text": ""}]));
    client.close("skills/b/SKILL.md");
    client.open(FILE, &skill("a"));
    client.expect(FILE, &[]);
    client.close(FILE);
    client.close(FILE);
    client.sync();
    let log = client.log();
    for part in ["is not open; the change is left out", "was closed and is not open", "was opened twice"] {
        assert!(log.contains(part), "{part}: {log}");
    }
    let told = client.seen.iter().filter(|message| message["method"] == "window/logMessage").count();
    assert_eq!(told, log.lines().count());
}

#[test]
fn edits_out_of_range_mean_the_nearest_end() {
    let dir = Dir::with(&[(FILE, &skill("a"))]);
    let mut client = opened(&dir, Value::Null);
    client.open(FILE, "---\nname: a\ndescription: Fine.\n---\n");
    let changes = json!([
        {"range": range((900, 7), (999, 0)), "text": "\n[x](gone.md)"},
        {"range": range((2, 18), (2, 4_000_000_000)), "text": ": more"},
    ]);
    client.change(FILE, 2, changes);
    client.expect(FILE, &["unquoted-colon", "link-missing-file"]);
}

#[test]
fn a_text_of_50_megabytes_is_dealt_with() {
    let dir = Dir::with(&[(FILE, &skill("a"))]);
    let mut client = opened(&dir, Value::Null);
    let text = faulty("a") + &"word word word word\n".repeat(50_000_000 / 20);
    client.open(FILE, &text);
    client.wait("diagnostics", |message| message["params"]["uri"].as_str().is_some_and(|uri| uri.ends_with(FILE)));
    client.change(FILE, 2, json!([{"range": range((2, 16), (2, 17)), "text": ""}]));
    let uri = client.uri(FILE);
    client.expect_code(&uri, "unquoted-colon", false);
    assert_eq!(client.goodbye(), 0);
}

#[test]
fn an_untitled_document_is_told_about_its_front_matter() {
    let dir = Dir::with(&[]);
    let mut client = opened(&dir, Value::Null);
    let uri = "untitled:Untitled-1";
    client.open_uri(uri, 1, "---\nname: a\ndescription: Use: it.\n---\n[x](gone.md)\n");
    client.expect_uri(uri, &["unquoted-colon"]);
    let uri_json = json!({"textDocument": {"uri": uri}});
    client.notify("textDocument/didClose", uri_json);
    client.expect_uri(uri, &[]);
}

/// Editors send no byte order mark, show none, and write it again when they save.
#[test]
fn a_mark_that_the_editor_does_not_show_is_told_all_the_same() {
    // Where a host looks that minds it.
    const MARKED: &str = ".agents/skills/a/SKILL.md";
    let marked = format!("\u{feff}{}", faulty("a"));
    let dir = Dir::with(&[(MARKED, &marked)]);
    let mut client = opened(&dir, Value::Null);
    client.expect(MARKED, &["byte-order-mark", "unquoted-colon"]);
    client.open(MARKED, &faulty("a").replacen("---", "--- ", 1));
    client.expect(MARKED, &["byte-order-mark", "fence-trailing-text", "unquoted-colon"]);
    let uri = client.uri(MARKED);
    let ranges: Vec<Value> =
        client.diagnostics[&uri]["diagnostics"].as_array().unwrap().iter().map(|one| one["range"].clone()).collect();
    assert_eq!(ranges[..2], [range((0, 0), (0, 0)), range((0, 3), (0, 4))]);
    // The first line is edited as it is shown, and nothing takes away what is not there.
    let context = json!({"diagnostics": []});
    let params = json!({"textDocument": {"uri": uri}, "range": range((0, 0), (9, 0)), "context": context});
    let actions = client.request("textDocument/codeAction", params);
    let actions = actions.as_array().unwrap();
    let titled = |title: &str| actions.iter().find(|action| action["title"] == title);
    assert!(titled("Remove the byte order mark").is_none(), "{actions:#?}");
    let fence = &titled("Remove what follows the dashes").unwrap()["edit"]["changes"][&uri];
    assert_eq!(*fence, json!([{"range": range((0, 3), (0, 4)), "newText": ""}]));
    let all = &titled("Make all safe fixes of skill-lsp").unwrap()["edit"]["changes"][&uri];
    assert_eq!(all[0], json!({"range": range((0, 0), (1, 0)), "newText": "---\n"}), "{all:#}");
    assert!(!all.to_string().contains('\u{feff}'), "{all:#}");
    // Saved without it, the mark is gone; saved with it, it is back.
    std::fs::write(dir.path.join(MARKED), faulty("a")).unwrap();
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
    client.expect(MARKED, &["fence-trailing-text", "unquoted-colon"]);
    std::fs::write(dir.path.join(MARKED), &marked).unwrap();
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
    client.expect(MARKED, &["byte-order-mark", "fence-trailing-text", "unquoted-colon"]);
    // Where no fence is behind it, it is nobody's concern: the text is what the editor shows.
    client.close(MARKED);
    std::fs::write(dir.path.join(MARKED), "\u{feff}# Title\n").unwrap();
    client.open(MARKED, "");
    client.sync();
    let place = json!({"textDocument": {"uri": client.uri(MARKED)}, "position": {"line": 0, "character": 0}});
    let offered = client.request("textDocument/completion", place);
    assert!(!offered["items"].as_array().unwrap().is_empty(), "{offered}");
}
