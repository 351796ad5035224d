//! What holds for every text: nothing panics, places lie in the text, and fixes mend without harm.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

#[path = "properties/texts.rs"]
mod texts;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use serde_json::json;
use skill_lsp::files::{Cancel, Disk, Overlay};
use skill_lsp::hosts::{self, Cause, Effect, Place, Readings, Scope, Subject, Verdict};
use skill_lsp::rules::{Change, Diagnostic, Fix, Severity};
use skill_lsp::skill::{Document, Form};
use skill_lsp::syntax::{fences, fields, markdown, yaml};
use skill_lsp::text::{self, Edit, Encoding, LineIndex, Span};
use skill_lsp::tool::list_read::{Outcome, run_skill_action};
use skill_lsp::tool::load::{Options, list_skills};
use skill_lsp::workspace::{Config, Settings, Workspace, collect, edited};

/// A directory with one skill whose `SKILL.md` is only in the overlay.
struct Bench {
    guard: tempfile::TempDir,
    directory: &'static str,
    overlay: Overlay,
    config: Config,
}

impl Bench {
    fn new(directory: &'static str, hosts: &str) -> Self {
        let guard = tempfile::tempdir().unwrap();
        let skill = guard.path().join(".claude/skills").join(directory);
        for (file, content) in [
            ("references/a.md", "# A\n\n## Part\n"),
            ("references/my file.md", "# Mine\n"),
            ("scripts/run.sh", "true\n"),
        ] {
            let path = skill.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        }
        let (config, problems) = Config::from_toml(hosts, guard.path(), None);
        assert_eq!(problems, []);
        Bench { guard, directory, overlay: Overlay::new(Disk), config }
    }

    fn entry(&self) -> PathBuf {
        self.guard.path().join(".claude/skills").join(self.directory).join("SKILL.md")
    }

    fn check(&mut self, text: &str) -> Vec<Diagnostic> {
        self.overlay.set(&self.entry(), text);
        let base = self.guard.path().to_owned();
        let settings = Settings { config: self.config.clone(), starts: vec![base.clone()], base, home: None };
        let workspace = Workspace::open(&self.overlay, settings, &Cancel::new(), &|_, _| {});
        workspace.diagnostics().into_iter().cloned().collect()
    }

    /// What is told of a host, for the skill as it was last checked.
    fn verdict(&self, host: &str, text: &str) -> Verdict {
        let document = Document::new(text, None);
        let place = Place {
            root: ".claude/skills",
            scope: Scope::Given,
            path: self.directory,
            linked_directory: false,
            linked_entry: false,
        };
        let subject = Subject {
            document: &document,
            directory: self.directory,
            entry: "SKILL.md",
            place: Some(place),
            bytes: text.len() as u64,
        };
        hosts::verdict(hosts::find(host).unwrap(), &subject, &Readings::new(&document))
    }

    /// One round of safe fixes: the edits of the entry file.
    fn safe_edits(&mut self, text: &str) -> Vec<Edit> {
        let entry = self.entry();
        let found = self.check(text);
        collect(&found, false).edits.remove(&entry).unwrap_or_default()
    }

    /// The text after all safe fixes, as `check --fix` makes them, with the edits of each round.
    fn all_fixed(&mut self, text: &str) -> (String, Vec<(String, Vec<Edit>)>) {
        let mut rounds = Vec::new();
        let mut text = text.to_owned();
        for _ in 0..10 {
            let edits = self.safe_edits(&text);
            let after = edited(&text, &edits);
            if after == text {
                break;
            }
            rounds.push((std::mem::replace(&mut text, after), edits));
        }
        (text, rounds)
    }
}

const ALL_KINDS: &str = "hosts = [\"claude-code\", \"vscode\", \"codex\", \"gemini-cli\", \"opencode\", \"goose\", \"claude-upload\", \"skills-ref\"]\n";

