//! What completion offers has no diagnostic: at places in a made-up workspace and in generated ones, every item is taken,
//! and nothing is said that was not said before. And whatever is asked while a text is written has an answer.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

mod common;
#[path = "benches/generate.rs"]
#[allow(dead_code, reason = "the benches use the rest")]
mod generate;
#[path = "common/written.rs"]
mod written;

use std::path::{Path, PathBuf};

use common::{Copied, repository};
use skill_lsp::files::{Cancel, Disk, Overlay};
use skill_lsp::hosts;
use skill_lsp::ide::completion::{self, Kind};
use skill_lsp::ide::{Site, definition, hints, hover, lens, tokens};
use skill_lsp::text::{Edit, Span, apply};
use skill_lsp::workspace::{Config, Settings, Workspace};
use written::Written;

struct Bench {
    files: Overlay,
    workspace: Workspace,
    /// How many items were taken, by kind.
    taken: std::collections::BTreeMap<String, usize>,
}

impl Bench {
    fn open(dir: &Path, ids: &[&str]) -> Self {
        let files = Overlay::new(Disk);
        let mut config = Config::default();
        config.hosts = match ids {
            ["all"] => hosts::table().iter().collect(),
            ids => ids.iter().map(|id| hosts::find(id).unwrap()).collect(),
        };
        let settings = Settings { config, base: dir.to_owned(), starts: vec![dir.to_owned()], home: None };
        let workspace = Workspace::open(&files, settings, &Cancel::default(), &|_, _| {});
        Bench { files, workspace, taken: Default::default() }
    }

    fn set(&mut self, file: &Path, text: &str) {
        self.files.set(file, text);
        self.workspace.edit(&self.files, &[file.to_owned()], &Cancel::default());
    }

    /// What is said of the whole workspace, without the places, which an edit moves.
    fn said(&self) -> Vec<(PathBuf, &'static str)> {
        self.workspace.diagnostics().iter().map(|one| (one.file.clone(), one.code)).collect()
    }

    /// Takes every item that is offered at a place of a text, each by itself.
    fn try_place(&mut self, file: &Path, text: &str, offset: usize, sample: usize) {
        self.set(file, text);
        let before = self.said();
        let site = Site { files: &self.files, workspace: &self.workspace, file, text, offset };
        let items = completion::complete(&site).items;
        let mut bare: Vec<(Span, Vec<(PathBuf, &str)>)> = Vec::new();
        let step = items.len().div_ceil(sample).max(1);
        for item in items.iter().skip(offset % step).step_by(step) {
            // A word that is half typed may hide what is said without it.
            if !bare.iter().any(|(span, _)| *span == item.edit.span) {
                // Without a closing fence a line that is no key ends the front matter, and hides what follows; a key
                // that is welcome everywhere does not.
                let is_open = item.kind == Kind::Key && !text.contains("\n---") && !text.contains("\r---");
                let neutral = if is_open { "license:" } else { "" };
                let without = apply(text, &[Edit::replace(item.edit.span, neutral)]).unwrap();
                self.set(file, &without);
                bare.push((item.edit.span, self.said()));
            }
            let bare = &bare.iter().find(|(span, _)| *span == item.edit.span).unwrap().1;
            let stops = item.snippet.as_deref().map(without_stops);
            let inserted = std::iter::once(item.edit.text.clone()).chain(stops);
            for inserted in inserted {
                let after = apply(text, &[Edit { span: item.edit.span, text: inserted }]).unwrap();
                self.set(file, &after);
                let said = self.said();
                let count =
                    |among: &[(PathBuf, &str)], one: &(PathBuf, &str)| among.iter().filter(|own| *own == one).count();
                if let Some(one) = said.iter().find(|one| count(&said, one) > count(&before, one).max(count(bare, one)))
                {
                    let shown = format!("{}<|>{}", &text[..offset], &text[offset..]);
                    panic!("`{}` at\n{shown}\ngives {one:?}:\n{after}", item.label);
                }
                *self.taken.entry(format!("{:?}", item.kind)).or_default() += 1;
            }
        }
    }
}

