use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::*;
use crate::files::{Cancel, Disk, Files, Overlay};

struct Fixture {
    _dir: tempfile::TempDir,
    root: PathBuf,
}

/// A directory with these files; roots are below it.
fn fixture(files: &[(&str, &str)]) -> Fixture {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().canonicalize().unwrap();
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    Fixture { _dir: dir, root }
}

impl Fixture {
    fn run(&self, files: &dyn Files, roots: &[&str], args: Value) -> Result<Outcome, ToolError> {
        let roots: Vec<PathBuf> = roots.iter().map(|root| self.root.join(root)).collect();
        run_skill_action(files, &roots, &args, &Cancel::new())
    }

    fn list(&self, roots: &[&str]) -> Vec<Listed> {
        match self.run(&Disk, roots, json!({"action": "list"})).unwrap() {
            Outcome::List { skills } => skills,
            other => panic!("{other:?}"),
        }
    }

    /// Path, content and whether it is cut.
    fn read(&self, skill: &str, path: &str) -> Result<(String, String, bool), ErrorKind> {
        match self.run(&Disk, &["s"], json!({"action": "read", "skill": skill, "path": path})) {
            Ok(Outcome::Read { path, content, truncated, .. }) => Ok((path, content, truncated)),
            Ok(other) => panic!("{other:?}"),
            Err(error) => Err(error.kind),
        }
    }
}

fn names(skills: &[Listed]) -> Vec<&str> {
    skills.iter().map(|skill| skill.name.as_str()).collect()
}

#[test]
fn the_first_of_equal_names_wins_whole() {
    let fixture = fixture(&[
        ("one/z/SKILL.md", "---\nname: same\ndescription: first\n---\n"),
        ("two/a/SKILL.md", "---\nname: same\ndescription: second\n---\n"),
        ("two/a/only.md", "x"),
        ("two/b/SKILL.md", "---\nname: other\n---\n"),
        ("two/c/SKILL.md", "---\nname: other\ndescription: later\n---\n"),
        ("two/a-b/SKILL.md", "---\nname: same\n---\n"),
    ]);
    let skills = fixture.list(&["one", "two", "missing"]);
    assert_eq!(names(&skills), ["other", "same"]);
    assert_eq!((skills[0].description.as_str(), skills[1].description.as_str()), ("", "first"));
    assert_eq!(skills[1].files, ["SKILL.md"]);
    assert_eq!(fixture.list(&["two"])[1].description, "second", "`a` comes before `a-b`");
}

#[test]
fn names_and_files_go_by_code_point() {
    let fixture = fixture(&[
        ("s/1/SKILL.md", "---\nname: \u{1f600}\n---\n"),
        ("s/2/SKILL.md", "---\nname: \u{ff5e}\n---\n"),
        ("s/3/SKILL.md", "---\nname: Z\n---\n"),
        ("s/4/SKILL.md", "---\nname: a\n---\n"),
        ("s/4/a-b/x", ""),
        ("s/4/a/x", ""),
        ("s/4/\u{1f600}", ""),
        ("s/4/\u{ff5e}", ""),
        ("s/4/.hidden", ""),
        ("s/4/sub/SKILL.md", ""),
    ]);
    let skills = fixture.list(&["s"]);
    assert_eq!(names(&skills), ["Z", "a", "\u{ff5e}", "\u{1f600}"]);
    assert_eq!(skills[1].files, [".hidden", "SKILL.md", "a-b/x", "a/x", "sub/SKILL.md", "\u{ff5e}", "\u{1f600}"]);
}