proptest! {
    #![proptest_config(ProptestConfig {
        max_global_rejects: 1 << 16,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Any bytes can be read; every place lies in the text and on the edge of a character.
    #[test]
    fn any_bytes_are_read(bytes in prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..400),
        (texts::skill(), proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6)).prop_map(|(text, noise)| {
            let mut bytes = text.into_bytes();
            for (at, byte) in noise {
                if !bytes.is_empty() {
                    let at = at.index(bytes.len());
                    bytes[at] = byte;
                }
            }
            bytes
        }),
    ]) {
        let decoded = text::decode(bytes.clone());
        if let Some(at) = decoded.invalid_at {
            prop_assert_eq!(&bytes[..at], &decoded.text.as_bytes()[..at]);
            prop_assert!(decoded.text[at..].starts_with(char::REPLACEMENT_CHARACTER));
        } else {
            prop_assert_eq!(bytes.as_slice(), decoded.text.as_bytes());
        }
        let document = Document::new(decoded.text.as_str(), decoded.invalid_at);
        for span in places(&document) {
            prop_assert!(fits(span, &decoded.text), "{:?} in {:?}", span, decoded.text);
        }
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let index = LineIndex::new(&decoded.text);
            for span in places(&document) {
                let place = index.position(&decoded.text, span.start, encoding);
                let back = index.offset(&decoded.text, place, encoding);
                // The end of a line stands before its break.
                let line_end = decoded.text[back..].starts_with(['\r', '\n']) && span.start <= back + 2;
                prop_assert!(back == span.start || line_end, "{:?} {:?} {:?}", span, place, back);
            }
        }
        for key in ["name", "description"] {
            document.value(key);
        }
    }

    /// Every diagnostic, related place and edit fits the text that it speaks of.
    #[test]
    fn what_is_said_fits_the_text(text in texts::skill(), directory in texts::directory()) {
        let mut bench = Bench::new(directory, ALL_KINDS);
        let entry = bench.entry();
        for found in bench.check(&text) {
            if found.file == entry {
                prop_assert!(fits(found.span, &text), "{:#?}\n{:?}", found, text);
            }
            prop_assert!(!found.message.trim().is_empty() && !found.message.contains(char::is_control), "{:#?}", found);
            for related in found.related.iter().filter(|related| related.file == entry) {
                prop_assert!(fits(related.span, &text), "{:#?}\n{:?}", found, text);
            }
            for fix in &found.fixes {
                prop_assert!(!fix.title.is_empty());
                if let Some(edits) = edits_of(fix, &entry) {
                    let after = text::apply(&text, edits);
                    prop_assert!(after.is_ok(), "{:?}: {:#?}\n{:?}", after, found, text);
                    prop_assert_ne!(after.unwrap(), text.clone(), "a fix that changes nothing: {:#?}", found);
                }
            }
        }
    }

    /// No fix, safe or not, breaks YAML that was sound.
    #[test]
    fn what_parsed_still_parses(text in texts::skill(), directory in texts::directory()) {
        let document = Document::new(text.as_str(), None);
        prop_assume!(document.has_front_matter() && document.yaml.error.is_none());
        let mut bench = Bench::new(directory, ALL_KINDS);
        let entry = bench.entry();
        for found in bench.check(&text) {
            for fix in &found.fixes {
                let Some(edits) = edits_of(fix, &entry) else { continue };
                let after = edited(&text, edits);
                let parsed = Document::new(after.as_str(), None);
                prop_assert!(
                    parsed.has_front_matter() && parsed.yaml.error.is_none(),
                    "{}: {}\n{:?}\n{:?}\n{:?}", found.code, fix.title, text, after, parsed.yaml.error
                );
            }
        }
    }

    /// All safe fixes come to an end, and a second time there is nothing to do.
    #[test]
    fn safe_fixes_end_and_change_nothing_more(text in texts::skill(), directory in texts::directory()) {
        let mut bench = Bench::new(directory, ALL_KINDS);
        let (fixed, rounds) = bench.all_fixed(&text);
        prop_assert!(rounds.len() < 10, "still not done after {} rounds\n{:?}\n{:?}", rounds.len(), text, fixed);
        let again = bench.safe_edits(&fixed);
        prop_assert_eq!(&edited(&fixed, &again), &fixed, "{:?}", again);
        let (before, after) = (Document::new(text.as_str(), None), Document::new(fixed.as_str(), None));
        if before.has_front_matter() && before.yaml.error.is_none() {
            prop_assert!(after.has_front_matter() && after.yaml.error.is_none(), "{:?}\n{:?}", text, fixed);
        }
        for (before, edits) in &rounds {
            prop_assert!(text::apply(before, edits).is_ok(), "{:?} on {:?}", edits, before);
        }
    }

    /// A fix keeps each line that it does not touch, line end and all.
    #[test]
    fn untouched_lines_stay(text in texts::skill(), directory in texts::directory()) {
        let mut bench = Bench::new(directory, ALL_KINDS);
        let edits = bench.safe_edits(&text);
        let after = edited(&text, &edits);
        let mut rest = pieces(&after).into_iter();
        for (span, line) in lines_of(&text) {
            let touched = edits.iter().any(|edit| edit.span.touches(span.start) || span.touches(edit.span.start));
            if !touched {
                prop_assert!(rest.any(|other| other == line), "{:?} is lost\n{:?}\n{:?}", line, text, after);
            }
        }
    }

    /// A file whose lines end alike is so afterwards.
    #[test]
    fn line_ends_stay(
        text in prop_oneof![texts::skill_with("\n"), texts::skill_with("\r\n")],
        directory in texts::directory(),
    ) {
        let mut bench = Bench::new(directory, ALL_KINDS);
        let (fixed, _) = bench.all_fixed(&text);
        let kinds = |text: &str| -> BTreeSet<&'static str> {
            let breaks = text::lines(text, 0).map(|(_, line_break)| line_break.slice(text));
            breaks.filter_map(|found| ["\n", "\r\n", "\r"].into_iter().find(|kind| *kind == found)).collect()
        };
        let (before, after) = (kinds(&text), kinds(&fixed));
        prop_assert!(after.is_subset(&before) || before.is_empty(), "{:?}\n{:?}", text, fixed);
    }

    /// Safe fixes keep what a sound name and description say.
    #[test]
    fn texts_that_yaml_reads_are_kept(text in texts::skill(), directory in texts::directory()) {
        let before = Document::new(text.as_str(), None);
        prop_assume!(before.has_front_matter() && before.fences.closing.is_some() && before.yaml.error.is_none());
        let mut bench = Bench::new(directory, ALL_KINDS);
        let found = bench.check(&text);
        // This one gives back what YAML dropped.
        prop_assume!(found.iter().all(|found| found.code != "comment-cuts-value"));
        let (fixed, _) = bench.all_fixed(&text);
        let after = Document::new(fixed.as_str(), None);
        for key in ["name", "description"] {
            let Some(value) = before.value(key).filter(|value| matches!(value.form, Form::Scalar(_))) else { continue };
            if value.text.trim().is_empty() {
                continue;
            }
            let kept = after.value(key).map(|value| words(&value.text));
            prop_assert_eq!(kept, Some(words(&value.text)), "{}\n{:?}\n{:?}", key, text, fixed);
        }
    }

    /// Where one line breaks the YAML and a safe fix is offered, the YAML is sound afterwards and has the line's text.
    #[test]
    fn a_mended_line_keeps_its_text(line in texts::line()) {
        let text = format!("---\nname: demo\ndescription: {line}\nlicense: MIT\n---\n\nBody.\n");
        prop_assume!(Document::new(text.as_str(), None).yaml.error.is_some());
        let mut bench = Bench::new("demo", ALL_KINDS);
        let (fixed, rounds) = bench.all_fixed(&text);
        if !rounds.is_empty() {
            let after = Document::new(fixed.as_str(), None);
            prop_assert!(after.yaml.error.is_none(), "{:?}\n{:?}\n{:?}", text, fixed, after.yaml.error);
            let raw = Span::new(0, line.len()).trim(&line).slice(&line);
            // U+2028 and the like are line breaks to some, so they become blanks.
            let kept = after.value("description").map(|value| words(&value.text));
            prop_assert_eq!(kept, Some(words(fields::unquote(raw))), "{:?}", fixed);
            let next = after.value("license").map(|value| value.text);
            prop_assert_eq!(next.as_deref(), Some("MIT"), "{:?}", fixed);
        }
    }

    /// No host drops a skill, or takes it otherwise than it is written, without a diagnostic that names it.
    #[test]
    fn nobody_drops_a_skill_in_silence(text in texts::skill(), directory in texts::directory()) {
        prop_assume!(!text.contains("skill-lsp: ignore"));
        let mut bench = Bench::new(directory, "");
        bench.config.hosts = hosts::table().iter().collect();
        let found = bench.check(&text);
        for host in hosts::table() {
            let verdict = bench.verdict(&host.id, &text);
            // Roots are spoken of once for all of their skills.
            let Some(worst) = verdict.worst().filter(|worst| worst.cause != Cause::Root) else { continue };
            let least = if worst.effect == Effect::Lost { Severity::Error } else { Severity::Warning };
            let told = found.iter().any(|one| one.hosts.contains(&verdict.host) && one.severity <= least);
            prop_assert!(told, "{}: {:?} of {:?}", host.id, verdict.reasons, text);
        }
    }

    /// What is told of the list/read tool is what it gives.
    #[test]
    fn the_list_read_tool_does_as_is_told(text in texts::skill(), directory in texts::directory()) {
        let mut bench = Bench::new(directory, "");
        bench.check(&text);
        let told = bench.verdict("steamharness", &text);
        let root = bench.guard.path().join(".claude/skills");
        let outcome = run_skill_action(&bench.overlay, &[root], &json!({"action": "list"}), &Cancel::new());
        let Ok(Outcome::List { skills }) = outcome else { return Err(TestCaseError::fail(format!("{outcome:?}"))) };
        prop_assert_eq!(skills.len(), 1);
        if told.loads.is_some() {
            prop_assert_eq!(told.loads, Some(true));
            prop_assert_eq!(told.name.as_deref(), Some(skills[0].name.as_str()), "{:?}", text);
            prop_assert_eq!(told.description.as_deref(), Some(skills[0].description.as_str()), "{:?}", text);
        }
    }

    /// What is told of the load tool is what it gives.
    #[test]
    fn the_load_tool_does_as_is_told(text in texts::skill(), directory in texts::directory()) {
        let mut bench = Bench::new(directory, "");
        bench.check(&text);
        let told = bench.verdict("toolnexus", &text);
        let root = bench.guard.path().join(".claude/skills").to_str().unwrap().to_owned();
        let inventory = list_skills(&bench.overlay, bench.guard.path(), &Options::dirs([root]), &Cancel::new()).unwrap();
        if let Some(loads) = told.loads {
            prop_assert_eq!(loads, inventory.skills.len() == 1, "{:?}: {:?} {:?}", text, told, inventory.skipped);
            if let Some(skill) = inventory.skills.first() {
                prop_assert_eq!(told.name.as_deref(), Some(skill.name.as_str()), "{:?}", text);
                let description = skill.description.as_deref().unwrap_or_default();
                prop_assert_eq!(told.description.as_deref().unwrap_or_default(), description, "{:?}", text);
            }
        }
    }
}

