use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::*;
use crate::files::{Cancel, Disk, Overlay};
use crate::tool::fixture::{Fixture, fixture};

impl Fixture {
    fn load(&self, input: Value) -> Source {
        let options = Options::from_json(&input).unwrap();
        load_skills(&Disk, &self.root, &options, &Cancel::new()).unwrap()
    }

    fn output(&self, input: Value, args: Value) -> Output {
        self.load(input).execute(&Disk, &args, &Cancel::new()).unwrap()
    }

    /// The paths between the tags; `None` without a block.
    fn files(&self, input: Value, name: &str) -> Option<Vec<String>> {
        let output = self.output(input, json!({"name": name})).output;
        let (_, block) = output.split_once("<skill_files>\n")?;
        let (block, _) = block.split_once("\n</skill_files>")?;
        Some(block.lines().filter(|line| !line.is_empty()).map(|line| line[6..line.len() - 7].to_owned()).collect())
    }
}

fn names(source: &Source) -> Vec<&str> {
    source.skills.iter().map(|skill| skill.name.as_str()).collect()
}

fn skipped(source: &Source) -> Vec<(&str, SkipReason)> {
    source.skipped.iter().map(|skip| (skip.location.as_str(), skip.reason)).collect()
}

#[test]
fn discovery_goes_by_depth_then_code_point() {
    let fixture = fixture(&[
        ("s/SKILL.md", "---\nname: root\n---\n"),
        ("s/z/SKILL.md", "---\nname: z\n---\n"),
        ("s/a/deep/SKILL.md", "---\nname: z\ndescription: loses\n---\n"),
        ("s/a-b/x/SKILL.md", "---\nname: second\n---\n"),
        ("s/\u{1f600}/SKILL.md", "---\nname: smile\n---\n"),
        ("s/\u{ff5e}/SKILL.md", "---\nname: tilde\n---\n"),
        ("s/node_modules/SKILL.md", "---\nname: pruned\n---\n"),
        ("s/x/.git/SKILL.md", "---\nname: pruned\n---\n"),
        ("s/lower/skill.md", "---\nname: lower\n---\n"),
        ("node_modules/SKILL.md", "---\nname: own\n---\n"),
    ]);
    let source = fixture.load(json!(["s", "node_modules", "s/z/SKILL.md", "./s//../missing"]));
    assert_eq!(names(&source), ["root", "z", "tilde", "smile", "second", "own"]);
    assert_eq!(skipped(&source), [("s/a/deep/SKILL.md", SkipReason::DuplicateName)]);
    assert_eq!(
        source.warnings,
        [
            "[toolnexus] skills dir not found: s/z/SKILL.md",
            "[toolnexus] skills dir not found: ./s//../missing",
            "[toolnexus] duplicate skill name \"z\" (s/a/deep/SKILL.md) — keeping first",
        ]
    );
}

#[test]
fn reasons_to_skip() {
    let fixture = fixture(&[
        ("s/1/SKILL.md", "no front matter"),
        ("s/2/SKILL.md", "\u{feff}---\nname: a\n---\n"),
        ("s/3/SKILL.md", "---\nname: a\r---\r"),
        ("s/4/SKILL.md", "---\n# only a comment\n---\n"),
        ("s/5/SKILL.md", "---\nname: ~\n---\n"),
        ("s/6/SKILL.md", "---\ndescription: a: b\n---\n"),
        ("s/7/SKILL.md", "---\n- name: a\n---\n"),
        ("s/8/SKILL.md", "---\nname: '\u{a0} '\n---\n"),
    ]);
    let expected: Vec<(String, SkipReason)> = [
        SkipReason::MissingName,
        SkipReason::MissingName,
        SkipReason::MissingName,
        SkipReason::MalformedFrontmatter,
        SkipReason::MissingName,
        SkipReason::MalformedFrontmatter,
        SkipReason::MalformedFrontmatter,
        SkipReason::MissingName,
    ]
    .into_iter()
    .enumerate()
    .map(|(at, reason)| (format!("s/{}/SKILL.md", at + 1), reason))
    .collect();
    let source = fixture.load(json!("s"));
    let found: Vec<(String, SkipReason)> = skipped(&source).into_iter().map(|(at, why)| (at.to_owned(), why)).collect();
    assert_eq!(found, expected);
    assert!(source.skipped[5].detail.is_some() && source.skipped[0].detail.is_none());
    let skip = serde_json::to_value(&source.skipped[0]).unwrap();
    assert_eq!(skip, json!({"location": "s/1/SKILL.md", "reason": "missing-name"}));
}