#[test]
fn single_line_fields() {
    for (block, name, description) in [
        ("", "dir", ""),
        ("name: n", "n", ""),
        ("name:", "dir", ""),
        ("name: ''", "dir", ""),
        ("name: \"a\\nb\"", "a\\nb", ""),
        ("name: 'n", "'n", ""),
        ("name: n # c", "n # c", ""),
        ("name: n\nname: m", "n", ""),
        ("Name: n", "dir", ""),
        (" name: n", "dir", ""),
        ("description: >\n  folded", "dir", ">"),
        ("description: one\n  two", "dir", "one"),
        ("description: \u{a0}x\u{a0}", "dir", "x"),
        ("x: [", "dir", ""),
    ] {
        let text = format!("---\n{block}\n---\nname: body\n");
        let fixture = fixture(&[("s/dir/SKILL.md", &text)]);
        let skills = fixture.list(&["s"]);
        assert_eq!((skills[0].name.as_str(), skills[0].description.as_str()), (name, description), "{block}");
    }
    for (text, name) in [
        ("\u{feff}---\nname: n\n---\n", "n"),
        ("\n---\nname: n\n---\n", "dir"),
        ("---\rname: n\r---\r", "dir"),
        ("---\nname: n\n", "dir"),
        ("--- \nname: n\n---\n", "dir"),
        ("---\nname: n\0\n---\n", "n\0"),
        ("", "dir"),
    ] {
        assert_eq!(names(&fixture(&[("s/dir/SKILL.md", text)]).list(&["s"])), [name], "{text:?}");
    }
}

#[test]
fn front_matter_may_be_long_and_may_never_end() {
    let long = format!("---\nx: {}\nname: n\n---\n", "é".repeat(40_000));
    let endless = format!("---\nname: n\n{}", "x: y\n".repeat(400_000));
    let fixture = fixture(&[("s/a/SKILL.md", &long), ("s/b/SKILL.md", &endless)]);
    assert_eq!(names(&fixture.list(&["s"])), ["b", "n"]);
}

#[test]
fn a_read_gives_200_000_units_and_never_half_a_pair() {
    let x = "x".repeat(MAX_UNITS - 1);
    let mut invalid = b"\xff".repeat(MAX_UNITS);
    let fixture = fixture(&[
        ("s/a/SKILL.md", "x"),
        ("s/a/pair", &format!("{x}🦀")),
        ("s/a/fits", &format!("{x}é")),
        ("s/a/more", &format!("{x}éy")),
        ("s/a/wide", &"한".repeat(MAX_UNITS + 1)),
        ("s/a/wide-fits", &"한".repeat(MAX_UNITS)),
        ("s/a/pairs", &"🦀".repeat(MAX_UNITS)),
    ]);
    let length = |path: &str| {
        let (_, content, truncated) = fixture.read("a", path).unwrap();
        assert!(!content.contains('\u{fffd}') || path.starts_with("invalid"), "{path}");
        (content.encode_utf16().count(), truncated)
    };
    assert_eq!(length("pair"), (MAX_UNITS - 1, true));
    assert_eq!(length("fits"), (MAX_UNITS, false));
    assert_eq!(length("more"), (MAX_UNITS, true));
    assert_eq!(length("wide"), (MAX_UNITS, true));
    assert_eq!(length("wide-fits"), (MAX_UNITS, false));
    assert_eq!(length("pairs"), (MAX_UNITS, true));
    fs::write(fixture.root.join("s/a/invalid"), &invalid).unwrap();
    assert_eq!(length("invalid"), (MAX_UNITS, false));
    invalid.push(b'x');
    fs::write(fixture.root.join("s/a/invalid"), &invalid).unwrap();
    assert_eq!(length("invalid"), (MAX_UNITS, true));
}

#[test]
fn a_file_of_ten_gigabytes_costs_no_more_than_the_cap() {
    let fixture = fixture(&[("s/a/SKILL.md", "---\nname: a\n---\n")]);
    for path in ["s/a/big", "s/b/SKILL.md"] {
        fs::create_dir_all(fixture.root.join(path).parent().unwrap()).unwrap();
        fs::File::create(fixture.root.join(path)).unwrap().set_len(10 << 30).unwrap();
    }
    let start = std::time::Instant::now();
    assert_eq!(names(&fixture.list(&["s"])), ["a", "b"]);
    for (skill, path) in [("a", "big"), ("b", "")] {
        let (_, content, truncated) = fixture.read(skill, path).unwrap();
        assert_eq!((content.len(), truncated), (MAX_UNITS, true));
    }
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}

