//! Makes workspaces of realistic skills: the same for the same number and seed, on every machine.
//!
//! Each skill has 4 or 5 files: a `SKILL.md` of 2 to 8 KB, one or two references, a script, sometimes an asset. Three in a
//! hundred are faulty, each time in another of [`FAULTS`] ways.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The seed of all benches.
pub const SEED: u64 = 0x5_1C11;

/// Roots and their share of the skills in percent.
const ROOTS: [(&str, u64); 4] =
    [(".claude/skills", 40), (".agents/skills", 30), ("skills", 20), ("plugins/kit/skills", 10)];

/// In how many ways a skill can be faulty.
pub const FAULTS: usize = 14;

/// What was made.
#[derive(Debug, Default)]
pub struct Made {
    /// Directories with a `SKILL.md`.
    pub skills: usize,
    /// Directories of those with a fault, in the order of [`FAULTS`] again and again.
    pub faulty: Vec<PathBuf>,
    /// All files.
    pub files: usize,
    /// Bytes of all Markdown files.
    pub markdown_bytes: usize,
}

/// Writes `count` skills below `dir`.
///
/// # Errors
/// What the system says.
pub fn generate(dir: &Path, count: usize, seed: u64) -> io::Result<Made> {
    let mut random = Random(seed);
    let mut made = Made::default();
    let plugin = dir.join("plugins/kit/.claude-plugin");
    fs::create_dir_all(&plugin)?;
    fs::write(plugin.join("plugin.json"), "{\"name\": \"kit\", \"version\": \"1.0.0\"}\n")?;
    made.files += 1;
    let mut last_name = String::from("nothing-before");
    for number in 0..count {
        let mut share = random.below(100);
        let mut root = ROOTS[0].0;
        for (path, percent) in ROOTS {
            root = path;
            if share < percent {
                break;
            }
            share -= percent;
        }
        // Every hundred skills have exactly three faulty ones, in turn in each way.
        let fault = matches!(number % 100, 17 | 50 | 83).then(|| made.faulty.len() % FAULTS);
        let name = format!("{}-{}-{number}", random.pick(&VERBS), random.pick(&NOUNS));
        let skill = dir.join(root).join(&name);
        skill_files(&mut random, &skill, &name, &last_name, fault, &mut made)?;
        made.skills += 1;
        made.faulty.extend(fault.map(|_| skill));
        last_name = name;
    }
    Ok(made)
}

fn skill_files(
    random: &mut Random,
    dir: &Path,
    name: &str,
    last_name: &str,
    fault: Option<usize>,
    made: &mut Made,
) -> io::Result<()> {
    let references: Vec<String> = match random.below(2) {
        0 => vec![format!("{}.md", random.pick(&TOPICS))],
        _ => vec![format!("{}.md", random.pick(&TOPICS)), format!("{}-details.md", random.pick(&NOUNS))],
    };
    let script = format!("{}.{}", random.pick(&VERBS), random.pick(&["sh", "py", "js"]));
    fs::create_dir_all(dir.join("references"))?;
    fs::create_dir_all(dir.join("scripts"))?;
    let mut headings = Vec::new();
    for reference in &references {
        let length = 1_000 + random.below(5_000) as usize;
        let mut text = format!("# {}\n\n", title(reference.trim_end_matches(".md")));
        let section = prose(random, &mut text, length, &[]);
        text += "Back to the [skill](../SKILL.md).\n";
        headings.push(section);
        markdown(&dir.join("references").join(reference), &text, made)?;
    }
    let lines = 10 + random.below(30);
    let body: String = (0..lines).map(|line| format!("echo \"step {line}: {}\"\n", random.pick(&NOUNS))).collect();
    fs::write(dir.join("scripts").join(&script), format!("#!/bin/sh\nset -eu\n{body}"))?;
    made.files += 1;
    if references.len() == 1 || random.below(2) == 0 {
        fs::create_dir_all(dir.join("assets"))?;
        let bytes: Vec<u8> = (0..200 + random.below(2_000)).map(|_| random.next() as u8).collect();
        fs::write(dir.join("assets/picture.png"), bytes)?;
        made.files += 1;
    }
    let text = entry(random, name, last_name, &references, &headings, &script, fault);
    markdown(&dir.join("SKILL.md"), &text, made)
}

fn markdown(path: &Path, text: &str, made: &mut Made) -> io::Result<()> {
    made.files += 1;
    made.markdown_bytes += text.len();
    fs::write(path, text)
}