#[test]
fn a_file_larger_than_javascript_reads_is_unreadable() {
    let fixture = fixture(&[]);
    for (name, size) in [("huge", 10 << 30), ("large", (1 << 22) + 100)] {
        fs::create_dir_all(fixture.root.join("s").join(name)).unwrap();
        fs::write(fixture.root.join("s").join(name).join("SKILL.md"), format!("---\nname: {name}\n---\n")).unwrap();
        let file =
            fs::OpenOptions::new().append(true).open(fixture.root.join("s").join(name).join("SKILL.md")).unwrap();
        file.set_len(size).unwrap();
    }
    let source = fixture.load(json!("s"));
    assert_eq!(skipped(&source), [("s/huge/SKILL.md", SkipReason::Unreadable)]);
    assert_eq!(source.skills[0].content.len(), (1 << 22) + 100 - "---\nname: large\n---\n".len());
}

#[test]
fn sample_limits() {
    let files: Vec<String> = (0..12).map(|number| format!("s/a/f{number:02}")).collect();
    let mut all = vec![("s/a/SKILL.md", "---\nname: a\n---\n"), ("s/a/sub/SKILL.md", "x")];
    all.extend(files.iter().map(|path| (path.as_str(), "")));
    let fixture = fixture(&all);
    let resources: Vec<String> = (0..12).map(|number| number.to_string()).collect();
    let input = |limit: Value| json!({"dirs": "s", "skills": [{"name": "x", "resources": resources}, {"name": "none"}], "sampleLimit": limit});
    for (limit, files, resources) in [
        (json!(null), Some(10), Some(10)),
        (json!(0), Some(10), Some(10)),
        (json!(-0.0), Some(10), Some(10)),
        (json!(3), Some(3), Some(3)),
        (json!(1000), Some(12), Some(12)),
        (json!(1e300), Some(12), Some(12)),
        (json!(-1), None, None),
        (json!(2.9), Some(2), Some(2)),
        (json!(0.5), Some(0), Some(0)),
        // As JavaScript's `slice` has it.
        (json!(-2), Some(10), Some(12)),
        (json!(-1.5), Some(11), Some(12)),
        (json!(-100), Some(0), Some(12)),
    ] {
        let count = |name| fixture.files(input(limit.clone()), name).map(|files| files.len());
        assert_eq!((count("a"), count("x"), count("none")), (files, resources, None), "{limit}");
    }
}

#[test]
fn the_sample_is_sorted_before_it_is_cut() {
    let fixture = fixture(&[
        ("s/a/SKILL.md", "---\nname: a\n---\n"),
        ("s/a/z", ""),
        ("s/a/a/x", ""),
        ("s/a/a-b", ""),
        ("s/a/.h", ""),
        ("s/a/skill.md", ""),
        ("s/a/.git/x", ""),
        ("s/a/sub/SKILL.md", ""),
        ("s/a/sub/own", ""),
    ]);
    let all = ["s/a/.h", "s/a/a-b", "s/a/a/x", "s/a/skill.md", "s/a/sub/own", "s/a/z"];
    assert_eq!(fixture.files(json!("s"), "a").unwrap(), all);
    assert_eq!(fixture.files(json!({"dirs": "./s/.", "sampleLimit": 2}), "a").unwrap(), all[..2]);
    assert_eq!(fixture.files(json!("s/a"), "a").unwrap(), all);
}

#[test]
fn a_root_that_is_the_working_directory_or_a_skill() {
    let fixture = fixture(&[("SKILL.md", "---\nname: a\n---\n"), ("f", "")]);
    let source = fixture.load(json!("."));
    assert_eq!(source.skills[0].location, "SKILL.md");
    let output = source.execute(&Disk, &json!({"name": "a"}), &Cancel::new()).unwrap();
    assert_eq!(output.metadata.unwrap().dir, ".");
    assert!(output.output.contains(&format!("Base directory for this skill: file://{}\n", fixture.root.display())));
    assert!(output.output.contains("\n<file>f</file>\n"));
    let absolute = fixture.root.to_str().unwrap();
    assert_eq!(fixture.load(json!(absolute)).skills[0].location, format!("{absolute}/SKILL.md"));
}