#[test]
fn arguments() {
    let fixture = fixture(&[("s/a/SKILL.md", "text"), ("s/b/SKILL.md", "")]);
    let error = |args: Value| fixture.run(&Disk, &["s"], args).unwrap_err();
    for args in [
        json!(null),
        json!("list"),
        json!([]),
        json!({}),
        json!({"action": null}),
        json!({"action": "List"}),
        json!({"action": 1}),
        json!({"action": "read"}),
        json!({"action": "read", "skill": null}),
        json!({"action": "read", "skill": ["a"]}),
        json!({"action": "read", "skill": "a", "path": 7}),
        json!({"action": "read", "skill": "a", "path": ["SKILL.md"]}),
        json!({"action": "read", "skill": "a", "path": "SKILL.md\0"}),
    ] {
        assert_eq!(error(args.clone()).kind, ErrorKind::InvalidArguments, "{args}");
    }
    let unknown = error(json!({"action": "read", "skill": "A"}));
    assert_eq!(unknown.kind, ErrorKind::UnknownSkill);
    assert_eq!(unknown.message, "Skill \"A\" not found. Available skills: a, b");
    assert_eq!(unknown.available, Some(vec!["a".to_owned(), "b".to_owned()]));
    assert_eq!(error(json!({"action": "read", "skill": " a"})).kind, ErrorKind::UnknownSkill);
    let none = fixture.run(&Disk, &[], json!({"action": "read", "skill": "a"})).unwrap_err();
    assert_eq!(none.message, "Skill \"a\" not found. Available skills: none");
    // A list ignores what only a read needs, and a read what nobody needs.
    assert!(fixture.run(&Disk, &["s"], json!({"action": "list", "skill": 7, "path": "/"})).is_ok());
    for args in [json!({"path": null}), json!({"path": ""}), json!({"more": 1}), json!({"path": "./x/../SKILL.md"})] {
        let mut whole = json!({"action": "read", "skill": "a"});
        whole.as_object_mut().unwrap().extend(args.as_object().unwrap().clone());
        let result = serde_json::to_string(&fixture.run(&Disk, &["s"], whole).unwrap()).unwrap();
        let expected = r#"{"action":"read","skill":"a","path":"SKILL.md","content":"text","truncated":false}"#;
        assert_eq!(result, expected);
    }
}

#[test]
fn where_a_read_may_not_go() {
    let fixture = fixture(&[("s/a/SKILL.md", "x"), ("s/a/d/f", "x"), ("s/ab/p", "x"), ("secret", "x")]);
    let absolute = fixture.root.join("s/a/SKILL.md");
    for (path, kind) in [
        ("../../secret", ErrorKind::Outside),
        ("../ab/p", ErrorKind::Outside),
        ("d/../../ab/p", ErrorKind::Outside),
        (absolute.to_str().unwrap(), ErrorKind::Outside),
        ("nothing", ErrorKind::NotFound),
        ("SKILL.md/x", ErrorKind::NotFound),
        ("skill.md%00", ErrorKind::NotFound),
        ("d%2Ff", ErrorKind::NotFound),
        (" ", ErrorKind::NotFound),
        ("d", ErrorKind::NotAFile),
        ("d/", ErrorKind::NotAFile),
        ("SKILL.md/", ErrorKind::NotAFile),
        (".", ErrorKind::NotAFile),
        ("./", ErrorKind::NotAFile),
    ] {
        assert_eq!(fixture.read("a", path), Err(kind), "{path}");
    }
    assert_eq!(fixture.read("a", "d//f").unwrap().0, "d/f");
    assert_eq!(fixture.read("a", "../a/d/f").unwrap().0, "d/f");
}

