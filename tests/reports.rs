//! Cases from public bug reports: each input is checked by the real program and must get what the report asks for, at its
//! place, and nothing else.
//!
//! `expect.json` holds the report's wish; the table below adds the rule that speaks of it. A severity there is a proposal:
//! where the program's own rule (what happens to the skill) gives another, the table says why.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

#[path = "reports/cases.rs"]
mod cases;
mod common;

use std::fs;
use std::path::Path;

use cases::{CASES, Case, Forbidden};
use common::{Copied, check_json, run};
use serde_json::Value;

/// A diagnostic as far as it is compared.
type Place = (String, u64, String, String);

/// Runs one case; each has its own test in [`cases`].
#[track_caller]
pub fn hold(case: &Case) {
    let dir = fixtures().join(case.dir);
    let wish: Value = serde_json::from_str(&fs::read_to_string(dir.join("expect.json")).unwrap()).unwrap();
    let copied = Copied::of(&dir.join("in"));
    if let Some(config) = case.config {
        copied.write("skill-lsp.toml", config);
    }
    let (report, status) = check_json(copied.path(), case.args);
    let diagnostics = report["diagnostics"].as_array().unwrap_or_else(|| panic!("no diagnostics in {report}"));

    let mut wanted = wishes(case, &wish, diagnostics);
    wanted.extend(
        case.also
            .iter()
            .map(|(file, line, code, severity, _)| (file.to_string(), *line, code.to_string(), severity.to_string())),
    );
    let mut found: Vec<Place> = diagnostics.iter().map(place).collect();
    wanted.sort();
    found.sort();
    assert_eq!(found, wanted, "{}: found on the left, wanted on the right\n{report:#}", case.dir);

    forbidden(case, &wish, &copied, &report);
    let errors = diagnostics.iter().filter(|found| found["severity"] == "error").count();
    assert_eq!(status, i32::from(errors > 0), "{}: exit code", case.dir);
    assert_eq!(report["summary"]["errors"], errors, "{}: summary", case.dir);
    fixes(case, &dir);
    stays_fixed(case, &dir);
}

/// What `expect.json` asks for, in the table's codes; checks the words and the fixes on the way.
#[track_caller]
fn wishes(case: &Case, wish: &Value, diagnostics: &[Value]) -> Vec<Place> {
    let expect = wish["expect"].as_array().unwrap();
    assert_eq!(expect.len(), case.expect.len(), "{}: the table has not one row for each wish", case.dir);
    let rows = expect.iter().zip(case.expect);
    rows.map(|(wish, row)| {
        let proposed = wish["severity"].as_str().unwrap();
        assert_eq!(
            proposed != row.severity,
            row.instead.is_some(),
            "{}: a severity that differs from the proposal needs a reason, and only that does",
            case.dir
        );
        let wanted = (wish["file"].as_str().unwrap().to_owned(), wish["line"].as_u64().unwrap());
        let at_place = |found: &&Value| {
            let (file, line, code, _) = place(found);
            // A wish for no file is one for the workspace, wherever it is shown.
            code == row.code && (wanted.0.is_empty() || (file, line) == wanted)
        };
        let at: Vec<&Value> = diagnostics.iter().filter(at_place).collect();
        let says = |found: &&&Value| {
            let message = found["message"].as_str().unwrap();
            row.says.iter().all(|part| message.contains(part))
        };
        let Some(found) = at.iter().find(says) else {
            panic!("{}: no `{}` at {wanted:?} that says {:?}: {:#?}", case.dir, row.code, row.says, diagnostics)
        };
        if let Some(related) = row.related {
            assert_eq!(found["related"][0]["file"], related, "{}: related place", case.dir);
        }
        if let Some((start, end)) = row.characters {
            let range = (&found["range"]["start"]["character"], &found["range"]["end"]["character"]);
            assert_eq!(range, (&start.into(), &end.into()), "{}: range", case.dir);
        }
        let (file, line) = if wanted.0.is_empty() { (place(found).0, place(found).1) } else { wanted };
        (file, line, row.code.to_owned(), row.severity.to_owned())
    })
    .collect()
}

