//! The skill's files in links, images and code spans, and headings behind a `#`.

use std::collections::HashSet;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use super::{Item, Kind, Scene, is_like};
use crate::skill::{Resolved, Skill};
use crate::syntax::markdown::Markdown;
use crate::text::Span;

/// What would mean something else in a destination: to Markdown, to URLs, or as a placeholder.
const UNSAFE: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'<')
    .add(b'>')
    .add(b'(')
    .add(b')')
    .add(b'%')
    .add(b'#')
    .add(b'?')
    .add(b'\\')
    .add(b'&')
    .add(b'*')
    .add(b'{')
    .add(b'}')
    .add(b'$')
    .add(b'"')
    .add(b'\'')
    .add(b'`')
    .add(b'|');

/// What can stand at a place where a path stands; none where none does.
pub fn complete(scene: &Scene<'_>) -> Option<Vec<Item>> {
    let before = scene.before();
    if scene.is_in_code_block() {
        return Some(Vec::new());
    }
    if let Some(open) = open_code(before) {
        return Some(in_code(scene, open));
    }
    let typed = destination(before)?;
    let start = scene.site.offset - typed.len();
    let rest = Span::new(scene.site.offset, scene.line().end).slice(scene.site.text);
    let end = scene.site.offset + rest.find([')', '>', ' ', '\t', '"']).unwrap_or(rest.len());
    match typed.split_once('#') {
        Some((path, anchor)) => Some(anchors(scene, path, Span::new(scene.site.offset - anchor.len(), end))),
        None => Some(files(scene, Span::new(start, end), before)),
    }
}

/// Where the text of a code span begins that is not closed before the place, in bytes of `before`.
fn open_code(before: &str) -> Option<usize> {
    let mut open: Option<(usize, usize)> = None;
    let mut at = 0;
    while let Some(found) = before.get(at..)?.find('`') {
        let start = at + found;
        let rest = before.get(start..)?;
        let ticks = rest.len() - rest.trim_start_matches('`').len();
        open = match open {
            Some((own, _)) if own == ticks => None,
            Some(open) => Some(open),
            None if before.get(..start)?.ends_with('\\') => None,
            None => Some((ticks, start + ticks)),
        };
        at = start + ticks;
    }
    open.map(|(_, begin)| begin)
}

/// The destination that is being written at the end of `before`, in `[text](…`, `[text](<…` or `[label]: …`.
fn destination(before: &str) -> Option<&str> {
    let inline = before.rfind("](").map(|at| at + 2);
    let definition = || {
        let line = before.trim_start_matches(' ');
        let label = line.strip_prefix('[').filter(|_| before.len() - line.len() < 4)?;
        let at = label.find("]:")?;
        Some(before.len() - label.len() + at + 2)
    };
    let start = inline.or_else(definition)?;
    let typed = before.get(start..)?;
    let typed = if inline.is_some() { typed } else { typed.trim_start() };
    let typed = typed.strip_prefix('<').unwrap_or(typed);
    (!typed.contains([')', '>', ' ', '\t', '"'])).then_some(typed)
}

/// The files of the skill, as seen from the place's own.
fn files(scene: &Scene<'_>, span: Span, before: &str) -> Vec<Item> {
    let Some(skill) = scene.skill() else { return Vec::new() };
    let own = scene.site.path();
    let typed = percent_decode_str(Span::new(span.start, scene.site.offset).slice(scene.site.text))
        .decode_utf8_lossy()
        .into_owned();
    let image = before.rfind('[').is_some_and(|at| before.get(..at).is_some_and(|before| before.ends_with('!')));
    let tree = skill.tree.listed().filter(|item| item.path != own && !item.path.contains('\u{fffd}'));
    tree.filter_map(|item| {
        let seen = seen_from(&own, &item.path);
        let leads_there = is_like(&seen, &typed) && matches!(skill.tree.resolve(&item.path), Resolved::File(_));
        let fits = if image { is_image(&item.path) } else { true };
        leads_there.then_some(())?;
        let mut text = utf8_percent_encode(&seen, UNSAFE).to_string();
        // What stands before a colon would be a scheme.
        if text.split('/').next().is_some_and(|first| first.contains(':')) || text.starts_with('~') {
            text.insert_str(0, "./");
        }
        let made = Item::new(Kind::File, seen.clone(), span, text);
        Some(Item { sort: format!("{}{seen}", u8::from(!fits)), detail: first_heading(skill, &item.path), ..made })
    })
    .collect()
}