#[test]
fn data_skills() {
    let fixture = fixture(&[("s/a/SKILL.md", "---\nname: a\n---\n")]);
    let source = fixture.load(json!({"dirs": ["s"], "skills": [
        {"content": "x"},
        {"name": "", "base": ""},
        {"name": "", "base": "db://"},
        {"name": "  ", "content": "x"},
        {"name": "n ä/", "description": "", "base": ""},
        {"name": "a"},
        {"name": "n ä/"},
        {"name": "b", "content": "---\nname: c\n---\n b ", "base": "db://b", "resources": ["z", "a", "z"]},
    ]}));
    assert_eq!(names(&source), ["a", "  ", "n ä/", "b"]);
    let missing = SkipReason::MissingName;
    let duplicate = SkipReason::DuplicateName;
    assert_eq!(
        skipped(&source),
        [
            ("skill://", missing),
            ("", missing),
            ("db://", missing),
            ("skill://a/", duplicate),
            ("skill://n ä//", duplicate),
        ]
    );
    assert!(source.prompt.ends_with("## Available Skills\n- **n ä/**: "));
    let output = source.execute(&Disk, &json!({"name": "b"}), &Cancel::new()).unwrap();
    assert_eq!(
        output.output,
        "<skill_content name=\"b\">\n# Skill: b\n\n---\nname: c\n---\n b\n\nBase directory for this skill: db://b\n\
         Relative paths in this skill (e.g., scripts/, reference/) are relative to this base directory.\n\
         Note: file list is sampled.\n\n<skill_files>\n<file>z</file>\n<file>a</file>\n<file>z</file>\n</skill_files>\n\
         </skill_content>"
    );
    let output = source.execute(&Disk, &json!({"name": "  "}), &Cancel::new()).unwrap().output;
    assert!(output.contains("\n\nx\n\nBase directory for this skill: skill://  /\n"));
}

#[test]
fn filters() {
    let fixture = fixture(&[]);
    let load = |filter: Value| {
        let skills = json!([{"name": "a", "description": "A"}, {"name": "b"}, {"name": "a", "description": "later"}]);
        fixture.load(json!({"skills": skills, "filter": filter}))
    };
    for (filter, expected) in [
        (json!(null), vec!["a", "b"]),
        (json!({}), vec!["a", "b"]),
        (json!({"a": true}), vec!["a"]),
        (json!({"a": false}), vec!["b"]),
        (json!({"a": true, "b": false}), vec!["a"]),
        (json!({"a": false, "b": true}), vec!["b"]),
        (json!({"a": 1, "b": "true"}), vec!["a", "b"]),
        (json!({"a": null, "b": true}), vec!["b"]),
    ] {
        let source = load(filter.clone());
        assert_eq!(names(&source), expected, "{filter}");
        assert_eq!(skipped(&source), [("skill://a/", SkipReason::DuplicateName)]);
        assert_eq!(source.warnings.len(), 1);
    }
    let source = load(json!({"z": true, "A": false, "constructor": 0}));
    assert_eq!(source.prompt, "No skills are currently available.");
    assert_eq!(
        source.warnings[1..],
        ["z", "A", "constructor"].map(|name| format!("[toolnexus] skill filter name \"{name}\" matched no skill"))
    );
    let output = source.execute(&Disk, &json!({"name": "a"}), &Cancel::new()).unwrap();
    let json = serde_json::to_string(&output).unwrap();
    assert_eq!(json, r#"{"output":"Skill \"a\" not found. Available skills: none","isError":true}"#);
    let options = Options::from_json(&json!({"skills": [{"name": "a"}], "filter": {"a": false, "z": true}})).unwrap();
    let inventory = list_skills(&Disk, &fixture.root, &options, &Cancel::new()).unwrap();
    assert_eq!((inventory.skills.len(), inventory.warnings.len()), (1, 0));
}

#[test]
fn the_name_that_a_call_asks_for() {
    let fixture = fixture(&[]);
    let skills = json!([{"name": "5"}, {"name": "1e+21"}, {"name": "true"}, {"name": "[\"a\"]"}, {"name": "a"}]);
    for (args, loaded) in [
        (json!({"name": 5}), Ok("5")),
        (json!({"name": 5.0}), Ok("5")),
        (json!({"name": 1e21}), Ok("1e+21")),
        (json!({"name": true}), Ok("true")),
        (json!({"name": "a", "more": 1}), Ok("a")),
        (json!({"name": " a"}), Err(" a")),
        (json!({"name": "A"}), Err("A")),
        (json!({"name": null}), Err("")),
        (json!({}), Err("")),
        (json!(null), Err("")),
        (json!("a"), Err("")),
        (json!(["a"]), Err("")),
        (json!({"name": ["a"]}), Err("[\"a\"]")),
        (json!({"name": "toString"}), Err("toString")),
    ] {
        let output = fixture.output(json!({"skills": skills}), args.clone());
        match loaded {
            Ok(name) => assert_eq!(output.metadata.unwrap().name, name, "{args}"),
            Err(name) => {
                let expected = format!("Skill \"{name}\" not found. Available skills: 1e+21, 5, [\"a\"], a, true");
                assert_eq!((output.output, output.is_error), (expected, true), "{args}");
            }
        }
    }
}

#[test]
fn a_rescued_skill_knows_why() {
    let fixture = fixture(&[("s/a/SKILL.md", "---\nname: a\ndescription: x: y\n---\n\r\n b \r\n")]);
    let source = fixture.load(json!("s"));
    assert!(source.skills[0].fault.is_some() && source.skipped.is_empty());
    assert_eq!(
        serde_json::to_value(&source.skills).unwrap(),
        json!([{
            "name": "a", "description": "x: y", "location": "s/a/SKILL.md", "content": "\r\n b \r\n", "origin": "fs",
        }])
    );
    let output = source.execute(&Disk, &json!({"name": "a"}), &Cancel::new()).unwrap();
    assert!(output.output.starts_with("<skill_content name=\"a\">\n# Skill: a\n\nb\n\nBase"));
}

#[test]
fn the_whole_result_is_serialised_in_the_documents_words() {
    let fixture = fixture(&[]);
    let source = fixture.load(json!({"skills": [{"name": "a", "description": "A", "content": "c"}]}));
    let json = serde_json::to_value(&source).unwrap();
    let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["skills", "tool", "prompt", "skipped", "warnings"]);
    assert_eq!(
        json["skills"][0],
        json!({
            "name": "a", "description": "A", "location": "skill://a/", "content": "c", "origin": "logical",
            "resources": [], "base": "skill://a/",
        })
    );
    assert_eq!(json["tool"]["inputSchema"]["required"], json!(["name"]));
}

