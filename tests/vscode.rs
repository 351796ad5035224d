//! The VS Code extension's manifest against the server's own lists.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Map, Value};

const HOW: &str = "run `node scripts/settings.mjs SERVER` in editors/vscode";

/// What the extension always says for itself.
const OF_THE_EXTENSION: &str = "changed";

fn settings() -> Map<String, Value> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/vscode/package.json");
    let manifest: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    let parts = manifest["contributes"]["configuration"].as_array().unwrap().clone();
    let all = parts.into_iter().flat_map(|mut part| part["properties"].as_object_mut().map(std::mem::take).unwrap());
    all.map(|(key, value)| (key.strip_prefix("skillLsp.").unwrap().to_owned(), value)).collect()
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn every_setting_of_the_server_is_one_of_the_extension_and_no_other() {
    let own: BTreeSet<String> = settings().keys().filter(|key| !key.contains(".")).cloned().collect();
    let served: BTreeSet<String> =
        skill_lsp::lsp::setting_names().into_iter().filter(|name| name != OF_THE_EXTENSION).collect();
    assert_eq!(own, served);
}

#[test]
fn every_setting_is_described_and_has_a_default() {
    for (key, setting) in settings() {
        let described = setting["markdownDescription"].as_str().is_some_and(|text| text.len() > 20);
        let typed = setting["type"].is_string() || setting["type"].is_array();
        assert!(described && typed && setting.get("default").is_some(), "{key}: {setting}");
    }
}

#[test]
fn the_rules_and_hosts_offered_are_those_there_are() {
    let settings = settings();
    let rules: Vec<&str> = skill_lsp::rules::RULES.iter().map(|rule| rule.code).collect();
    let summaries: Vec<&str> = skill_lsp::rules::RULES.iter().map(|rule| rule.summary()).collect();
    assert_eq!(texts(&settings["ignore"]["items"]["enum"]), rules, "{HOW}");
    assert_eq!(texts(&settings["ignore"]["items"]["enumDescriptions"]), summaries, "{HOW}");
    assert_eq!(texts(&settings["perPathIgnores"]["additionalProperties"]["items"]["enum"]), rules, "{HOW}");
    let by_rule: Vec<&str> =
        settings["severity"]["properties"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(by_rule, rules, "{HOW}");
    let mut hosts: Vec<&str> = skill_lsp::hosts::table().iter().map(|host| host.id.as_str()).collect();
    hosts.push("all");
    assert_eq!(texts(&settings["hosts"]["items"]["enum"]), hosts, "{HOW}");
}

#[test]
fn the_versions_are_one() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/vscode/package.json");
    let manifest: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn the_lock_file_names_no_registry() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/vscode/package-lock.json");
    let lock = std::fs::read_to_string(file).unwrap();
    assert!(lock.contains("\"integrity\"") && !lock.contains("\"resolved\""));
}