/// A snippet as it stands when every stop is left as it is; of a choice, the first.
fn without_stops(snippet: &str) -> String {
    let mut out = String::new();
    let mut rest = snippet;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => {
                out.extend(rest.chars().next());
                rest = rest.get(1..).unwrap_or("");
            }
            '$' if rest.starts_with(|c: char| c.is_ascii_digit()) => rest = &rest[1..],
            '$' if rest.starts_with('{') => {
                let end = rest.find('}').unwrap();
                let inner = &rest[2..end];
                let inner = inner.trim_start_matches([':', '|']).split([',', '|']).next().unwrap();
                out += inner;
                rest = &rest[end + 1..];
            }
            c => out.push(c),
        }
    }
    out
}

/// What people have typed when they ask, and where: at the end of some lines.
const TYPED: [&str; 16] = [
    "",
    "\n",
    "\nl",
    "\n  ",
    "\n- ",
    " [a](",
    "\n[a](<",
    " ![a](r",
    " [a](#",
    " `",
    " `bash s",
    " /",
    " $",
    " ${C",
    "\n[x]: ",
    "\neffort: ",
];

fn try_text(bench: &mut Bench, file: &Path, text: &str, every: usize, sample: usize) {
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).chain([text.len()]).collect();
    for (nth, end) in ends.iter().enumerate() {
        // Line breaks are two characters in some texts.
        let end = if text[..*end].ends_with('\r') { end - 1 } else { *end };
        for (kind, typed) in TYPED.iter().enumerate().filter(|(kind, _)| (nth + kind) % every == 0) {
            let typed = if text.contains("\r\n") { typed.replace('\n', "\r\n") } else { (*typed).to_owned() };
            let written = format!("{}{typed}{}", &text[..end], &text[end..]);
            bench.try_place(file, &written, end + typed.len(), sample + kind % 2);
        }
    }
    // And in the middle of what is there.
    for (at, _) in text.char_indices().step_by(every * 5 + 1) {
        bench.try_place(file, text, at, sample);
    }
}

fn entries(bench: &Bench) -> Vec<PathBuf> {
    bench.workspace.skills().map(|kept| kept.summary.entry.clone()).collect()
}

#[test]
fn in_a_made_up_workspace() {
    let copied = Copied::of(&repository().join("tests/workspace"));
    for ids in [&[][..], &["claude-code", "codex", "qwen-code"], &["all"]] {
        let mut bench = Bench::open(copied.path(), ids);
        for (nth, file) in entries(&bench).into_iter().enumerate() {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            let every = if ids == ["all"] { 11 } else { 7 };
            try_text(&mut bench, &file, &text, every + nth % 3, 4);
            bench.files.remove(&file);
            bench.workspace.edit(&bench.files, &[file], &Cancel::default());
        }
        let kinds: Vec<&str> = bench.taken.keys().map(String::as_str).collect();
        assert!(bench.taken.values().sum::<usize>() > 150 && kinds.len() >= 4, "{ids:?}: {:?}", bench.taken);
    }
}

#[test]
fn in_generated_workspaces_with_every_fault() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path().canonicalize().unwrap();
    let made = generate::generate(&dir, 100 * generate::FAULTS / 3, generate::SEED).unwrap();
    assert!(made.faulty.len() >= generate::FAULTS);
    let mut bench = Bench::open(&dir, &[]);
    for skill in &made.faulty {
        let file = skill.join("SKILL.md");
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        try_text(&mut bench, &file, &text, 37, 2);
        bench.files.remove(&file);
        bench.workspace.edit(&bench.files, &[file], &Cancel::default());
    }
    assert!(bench.taken.values().sum::<usize>() > 300, "{:?}", bench.taken);
}