#[cfg(unix)]
#[test]
fn links_and_what_is_no_file() {
    use std::os::unix::fs::symlink;
    let fixture = fixture(&[
        ("out/SKILL.md", "---\nname: out\n---\n"),
        ("out/own", "own"),
        ("s/a/SKILL.md", "a"),
        ("s/a/d/f", "f"),
        ("s/b/entry.md", "---\nname: inside\n---\n"),
        ("s/.hidden/SKILL.md", ""),
        ("s/node_modules/SKILL.md", ""),
    ]);
    let at = |path: &str| fixture.root.join(path);
    let link = |target: &str, path: &str| {
        fs::create_dir_all(at(path).parent().unwrap()).unwrap();
        symlink(target, at(path)).unwrap();
    };
    let fifo = |path: &str| {
        fs::create_dir_all(at(path).parent().unwrap()).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(at(path)).status().unwrap().success());
    };
    link("../out", "s/linked");
    link("a", "s/again");
    link("entry.md", "s/b/SKILL.md");
    link("../a/SKILL.md", "s/leaving/SKILL.md");
    link("nothing", "s/broken/SKILL.md");
    link("SKILL.md", "s/circle/SKILL.md");
    fs::create_dir_all(at("s/directory/SKILL.md")).unwrap();
    fifo("s/fifo/SKILL.md");
    link("/dev/zero", "s/device/SKILL.md");
    link(at("s/a/d/f").to_str().unwrap(), "s/a/absolute");
    link("d/f", "s/a/file");
    link("d", "s/a/dir");
    link("../../out/own", "s/a/leak");
    link("../../out", "s/a/outside");
    link("loop", "s/a/loop");
    link("/dev/zero", "s/a/zero");
    fifo("s/a/fifo");

    let skills = fixture.list(&["s"]);
    assert_eq!(names(&skills), [".hidden", "a", "again", "inside", "node_modules", "out"]);
    assert_eq!(skills[1].files, ["SKILL.md", "absolute", "d/f", "file"]);
    assert_eq!(skills[3].files, ["SKILL.md", "entry.md"]);
    for (path, result) in [
        ("absolute", Ok("f")),
        ("file", Ok("f")),
        ("dir/f", Ok("f")),
        ("leak", Err(ErrorKind::Outside)),
        ("outside/own", Err(ErrorKind::Outside)),
        ("loop", Err(ErrorKind::Unreadable)),
        ("zero", Err(ErrorKind::Outside)),
        ("fifo", Err(ErrorKind::NotAFile)),
    ] {
        let found = fixture.read("a", path);
        assert_eq!(found.as_ref().map(|found| found.1.as_str()).map_err(|kind| *kind), result, "{path}");
        assert!(found.is_err() || found.unwrap().0 == path, "a link keeps its own name");
    }
    assert_eq!(fixture.read("out", "own").unwrap().1, "own");
    assert_eq!(fixture.read("leaving", ""), Err(ErrorKind::UnknownSkill));
    link("s", "root");
    assert_eq!(names(&fixture.list(&["root"])), names(&skills));
}

#[test]
fn nothing_is_done_without_approval() {
    let fixture = fixture(&[("s/a/SKILL.md", "x")]);
    let asked = std::sync::Arc::new(Mutex::new(Vec::new()));
    let hook = std::sync::Arc::clone(&asked);
    let tool = SkillTool::new([fixture.root.join("s")]).with_approval(move |id, args| {
        hook.lock().unwrap().push((id.to_owned(), args.clone()));
        match args["action"].as_str() {
            Some("list") => Approval::Allow,
            _ if args["skill"] == "a" => Approval::Refuse("not this one".to_owned()),
            _ => Approval::UserInputRequired("ask".to_owned()),
        }
    });
    let call = |args: &Value| tool.call(&Disk, args, &Cancel::new()).map_err(|error| (error.kind, error.message));
    let list = json!({"action": "list"});
    assert!(call(&list).is_ok());
    let read = json!({"action": "read", "skill": "a"});
    assert_eq!(call(&read), Err((ErrorKind::Refused, "not this one".to_owned())));
    let other = json!({"action": "read", "skill": "b"});
    assert_eq!(call(&other), Err((ErrorKind::UserInputRequired, "ask".to_owned())));
    assert_eq!(call(&json!({"action": "write"})).unwrap_err().0, ErrorKind::InvalidArguments);
    let expected: Vec<_> = [list, read, other].map(|args| ("skill".to_owned(), args)).into();
    assert_eq!(*asked.lock().unwrap(), expected);
    assert!(SkillTool::new([fixture.root.join("s")]).call(&Disk, &json!({"action": "list"}), &Cancel::new()).is_ok());
    let definition = serde_json::to_value(tool.definition()).unwrap();
    assert_eq!((&definition["id"], &definition["title"]), (&json!("skill"), &json!("List and read skill guides")));
}

