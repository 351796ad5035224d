//! The examples of both skill tools: the files of each are made in a directory of its own, the call is run, and every
//! field of the result is compared.

#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests, outside of test functions.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use skill_lsp::files::{Cancel, Disk};
use skill_lsp::tool::list_read::run_skill_action;
use skill_lsp::tool::load::{Options, Source, definition, list_skills, load_skills};

#[test]
fn steamharness() {
    let count = each("steamharness.json", |case| {
        let directories: Vec<PathBuf> =
            list(&case.action["directories"]).iter().map(|dir| PathBuf::from(text(dir))).collect();
        let result = run_skill_action(&Disk, &directories, &case.action["args"], &Cancel::new());
        let expected = case.result.as_object().unwrap();
        if let Some(error) = expected.get("error") {
            let message = result.expect_err(&case.id).message;
            for mention in list(&error["mentions"]) {
                assert!(message.contains(text(mention)), "{}: {message}", case.id);
            }
            return;
        }
        let mut found = serde_json::to_value(result.unwrap_or_else(|error| panic!("{}: {error}", case.id))).unwrap();
        abbreviate(&mut found, &case.result);
        assert_eq!(found, case.result, "{}", case.id);
        let order = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(order(&found), order(&case.result), "{}: order of the keys", case.id);
    });
    assert!(count >= 27, "{count} cases");
}

/// Puts numbers where the expectation has only numbers: `fileCount` for `files`, `contentLength` for `content`.
fn abbreviate(found: &mut Value, expected: &Value) {
    if let (Some(Value::Array(found)), Some(Value::Array(expected))) = (found.get_mut("skills"), expected.get("skills"))
    {
        found.iter_mut().zip(expected).for_each(|(found, expected)| abbreviate(found, expected));
    }
    let found = found.as_object_mut().unwrap();
    if expected.get("fileCount").is_some() {
        let count = list(&found["files"]).len();
        replace(found, "files", "fileCount", json!(count));
    }
    if expected.get("contentLength").is_some() {
        let length = text(&found["content"]).encode_utf16().count();
        replace(found, "content", "contentLength", json!(length));
    }
}

fn replace(object: &mut serde_json::Map<String, Value>, old: &str, new: &str, value: Value) {
    *object = std::mem::take(object)
        .into_iter()
        .map(|(key, was)| if key == old { (new.to_owned(), value.clone()) } else { (key, was) })
        .collect();
}

#[test]
fn toolnexus() {
    let count = each("toolnexus.json", |case| {
        if case.raw["linuxOnly"] == true && cfg!(not(target_os = "linux")) {
            return;
        }
        let options = Options::from_json(&case.action["input"]).unwrap();
        let (cancel, cwd) = (Cancel::new(), case.dir.as_path());
        let load = || load_skills(&Disk, cwd, &options, &cancel).unwrap();
        let mut found = match text(&case.action["op"]) {
            "load" => loaded(load()),
            "list" => serde_json::to_value(list_skills(&Disk, cwd, &options, &cancel).unwrap()).unwrap(),
            "schema" => serde_json::to_value(definition()).unwrap(),
            "execute" => {
                let source = load();
                let output = source.execute(&Disk, &case.action["args"], &cancel).unwrap();
                let mut found = serde_json::to_value(output).unwrap();
                found["warnings"] = json!(source.warnings);
                found
            }
            other => panic!("{}: an unknown call {other}", case.id),
        };
        // The words are the parser's own.
        for skip in found.get_mut("skipped").and_then(Value::as_array_mut).into_iter().flatten() {
            skip.as_object_mut().unwrap().remove("detail");
        }
        if let Some(length) = case.result.get("outputLength") {
            // Taken with the placeholder in the directory's place; the digest beside it stands for the same text.
            let output = text(&found["output"]).replace(case.dir.to_str().unwrap(), "$FIXTURE");
            let file = &case.raw["files"][0];
            let body = text(&file["repeat"]["unit"]).repeat(file["repeat"]["times"].as_u64().unwrap() as usize);
            assert!(output.contains(&format!("\n\n{body}\n\n")), "{}", case.id);
            assert_eq!(&json!(output.encode_utf16().count()), length, "{}", case.id);
        }
        for (key, expected) in case.result.as_object().unwrap() {
            if !matches!(key.as_str(), "outputLength" | "outputSha256") {
                assert_eq!(found.get(key).unwrap_or(&Value::Null), expected, "{} {key}", case.id);
            }
        }
        if case.result.get("metadata").is_none() {
            assert_eq!(found.get("metadata"), None, "{}", case.id);
        }
    });
    assert!(count >= 60, "{count} cases");
}

fn loaded(source: Source) -> Value {
    let mut found = serde_json::to_value(&source).unwrap();
    found["names"] = source.skills.iter().map(|skill| skill.name.clone()).collect();
    found
}

struct Case {
    id: String,
    dir: PathBuf,
    action: Value,
    result: Value,
    raw: Value,
}

/// Runs every case of a file and says how many there were.
fn each(name: &str, run: impl Fn(Case)) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/cases").join(name);
    let cases: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    for raw in list(&cases["cases"]) {
        let fixture = tempfile::tempdir().unwrap();
        let dir = fixture.path().canonicalize().unwrap();
        list(&raw["files"]).iter().for_each(|file| make(&dir, file));
        let placed = |value: &Value| place(value, dir.to_str().unwrap());
        run(Case {
            id: text(&raw["id"]).to_owned(),
            action: placed(&raw["action"]),
            result: placed(&raw["result"]),
            raw: raw.clone(),
            dir,
        });
    }
    list(&cases["cases"]).len()
}

fn make(dir: &Path, file: &Value) {
    let path = dir.join(text(&file["path"]));
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    if file["dir"] == true {
        fs::create_dir_all(path).unwrap();
    } else if let Some(target) = file["symlink"].as_str() {
        #[cfg(unix)]
        std::os::unix::fs::symlink(target.replace("$FIXTURE", dir.to_str().unwrap()), path).unwrap();
    } else if let Some(encoded) = file["base64"].as_str() {
        fs::write(path, base64(encoded)).unwrap();
    } else {
        let mut whole = text(&file["text"]).to_owned();
        if let Some(repeat) = file.get("repeat") {
            whole += &text(&repeat["unit"]).repeat(repeat["times"].as_u64().unwrap() as usize);
        }
        whole += file["tail"].as_str().unwrap_or("");
        fs::write(path, whole).unwrap();
    }
}

fn place(value: &Value, dir: &str) -> Value {
    match value {
        Value::String(text) => Value::String(text.replace("$FIXTURE", dir)),
        Value::Array(items) => items.iter().map(|item| place(item, dir)).collect(),
        Value::Object(entries) => {
            Value::Object(entries.iter().map(|(key, item)| (key.clone(), place(item, dir))).collect())
        }
        other => other.clone(),
    }
}

fn base64(encoded: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = encoded.bytes().filter_map(|byte| DIGITS.iter().position(|&digit| digit == byte));
    let bits: Vec<u8> = digits.flat_map(|digit| (0..6).rev().map(move |bit| (digit >> bit & 1) as u8)).collect();
    bits.chunks_exact(8).map(|byte| byte.iter().fold(0, |all, bit| all << 1 | bit)).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("a text is needed, not {value}"))
}
