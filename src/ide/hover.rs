//! What is known of a place: what a key does and how much of its limits it uses, what a list shows, where a link leads.

use std::path::Path;

use super::Site;
use super::completion::names;
use super::keys;
use super::pointer::{Aim, Written};
use super::scene::Scene;
use crate::files::Files;
use crate::hosts::{self, Verdict};
use crate::skill::Skill;
use crate::skill::limits::BODY_LINES;
use crate::text::{Span, decode, lines};
use crate::workspace;

/// Bytes of a file that are shown the beginning of.
const SHOWN_BYTES: usize = 8192;

/// Lines of a file that are shown.
const SHOWN_LINES: usize = 10;

/// Characters of a line that are shown.
const SHOWN_WIDTH: usize = 120;

/// What is known of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// What it is about.
    pub span: Span,
    /// What is known, in Markdown.
    pub text: String,
}

/// What is known of a place; none where nothing is.
pub fn hover(site: &Site<'_>) -> Option<Hover> {
    if let Some(scene) = Scene::new(*site) {
        if let Some(found) = fence(&scene).or_else(|| key(&scene)) {
            return Some(found);
        }
        if let Some(found) = substitution(&scene) {
            return Some(found);
        }
    }
    pointer(site)
}

/// On a fence: what each host makes of the skill, and how large it is.
fn fence(scene: &Scene<'_>) -> Option<Hover> {
    let fences = &scene.document.fences;
    let here = [fences.opening, fences.closing].into_iter().flatten().map(|fence| fence.dashes);
    let span = here.into_iter().find(|dashes| dashes.touches(scene.site.offset))?;
    let skill = scene.skill()?;
    let verdicts = workspace::verdicts(skill, scene.root, scene.hosts);
    let mut page = vec![format!("**{}**, a skill in `{}`", scene.kept.summary.name, scene.root.shown)];
    page.push(verdicts.iter().map(line).collect::<Vec<_>>().join("\n"));
    page.push(size(skill));
    Some(Hover { span, text: page.join("\n\n") })
}

/// What a host makes of a skill, as a line of a list.
fn line(verdict: &Verdict) -> String {
    let title = hosts::title(verdict.host);
    let as_name = verdict.name.as_deref().map_or_else(String::new, |name| format!(" as `{name}`"));
    let why = verdict.worst().map_or_else(String::new, |reason| format!(": it {}", reason.does));
    match verdict.word() {
        "lost" => format!("- **{title}** does not load it{why}."),
        "unknown" => format!("- **{title}**: what it does is not known."),
        "differs" => format!("- **{title}** loads it{as_name}, not as written{why}."),
        _ => format!("- **{title}** loads it{as_name}."),
    }
}

/// How large a skill's entry is.
fn size(skill: &Skill) -> String {
    let document = &skill.document;
    let body = lines(&document.text, document.fences.body.start).count();
    format!(
        "The body has {} of {} lines that are recommended; all of the file is about {} tokens (an estimate).",
        hosts::grouped(body),
        hosts::grouped(BODY_LINES),
        hosts::grouped(tokens(&document.text)),
    )
}

/// About how many tokens a text is: four ASCII characters, or one other, for each. Tokenizers differ, so that this is a
/// guess whatever the model.
pub fn tokens(text: &str) -> usize {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let others = text.chars().filter(|c| !c.is_ascii()).count();
    ascii.div_ceil(4) + others
}

/// On a key or its value: what the hosts do with it, how much of their limits it uses, and what a list shows.
fn key(scene: &Scene<'_>) -> Option<Hover> {
    let (text, at) = (scene.site.text, scene.site.offset);
    if !scene.is_in_front_matter(at) {
        return None;
    }
    let entry = scene.document.yaml.entries().iter().find(|entry| touches(entry.span(), at, text));
    let (mut path, mut span, mut whole) = match entry {
        Some(entry) => (entry.key.text()?.to_owned(), entry.key.span, entry.span()),
        // YAML does not get there; the line has a key all the same.
        None => {
            let line = crate::syntax::fields::fields(text, scene.line()).next()?;
            (line.key.slice(text).to_owned(), line.key, scene.line())
        }
    };
    if let Some(crate::syntax::yaml::Value::Mapping(inner)) = entry.and_then(|entry| Some(&entry.value.as_ref()?.value))
        && let Some(inner) = inner.iter().find(|inner| touches(inner.span(), at, text))
    {
        path = format!("{path}.{}", inner.key.text()?);
        (span, whole) = (inner.key.span, inner.span());
    }
    // On the value, what is spoken of is both: an editor wants the place in what it marks.
    if !span.touches(at) {
        span = Span::new(span.start, whole.trim(text).end.max(at));
    }
    let page = keys::page(scene.hosts, &path);
    let mut parts = vec![format!("`{path}`")];
    parts.push(if page.is_empty() { "No host that is known uses this key.".to_owned() } else { page });
    parts.extend(used(scene, &path));
    parts.extend(listed(scene, &path));
    Some(Hover { span, text: parts.join("\n\n") })
}