#[test]
fn open_text_is_what_an_agent_would_get_after_saving() {
    let fixture = fixture(&[("s/a/SKILL.md", "---\nname: saved\n---\n")]);
    let mut overlay = Overlay::new(Disk);
    overlay.set(&fixture.root.join("s/a/SKILL.md"), "---\nname: open\ndescription: d\n---\n");
    overlay.set(&fixture.root.join("s/a/new.md"), "new");
    overlay.set(&fixture.root.join("s/b/SKILL.md"), "b");
    let list = serde_json::to_value(fixture.run(&overlay, &["s"], json!({"action": "list"})).unwrap()).unwrap();
    assert_eq!(
        list["skills"],
        json!([
            {"name": "b", "description": "", "files": ["SKILL.md"], "filesTruncated": false},
            {"name": "open", "description": "d", "files": ["SKILL.md", "new.md"], "filesTruncated": false},
        ])
    );
    for (skill, path, expected) in [("open", "new.md", "new"), ("b", "", "b")] {
        let read = fixture.run(&overlay, &["s"], json!({"action": "read", "skill": skill, "path": path})).unwrap();
        assert!(matches!(read, Outcome::Read { content, .. } if content == expected), "{skill}");
    }
}

#[test]
fn a_cancelled_call_ends() {
    let fixture = fixture(&[("s/a/SKILL.md", "")]);
    let cancel = Cancel::new();
    cancel.set();
    let result = run_skill_action(&Disk, &[fixture.root.join("s")], &json!({"action": "list"}), &cancel);
    assert_eq!(result.unwrap_err().kind, ErrorKind::Cancelled);
}

/// Links to one directory, each a skill under its own name: as many skills, much less for the disk to do.
#[cfg(unix)]
#[test]
fn ten_thousand_skills() {
    let fixture = fixture(&[("real/SKILL.md", "---\ndescription: d\n---\n"), ("s/a/SKILL.md", "")]);
    for number in 0..10_000 {
        std::os::unix::fs::symlink("../real", fixture.root.join(format!("s/skill-{number:05}"))).unwrap();
    }
    let start = std::time::Instant::now();
    let skills = fixture.list(&["s"]);
    assert_eq!((skills.len(), skills[10_000].name.as_str()), (10_001, "skill-09999"));
    assert_eq!(fixture.read("skill-05000", "").unwrap().0, "SKILL.md");
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

/// The disk, on which somebody puts another directory in a skill's place right before it is opened for the read.
#[cfg(unix)]
struct Swapping<'a> {
    fixture: &'a Fixture,
    opened: AtomicUsize,
}

#[cfg(unix)]
impl Files for Swapping<'_> {
    fn read(&self, path: &Path, limit: usize) -> std::io::Result<crate::files::Content> {
        Disk.read(path, limit)
    }
    fn entries(&self, dir: &Path) -> std::io::Result<Vec<crate::files::Entry>> {
        Disk.entries(dir)
    }
    fn kind(&self, path: &Path) -> std::io::Result<crate::files::Kind> {
        Disk.kind(path)
    }
    fn is_link(&self, path: &Path) -> std::io::Result<bool> {
        Disk.is_link(path)
    }
    fn real_path(&self, path: &Path) -> std::io::Result<PathBuf> {
        Disk.real_path(path)
    }
    fn scope(&self, dir: &Path) -> Result<Box<dyn crate::files::Scope>, crate::files::Refusal> {
        if self.opened.fetch_add(1, Ordering::SeqCst) == 1 {
            fs::rename(dir, self.fixture.root.join("moved")).unwrap();
            std::os::unix::fs::symlink("../private", dir).unwrap();
        }
        Disk.scope(dir)
    }
}

#[cfg(unix)]
#[test]
fn a_directory_put_in_place_of_a_skill_is_not_read() {
    let fixture = fixture(&[("s/a/SKILL.md", "---\nname: a\n---\n"), ("private/key", "secret")]);
    let files = Swapping { fixture: &fixture, opened: AtomicUsize::new(0) };
    let error = fixture.run(&files, &["s"], json!({"action": "read", "skill": "a", "path": "key"})).unwrap_err();
    assert_eq!(error.kind, ErrorKind::NotFound);
    assert_eq!(fs::read_to_string(fixture.root.join("s/a/key")).unwrap(), "secret", "the swap took place");
}
