//! What is shown of a limit is what the limit counts: hover and hints agree with the diagnostics, and with what each host
//! makes of the value.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

#[path = "common/written.rs"]
mod written;

use proptest::prelude::*;
use proptest::sample::select;
use skill_lsp::files::{Cancel, Overlay};
use skill_lsp::hosts::{self, Cause, Host, Verdict};
use skill_lsp::ide::hints::hints;
use skill_lsp::ide::{Site, hover};
use skill_lsp::rules::Diagnostic;
use skill_lsp::workspace::{Settings, Workspace, views};
use written::Written;

const KEYS: [&str; 3] = ["name", "description", "compatibility"];

/// How lengths are counted.
type Count = fn(&str) -> usize;

const UNITS: [(&str, Count); 3] = [
    (" characters", |text| text.chars().count()),
    (" UTF-16 units", |text| text.encode_utf16().count()),
    (" bytes", str::len),
];

/// A value, and how it stands in the front matter.
#[derive(Clone, Debug)]
struct Value {
    text: String,
    style: &'static str,
}

impl Value {
    fn line(&self, key: &str) -> String {
        let text = &self.text;
        match self.style {
            "plain" => format!("{key}: {text}\n"),
            "single" => format!("{key}: '{}'\n", text.replace('\'', "''")),
            "double" => format!("{key}: \"{text}\"\n"),
            "folded" => format!("{key}: >-\n  {text}\n"),
            "literal" => format!("{key}: |\n  {text}\n"),
            // The line break stands for a blank.
            _ => format!("{key}: {}\n", text.replacen(' ', "\n  ", 1)),
        }
    }
}

/// Values whose length, in one unit, is about that of a limit.
fn value(limits: &'static [usize]) -> impl Strategy<Value = Value> {
    let pattern = proptest::collection::vec(select(&["a", "b c", "é", "🦀", "e\u{301}", "日", "it's", "-"][..]), 1..5);
    let style = select(&["plain", "single", "double", "folded", "literal", "broken"][..]);
    (pattern, select(limits), -2..=2_isize, select(&UNITS[..]), style).prop_map(
        |(pattern, limit, more, unit, style)| {
            let (length, pattern) = (limit.checked_add_signed(more).unwrap(), pattern.concat());
            let mut text = String::from("a");
            while unit.1(&text) + unit.1(&pattern) < length {
                text += &pattern;
            }
            let rest = length.saturating_sub(unit.1(&text));
            Value { text: text + &"x".repeat(rest), style }
        },
    )
}

/// A line of a hover: how much of which limit is used, whether it is too much, and whose limit it is.
#[derive(Debug)]
struct Shown {
    used: usize,
    unit: String,
    with: bool,
    over: bool,
    hosts: String,
    line: String,
}

fn shown(hover: &str) -> Vec<Shown> {
    let number = |text: &str| text.replace(',', "").parse::<usize>().ok();
    let line = |line: &str| {
        let (counts, hosts) = line.strip_prefix("- ")?.split_once(": ")?;
        let (used, rest) = counts.split_once(" of ")?;
        let over = rest.contains("**(too long)**");
        let rest = rest.trim_end_matches(" **(too long)**");
        let (rest, with) = rest.split_once(", `").map_or((rest, false), |(rest, _)| (rest, true));
        let (max, unit) = rest.split_at(rest.find(|c: char| c != ',' && !c.is_ascii_digit()).unwrap_or(rest.len()));
        let (used, _) = (number(used)?, number(max)?);
        let line = format!("{} of {rest}", counts.split_once(" of ")?.0);
        Some(Shown { used, unit: unit.to_owned(), with, over, hosts: hosts.to_owned(), line })
    };
    hover.lines().filter_map(line).collect()
}