/// Every place that the syntax tells of.
fn places(document: &Document) -> Vec<Span> {
    let text = &document.text;
    let fences = &document.fences;
    let mut spans = vec![fences.block, fences.body, document.opening()];
    spans.extend(fences.bom);
    spans.extend(fences.lead.map(|lead| lead.span));
    for fence in [fences.opening, fences.closing].into_iter().flatten() {
        spans.extend([fence.dashes, fence.rest, fence.line_break, fence.line()]);
    }
    for tolerate_bom in [true, false] {
        spans.extend(fences::cut(text, tolerate_bom).into_iter().flat_map(|cut| [cut.block, cut.content]));
    }
    spans.extend(fields::fields(text, Span::new(0, text.len())).flat_map(|field| [field.key, field.value]));
    for yaml in [&document.yaml, &yaml::parse(text, Span::new(0, text.len()))] {
        spans.extend(yaml.comments.iter().copied());
        spans.extend(yaml.error.iter().map(|error| Span::at(error.at)));
        spans.extend(yaml.root.iter().flat_map(nodes));
    }
    for key in ["name", "description", "metadata"] {
        spans.extend(document.value(key).into_iter().flat_map(|value| [value.key, value.span]));
    }
    for body in [fences.body, Span::new(0, text.len())] {
        let found = markdown::parse(text, body);
        spans.extend(found.links.iter().flat_map(|link| [link.span, link.target]));
        spans.extend(found.code.iter().map(|code| code.span));
        spans.extend(found.headings.iter().map(|heading| heading.span));
    }
    spans
}