fn touches(span: Span, at: usize, text: &str) -> bool {
    // A block value's span ends with its last line break.
    span.trim(text).touches(at)
}

/// How much of the limits a value uses: a line for all hosts that count alike.
fn used(scene: &Scene<'_>, key: &str) -> Option<String> {
    let rooms = workspace::rooms(scene.skill()?, scene.root, scene.hosts);
    let mut lines: Vec<(String, Vec<&str>)> = Vec::new();
    for room in rooms.iter().filter(|room| room.key == key) {
        let with = room.with.map_or_else(String::new, |other| format!(", `{other}` included"));
        let over = if room.is_over() { " **(too long)**" } else { "" };
        let said = format!("{room}{with}{over}");
        match lines.iter_mut().find(|(own, _)| *own == said) {
            Some((_, who)) => who.push(&room.host.title),
            None => lines.push((said, vec![&room.host.title])),
        }
    }
    let mut said: Vec<String> = lines.iter().map(|(said, who)| format!("- {said}: {}", keys::listed(who))).collect();
    if let Some(value) = scene.document.value(key).filter(|_| key == "description") {
        said.push(format!("- about {} tokens in every list (an estimate)", hosts::grouped(tokens(value.text.trim()))));
    }
    (!said.is_empty()).then(|| said.join("\n"))
}

/// What the list/read tool shows for the name or the description.
fn listed(scene: &Scene<'_>, key: &str) -> Option<String> {
    let summary = crate::skill::Summary::of(scene.skill()?);
    let shown = match key {
        "name" => summary.name,
        "description" => summary.description,
        _ => return None,
    };
    let written = scene.document.value(key).map(|value| value.text).unwrap_or_default();
    Some(match (shown.is_empty(), shown == written.trim()) {
        (true, _) => "The list shows nothing for it.".to_owned(),
        (false, true) => "The list shows it as it is written.".to_owned(),
        (false, false) => format!("The list shows {}", quoted(&shown)),
    })
}

/// A text as code, on one line, shortened.
fn quoted(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(SHOWN_WIDTH * 4).collect();
    let more = if line.chars().count() < text.chars().count() { "…" } else { "" };
    if line.contains('`') { format!("`` {line}{more} ``") } else { format!("`{line}{more}`") }
}

/// On something that hosts replace: what stands there afterwards.
fn substitution(scene: &Scene<'_>) -> Option<Hover> {
    let (text, at, body) = (scene.site.text, scene.site.offset, scene.document.fences.body);
    if !scene.is_entry || at < body.start {
        return None;
    }
    let forms = hosts::substitutions(scene.hosts, scene.root.scope);
    let line = scene.line();
    let part = Span::new(line.start.max(body.start), line.end);
    let found = hosts::substituted(text, part, &forms, &names(scene));
    let found = found.into_iter().find(|found| found.span.touches(at))?;
    let who: Vec<&str> = scene
        .hosts
        .iter()
        .filter(|host| {
            host.substitutions.as_ref().is_some_and(|facts| facts.list.iter().any(|form| form.form == found.form.form))
        })
        .map(|host| host.title.as_str())
        .collect();
    let text = format!("`{}` is replaced by {}.\n\n{}", found.form.form, keys::listed(&who), found.form.doc);
    Some(Hover { span: found.span, text })
}

