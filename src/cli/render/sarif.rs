use std::path::Path;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Value, json};

use super::source::Sources;
use super::{Report, relative};
use crate::rules::{Diagnostic, RULES, Severity};
use crate::text::Span;

/// What a URI reference cannot hold as it is.
const NOT_IN_URI: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}')
    .add(b'\\');

/// A SARIF 2.1.0 log with one run.
pub fn sarif(found: &Report, base: &Path) -> String {
    let mut sources = Sources::default();
    let rules: Vec<Value> = RULES
        .iter()
        .map(|rule| {
            json!({
                "id": rule.code,
                "shortDescription": {"text": rule.summary()},
                "help": {"text": rule.markdown(), "markdown": rule.markdown()},
            })
        })
        .collect();
    let results: Vec<Value> = found.diagnostics.iter().map(|one| result(one, base, &mut sources)).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "skill-lsp", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn result(diagnostic: &Diagnostic, base: &Path, sources: &mut Sources) -> Value {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info | Severity::Hint => "note",
    };
    let related: Vec<Value> = diagnostic
        .related
        .iter()
        .map(|place| {
            let mut location = location(&place.file, place.span, base, sources);
            location["message"] = json!({"text": place.message});
            location
        })
        .collect();
    json!({
        "ruleId": diagnostic.code,
        "ruleIndex": RULES.iter().position(|rule| rule.code == diagnostic.code),
        "level": level,
        "message": {"text": diagnostic.message},
        "locations": [location(&diagnostic.file, diagnostic.span, base, sources)],
        "relatedLocations": related,
    })
}

fn location(file: &Path, span: Span, base: &Path, sources: &mut Sources) -> Value {
    let (start, end) = sources.range(file, span);
    let uri = utf8_percent_encode(&relative(file, base), NOT_IN_URI).to_string();
    json!({
        "physicalLocation": {
            "artifactLocation": {"uri": uri},
            "region": {
                "startLine": start.line + 1,
                "startColumn": start.character + 1,
                "endLine": end.line + 1,
                "endColumn": end.character + 1,
            },
        },
    })
}
