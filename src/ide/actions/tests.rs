use super::*;
use crate::ide::fixture::Fixture;
use crate::text::apply;

/// The title of each action with each changed file's new text, and what is made and moved.
#[track_caller]
fn offered(files: &[(&str, &str)]) -> Vec<(String, Vec<String>)> {
    let fixture = Fixture::new(files);
    let path = |path: &std::path::Path| path.strip_prefix(&fixture.dir).unwrap().to_str().unwrap().to_owned();
    let show = |change: &Change| match change {
        Change::Edit { file, edits } => {
            format!("{}: {}", path(file), apply(&std::fs::read_to_string(file).unwrap(), edits).unwrap())
        }
        Change::Rename { from, to } => format!("{} -> {}", path(from), path(to)),
        Change::Create { file, text } => format!("new {}: {text}", path(file)),
    };
    let asked = Asked { powers: Powers { renames: true }, creates: true, wants: &|_| true };
    let found = actions(&fixture.site(), &asked);
    found.iter().map(|action| (action.title.clone(), action.changes.iter().map(show).collect())).collect()
}

/// The text of the only skill after the action of this title.
#[track_caller]
fn after(title: &str, text: &str) -> Option<String> {
    let found = offered(&[("skills/a/SKILL.md", text)]);
    let action = found.into_iter().find(|(own, _)| own == title)?;
    Some(action.1.concat().trim_start_matches("skills/a/SKILL.md: ").to_owned())
}

/// A skill's entry with this body.
fn entry(body: &str) -> String {
    format!("---\nname: a\ndescription: D.\n---\n{body}")
}

#[test]
fn a_value_in_quotes() {
    for (line, expected) in [
        ("description: Do <|>it.", Some("description: \"Do it.\"")),
        ("description: Use: <|>it.", Some("description: \"Use: it.\"")),
        ("description: Say \"x\": it<|>.", Some("description: 'Say \"x\": it.'")),
        ("metadata: {v: 1.<|>0, w: x}", Some("metadata: {v: \"1.0\", w: x}")),
        ("description: \"Do <|>it.\"", None),
        ("description:<|>", None),
        ("descri<|>ption: x", None),
    ] {
        let text = format!("---\r\nname: a\r\n{line}\r\n---\r\n");
        let expected = expected.map(|line| format!("---\r\nname: a\r\n{line}\r\n---\r\n"));
        assert_eq!(after("Quote the value", &text), expected, "{line}");
    }
}

#[test]
fn a_text_on_one_line() {
    for (block, expected) in [
        ("description: >\n  Do:<|> this\n  and that.\n", Some("description: \"Do: this and that.\"\n")),
        ("description:\n  Do <|>this\n\nlicense: MIT\n", Some("description: Do this\n\nlicense: MIT\n")),
        ("description: Do<|> this\n", None),
        ("metadata:\n  a:<|> b\n", None),
    ] {
        let text = format!("---\nname: a\n{block}---\n");
        let expected = expected.map(|block| format!("---\nname: a\n{block}---\n"));
        assert_eq!(after("Write `description` on one line", &text), expected, "{block}");
    }
}

