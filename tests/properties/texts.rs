//! Texts as authors write skills: sound lines, faulty ones and odd ones, mixed.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// A `SKILL.md`, mostly like one.
pub fn skill() -> impl Strategy<Value = String> {
    (lead(), opening(), vec(entry(), 0..7), closing(), vec(body_line(), 0..8), line_ends(), any::<bool>()).prop_map(
        |(lead, opening, entries, closing, body, line_ends, last_break)| {
            let mut lines: Vec<String> = lead.iter().map(|line| (*line).to_owned()).collect();
            lines.extend(opening.map(str::to_owned));
            lines.extend(entries.into_iter().flatten());
            lines.extend(closing.map(str::to_owned));
            lines.extend(body.iter().map(|line| (*line).to_owned()));
            let mut text = String::new();
            let count = lines.len();
            for (at, line) in lines.into_iter().enumerate() {
                text += &line;
                if at + 1 < count || last_break {
                    text += line_ends[at % line_ends.len()];
                }
            }
            text
        },
    )
}

/// A `SKILL.md` whose lines all end alike.
pub fn skill_with(line_end: &'static str) -> impl Strategy<Value = String> {
    skill().prop_map(move |text| {
        let unix = text.replace("\r\n", "\n").replace('\r', "\n");
        unix.replace('\n', line_end)
    })
}

/// A value on one line.
pub fn line() -> impl Strategy<Value = String> {
    vec(piece(), 1..6).prop_map(|pieces| pieces.concat().replace(['\n', '\r'], " "))
}

/// Names of directories.
pub fn directory() -> impl Strategy<Value = &'static str> {
    select(&["demo", "Demo Skill", "yes", "1.0", "a--b", "über", "x'y", "c#", "日本"][..])
}

fn lead() -> impl Strategy<Value = Vec<&'static str>> {
    let one = select(
        &[
            "",
            "  ",
            "# Title",
            "<!-- made by a tool -->",
            "<!-- two",
            "lines -->",
            "```yaml",
            "~~~",
            "\u{feff}",
            "text",
            "\u{feff}---",
        ][..],
    );
    prop_oneof![6 => Just(Vec::new()), 2 => vec(one, 1..3)]
}

fn opening() -> impl Strategy<Value = Option<&'static str>> {
    prop_oneof![
        12 => Just(Some("---")),
        1 => Just(None),
        3 => select(&["\u{feff}---", "--- ", "---\t", "----", "--- yaml", "---\u{a0}", "---name: x"][..]).prop_map(Some),
    ]
}

fn closing() -> impl Strategy<Value = Option<&'static str>> {
    prop_oneof![
        12 => Just(Some("---")),
        1 => Just(None),
        3 => select(&["--- ", "----", "---- x", "...", "--- end", " ---", "---\u{2028}"][..]).prop_map(Some),
    ]
}

/// One key with its value, or a line that is none.
fn entry() -> impl Strategy<Value = Vec<String>> {
    let keyed = (key(), gap(), value()).prop_map(|(key, gap, mut lines)| {
        lines[0] = format!("{key}{gap}{}", lines[0]);
        lines
    });
    let odd = select(
        &[
            "",
            "# a comment",
            "# skill-lsp: ignore[name-form]",
            "some text",
            "- item",
            "\tkey: value",
            "? key",
            "  indented: x",
            "...",
            "%YAML 1.2",
            "<<: *base",
            "{a: b}",
            "[x]",
            "---x",
            "\u{0}",
        ][..],
    );
    prop_oneof![9 => keyed, 1 => odd.prop_map(|line| vec![line.to_owned()])]
}

fn key() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        4 => Just("name"),
        6 => Just("description"),
        4 => select(
            &[
                "license", "metadata", "allowed-tools", "compatibility", "argument-hint", "version", "Name",
                "desciption", "descripton", "allowed_tools", "disable-model-invocation", "paths", "own-key", "\"name\"",
                "? name", "*a", "naïve", "name ", "метаданные", "model", "tags",
            ][..],
        ),
    ]
}