fn entry(
    random: &mut Random,
    name: &str,
    last_name: &str,
    references: &[String],
    headings: &[String],
    script: &str,
    fault: Option<usize>,
) -> String {
    let description = format!("{} Use when {}.", sentence(random), clause(random));
    let mut name_line = format!("name: {name}\n");
    let mut description_line = match random.below(4) {
        0 => format!("description: \"{description}\"\n"),
        _ => format!("description: {description}\n"),
    };
    let mut more = String::new();
    if random.below(3) == 0 {
        more += "license: MIT\n";
    }
    if random.below(3) == 0 {
        more += "allowed-tools: Read Grep Bash(git log:*)\n";
    }
    if random.below(4) == 0 {
        more += &format!("metadata:\n  owner: {}\n  version: \"1.{}\"\n", random.pick(&NOUNS), random.below(20));
    }
    let links: Vec<String> = references
        .iter()
        .zip(headings)
        .flat_map(|(file, heading)| {
            [
                format!("[{}](references/{file})", title(file.trim_end_matches(".md"))),
                format!("[{heading}](references/{file}#{})", heading.to_lowercase().replace(' ', "-")),
            ]
        })
        .chain([format!("`scripts/{script}`"), format!("[the script](scripts/{script})")])
        .collect();
    let mut body = format!("# {}\n\n", title(name));
    let length = 1_700 + random.below(5_800) as usize;
    prose(random, &mut body, length, &links);
    let mut opening = "---\n";
    match fault {
        None => {}
        Some(0) => description_line = format!("description: {}: {description}\n", title(name)),
        Some(1) => description_line = format!("description: >\n  {description}\n  And nothing else.\n"),
        Some(2) => name_line.clear(),
        Some(3) => name_line = format!("name: {}\n", title(name)),
        Some(4) => body += "See [more](references/not-written-yet.md).\n",
        Some(5) => body += &format!("See [more](references/{}).\n", references[0].to_uppercase()),
        Some(6) => name_line = format!("name: {last_name}\n"),
        Some(7) => description_line = format!("description: \"{description}\n"),
        Some(8) => more += &format!("description: {}\n", sentence(random)),
        Some(9) => more += "metadata:\n\towner: nobody\n",
        Some(10) => description_line = format!("description: {} #tags {description}\n", title(name)),
        Some(11) => description_line.clear(),
        Some(12) => opening = "\n---\n",
        Some(_) => body += &format!("See [a part](references/{}#no-such-part-of-it).\n", references[0]),
    }
    format!("{opening}{name_line}{description_line}{more}---\n\n{body}")
}

/// Adds about `length` bytes of headings, paragraphs, lists, code and tables, each of `links` at least once; gives the
/// last second-level heading.
fn prose(random: &mut Random, out: &mut String, length: usize, links: &[String]) -> String {
    let end = out.len() + length;
    let mut heading = String::from("Overview");
    *out += "## Overview\n\n";
    let mut left = links.iter();
    let mut parts = 0;
    while out.len() < end || left.len() > 0 {
        match random.below(10) {
            0 | 1 => {
                parts += 1;
                heading = format!("{} the {} part {parts}", title(random.pick(&VERBS)), random.pick(&NOUNS));
                *out += &format!("## {heading}\n\n");
            }
            2 => {
                for number in 1..=3 + random.below(4) {
                    *out += &format!("{number}. {}\n", sentence(random));
                }
                out.push('\n');
            }
            3 => {
                let (verb, noun) = (random.pick(&VERBS), random.pick(&NOUNS));
                *out += &format!("```sh\n{verb} --{noun} [value](not-a-link.md) # a comment\n{verb} --help\n```\n\n");
            }
            4 => {
                *out += "| what | why |\n| --- | --- |\n";
                for _ in 0..2 + random.below(3) {
                    *out += &format!("| `{}` | {} |\n", random.pick(&NOUNS), clause(random));
                }
                out.push('\n');
            }
            _ => {
                for _ in 0..2 + random.below(3) {
                    *out += &sentence(random);
                    out.push(' ');
                }
                match left.next() {
                    Some(link) => *out += &format!("See {link}.\n\n"),
                    None => *out += &format!("Set `{}` first.\n\n", random.pick(&NOUNS)),
                }
            }
        }
    }
    heading
}

fn sentence(random: &mut Random) -> String {
    let rest = clause(random);
    format!("{} the {} before {rest}.", title(random.pick(&VERBS)), random.pick(&NOUNS))
}

fn clause(random: &mut Random) -> String {
    format!("the {} of a {} has to be {}", random.pick(&TOPICS), random.pick(&NOUNS), random.pick(&ENDS))
}

fn title(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|c| c.to_uppercase().collect::<String>()).unwrap_or_default();
    first + &letters.as_str().replace('-', " ")
}

/// SplitMix64: written out, so that no new version of a library gives another workspace.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn pick(&mut self, words: &[&'static str]) -> &'static str {
        words[self.below(words.len() as u64) as usize]
    }
}

const VERBS: [&str; 16] = [
    "check",
    "write",
    "review",
    "plan",
    "sort",
    "merge",
    "clean",
    "draw",
    "measure",
    "translate",
    "publish",
    "collect",
    "compare",
    "record",
    "repair",
    "explain",
];

const NOUNS: [&str; 24] = [
    "release",
    "table",
    "report",
    "invoice",
    "picture",
    "schema",
    "queue",
    "ticket",
    "notebook",
    "contract",
    "form",
    "index",
    "log",
    "message",
    "migration",
    "package",
    "query",
    "screen",
    "survey",
    "template",
    "token",
    "trace",
    "calendar",
    "budget",
];

const TOPICS: [&str; 12] = [
    "layout",
    "history",
    "naming",
    "rounding",
    "encoding",
    "ownership",
    "style",
    "wording",
    "limits",
    "errors",
    "units",
    "order",
];

const ENDS: [&str; 8] = [
    "known to everyone",
    "written down, with its date and its author",
    "compared with the one from the month before",
    "short enough for a single page",
    "checked by somebody who was not there",
    "the same in all languages — German, français, 日本語",
    "kept apart from the rest",
    "changed without asking again",
];
