//! Our readers beside what the front matter code of 14 real hosts gave when it was run.

#![allow(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

use serde_json::Value;
use skill_lsp::hosts::{Data, Outcome, Reader, Readings};
use skill_lsp::skill::Document;

/// Where we differ, and why.
const EXCEPTIONS: [(&str, &str, &str); 1] =
    [("singleQuoteEsc", "letta-code", "the quotes go in a later step of the host, which was not measured and counts")];

fn fixture() -> Value {
    serde_json::from_str(include_str!("fixtures/hosts/measured.json")).unwrap()
}

fn each(part: &str, mut check: impl FnMut(&str, &str, Reader, &str, &Value)) {
    for (case, entry) in fixture()[part].as_object().unwrap() {
        for (host, result) in entry["results"].as_object().unwrap() {
            let reader = serde_json::from_value(Value::from(host.as_str())).unwrap();
            check(case, host, reader, entry["text"].as_str().unwrap(), result);
        }
    }
}

fn excepted(case: &str, host: &str) -> bool {
    EXCEPTIONS.iter().any(|(own_case, own_host, _)| (*own_case, *own_host) == (case, host))
}

fn json(data: Option<&Data>) -> Value {
    match data {
        None | Some(Data::Null) => Value::Null,
        Some(Data::Boolean(value)) => Value::Bool(*value),
        Some(Data::Number(text)) => serde_json::from_str(text).unwrap(),
        Some(data) => Value::from(data.shown()),
    }
}

#[test]
fn outcome_name_and_description_are_those_of_the_real_parsers() {
    let (mut same, mut wrong) = (0, Vec::new());
    each("cases", |case, host, reader, text, result| {
        let document = Document::new(text, None);
        let readings = Readings::new(&document);
        let reading = readings.get(reader);
        let outcome = match reading.outcome {
            Outcome::Read => "parsed",
            Outcome::NoFrontMatter => "no-front-matter",
            Outcome::Broken => "parse-error",
            Outcome::Unknown => "unknown",
        };
        let values = reading.outcome != Outcome::Read
            || ["name", "description"].iter().all(|key| json(reading.get(key)) == result[*key]);
        if outcome == result["outcome"] && values {
            same += 1;
            assert!(!excepted(case, host), "{case}: {host} agrees by now");
        } else if !excepted(case, host) {
            let shown = ["name", "description"].map(|key| json(reading.get(key)));
            wrong.push(format!("{case}: {host}: {outcome} {shown:?}, not {result}"));
        }
    });
    println!("{same} agree");
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn the_kind_of_result_is_that_of_the_real_parsers() {
    let (mut same, mut wrong) = (0, Vec::new());
    each("kinds", |case, host, reader, text, result| {
        let document = Document::new(text, None);
        let readings = Readings::new(&document);
        let reading = readings.get(reader);
        let key = if case.contains("name") { "name" } else { "description" };
        let meant = document.value(key).map(|value| value.text.trim().to_owned());
        let kind = match (reading.outcome, reading.get(key)) {
            (Outcome::NoFrontMatter, _) => "none",
            (Outcome::Broken, _) => "error",
            (Outcome::Read, Some(Data::Number(_))) => "number",
            (Outcome::Read, Some(Data::Text(_))) if key == "name" => "text",
            (Outcome::Read, Some(Data::Text(text))) if Some(text.trim().to_owned()) == meant => "ok",
            (Outcome::Read, _) => "WRONG",
            (Outcome::Unknown, _) => "unknown",
        };
        if kind == *result {
            same += 1;
        } else if !excepted(case, host) {
            wrong.push(format!("{case}: {host}: {kind}, not {result}; {:?}", reading.get(key)));
        }
    });
    println!("{same} agree");
    assert_eq!(wrong, Vec::<String>::new());
}
