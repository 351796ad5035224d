use std::path::{Path, PathBuf};

use super::{Action, Kind};
use crate::hosts;
use crate::ide::Site;
use crate::ide::completion::names;
use crate::ide::pointer::{Aim, Pointer, Written};
use crate::ide::references::pointing;
use crate::ide::rename::paths::{self, Moves, follow};
use crate::ide::rename::skill::Edits;
use crate::ide::scene::Scene;
use crate::rules::Change;
use crate::skill::Skill;
use crate::syntax::fences;
use crate::syntax::markdown::{self, Markdown};
use crate::text::{Edit, Span, apply, line_break, lines};

/// Lines of a section from which on it is worth a file of its own.
const LINES: usize = 10;

/// The directory for such files (specification, "`references/`").
const DIRECTORY: &str = "references";

/// Moves the section under the heading at the site to a file of its own; the heading stays, with a link below it.
pub fn action(site: &Site<'_>, skill: &Skill) -> Option<Action> {
    if site.file != skill.entry {
        return None;
    }
    let text: &str = &skill.document.text;
    let index = skill.body.headings.iter().position(|heading| heading.span.touches(site.offset))?;
    let heading = skill.body.headings.get(index)?;
    let mut later = skill.body.headings.iter().enumerate().skip(index + 1);
    let next = later.find(|(_, next)| next.level <= heading.level);
    let end = next.map_or(text.len(), |(_, next)| next.span.start);
    let inner = Span::new(heading.span.end, end).trim(text);
    let slug = if heading.anchor.is_empty() { "section".to_owned() } else { heading.anchor.clone() };
    let name = format!("{slug}.md");
    let file = skill.dir.join(DIRECTORY).join(&name);
    let is_worth_it = heading.level > 1 && lines(inner.slice(text), 0).count() >= LINES;
    if !is_worth_it || site.files.kind(&file).is_ok() || !starts_a_line(text, heading.span.start) {
        return None;
    }
    if is_filled_in(site, inner) {
        return None;
    }
    let section = Section { skill, file, inner, last: next.map_or(skill.body.headings.len(), |(at, _)| at), index };
    let changes = section.changes(site)?;
    Some(Action { title: format!("Move this section to `{DIRECTORY}/{name}`"), kind: Kind::Extract, changes })
}

/// Whether hosts put something in the place of words there, which they do in the entry alone.
fn is_filled_in(site: &Site<'_>, part: Span) -> bool {
    Scene::new(*site).is_some_and(|scene| {
        let forms = hosts::substitutions(scene.hosts, scene.root.scope);
        !hosts::substituted(site.text, part, &forms, &names(&scene)).is_empty()
    })
}

/// In a quotation or a list a section is only a part of something.
fn starts_a_line(text: &str, at: usize) -> bool {
    text.get(..at).is_some_and(|before| before.is_empty() || before.ends_with(['\n', '\r']))
}

struct Section<'a> {
    skill: &'a Skill,
    /// The file that it goes to.
    file: PathBuf,
    /// What goes there: all under the heading.
    inner: Span,
    /// Its heading, and the first one behind it, by number.
    index: usize,
    last: usize,
}

