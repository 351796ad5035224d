use serde_json::{Value, json};

use super::client::Client;
use super::{Dir, skill};

const FILE: &str = "skills/a/SKILL.md";

/// Line 8 names a page with an anchor, behind a character that is one, two or four units wide.
fn dir() -> Dir {
    let text = skill("a") + "\n🦀 [p](refs/a%20page.md#%C3%BCber-uns) and /b\n";
    let page = "# Page\n\n## Über uns\n\nSee [steps](../SKILL.md#steps).\n";
    Dir::with(&[(FILE, &text), ("skills/a/refs/a page.md", page), ("skills/b/SKILL.md", &skill("b"))])
}

fn at(client: &Client, file: &str, line: u32, character: u32) -> Value {
    json!({"textDocument": {"uri": client.uri(file)}, "position": {"line": line, "character": character}})
}

#[test]
fn definitions_in_every_unit() {
    for (encoding, crab) in [("utf-8", 4), ("utf-16", 2), ("utf-32", 1)] {
        let dir = dir();
        let can = json!({
            "general": {"positionEncodings": [encoding]},
            "textDocument": {"definition": {"linkSupport": true}},
        });
        let mut client = Client::open_folder(&dir.path, can, Value::Null);
        let found = client.request("textDocument/definition", at(&client, FILE, 9, crab + 1 + 8));
        let start = |line: u32, character: u32| json!({"line": line, "character": character});
        assert_eq!(found[0]["targetUri"], client.uri("skills/a/refs/a page.md"), "{found}");
        assert_eq!(found[0]["targetSelectionRange"]["start"], start(2, 0));
        assert_eq!(found[0]["originSelectionRange"]["start"], start(9, crab + 1 + 4));
        let found = client.request("textDocument/definition", at(&client, FILE, 9, crab + 46));
        assert_eq!(found[0]["targetUri"], client.uri("skills/b/SKILL.md"), "{found}");
        assert_eq!(found[0]["targetSelectionRange"]["start"], start(1, 6));
        assert_eq!(
            client.request("textDocument/definition", at(&client, FILE, 0, 900)).as_array().map(Vec::len),
            Some(1)
        );
        assert_eq!(client.request("textDocument/definition", at(&client, FILE, 900, 0)), Value::Null);
    }
}

#[test]
fn unsaved_text_counts_in_both_files() {
    let dir = dir();
    let mut client = Client::open_folder(&dir.path, json!({}), Value::Null);
    client.open("skills/a/refs/a page.md", "one\r\n\r\n## New part\r\n");
    client.open(FILE, &(skill("a") + "\n[n](refs/a%20page.md#new-part)\n"));
    let found = client.request("textDocument/definition", at(&client, FILE, 9, 8));
    assert_eq!(found["range"]["start"]["line"], 2, "{found}");
    client.change("skills/a/refs/a page.md", 2, json!([{"text": "## New part\n"}]));
    let found = client.request("textDocument/definition", at(&client, FILE, 9, 8));
    assert_eq!(found["range"]["start"]["line"], 0, "{found}");
}

#[test]
fn links_outlines_and_ranges() {
    let dir = dir();
    let can = json!({"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}}});
    let mut client = Client::open_folder(&dir.path, can, Value::Null);
    let document = json!({"textDocument": {"uri": client.uri(FILE)}});
    let links = client.request("textDocument/documentLink", document.clone());
    assert_eq!(links[0]["target"], client.uri("skills/a/refs/a page.md") + "#L3", "{links}");
    assert_eq!(links[1]["target"], client.uri("skills/b/SKILL.md") + "#L2", "{links}");
    let outline = client.request("textDocument/documentSymbol", document.clone());
    let names: Vec<&str> = outline.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["name", "description", "Steps"]);
    let folds = client.request("textDocument/foldingRange", document.clone());
    assert_eq!((&folds[0]["startLine"], &folds[0]["endLine"]), (&json!(0), &json!(3)), "{folds}");
    let positions = json!([{"line": 1, "character": 6}, {"line": 99, "character": 0}]);
    let grown = client.request(
        "textDocument/selectionRange",
        json!({"textDocument": {"uri": client.uri(FILE)}, "positions": positions}),
    );
    assert_eq!(grown.as_array().unwrap().len(), 2);
    assert_eq!(grown[0]["range"]["end"], json!({"line": 1, "character": 7}), "{grown}");
    let marks = client.request("textDocument/documentHighlight", at(&client, FILE, 5, 3));
    assert_eq!(
        marks,
        json!([{"range": {"start": {"line": 5, "character": 0}, "end": {"line": 5, "character": 7}}, "kind": 3}])
    );
    let found = client.request("workspace/symbol", json!({"query": "b"}));
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
    assert_eq!((&found[0]["name"], &found[0]["containerName"]), (&json!("b"), &json!("skills")));
    assert_eq!(found[0]["location"]["range"]["start"], json!({"line": 1, "character": 6}));
    // A client that shows no tree gets a list.
    let mut simple = Client::open_folder(&dir.path, json!({}), Value::Null);
    let outline = simple.request("textDocument/documentSymbol", document);
    assert_eq!(outline[0]["location"]["uri"], client.uri(FILE), "{outline}");
}

#[test]
fn references_come_from_all_skills_and_from_instructions() {
    let dir = dir();
    dir.write("AGENTS.md", "First `/b`, then the rest.\n");
    let mut client = Client::open_folder(&dir.path, json!({}), Value::Null);
    let mut asked = at(&client, "skills/b/SKILL.md", 1, 6);
    asked["context"] = json!({"includeDeclaration": true});
    let found = client.request("textDocument/references", asked.clone());
    let uris: Vec<String> =
        found.as_array().unwrap().iter().map(|one| one["uri"].as_str().unwrap().to_owned()).collect();
    assert_eq!(uris, ["AGENTS.md", FILE, "skills/b/SKILL.md"].map(|file| client.uri(file)), "{found}");
    // What is typed counts at once, in a skill that did not name it before.
    dir.write("skills/c/SKILL.md", &skill("c"));
    client.open("skills/c/SKILL.md", &(skill("c") + "\nThen $b.\n"));
    let found = client.request("textDocument/references", asked);
    assert_eq!(found.as_array().unwrap().len(), 4, "{found}");
    assert_eq!(found[3]["range"]["start"], json!({"line": 9, "character": 6}));
}