/// On what points somewhere: what is there.
fn pointer(site: &Site<'_>) -> Option<Hover> {
    let home = site.home()?;
    let pointers = site.pointers(&home);
    let here = pointers.iter().filter(|pointer| pointer.whole.touches(site.offset));
    let pointer = here.min_by_key(|pointer| (!pointer.span.touches(site.offset), pointer.whole.len()))?;
    let text = match &pointer.aim {
        Aim::Skill(dir) => {
            let kept = site.workspace.skill(dir)?;
            let (root, _) = site.workspace.asked(&kept.found.root)?;
            let description = match kept.summary.description.as_str() {
                "" => "It has no description in the list.",
                description => description,
            };
            format!("The skill **{}** in `{}`\n\n{description}", kept.summary.name, root.shown)
        }
        Aim::File { path, .. } if matches!(pointer.written, Written::Plugin(_)) => {
            format!("`{}`, a file of the plugin around the skill", path.file_name()?.to_string_lossy())
        }
        Aim::File { path, anchor } => file(site.files, site.workspace.skill_around(path)?, path, anchor.as_deref())?,
        Aim::Directory(path) => format!("The directory `{}`", path.file_name()?.to_string_lossy()),
    };
    Some(Hover { span: pointer.whole, text })
}

/// The size of a file of a skill and its first lines, or those from a heading on. Read as the tools read: through the
/// skill's directory, never past it.
fn file(files: &dyn Files, dir: &Path, path: &Path, anchor: Option<&str>) -> Option<String> {
    let inside = path.strip_prefix(dir).ok()?;
    let inside = inside.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
    let scope = files.scope(dir).ok()?;
    let limit = if anchor.is_some() { crate::skill::limits::PARSED_BYTES } else { SHOWN_BYTES };
    let content = scope.read(&inside, limit).ok()?;
    let head = format!("`{inside}`, {}", bytes(content.len));
    let is_text = std::str::from_utf8(&content.bytes).map_or_else(|error| error.error_len().is_none(), |_| true);
    if !is_text || content.bytes.contains(&0) {
        return Some(format!("{head}, no text"));
    }
    let text = decode(content.bytes).text;
    let start = anchor.and_then(|anchor| {
        let markdown = crate::syntax::markdown::parse(&text, Span::new(0, text.len()));
        markdown.place_of(anchor).map(|span| span.start)
    });
    let start = start.unwrap_or(0);
    let shown: Vec<String> =
        lines(&text, start).take(SHOWN_LINES).map(|(line, _)| shortened(line.slice(&text))).collect();
    let more = lines(&text, start).nth(SHOWN_LINES).is_some();
    let inner = shown.join("\n");
    let inner = inner.trim_end();
    if inner.is_empty() {
        return Some(format!("{head}, empty"));
    }
    // A fence longer than any in the text.
    let longest = inner.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let ticks = "`".repeat(longest.max(2) + 1);
    let suffix = path.extension().map(|suffix| suffix.to_string_lossy().into_owned()).unwrap_or_default();
    let suffix: String = suffix.chars().filter(char::is_ascii_alphanumeric).collect();
    Some(format!("{head}\n\n{ticks}{suffix}\n{inner}{}\n{ticks}", if more { "\n…" } else { "" }))
}

fn shortened(line: &str) -> String {
    match line.char_indices().nth(SHOWN_WIDTH) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or(line)),
        None => line.to_owned(),
    }
}