/// Whatever is asked at whatever place of a text, there is an answer, and its places lie in the text.
fn ask_everywhere(bench: &mut Bench, file: &Path, text: &str, every: usize) {
    bench.set(file, text);
    let fits = |span: Span| text.get(span.start..span.end).is_some();
    let offsets = text.char_indices().map(|(at, _)| at).chain([text.len()]).step_by(every);
    for offset in offsets {
        let site = Site { files: &bench.files, workspace: &bench.workspace, file, text, offset };
        for item in completion::complete(&site).items {
            assert!(fits(item.edit.span) && item.edit.span.touches(offset), "{item:?} at {offset} of {text:?}");
        }
        let hover = hover::hover(&site);
        assert!(hover.as_ref().is_none_or(|hover| fits(hover.span)), "{hover:?} at {offset} of {text:?}");
    }
    let site = Site { files: &bench.files, workspace: &bench.workspace, file, text, offset: 0 };
    let lens = lens::lens(&site).unwrap();
    assert!(fits(lens.span), "{lens:?} of {text:?}");
    assert!(hints::hints(&site).iter().all(|hint| text.is_char_boundary(hint.at)), "{text:?}");
    let tokens = tokens::tokens(&site);
    assert!(tokens.iter().all(|token| fits(token.span) && !token.span.is_empty()), "{tokens:?} of {text:?}");
    assert!(tokens.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start), "{tokens:?} of {text:?}");
}

/// A workspace of one skill with one page, and its entry.
fn demo() -> (Written, Bench, PathBuf) {
    let files = [(".claude/skills/demo/refs/a.md", "# 🦀 Über\n"), (".claude/skills/demo/SKILL.md", "x\n")];
    let written = Written::files(&files);
    let bench = Bench::open(&written.dir, &[]);
    let file = written.dir.join(".claude/skills/demo/SKILL.md");
    (written, bench, file)
}

#[test]
fn long_texts_do_not_take_forever() {
    let (_written, mut bench, file) = demo();
    let many = |count: usize, line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<String>();
    for body in [
        // One line that could begin something at each of its signs.
        many(4_000, &|nth| "`".repeat(nth % 50 + 1) + " "),
        many(20_000, &|_| "[![[$".to_owned()),
        // Each asks all others.
        many(4_000, &|nth| format!("## Head number {nth}\n\n[x](#hed-numbr-{nth}-no)\n\n")),
        many(6_000, &|nth| format!("<!-- skill-lsp: ignore[x] -->\n[x](refs/gone{nth}.md)\n")),
        many(20_000, &|nth| format!("[a](refs/a.md#n{nth}) `x-{nth}` the x-y skill, /demo and $ARGUMENTS\n")),
    ] {
        let text = format!("---\nname: demo\ndescription: d\n---\n{body}");
        let started = std::time::Instant::now();
        ask_everywhere(&mut bench, &file, &text, text.chars().count() / 2 + 1);
        let site = Site { files: &bench.files, workspace: &bench.workspace, file: &file, text: &text, offset: 0 };
        assert!(
            definition::document_links(&site).iter().all(|link| text.get(link.span.start..link.span.end).is_some())
        );
        // Where the work grows with the square of the text, it is minutes.
        assert!(started.elapsed().as_secs() < 30, "{:?} for {:?}…", started.elapsed(), text.get(..120));
    }
}

