use super::*;
use crate::ide::fixture::{CURSOR, Fixture};
use crate::text::apply;

const ENTRY: &str = ".claude/skills/demo/SKILL.md";

fn complete_in(hosts: &[&str], files: &[(&str, &str)]) -> (Fixture, Completion) {
    let fixture = Fixture::for_hosts(hosts, files);
    let found = complete(&fixture.site());
    for item in &found.items {
        let line = fixture.text[..item.edit.span.start].matches('\n').count();
        let same = |at: usize| fixture.text[..at].matches('\n').count() == line;
        assert!(same(item.edit.span.end) && same(fixture.offset), "not on the cursor's line: {item:?}");
        assert!(item.edit.span.touches(fixture.offset), "not around the cursor: {item:?}");
    }
    (fixture, found)
}

fn labels(entry: &str) -> Vec<String> {
    let (_, found) = complete_in(&[], &[(ENTRY, entry)]);
    sorted(found)
}

fn sorted(found: Completion) -> Vec<String> {
    let mut items = found.items;
    items.sort_by(|a, b| a.sort.cmp(&b.sort));
    items.into_iter().map(|item| item.label).collect()
}

/// The entry's text once an item was taken, and what would be inserted with stops.
#[track_caller]
fn taken(entry: &str, label: &str) -> (String, Option<String>) {
    let (fixture, found) = complete_in(&[], &[(ENTRY, entry)]);
    let item = found.items.iter().find(|item| item.label == label);
    let item = item.unwrap_or_else(|| panic!("no {label} in {:?}", found.items));
    (apply(&fixture.text, std::slice::from_ref(&item.edit)).unwrap(), item.snippet.clone())
}

#[test]
fn a_whole_front_matter_where_there_is_none() {
    let whole = "---\nname: demo\ndescription: What it does and when to use it.\n---\n\n# Demo\n";
    for entry in ["<|>", "<|>\n\n", "--<|>", "---<|>", "<|>---\n"] {
        let rest = entry.replace(CURSOR, "").replace('-', "");
        assert_eq!(taken(entry, "---").0, format!("{whole}{rest}"), "{entry:?}");
    }
    assert_eq!(
        taken("<|># Body\n", "---").0,
        "---\nname: demo\ndescription: What it does and when to use it.\n---\n\n# Body\n"
    );
    assert_eq!(taken("<|>\r\n", "---").0, whole.replace('\n', "\r\n") + "\r\n");
    let snippet = taken("<|>", "---").1.unwrap();
    assert!(snippet.contains("description: ${1:What it does") && snippet.ends_with("# ${2:Demo}\n$0"), "{snippet}");
    for entry in ["\n<|>", "# B<|>", "----<|>", "---\nname: a\n---\n<|>", "a\n---<|>"] {
        assert_eq!(labels(entry), Vec::<String>::new(), "{entry:?}");
    }
}

#[test]
fn keys_of_the_hosts_that_are_not_there_yet() {
    let found = labels("---\nname: demo\n<|>\n---\n");
    assert_eq!(found[0], "description");
    for key in ["allowed-tools", "effort", "license", "metadata", "when_to_use"] {
        assert!(found.iter().any(|own| own == key), "{key}: {found:?}");
    }
    // Not those that are there, those of others, and those that do nothing here.
    for key in ["name", "triggers", "agent", "background"] {
        assert!(!found.iter().any(|own| own == key), "{key}");
    }
    assert!(labels("---\ncontext: fork\n<|>\n---\n").contains(&"agent".to_owned()));
    let (_, found) = complete_in(&["claude-upload"], &[(ENTRY, "---\n<|>\n---\n")]);
    let found = sorted(found);
    assert!(!found.is_empty() && !found.contains(&"effort".to_owned()), "{found:?}");
}

#[test]
fn keys_stand_where_a_key_can() {
    for entry in [
        "---\ndescription: x\nlic<|>\n---\n",
        "---\nlic<|>ense: MIT\n---\n",
        "---\r\nname: demo\r\nl<|>\r\n---\r\n",
        "---\nname: demo\ndescription: >\n  folded\n<|>\n---\n",
        "---\nname: demo\nl<|>",
        "---\nname: demo\n<|>\n# Title\n",
        "---\n🦀: x\nl<|>\n---\n",
        "---\n  name: demo\n  <|>\n---\n",
        "---\nname: @a\nl<|>\n---\n",
    ] {
        assert!(labels(entry).contains(&"license".to_owned()), "{entry:?}");
    }
    for entry in [
        "---\ndescription: >\n  a\n  <|>\n  b\n---\n",
        "---\ndescription: >\n  a\n<|>\n  b\n---\n",
        "---\nmetadata:\n<|>\n  a: b\n---\n",
        "---\ndescription: \"a\n<|>\nb\"\n---\n",
        "---\nname: demo <|>\n---\n",
        "--<|>-\nname: a\n---\n",
        "---\nname: a\n-<|>--\n",
        "---\nname: a\n---\nli<|>\n",
    ] {
        assert!(!labels(entry).contains(&"license".to_owned()), "{entry:?}");
    }
}