/// In a code span: paths from the skill's directory, as the tool's `path` has them.
fn in_code(scene: &Scene<'_>, open: usize) -> Vec<Item> {
    let (Some(skill), before) = (scene.skill(), scene.before()) else { return Vec::new() };
    let typed = before.get(open..).unwrap_or_default();
    let typed = typed.rsplit([' ', '\t', '"', '\'', '=']).next().unwrap_or(typed);
    // A sign of a skill or a variable begins something else.
    if typed.starts_with(['/', '$', '-']) {
        return super::skill::complete(scene);
    }
    let rest = Span::new(scene.site.offset, scene.line().end).slice(scene.site.text);
    let end = scene.site.offset + rest.find(['`', ' ', '\t', '"', '\'']).unwrap_or(rest.len());
    let span = Span::new(scene.site.offset - typed.len(), end);
    let own = scene.site.path();
    let base = own.rsplit_once('/').map_or("", |(dir, _)| dir);
    let plain = |path: &str| !path.contains(|c: char| c.is_whitespace() || "`\u{fffd}\\".contains(c));
    let listed = skill.tree.listed().filter(|item| item.path != own && plain(&item.path) && is_like(&item.path, typed));
    listed
        .filter(|item| {
            // The same words must not lead elsewhere from the file's own directory.
            let here = if base.is_empty() { item.path.clone() } else { format!("{base}/{}", item.path) };
            let elsewhere = !base.is_empty() && !matches!(skill.tree.resolve(&here), Resolved::Nothing);
            !elsewhere && matches!(skill.tree.resolve(&item.path), Resolved::File(_))
        })
        .map(|item| Item {
            detail: first_heading(skill, &item.path),
            ..Item::new(Kind::File, item.path.as_str(), span, item.path.as_str())
        })
        .collect()
}

/// The headings of the file that a path names.
fn anchors(scene: &Scene<'_>, path: &str, span: Span) -> Vec<Item> {
    let Some(markdown) = page(scene, path) else { return Vec::new() };
    let mut items: Vec<Item> = Vec::new();
    let mut known: HashSet<&str> = HashSet::new();
    for (at, heading) in markdown.headings.iter().enumerate() {
        if heading.anchor.is_empty() || !known.insert(&heading.anchor) {
            continue;
        }
        let made = Item::new(Kind::Anchor, heading.anchor.as_str(), span, heading.anchor.as_str());
        items.push(Item { detail: heading.title.clone(), sort: format!("{at:05}"), ..made });
    }
    for id in &markdown.ids {
        let plain = id.name.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c)) && !id.name.is_empty();
        if plain && known.insert(&id.name) {
            items.push(Item {
                sort: format!("~{}", id.name),
                ..Item::new(Kind::Anchor, id.name.as_str(), span, id.name.as_str())
            });
        }
    }
    items
}

fn page<'a>(scene: &'a Scene<'_>, path: &str) -> Option<&'a Markdown> {
    if path.is_empty() {
        return scene.markdown();
    }
    let skill = scene.skill()?;
    let decoded = percent_decode_str(path).decode_utf8_lossy().into_owned();
    let own = scene.site.path();
    let base = own.rsplit_once('/').map_or("", |(dir, _)| dir);
    let tried = [normal(base, &decoded), normal("", &decoded)];
    let file = tried.iter().flatten().find_map(|path| match skill.tree.resolve(path) {
        Resolved::File(file) => Some(file),
        _ => None,
    })?;
    if file == skill.entry_name() {
        return Some(&skill.body);
    }
    skill.pages.iter().find(|page| page.path == file).map(|page| &page.markdown)
}

/// `base/path` without `.` and `..`; none where it leaves the skill.
fn normal(base: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in base.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// A path of the skill as seen from the file `own`.
fn seen_from(own: &str, path: &str) -> String {
    let from: Vec<&str> = own.split('/').collect();
    let from = from.get(..from.len().saturating_sub(1)).unwrap_or_default();
    let to: Vec<&str> = path.split('/').collect();
    let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = std::iter::repeat_n("..", from.len() - shared);
    up.chain(to.into_iter().skip(shared)).collect::<Vec<_>>().join("/")
}

fn is_image(path: &str) -> bool {
    let suffix = path.rsplit_once('.').map_or("", |(_, suffix)| suffix).to_lowercase();
    ["png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "bmp"].contains(&suffix.as_str())
}

fn first_heading(skill: &Skill, path: &str) -> String {
    let page = skill.pages.iter().find(|page| page.path == path);
    page.and_then(|page| page.markdown.headings.first()).map_or_else(String::new, |heading| heading.title.clone())
}
