use std::path::Path;

use serde_json::{Value, json};

use super::source::Sources;
use super::{Report, relative};
use crate::rules::{Change, Diagnostic, Fix, Severity};
use crate::text::{Position, Span};

/// One JSON object, version 1 of its form: lines and UTF-16 columns from 0, files relative to the working directory.
pub fn json(found: &Report, base: &Path) -> String {
    let mut sources = Sources::default();
    let diagnostics: Vec<Value> = found.diagnostics.iter().map(|one| diagnostic(one, base, &mut sources)).collect();
    let report = json!({
        "version": 1,
        "summary": {
            "skills": found.skills,
            "files": found.files,
            "errors": found.number(Severity::Error),
            "warnings": found.number(Severity::Warning),
            "infos": found.number(Severity::Info),
            "hints": found.number(Severity::Hint),
        },
        "diagnostics": diagnostics,
    });
    format!("{report:#}\n")
}

fn diagnostic(diagnostic: &Diagnostic, base: &Path, sources: &mut Sources) -> Value {
    let related: Vec<Value> = diagnostic
        .related
        .iter()
        .map(|place| {
            json!({
                "file": relative(&place.file, base),
                "range": range(sources, &place.file, place.span),
                "message": place.message,
            })
        })
        .collect();
    let fixes: Vec<Value> = diagnostic.fixes.iter().map(|one| fix(one, base, sources)).collect();
    json!({
        "file": relative(&diagnostic.file, base),
        "code": diagnostic.code,
        "severity": diagnostic.severity.word(),
        "message": diagnostic.message,
        "range": range(sources, &diagnostic.file, diagnostic.span),
        "hosts": diagnostic.hosts,
        "related": related,
        "fixes": fixes,
    })
}

fn fix(fix: &Fix, base: &Path, sources: &mut Sources) -> Value {
    let mut edits = Vec::new();
    for change in &fix.changes {
        match change {
            Change::Edit { file, edits: own } => edits.extend(own.iter().map(|edit| {
                json!({
                    "file": relative(file, base),
                    "range": range(sources, file, edit.span),
                    "newText": edit.text,
                })
            })),
            Change::Rename { from, to } => {
                edits.push(json!({"file": relative(from, base), "renameTo": relative(to, base)}));
            }
            Change::Create { file, text } => edits.push(json!({"file": relative(file, base), "create": text})),
        }
    }
    let applicability = if fix.safe { "safe" } else { "unsafe" };
    json!({"title": fix.title, "applicability": applicability, "edits": edits})
}

fn range(sources: &mut Sources, file: &Path, span: Span) -> Value {
    let (start, end) = sources.range(file, span);
    json!({"start": position(start), "end": position(end)})
}

fn position(position: Position) -> Value {
    json!({"line": position.line, "character": position.character})
}