#[test]
fn every_place_of_odd_texts_has_an_answer() {
    let (_written, mut bench, file) = demo();
    for text in [
        "",
        "\u{feff}",
        "\r",
        "---",
        "---\r",
        "---\n---",
        "🦀",
        "---\n🦀: 🦀\n日本: [é\n---\n",
        "---\rname: demo\rdescription: 🦀\r---\r[x](\r`\r",
        "---\r\nname: 🦀\r\ndescription: >\r\n  é\r\n---\r\n🦀 [é](refs/a.md#🦀) `🦀 /demo $ARGUMENTS\r\n",
        "---\nname: demo\ndescription: 'it''s\n  é'\nmetadata: {a: {b: [c]}}\nx: &a !!str y\nz: *a\n? q\n: r\n---\n",
        "---\nname: demo\n\n# open\n```\n$1 ${CLAUDE_SKILL_DIR} !`🦀` \\$1\n",
        "---\nallowed-tools: Bash(é *), \n  🦀\n---\n![🦀](<refs/a.md> \"é\") [[x]][y]\n\n[y]: refs/a.md#über '🦀'\n",
        "# A\n\n---\nname: a\n---\n\u{2028}/demo\u{2028}$ARGUMENTS\u{0}\n",
    ] {
        ask_everywhere(&mut bench, &file, text, 1);
    }
    // Far more than anybody writes, and more than is parsed.
    let long = "Line 🦀 with [a](refs/a.md#x) and `refs/a.md`, /demo, $ARGUMENTS.\n".repeat(5 << 14);
    let text = format!("---\nname: demo\ndescription: {}\n---\n{long}", "é".repeat(200_000));
    assert!(text.len() > 5 << 20);
    ask_everywhere(&mut bench, &file, &text[..text.floor_char_boundary(4 << 20)], 2 << 20);
}

#[test]
fn in_texts_nobody_writes() {
    let written = Written::files(&[
        (".claude/skills/demo/refs/a (1)#x.md", "# 🦀 Über\n"),
        (".claude/skills/demo/refs/{x}.md", "x\n"),
        (".claude/skills/demo/a:b.md", "x\n"),
        (".claude/skills/demo/scripts/run now.sh", "x\n"),
        (".claude/skills/demo/SKILL.md", "x\n"),
        (".claude/skills/Bad Name/SKILL.md", "x\n"),
        (".claude/skills/other/SKILL.md", "---\nname: demo\ndescription: Has the other's name.\n---\n"),
    ]);
    let dir = &written.dir;
    let texts = [
        "",
        "\u{feff}",
        "\u{feff}---\nname: demo\n---\n",
        "---",
        "---\r\nname: demo\r\ndescription: d\r\n---\r\n\r\nBody\r\n",
        "---\rname: demo\rdescription: d\r---\r\rBody\r",
        "---\nname: demo\ndescription: >\n  folded\n  text\nmetadata:\n  a: b\n---\n",
        "---\nname: demo\ndescription: 'a\n\n  b'\nallowed-tools:\n  - Read\n---\n",
        "---\nname: demo\ndescription: a: b\nx: [a\n---\n",
        "---\n{name: demo, description: d}\n---\n",
        "---\nname: demo\nname: demo\n---\n",
        "---\nname: demo\ndescription: d\nuser-invocable: false\ncontext: fork\nagent: x\n---\n",
        "---\nname: demo\ndescription: d\n\n# Not closed\n",
        "---\n  name: demo\n  description: d\n---\n",
        "---\n- a\n---\n",
        "---\nname: demo\ndescription: d\n---\n# A\n\n# A\n\n# A-1\n\n```\nopen\n",
        "---\nname: demo\ndescription: d\n---\n<!-- a\n[b](\n-->\n\n> - [x](y) `z`\n\n| a | [b](c) |\n",
        "# Title\n\n---\n\n[a](refs/gone.md)\n",
        "\n---\nname: demo\ndescription: d\n---\n",
    ];
    for skill in ["demo", "Bad Name"] {
        let file = dir.join(".claude/skills").join(skill).join("SKILL.md");
        for ids in [&[][..], &["claude-upload", "claude-code"], &["crush", "qwen-code", "codex"]] {
            let mut bench = Bench::open(dir, ids);
            for text in texts {
                try_text(&mut bench, &file, text, 3, 2);
            }
            assert!(bench.taken.values().sum::<usize>() > 50, "{:?}", bench.taken);
        }
    }
}
