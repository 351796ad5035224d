//! Drawn expectations: a skill's text with each diagnostic under its place.
//!
//! A line of carets, a severity and a part of the message speaks of the line above:
//!
//! ```text
//! name: Seo Tool
//!       ^^^^^^^^ error: has upper-case letters
//! ```

use super::{Change, Diagnostic, Rule, SkillContext, rule::Check};
use crate::hosts;
use crate::skill::{Document, Item, ItemKind, Skill, Tree};
use crate::syntax::markdown;
use crate::text::{Encoding, LineIndex, apply};

/// Checks that a rule says exactly what is drawn, of a skill in the directory `demo` of a root of no host.
#[track_caller]
pub fn check(rule: &Rule, drawn: &str) {
    check_for("spec", rule, drawn);
}

/// As [`check`], for one more host.
#[track_caller]
pub fn check_for(host: &str, rule: &Rule, drawn: &str) {
    let drawn = drawn.strip_prefix('\n').unwrap_or(drawn);
    let mut text = String::new();
    let mut expected: Vec<(usize, usize, usize, String, String)> = Vec::new();
    for line in drawn.split_inclusive('\n') {
        match annotation(line) {
            Some((column, width, severity, part)) => {
                expected.push((text.lines().count() - 1, column, width, severity.to_owned(), part.to_owned()));
            }
            None => text += line,
        }
    }
    let index = LineIndex::new(&text);
    let found = run(host, rule, &text);
    for diagnostic in &found {
        assert!(text.get(diagnostic.span.start..diagnostic.span.end).is_some(), "no such place: {diagnostic:#?}");
    }
    let shown: Vec<_> = found
        .iter()
        .map(|diagnostic| {
            let start = index.position(&text, diagnostic.span.start, Encoding::Utf32);
            let end = index.position(&text, diagnostic.span.end, Encoding::Utf32);
            let width = if start.line == end.line { end.character - start.character } else { 0 };
            (
                start.line as usize,
                start.character as usize,
                width as usize,
                diagnostic.severity.word().to_owned(),
                diagnostic.message.clone(),
            )
        })
        .collect();
    assert_eq!(shown.len(), expected.len(), "{text}\n{shown:#?}");
    for (shown, expected) in shown.iter().zip(&expected) {
        assert_eq!(
            (shown.0, shown.1, shown.2, &shown.3),
            (expected.0, expected.1, expected.2, &expected.3),
            "{text}\n{shown:#?}"
        );
        assert!(shown.4.contains(&expected.4), "{:?} does not say {:?}", shown.4, expected.4);
    }
}

/// The text after all fixes of the rule, and, once more, nothing left to fix.
#[track_caller]
pub fn fixed(rule: &Rule, text: &str) -> String {
    fixed_for("spec", rule, text)
}

/// As [`fixed`], for one more host.
#[track_caller]
pub fn fixed_for(host: &str, rule: &Rule, text: &str) -> String {
    let once = fix_once(host, rule, text);
    assert_ne!(once, text, "no fix for {text:?}: {:#?}", run(host, rule, text));
    assert_eq!(fix_once(host, rule, &once), once, "a second time must change nothing");
    once
}

/// As [`codes`], for one more host.
pub fn codes_for(host: &str, rule: &Rule, text: &str) -> Vec<&'static str> {
    run(host, rule, text).iter().map(|diagnostic| diagnostic.code).collect()
}

/// The codes of what a rule says of a text.
pub fn codes(rule: &Rule, text: &str) -> Vec<&'static str> {
    run("spec", rule, text).iter().map(|diagnostic| diagnostic.code).collect()
}

/// Whether the rule offers any fix of a text.
pub fn has_fix(rule: &Rule, text: &str) -> bool {
    has_fix_for("spec", rule, text)
}

/// As [`has_fix`], for one more host.
pub fn has_fix_for(host: &str, rule: &Rule, text: &str) -> bool {
    run(host, rule, text).iter().any(|diagnostic| !diagnostic.fixes.is_empty())
}

fn fix_once(host: &str, rule: &Rule, text: &str) -> String {
    let mut text = text.to_owned();
    let Some(fix) = run(host, rule, &text).into_iter().find_map(|diagnostic| diagnostic.fixes.into_iter().next())
    else {
        return text;
    };
    for change in fix.changes {
        if let Change::Edit { edits, .. } = change {
            text = apply(&text, &edits).unwrap();
        }
    }
    text
}

fn run(host: &str, rule: &Rule, text: &str) -> Vec<Diagnostic> {
    let document = Document::new(text, None);
    let body = markdown::parse(text, document.fences.body);
    let tree = Tree::new(vec![Item { path: "SKILL.md".to_owned(), kind: ItemKind::File }]);
    let skill = Skill {
        dir: "skills/demo".into(),
        entry: "skills/demo/SKILL.md".into(),
        root: "skills".into(),
        inside: None,
        linked_to: None,
        document,
        len: text.len() as u64,
        body,
        plugin_paths: Default::default(),
        tree,
        pages: Vec::new(),
        unreadable: Vec::new(),
    };
    let readings = hosts::Readings::new(&skill.document);
    let subject = hosts::Subject {
        document: &skill.document,
        directory: "demo",
        entry: "SKILL.md",
        place: None,
        bytes: skill.len,
    };
    let verdicts: Vec<_> = ["spec", "steamharness", host]
        .iter()
        .map(|id| hosts::verdict(hosts::find(id).unwrap(), &subject, &readings))
        .collect();
    let mut out = Vec::new();
    match rule.check {
        Check::Skill(check) => check(&SkillContext::new(&skill, &verdicts, &[]), &mut out),
        Check::Rest(check) => check(&SkillContext::new(&skill, &verdicts, &[]), &[], &mut out),
        Check::Name(_) | Check::Root(_) | Check::Stray(_) | Check::Agents(_) | Check::Listing(_) => {
            panic!("a rule on all skills needs a workspace")
        }
    }
    out
}

fn annotation(line: &str) -> Option<(usize, usize, &str, &str)> {
    let line = line.trim_end_matches('\n');
    let column = line.find('^').filter(|at| line[..*at].chars().all(|c| c == ' '))?;
    let rest = line[column..].trim_start_matches('^');
    let (severity, part) = rest.strip_prefix(' ')?.split_once(": ")?;
    Some((column, line.len() - column - rest.len(), severity, part))
}