fn nodes(node: &yaml::Node) -> Vec<Span> {
    let mut spans = vec![node.span];
    match &node.value {
        yaml::Value::Scalar { .. } => {}
        yaml::Value::Sequence(items) => spans.extend(items.iter().flat_map(nodes)),
        yaml::Value::Mapping(entries) => {
            for entry in entries {
                spans.push(entry.span());
                spans.extend(nodes(&entry.key));
                spans.extend(entry.value.iter().flat_map(nodes));
            }
        }
    }
    spans
}

fn fits(span: Span, text: &str) -> bool {
    text.get(span.start..span.end).is_some()
}

fn edits_of<'a>(fix: &'a Fix, entry: &Path) -> Option<&'a [Edit]> {
    fix.changes.iter().find_map(|change| match change {
        Change::Edit { file, edits } if file == entry => Some(edits.as_slice()),
        _ => None,
    })
}

/// The lines with their breaks.
fn lines_of(text: &str) -> Vec<(Span, &str)> {
    text::lines(text, 0)
        .map(|(content, line_break)| Span::new(content.start, line_break.end))
        .filter(|line| !line.is_empty())
        .map(|line| (line, line.slice(text)))
        .collect()
}

fn pieces(text: &str) -> Vec<&str> {
    lines_of(text).into_iter().map(|(_, line)| line).collect()
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