/// Checks what is shown for one key against what is said of it.
fn check(
    key: &str,
    value: &Value,
    more: &str,
    shown: &[Shown],
    said: &[&Diagnostic],
    verdict: &Verdict,
    host: &Host,
) -> Result<(), TestCaseError> {
    let code = format!("{key}-too-long");
    let affected = said.iter().any(|one| one.code == code && one.hosts.contains(&verdict.host));
    let own: Vec<&Shown> = shown.iter().filter(|line| line.hosts.contains(&host.title)).collect();
    // Who has no limit, or does not get to the value, minds no length.
    prop_assert!(!affected || !own.is_empty(), "{} {key}: {shown:#?}", host.id);
    for line in own {
        prop_assert!(line.over || !affected, "{} {key}: {line:?} {said:#?}", host.id);
        // Without a unit, or an effect, that is known there is nothing to say.
        let told = !line.over || affected || line.unit.is_empty() || verdict.loads.is_none();
        prop_assert!(told, "{} {key}: {line:?} {said:#?}", host.id);
        let count = UNITS.iter().find(|(unit, _)| *unit == line.unit).map_or(UNITS[0].1, |(_, count)| *count);
        let more = if line.with { count(more) } else { 0 };
        // What is on one line all hosts take as it is, up to dashes that some take for a fence.
        if matches!(value.style, "plain" | "double") && !value.text.contains("---") {
            prop_assert_eq!(line.used, count(&value.text) + more, "{} {}: {:?}", host.id, key, line);
        }
        // And whatever the host makes of the rest, what it goes on with is what was counted, unless that was too much.
        let cut = verdict.reasons.iter().any(|reason| reason.cause == Cause::DescriptionTooLong);
        if let Some(taken) = verdict.description.as_deref().filter(|_| key == "description" && !cut && !line.over) {
            prop_assert_eq!(line.used, count(taken) + more, "{}: {:?}", host.id, line);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_shown_is_what_counts(
        host in select(hosts::table().iter().collect::<Vec<&'static Host>>()),
        name in value(&[8, 64, 100]),
        description in value(&[40, 256, 500, 1024, 1536, 2000]),
        compatibility in value(&[20, 500]),
        more in prop_oneof![Just(""), Just("more of it"), Just("🦀é")],
    ) {
        let values = [&name, &description, &compatibility];
        let fields: String = KEYS.iter().zip(values).map(|(key, value)| value.line(key)).collect();
        let when = if more.is_empty() { String::new() } else { format!("when_to_use: {more}\n") };
        let text = format!("---\n{fields}{when}---\n\nBody.\n");
        let written = Written::files(&[("skills/demo/SKILL.md", &text)]);
        let file = written.dir.join("skills/demo/SKILL.md");
        let files = Overlay::new(skill_lsp::files::Disk);
        let mut settings = Settings { starts: vec![written.dir.clone()], base: written.dir.clone(), ..Settings::default() };
        settings.config.hosts = vec![host];
        let workspace = Workspace::open(&files, settings, &Cancel::new(), &|_, _| {});
        let said = workspace.about(&file);
        let views = views(&files, &workspace, &[host], &|_| true, &Cancel::new());
        let verdict = &views[0].verdicts[0];
        let site = |offset| Site { files: &files, workspace: &workspace, file: &file, text: &text, offset };
        let hints = hints(&site(0));
        for (key, value) in KEYS.iter().zip(values) {
            let offset = text.find(&format!("\n{key}:")).unwrap() + 1;
            let hover = hover::hover(&site(offset)).map(|found| found.text).unwrap_or_default();
            prop_assert!(hover.contains(&format!("`{key}`")), "{hover}");
            let shown = shown(&hover);
            check(key, value, more, &shown, &said, verdict, host)?;
            for hint in hints.iter().filter(|hint| hint.about == *key) {
                prop_assert!(shown.iter().any(|line| line.line == hint.label), "{hint:?} {shown:#?}");
            }
            let over = shown.iter().any(|line| line.over);
            prop_assert!(!over || hints.iter().any(|hint| hint.about == *key), "{shown:#?} {hints:#?}");
        }
    }
}