impl Section<'_> {
    fn changes(&self, site: &Site<'_>) -> Option<Vec<Change>> {
        let text: &str = &self.skill.document.text;
        let heading = self.skill.body.headings.get(self.index)?;
        let line_break = line_break(text);
        let title = heading.title.trim();
        let link = format!("See [{}]({DIRECTORY}/{}).", escaped(title), paths::encoded_in_link(self.name()?));
        // What the two texts will be, but for their links: so anchors are known.
        let rest = apply(text, &[Edit::replace(self.inner, link.as_str())]).ok()?;
        let head = format!("# {}{line_break}{line_break}", escaped(title));
        let page = format!("{head}{}{line_break}", self.inner.slice(text));
        let (rest, page) = (parsed_entry(&rest), markdown::parse(&page, Span::new(0, page.len())));
        if !self.is_whole(&rest, &page) {
            return None;
        }
        let entry = &self.skill.entry;
        let around = site.around();
        let aim = Aim::File { path: entry.clone(), anchor: None };
        let mut edits = Edits::default();
        let mut inside: Vec<Edit> = Vec::new();
        let concerns = |file: &Path, aim: &Aim| {
            file == entry || matches!(aim, Aim::File { path, anchor: Some(_) } if path == entry)
        };
        for one in pointing(around, &concerns, std::slice::from_ref(&aim)) {
            let moves = one.file == *entry && self.inner.covers(one.pointer.span);
            let edit = self.edit(&one.text, &one.file, &one.pointer, moves, &rest, &page)?;
            match edit {
                Some(edit) if moves => inside.push(edit),
                Some(edit) => edits.add(&one.file, edit),
                None => {}
            }
        }
        // The section with its edits, moved to the beginning of its text.
        inside.sort_by_key(|edit| edit.span);
        inside.dedup_by_key(|edit| edit.span);
        let shift = |edit: &Edit| {
            let span = Span::new(edit.span.start - self.inner.start, edit.span.end - self.inner.start);
            Edit::replace(span, edit.text.as_str())
        };
        let moved = apply(self.inner.slice(text), &inside.iter().map(shift).collect::<Vec<_>>()).ok()?;
        edits.add(entry, Edit::replace(self.inner, link));
        let mut changes = vec![Change::Create { file: self.file.clone(), text: format!("{head}{moved}{line_break}") }];
        changes.extend(edits.into_changes(site.files));
        Some(changes)
    }

    fn name(&self) -> Option<&str> {
        self.file.file_name()?.to_str()
    }

    /// Whether both texts have all that the one had: no definition of a link is parted from its use, no block cut in two.
    fn is_whole(&self, rest: &Markdown, page: &Markdown) -> bool {
        let before = &self.skill.body;
        let own_links = before.links.iter().filter(|link| self.inner.covers(link.span)).count();
        let apart = before.links.iter().any(|link| self.inner.covers(link.span) != self.inner.covers(link.target));
        let own_headings = self.last - self.index - 1;
        !apart
            && page.links.len() == own_links
            && rest.links.len() == before.links.len() - own_links + 1
            && page.headings.len() == own_headings + 1
            && rest.headings.len() == before.headings.len() - own_headings
            && rest.blocks.len() + page.blocks.len() == before.blocks.len()
    }

    /// Where an anchor of the entry is afterwards: whether in the new file, and by which name.
    fn anchor(&self, anchor: &str, rest: &Markdown, page: &Markdown) -> Option<(bool, String)> {
        let before = &self.skill.body;
        let wanted = anchor.to_lowercase();
        let Some(at) = before.heading_of(&wanted) else {
            let id = before.ids.iter().find(|id| id.name.to_lowercase() == wanted)?;
            return Some((self.inner.covers(id.span), anchor.to_owned()));
        };
        let (moved, headings, at) = match at {
            at if at <= self.index => (false, &rest.headings, at),
            at if at < self.last => (true, &page.headings, at - self.index),
            at => (false, &rest.headings, at + self.index + 1 - self.last),
        };
        let new = &headings.get(at)?.anchor;
        Some((moved, if *new == wanted { anchor.to_owned() } else { new.clone() }))
    }

    /// The edit that a pointer needs; the outer `None` where it cannot be kept.
    #[allow(clippy::option_option, reason = "the outer one ends all")]
    fn edit(
        &self,
        text: &str,
        file: &Path,
        pointer: &Pointer,
        moves: bool,
        rest: &Markdown,
        page: &Markdown,
    ) -> Option<Option<Edit>> {
        let entry = &self.skill.entry;
        if matches!(pointer.written, Written::Mention(_)) {
            return Some(None);
        }
        let new_file = if moves { self.file.as_path() } else { file };
        if let Aim::File { path, anchor: Some(anchor) } = &pointer.aim
            && path == entry
            && let Some((goes, new)) = self.anchor(anchor, rest, page)
        {
            let target = if goes { self.file.as_path() } else { entry.as_path() };
            let raw = pointer.span.slice(text);
            let (old_path, old_anchor) = raw.split_once('#')?;
            if !goes && !moves {
                let at = Span::new(pointer.span.start + old_path.len() + 1, pointer.span.end);
                return Some((old_anchor != new).then(|| Edit::replace(at, new)));
            }
            let path = match target == new_file {
                true => String::new(),
                false => {
                    let names = paths::seen_from(new_file.parent()?, target);
                    names.iter().map(|name| paths::encoded_in_link(name)).collect::<Vec<_>>().join("/")
                }
            };
            let written = format!("{path}#{new}");
            return Some((written != raw).then(|| Edit::replace(pointer.span, written)));
        }
        if !moves {
            return Some(None);
        }
        // Paths from the skill's directory, as the tool reads them, go on to lead there.
        let stays = Moves::new(vec![(entry.clone(), self.file.clone())]);
        let is_entry = matches!(&pointer.aim, Aim::File { path, .. } if path == entry);
        if is_entry {
            let raw = pointer.span.slice(text);
            return Some(Some(Edit::replace(pointer.span, format!("../{}", raw.trim_start_matches("./")))));
        }
        Some(match &pointer.written {
            Written::Code(_) => None,
            _ => follow(text, file, pointer, &stays, Some(&self.skill.dir)),
        })
    }
}

fn parsed_entry(text: &str) -> Markdown {
    markdown::parse(text, fences::read(text).body)
}

/// A title, which is without markup, as the text of a link or a heading.
fn escaped(title: &str) -> String {
    let mut out = String::with_capacity(title.len());
    let mut letters = title.chars().peekable();
    while let Some(c) = letters.next() {
        let goes_on = letters.peek().is_some_and(|next| next.is_alphanumeric() || *next == '#');
        let is_markup = match c {
            '[' | ']' | '*' | '`' | '<' | '\\' | '~' => true,
            // In a word it is a letter.
            '_' => !goes_on || !out.ends_with(char::is_alphanumeric),
            '&' => goes_on,
            '#' => letters.peek().is_none(),
            _ => false,
        };
        out.extend(is_markup.then_some('\\'));
        out.push(c);
    }
    out
}