fn gap() -> impl Strategy<Value = &'static str> {
    prop_oneof![10 => Just(": "), 3 => select(&[":", ":  ", ":\t", " : ", ": \u{a0}", "=", ": &a ", ": !!str "][..])]
}

/// What follows the colon, and the lines below that belong to it.
fn value() -> impl Strategy<Value = Vec<String>> {
    let line = vec(piece(), 0..5).prop_map(|pieces| pieces.concat());
    let more = vec(
        (select(&["  ", "    ", " ", "\t", "  - ", "  # ", ""][..]), vec(piece(), 0..4))
            .prop_map(|(indent, pieces)| format!("{indent}{}", pieces.concat())),
        1..4,
    );
    let header = select(&[">", "|", ">-", "|+", "|2", ">9", "> # why", "'", "\"", "", "[", "{", "words"][..]);
    prop_oneof![
        6 => line.prop_map(|line| vec![line]),
        3 => (header, more).prop_map(|(header, more)| {
            let mut lines = vec![header.to_owned()];
            lines.extend(more);
            lines
        }),
    ]
}

fn piece() -> impl Strategy<Value = String> {
    let typical = select(
        &[
            "Collects notes",
            "Use when: editing",
            " and files",
            ": ",
            ":",
            " #tag",
            "#",
            " # ",
            "'",
            "\"",
            "''",
            "\\",
            "\\n",
            "\\q",
            "[",
            "]",
            "{",
            "}",
            ", ",
            "*",
            "&a",
            "!x",
            "@",
            "`",
            "`a: b`",
            "%",
            "|",
            ">",
            "-",
            "- ",
            "? ",
            "yes",
            "no",
            "null",
            "~",
            "1.0",
            "0x1F",
            "2024-01-02",
            "true",
            "demo",
            "Demo",
            " ",
            "\t",
            "  ",
            "it's",
            "\"A\" and B",
            "ü",
            "🦀",
            "日本",
            "\u{2028}",
            "\u{a0}",
            "\u{85}",
            "\u{feff}",
            "<b>",
            "a: b: c",
            "[x, y]",
            "{a: b}",
            "...",
            "---",
            "e\u{301}",
            "\u{0}",
            "\u{7}",
            "*a",
        ][..],
    );
    prop_oneof![12 => typical.prop_map(str::to_owned), 1 => "\\PC{0,12}".prop_map(|text| text)]
}

fn body_line() -> impl Strategy<Value = &'static str> {
    select(
        &[
            "",
            "# Title",
            "## Part one",
            "## Part one",
            "text",
            "See [a](references/a.md).",
            "[b](REFERENCES/A.md#part)",
            "[c](references/A.md)",
            "![p](<references/my file.md>)",
            "[d](gone.md)",
            "[e](../../x.md)",
            "[f][ref] and [ref]",
            "[ref]: references/A.md 'T'",
            "`references/a.md` and `scripts/Run.sh`",
            "`x",
            "```sh",
            "~~~",
            "<a id=\"own\"></a>",
            "<!-- skill-lsp: ignore -->",
            "[g](#part-one) [h](#prat-one)",
            "[i](references/a%2emd)",
            "[j](references/%zz)",
            "[k](#%ff)",
            "List[int](x)",
            "[",
            "](",
            "[![i](i.png)](t.md)",
            "[l](references/a.md#PART)",
            "\u{0}",
            "    code",
            "> [q](references/a.md)",
            "| a | [b](c.md) |",
            "---",
            "===",
            "<https://a.b/c>",
            "[m](a\\(b.md)",
            "[n](🦀.md \"é\")",
            "<img src=\"x\" id='y'",
            "\u{2028}",
        ][..],
    )
}

fn line_ends() -> impl Strategy<Value = Vec<&'static str>> {
    prop_oneof![
        4 => Just(vec!["\n"]),
        3 => Just(vec!["\r\n"]),
        1 => Just(vec!["\r"]),
        1 => vec(select(&["\n", "\r\n", "\r", "\n\n"][..]), 1..4),
    ]
}
