//! Which skills and files a list has.

use super::*;

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