#[test]
fn a_key_brings_what_is_known_of_its_value() {
    assert_eq!(taken("---\nn<|>\n---\n", "name").0, "---\nname: demo\n---\n");
    assert_eq!(taken("---\ncon<|>\n---\n", "context").0, "---\ncontext: fork\n---\n");
    assert_eq!(taken("---\neff<|>: low\n---\n", "effort").0, "---\neffort: low\n---\n");
    let (text, snippet) = taken("---\nuser<|>\n---\n", "user-invocable");
    assert_eq!(
        (text.as_str(), snippet.as_deref()),
        ("---\nuser-invocable: \n---\n", Some("user-invocable: ${1|false,true|}"))
    );
    // Both switches off would hide the skill from everybody.
    let (text, _) =
        taken("---\nname: demo\ndescription: x\ndisable-model-invocation: true\nuser<|>\n---\n", "user-invocable");
    assert!(text.contains("\nuser-invocable: true\n"), "{text}");
    let nested = taken("---\nmetadata:\n  a: b\n  <|>\n---\n", "argument-hint");
    assert_eq!(nested.0, "---\nmetadata:\n  a: b\n  argument-hint: \n---\n");
    // The specification wants texts there, so a list has a diagnostic.
    assert!(!labels("---\nmetadata:\n  a: b\n  <|>\n---\n").contains(&"arguments".to_owned()));
}

#[test]
fn values_of_closed_lists_and_the_directorys_name() {
    assert_eq!(labels("---\neffort: <|>\n---\n"), ["low", "medium", "high", "xhigh", "max"]);
    assert_eq!(taken("---\neffort:<|>\n---\n", "low").0, "---\neffort: low\n---\n");
    assert_eq!(taken("---\neffort: l<|>ow # why\n---\n", "high").0, "---\neffort: high # why\n---\n");
    assert_eq!(taken("---\nname: x<|>\n---\n", "demo").0, "---\nname: demo\n---\n");
    assert_eq!(labels("---\nuser-invocable: <|>\n---\n"), ["false", "true"]);
    assert_eq!(
        labels("---\nname: demo\ndescription: d\ndisable-model-invocation: true\nuser-invocable: <|>\n---\n"),
        ["true"]
    );
    for entry in ["---\neffort: |<|>\n  x\n---\n", "---\nmodel: <|>\n---\n", "---\ndescription: a effort: <|>\n---\n"] {
        assert_eq!(labels(entry), Vec::<String>::new(), "{entry:?}");
    }
}

#[test]
fn a_name_that_another_skill_has_is_not_offered() {
    let other = "---\nname: demo\ndescription: Other.\n---\n";
    let (_, found) = complete_in(&[], &[(ENTRY, "---\nname: x<|>\n---\n"), ("skills/other/SKILL.md", other)]);
    assert_eq!(sorted(found), Vec::<String>::new());
}

#[test]
fn tools_that_are_not_there_yet() {
    let found = labels("---\nallowed-tools: Read, <|>\n---\n");
    assert!(found.contains(&"Bash".to_owned()) && !found.contains(&"Read".to_owned()), "{found:?}");
    assert_eq!(
        taken("---\nallowed-tools: Bash(git *) Re<|>\n---\n", "Read").0,
        "---\nallowed-tools: Bash(git *) Read\n---\n"
    );
    assert_eq!(taken("---\nallowed-tools:<|>\n---\n", "Read").0, "---\nallowed-tools: Read\n---\n");
    assert_eq!(taken("---\nallowed-tools: [Read, <|>]\n---\n", "Grep").0, "---\nallowed-tools: [Read, Grep]\n---\n");
    assert_eq!(taken("---\nallowed-tools:\n  - G<|>\n---\n", "Grep").0, "---\nallowed-tools:\n  - Grep\n---\n");
    for entry in
        ["---\nallowed-tools: Bash(g<|>)\n---\n", "---\nmodel: R<|>\n---\n", "---\nallowed-tools: Read # B<|>\n---\n"]
    {
        assert!(!labels(entry).contains(&"Read".to_owned()), "{entry:?}");
    }
    let (_, found) = complete_in(&[], &[("skills/demo/SKILL.md", "---\nallowed-tools: <|>\n---\n")]);
    assert_eq!(sorted(found), Vec::<String>::new(), "no host with tools reads this root");
}

fn in_body(body: &str) -> Vec<String> {
    let entry = format!("---\nname: demo\ndescription: d\n---\n\n# One\n\n## Two words\n\n{body}");
    let page = "# Top\n\n<a id=\"own\"></a>\n\n# Top\n";
    let (_, found) = complete_in(
        &[],
        &[
            (ENTRY, &entry),
            (".claude/skills/demo/references/a b.md", page),
            (".claude/skills/demo/scripts/run.sh", "true\n"),
            (".claude/skills/demo/assets/x.png", "x"),
        ],
    );
    sorted(found)
}