#[test]
fn a_provider_is_asked_once_and_only_when_needed() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let fixture = fixture(&[]);
    let options = Options::from_json(&json!({"skills": [{"name": "own"}]})).unwrap();
    let lazy = Lazy::new(options.clone(), move || {
        count.fetch_add(1, Ordering::SeqCst);
        Ok(vec![SkillDef { name: "given".to_owned(), ..SkillDef::default() }])
    });
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    for _ in 0..2 {
        let source = lazy.load(&Disk, &fixture.root, &Cancel::new()).unwrap();
        assert_eq!(names(&source), ["own", "given"]);
    }
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    let failing = Lazy::new(options, || Err("no database".to_owned()));
    let error = failing.load(&Disk, &fixture.root, &Cancel::new()).unwrap_err();
    assert_eq!(error.to_string(), "the provider of skills failed: no database");
}

#[test]
fn open_text_is_loaded() {
    let fixture = fixture(&[("s/a/SKILL.md", "---\nname: saved\n---\n")]);
    let mut overlay = Overlay::new(Disk);
    overlay.set(&fixture.root.join("s/a/SKILL.md"), "---\nname: open\n---\nbody");
    overlay.set(&fixture.root.join("s/a/new.md"), "");
    overlay.set(&fixture.root.join("unsaved/b/SKILL.md"), "---\nname: b\n---\n");
    let options = Options::dirs(["s", "unsaved"]);
    let source = load_skills(&overlay, &fixture.root, &options, &Cancel::new()).unwrap();
    assert_eq!((names(&source), source.warnings.len()), (vec!["open", "b"], 0));
    let output = source.execute(&overlay, &json!({"name": "open"}), &Cancel::new()).unwrap().output;
    assert!(output.contains("\n\nbody\n\n") && output.contains("<file>s/a/new.md</file>"));
}

#[cfg(unix)]
#[test]
fn links_lead_anywhere_and_circles_end() {
    use std::os::unix::fs::symlink;
    let fixture = fixture(&[
        ("out/SKILL.md", "---\nname: out\n---\n"),
        ("out/own", ""),
        ("secret", ""),
        ("s/a/SKILL.md", "---\nname: a\n---\n"),
        ("s/real/SKILL.md", "---\nname: real\n---\n"),
    ]);
    let link = |target: &str, path: &str| symlink(target, fixture.root.join(path)).unwrap();
    link("../out", "s/out");
    link("real", "s/alias");
    link("nothing", "s/broken");
    link("..", "s/a/up");
    link(".", "s/a/self");
    link("../../secret", "s/a/leak");
    link("/dev/null", "s/a/null");
    link("../out", "s/node_modules");
    let source = fixture.load(json!("s"));
    // `alias` is met before `real`, which is the same directory; the start is entered once more through `a/up`.
    let locations: Vec<&str> = source.skills.iter().map(|skill| skill.location.as_str()).collect();
    assert_eq!(locations, ["s/a/SKILL.md", "s/alias/SKILL.md", "s/out/SKILL.md"]);
    assert_eq!(fixture.files(json!("s"), "out").unwrap(), ["s/out/own"]);
    assert_eq!(
        fixture.files(json!("s"), "a").unwrap(),
        ["s/a/leak", "s/a/self/leak", "s/a/up/out/own"],
        "outside files are named, by the names of links"
    );
}