/// A number of bytes for people.
fn bytes(len: u64) -> String {
    match len {
        1 => "1 byte".to_owned(),
        len if len < 1024 => format!("{len} bytes"),
        len if len < 1 << 20 => format!("{}.{} KB", len / 1024, len % 1024 * 10 / 1024),
        len => format!("{}.{} MB", len >> 20, ((len & 0xf_ffff) * 10) >> 20),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::Fixture;

    const ENTRY: &str = ".claude/skills/demo/SKILL.md";

    fn shown(entry: &str) -> Option<(String, String)> {
        shown_for(&[], entry)
    }

    fn shown_for(hosts: &[&str], entry: &str) -> Option<(String, String)> {
        let fixture = Fixture::for_hosts(
            hosts,
            &[
                (ENTRY, entry),
                (".claude/skills/review/SKILL.md", "---\nname: review\ndescription: Reviews a change.\n---\n"),
                (".claude/skills/demo/refs/steps.md", "# First\n\none\n\n## Second `x`\n\n```\ntwo\n```\n"),
                (".claude/skills/demo/data.bin", "a\0b"),
            ],
        );
        let found = hover(&fixture.site())?;
        Some((found.span.slice(&fixture.text).to_owned(), found.text))
    }

    #[track_caller]
    fn says(entry: &str, span: &str, parts: &[&str]) {
        let (own, text) = shown(entry).unwrap_or_else(|| panic!("nothing on {entry:?}"));
        assert_eq!(own, span, "{text}");
        parts.iter().for_each(|part| assert!(text.contains(part), "{part:?} is not in:\n{text}"));
    }

    #[test]
    fn on_a_key_or_value_what_hosts_do_and_how_much_is_used() {
        let entry = "---\nname: demo\ndescription: Plans 🦀 re<|>leases.\n---\n";
        says(
            entry,
            "description: Plans 🦀 releases.",
            &[
                "17 of 1,024: The open specification",
                "17 of 1,536 characters, `when_to_use` included: Claude Code",
                "estimate",
                "as it is written",
            ],
        );
        let (_, crush) = shown_for(&["crush"], entry).unwrap();
        assert!(crush.contains("- 20 of 1,024 bytes: Crush"), "{crush}");
        says(
            "---\nna<|>me: demo\ndescription: d\n---\n",
            "name",
            &["4 of 64: The open", "as it is written", "Display label"],
        );
        says(
            "---\nname: demo\ndescription: >\n  folded\n  te<|>xt\n---\n",
            "description: >\n  folded\n  text",
            &["11 of 1,024", "The list shows `>`"],
        );
        says(
            "---\nuser-invocable: fa<|>lse\n---\n",
            "user-invocable: false",
            &["**Claude Code and VS Code", "`true` without it"],
        );
        says("---\nmetadata:\n  argument-hint: <|>x\n---\n", "argument-hint: x", &["**Goose**: Slash command hint"]);
        says("---\nmine: <|>x\n---\n", "mine: x", &["No host that is known uses this key"]);
        says("---\nx: y: z\nname: de<|>mo\n---\n", "name: demo", &["Display label"]);
        assert_eq!(shown("---\nname: demo\n\n<|>\n---\n"), None);
    }

    #[test]
    fn what_is_too_long_is_said_as_the_limit_says_it() {
        let entry = format!("---\nname: demo\ndescription: <|>{}\n---\n", "é".repeat(1025));
        says(
            &entry,
            &format!("description: {}", "é".repeat(1025)),
            &["1,025 of 1,024 **(too long)**: The open specification"],
        );
    }

    #[test]
    fn on_a_fence_what_each_host_makes_of_it() {
        says(
            "--<|>-\nname: other\ndescription: d\n---\n\nOne\nTwo\n",
            "---",
            &["**Claude Code** loads it as `demo`, not as written", "The body has 3 of 500 lines", "(an estimate)"],
        );
        says("---\nname: demo\ndescription: d\n---<|>\n", "---", &["**Claude Code** loads it as `demo`."]);
    }

    #[test]
    fn on_what_points_somewhere_what_is_there() {
        let body = |body: &str| format!("---\nname: demo\ndescription: d\n---\n{body}\n");
        says(
            &body("See [steps](refs/st<|>eps.md)."),
            "[steps](refs/steps.md)",
            &["`refs/steps.md`, 4", "bytes", "````md\n# First", "````"],
        );
        let (_, text) = shown(&body("[s](refs/steps.md#second-x<|>)")).unwrap();
        assert!(text.contains("## Second") && !text.contains("# First"), "{text}");
        says(&body("`refs/steps.md<|>`"), "refs/steps.md", &["# First"]);
        says(&body("[d](data.b<|>in)"), "[d](data.bin)", &["3 bytes, no text"]);
        says(&body("Use /rev<|>iew."), "/review", &["**review** in `.claude/skills`", "Reviews a change."]);
        says(&body("Do $ARGUM<|>ENTS[1]."), "$ARGUMENTS[1]", &["replaced by Claude Code", "counted from 0"]);
        for nothing in ["Pl<|>ain.", "[x](gone.md<|>)", "https://a<|>.b", "/unknown<|>"] {
            assert_eq!(shown(&body(nothing)), None, "{nothing}");
        }
    }

    #[test]
    fn sizes_and_tokens_for_people() {
        assert_eq!([1, 1023, 1024, 1_600_000].map(bytes), ["1 byte", "1023 bytes", "1.0 KB", "1.5 MB"]);
        assert_eq!(["", "abcde", "日本 "].map(tokens), [0, 2, 3]);
    }
}
