//! What is asked of a place has an answer for every text: nothing panics, and each place lies in its text.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

#[path = "properties/texts.rs"]
#[allow(dead_code, reason = "each test file uses its part")]
mod texts;
#[path = "common/written.rs"]
mod written;

use std::path::Path;

use proptest::prelude::*;
use skill_lsp::files::{Cancel, Disk, Files, Overlay};
use skill_lsp::ide::Site;
use skill_lsp::ide::actions::{Asked, actions};
use skill_lsp::ide::definition::{definition, document_links};
use skill_lsp::ide::folding::folds;
use skill_lsp::ide::formatting::format;
use skill_lsp::ide::highlight::highlights;
use skill_lsp::ide::references::references;
use skill_lsp::ide::rename::{Powers, follow_files, prepare, rename};
use skill_lsp::ide::selection::selections;
use skill_lsp::ide::symbols::{Symbol, document_symbols};
use skill_lsp::rules::Change;
use skill_lsp::text::{Span, apply, decode};
use skill_lsp::workspace::{Settings, Workspace};
use written::Written;

/// Bodies of which each line points at something, or looks so.
fn body() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("# 🦀 é"),
        Just("## a ##"),
        Just("x\n==="),
        Just("> # q"),
        Just("- # in a list"),
        Just("#"),
        Just("## [l](#a)"),
        Just("[a](#%F0%9F%A6%80-é) [b](<refs/my file.md#a>)"),
        Just("[r][x] [x] [x][]"),
        Just("[x]: refs/a.md#part 't'"),
        Just("[x]: <>"),
        Just("[x]()"),
        Just("![](refs/)"),
        Just("[y](./././refs/../refs/a.md?q#part)"),
        Just("`refs/a.md` `../other/SKILL.md`"),
        Just("/other $other `other-one` the other-one skill"),
        Just("[o](../other) [p](../other/SKILL.md#x) [u](../../..)"),
        Just("```\n/other\n"),
        Just("<a id=\"🦀\"></a> [i](#🦀)"),
        Just("[e](refs/%FF.md) [n](%00) [s](a\\ b)"),
        Just("[z](#L2) [t](#L999999999999)"),
        Just("\u{2028}/other\u{a0}"),
        Just("[${CLAUDE_PLUGIN_ROOT}](${CLAUDE_PLUGIN_ROOT}/x.md)"),
        Just("| [c](refs/a.md) | `/other` |\n| - | - |"),
    ];
    (proptest::collection::vec(line, 0..12), prop_oneof![Just("\n"), Just("\r\n"), Just("\r")])
        .prop_map(|(lines, line_break)| lines.join("\n").replace('\n', line_break))
}

fn fits(span: Span, text: &str) -> bool {
    text.get(span.start..span.end).is_some()
}

fn text_of(files: &dyn Files, file: &Path) -> String {
    files.read(file, usize::MAX).map(|content| decode(content.bytes).text).unwrap_or_default()
}

fn check_changes(files: &dyn Files, changes: &[Change]) -> Result<(), TestCaseError> {
    for change in changes {
        if let Change::Edit { file, edits } = change {
            let done = apply(&text_of(files, file), edits);
            prop_assert!(done.is_ok(), "{:?} in {:?}", change, text_of(files, file));
        }
    }
    Ok(())
}

fn check_symbols(symbols: &[Symbol], text: &str) -> Result<(), TestCaseError> {
    for symbol in symbols {
        prop_assert!(
            fits(symbol.span, text) && symbol.span.covers(symbol.name_span) && !symbol.name.is_empty(),
            "{:?}",
            symbol
        );
        prop_assert!(symbol.children.iter().all(|child| symbol.span.covers(child.span)), "{:?}", symbol);
        check_symbols(&symbol.children, text)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_place_has_an_answer(
        head in prop_oneof![texts::skill(), Just("---\nname: own\ndescription: D.\n---\n".to_owned()), Just(String::new())],
        body in body(),
        page in body(),
        places in proptest::collection::vec(any::<prop::sample::Index>(), 1..5),
        name in prop_oneof![Just("new-name"), Just("🦀"), Just("a/b"), Just("other"), Just("x\ny"), Just("  "), Just("A `b` [c](d)")],
    ) {
        let written = Written::files(&[
            ("skills/other/SKILL.md", "---\nname: other\ndescription: D.\n---\n\n[own](../own/SKILL.md#a) /own\n"),
            ("skills/own/refs/my file.md", "# A\n"),
            ("skills/own/SKILL.md", "---\nname: own\ndescription: D.\n---\n"),
            ("skills/own/refs/a.md", ""),
            ("AGENTS.md", "/own and [it](skills/own/SKILL.md#a)\n"),
        ]);
        let base = &written.dir;
        let mut files = Overlay::new(Disk);
        // Two files that are open and not saved.
        let entry = base.join("skills/own/SKILL.md");
        files.set(&entry, head + &body);
        files.set(&base.join("skills/own/refs/a.md"), page);
        let settings = Settings { starts: vec![base.clone()], base: base.clone(), ..Settings::default() };
        let workspace = Workspace::open_with_names(&files, settings, &Cancel::new(), &|_, _| {});
        for file in ["skills/own/SKILL.md", "skills/own/refs/a.md", "AGENTS.md"] {
            let file = base.join(file);
            let text = text_of(&files, &file);
            for place in &places {
                let mut offset = place.index(text.len() + 1);
                while !text.is_char_boundary(offset) {
                    offset -= 1;
                }
                let site = Site { files: &files, workspace: &workspace, file: &file, text: &text, offset };
                if let Some(found) = definition(&site) {
                    prop_assert!(fits(found.origin, &text) && fits(found.place.span, &text_of(&files, &found.place.file)), "{:?}", found);
                }
                prop_assert!(document_links(&site).iter().all(|link| fits(link.span, &text)));
                prop_assert!(references(&site, true).iter().all(|place| fits(place.span, &text_of(&files, &place.file))));
                prop_assert!(highlights(&site).iter().all(|one| fits(one.span, &text)));
                check_symbols(&document_symbols(&site), &text)?;
                prop_assert!(folds(&site).iter().all(|fold| fits(fold.span, &text)));
                let grown = selections(&site);
                prop_assert!(grown.iter().all(|span| fits(*span, &text)) && grown.windows(2).all(|pair| pair[1].covers(pair[0])));
                prop_assert!(apply(&text, &format(&site, None)).is_ok());
                if let Ok(Some(prepared)) = prepare(&site) {
                    prop_assert!(fits(prepared.span, &text) && prepared.span.touches(offset), "{:?} {}", prepared, offset);
                }
                match rename(&site, name, Powers { renames: true }) {
                    Ok(changes) => check_changes(&files, &changes)?,
                    Err(why) => prop_assert!(!why.trim().is_empty()),
                }
                let asked = Asked { powers: Powers { renames: true }, creates: true, wants: &|_| true };
                for action in actions(&site, &asked) {
                    check_changes(&files, &action.changes)?;
                }
            }
        }
        let around = skill_lsp::ide::pointer::Around { files: &files, workspace: &workspace };
        for (from, to) in [("skills/own/refs", "skills/own/r e f s"), ("skills/own/refs/a.md", "a.md"), ("skills", "s")] {
            check_changes(&files, &follow_files(around, vec![(base.join(from), base.join(to))]))?;
        }
    }
}