#[test]
fn files_in_links_images_and_code() {
    let all = ["assets/x.png", "references/a b.md", "scripts/run.sh"];
    for body in ["[a](<|>)", "[a](<|>", "[a](<<|>>)", "[a]: <|>", "- x [`a`](<|>)\n", "🦀 [a](<|>)"] {
        assert_eq!(in_body(body), all, "{body:?}");
    }
    assert_eq!(in_body("![a](<|>)"), ["assets/x.png", "references/a b.md", "scripts/run.sh"]);
    assert_eq!(in_body("Run `<|>`"), ["assets/x.png", "scripts/run.sh"]);
    assert_eq!(in_body("Run `bash scr<|>` now"), ["scripts/run.sh"]);
    assert_eq!(in_body("[a](RF<|>)"), ["references/a b.md"]);
    for body in [
        "a (<|>)",
        "[a](x.md \"<|>\")",
        "```\n[a](<|>)\n```\n",
        "[a](x)<|>",
        "`x`<|>",
        "    [a](<|>)\n",
        "[a](https://<|>)",
    ] {
        let found = in_body(body);
        assert!(body.contains("https") || found.is_empty(), "{body:?}: {found:?}");
    }
}

#[test]
fn a_destination_is_replaced_whole_and_written_as_links_want_it() {
    let files = |body: &str| {
        let entry = format!("---\nname: demo\ndescription: d\n---\n{body}");
        let (fixture, found) =
            complete_in(&[], &[(ENTRY, &entry), (".claude/skills/demo/references/a (b)#1.md", "x\n")]);
        apply(&fixture.text, std::slice::from_ref(&found.items[0].edit))
            .unwrap()
            .split_once("---\n")
            .unwrap()
            .1
            .to_owned()
    };
    assert!(files("[a](re<|>ferences/old.md#x \"t\")").ends_with("[a](references/a%20%28b%29%231.md \"t\")"));
    assert!(files("[a](<|> and").ends_with("[a](references/a%20%28b%29%231.md and"));
}

#[test]
fn headings_behind_a_hash() {
    assert_eq!(in_body("[a](#<|>)"), ["one", "two-words"]);
    assert_eq!(in_body("[a](references/a%20b.md#t<|>)"), ["top", "top-1", "own"]);
    assert_eq!(in_body("[a](gone.md#<|>)"), Vec::<String>::new());
}

#[test]
fn paths_from_a_page_in_a_directory() {
    let page = "[a](<|>)";
    let entry = "---\nname: demo\ndescription: d\n---\n";
    let files = [(ENTRY, entry), (".claude/skills/demo/r/a.md", page), (".claude/skills/demo/r/b.md", "# B\n")];
    assert_eq!(sorted(complete_in(&[], &files).1), ["../SKILL.md", "b.md"]);
}

#[test]
fn other_skills_by_the_sign_of_the_hosts() {
    let entry = |body: &str| format!("---\nname: demo\ndescription: d\n---\n{body}");
    let other = "---\nname: review\ndescription: Reviews a change.\n---\n";
    let found = |body: &str, root: &str| {
        let (own, second) = (format!("{root}/demo/SKILL.md"), format!("{root}/review/SKILL.md"));
        let (_, found) = complete_in(&[], &[(&own, &entry(body)), (&second, other)]);
        found.items.into_iter().map(|item| (item.label, item.documentation)).collect::<Vec<_>>()
    };
    let slash = vec![("/review".to_owned(), "Reviews a change.".to_owned())];
    for body in ["/<|>", "Use /re<|> then", "(`/rvw<|>`)"] {
        assert_eq!(found(body, ".claude/skills"), slash, "{body}");
    }
    let mut both = found("$re<|>", ".agents/skills");
    both.retain(|(label, _)| label.starts_with('$'));
    assert_eq!(both[0].0, "$review");
    for body in ["a/<|>", "https:/<|>", "/usr/<|>", "$re<|>"] {
        assert!(found(body, ".claude/skills").is_empty(), "{body}");
    }
}

#[test]
fn what_hosts_replace() {
    let found = in_body("Do $<|>");
    assert!(found.contains(&"$ARGUMENTS".to_owned()) && found.contains(&"${CLAUDE_SKILL_DIR}".to_owned()), "{found:?}");
    assert!(!found.contains(&"${CLAUDE_PLUGIN_ROOT}".to_owned()), "only in plugins: {found:?}");
    assert_eq!(in_body("```\n${CLAUDE_SK<|>}\n```"), ["${CLAUDE_SKILL_DIR}"]);
    assert_eq!(in_body("\\$<|>"), Vec::<String>::new());
    let entry = "---\nname: demo\ndescription: d\narguments: issue branch\n---\nFix $is<|> \n";
    assert_eq!(taken(entry, "$issue").0, entry.replace("$is<|>", "$issue"));
    assert_eq!(in_body("a !<|>"), ["!`command`"]);
    assert_eq!(in_body("a!<|>"), Vec::<String>::new());
}