#[test]
fn a_file_that_a_link_names() {
    let made = |link: &str| {
        let found = offered(&[("skills/a/SKILL.md", &entry(&format!("{link}\n")))]);
        found.into_iter().flat_map(|(_, changes)| changes).collect::<Vec<_>>()
    };
    for (link, expected) in [
        ("[x](refs/new<|>-page.md)", Some("new skills/a/refs/new-page.md: # new page\n")),
        ("[x<|>](<refs/a b.md#the-part>)", Some("new skills/a/refs/a b.md: # a b\n\n## the part\n")),
        ("[x](run.<|>sh)", Some("new skills/a/run.sh: ")),
        ("[x](../b/run.<|>sh)", None),
        ("[x](refs<|>/)", None),
        ("[x](https://<|>x.y/z.md)", None),
    ] {
        assert_eq!(made(link), expected.map(str::to_owned).into_iter().collect::<Vec<_>>(), "{link}");
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_made_through_a_link_that_leads_nowhere() {
    let fixture = Fixture::new(&[("skills/a/SKILL.md", &entry("[x](new<|>.md)\n"))]);
    let asked = Asked { powers: Powers { renames: true }, creates: true, wants: &|kind| kind == Kind::QuickFix };
    assert_eq!(actions(&fixture.site(), &asked).len(), 1);
    std::os::unix::fs::symlink("../elsewhere.md", fixture.dir.join("skills/a/new.md")).unwrap();
    assert_eq!(actions(&fixture.site(), &asked), []);
}

#[test]
fn a_skill_to_another_root() {
    let text = "---\nname: <|>a\ndescription: D.\n---\n[b](../b/SKILL.md)\n";
    let other = "---\nname: b\ndescription: D.\n---\n[a](../a/SKILL.md)\n";
    let third = "---\nname: c\ndescription: D.\n---\n";
    let files =
        [(".claude/skills/a/SKILL.md", text), (".claude/skills/b/SKILL.md", other), ("skills/c/SKILL.md", third)];
    let found = offered(&files);
    let moves: Vec<_> = found.iter().filter(|(title, _)| title == "Move the skill to `skills`").collect();
    assert_eq!(
        moves[0].1,
        [
            ".claude/skills/a/SKILL.md: ---\nname: a\ndescription: D.\n---\n[b](../../.claude/skills/b/SKILL.md)\n",
            ".claude/skills/b/SKILL.md: ---\nname: b\ndescription: D.\n---\n[a](../../../skills/a/SKILL.md)\n",
            ".claude/skills/a -> skills/a",
        ]
    );
    // Nothing is moved onto something.
    let taken = [files[0], files[2], ("skills/a/notes.txt", "x")];
    assert!(!offered(&taken).iter().any(|(title, _)| title.starts_with("Move the skill")));
}

#[test]
fn a_section_to_a_file_of_its_own() {
    let lines = "line\n".repeat(9);
    let text = entry(&format!(
        "\n# A\n\n[in](#deep) [own](#part-two)\n\n## Part <|>two\n\n{lines}\n### Deep\n\n[up](#a) [here](#deep) [s](scripts/x.sh) [r](references/r.md#x) `scripts/x.sh`\n\n## Deep\n\n[d](#deep-1)\n"
    ));
    let page = "# R\n\n## X\n\n[in](../SKILL.md#deep) [l](../SKILL.md#deep-1)\n";
    let found = offered(&[
        ("skills/a/SKILL.md", &text),
        ("skills/a/scripts/x.sh", "true\n"),
        ("skills/a/references/r.md", page),
    ]);
    let action = found.iter().find(|(title, _)| title == "Move this section to `references/part-two.md`").unwrap();
    assert_eq!(
        action.1,
        [
            format!(
                "new skills/a/references/part-two.md: # Part two\n\n{lines}\n### Deep\n\n[up](../SKILL.md#a) [here](#deep) [s](../scripts/x.sh) [r](r.md#x) `scripts/x.sh`\n"
            ),
            "skills/a/SKILL.md: ".to_owned()
                + &entry(
                    "\n# A\n\n[in](references/part-two.md#deep) [own](#part-two)\n\n## Part two\n\nSee [Part two](references/part-two.md).\n\n## Deep\n\n[d](#deep)\n"
                ),
            "skills/a/references/r.md: # R\n\n## X\n\n[in](part-two.md#deep) [l](../SKILL.md#deep)\n".to_owned(),
        ]
    );
    // A definition is not parted from its links, and what is short stays.
    let with = |body: &str| entry(&format!("\n# A\n\n[x][r]\n\n## P<|>\n\n{body}"));
    for body in [format!("{lines}\n[r]: references/r.md\n"), "short\n".to_owned()] {
        let found = offered(&[("skills/a/SKILL.md", &with(&body)), ("skills/a/references/r.md", page)]);
        assert_eq!(found, [], "{body}");
    }
}

#[test]
fn a_section_keeps_its_line_breaks_and_its_title() {
    for line_break in ["\n", "\r\n", "\r"] {
        let with = |text: &str| text.replace('\n', line_break);
        let text = entry(&format!("\n# A\n\n## P<|> `[x]` a_b & \\*y\\*\n\n{}\n## End\n", "line\n".repeat(10)));
        let found = offered(&[("skills/a/SKILL.md", &with(&text))]);
        let action = found.iter().find(|(title, _)| title.starts_with("Move this section")).unwrap();
        let lone = |text: &str| text.replace(line_break, "");
        assert!(action.1.iter().all(|change| !lone(change).contains(['\n', '\r'])), "{:?}", action.1);
        assert!(action.1[1].contains("See [P \\[x\\] a_b & \\*y\\*](references/p-x-a_b--y.md)."), "{}", action.1[1]);
        assert!(action.1[0].contains("# P \\[x\\] a_b & \\*y\\*"), "{}", action.1[0]);
    }
}

#[test]
fn a_section_that_a_host_fills_in_stays() {
    let is_moved = |root: &str, last: &str| {
        let text = entry(&format!("\n# A\n\n## P<|>\n\n{}{last}\n", "line\n".repeat(10)));
        let found = offered(&[(&format!("{root}/a/SKILL.md"), &text)]);
        found.iter().any(|(title, _)| title.starts_with("Move this section"))
    };
    assert!(is_moved(".claude/skills", "costs 5 $"));
    assert!(!is_moved(".claude/skills", "Do $ARGUMENTS."));
    assert!(!is_moved(".claude/skills", "State: !`git status`"));
    // Nobody there does so.
    assert!(is_moved(".codex/skills", "Do $ARGUMENTS."));
}