/// What must not be there: one entry of the table for each of `mustNot`.
#[track_caller]
fn forbidden(case: &Case, wish: &Value, copied: &Copied, report: &Value) {
    let must_not = wish["mustNot"].as_array().unwrap();
    assert_eq!(must_not.len(), case.must_not.len(), "{}: the table has not one entry for each `mustNot`", case.dir);
    for (wish, forbidden) in must_not.iter().zip(case.must_not) {
        let here: Vec<Place> = report["diagnostics"]
            .as_array()
            .unwrap()
            .iter()
            .map(place)
            .filter(|(file, line, ..)| wish["file"] == file.as_str() && wish["line"] == *line)
            .collect();
        match forbidden {
            Forbidden::Anything => assert_eq!(here, [], "{}: {wish}", case.dir),
            Forbidden::Code(code) => assert!(here.iter().all(|found| found.2 != *code), "{}: {here:?}", case.dir),
            Forbidden::Severity(severities) => {
                assert!(here.iter().all(|found| !severities.contains(&found.3.as_str())), "{}: {here:?}", case.dir);
            }
            Forbidden::Told(holds) => holds(copied, report),
        }
    }
}

/// The text of files after a fix, letter by letter.
#[track_caller]
fn fixes(case: &Case, dir: &Path) {
    for fixed in case.fixed {
        let copied = fresh(case, dir);
        let flags: Vec<&str> = ["check"].iter().chain(fixed.flags).chain(case.args).copied().collect();
        let run = run(copied.path(), &flags);
        assert!(run.status < 2, "{}: {flags:?}: {}", case.dir, run.stderr);
        assert_eq!(copied.text(fixed.file), fixed.text, "{}: {flags:?}\n{}", case.dir, run.stdout);
        if let Some(gone) = fixed.gone {
            assert!(!names(&copied.path().join(gone)), "{}: {gone} is still there", case.dir);
        }
    }
}

/// All safe fixes applied a second time change nothing.
#[track_caller]
fn stays_fixed(case: &Case, dir: &Path) {
    let copied = fresh(case, dir);
    let flags: Vec<&str> = ["check", "--fix"].iter().chain(case.args).copied().collect();
    run(copied.path(), &flags);
    let once = copied.everything();
    run(copied.path(), &flags);
    assert_eq!(copied.everything(), once, "{}: a second --fix changed something", case.dir);
}

fn fresh(case: &Case, dir: &Path) -> Copied {
    let copied = Copied::of(&dir.join("in"));
    if let Some(config) = case.config {
        copied.write("skill-lsp.toml", config);
    }
    copied
}

/// Whether the directory has an entry spelled exactly so, also where the file system folds letter case.
fn names(path: &Path) -> bool {
    let entries = fs::read_dir(path.parent().unwrap()).unwrap();
    entries.map(Result::unwrap).any(|entry| Some(entry.file_name().as_os_str()) == path.file_name())
}

fn place(found: &Value) -> Place {
    let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("{found}")).to_owned();
    let line = found["range"]["start"]["line"].as_u64().unwrap_or_else(|| panic!("{found}"));
    (text(&found["file"]), line, text(&found["code"]), text(&found["severity"]))
}

fn fixtures() -> std::path::PathBuf {
    common::repository().join("tests/fixtures/reports")
}

/// No case is left out: those with a recorded session are the server's, all others stand in the table.
#[test]
fn every_case_has_its_test() {
    let mut dirs: Vec<String> = Vec::new();
    for entry in fs::read_dir(fixtures()).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        // These are played to the server, message by message, by the tests of the protocol.
        let has_session = entry.path().join("in/session.jsonl").exists();
        if !has_session {
            dirs.push(name);
        }
    }
    dirs.sort();
    let table: Vec<&str> = CASES.iter().map(|case| case.dir).collect();
    assert_eq!(dirs, table);
}
