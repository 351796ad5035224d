use std::path::Path;

use crate::ide::goal::Home;
use crate::ide::pointer::{Aim, Pointer, markdown_of, text_of};
use crate::ide::references::pointing;
use crate::ide::{Site, rename::Refusal};
use crate::rules::Change;
use crate::skill::Skill;
use crate::syntax::fences;
use crate::syntax::markdown::{self, Heading, Markdown};
use crate::text::{Edit, Span, apply};

/// A heading that can get another title.
pub struct Found {
    /// Where the title is written, without the marks of a heading.
    pub title_span: Span,
    /// The title as it is written.
    pub title: String,
    /// Which heading of its file it is.
    index: usize,
}

/// The heading to which an anchor leads.
///
/// # Errors
/// Why there is none to rename.
pub fn find(site: &Site<'_>, home: &Home, file: &Path, anchor: &str) -> Result<Found, Refusal> {
    with_skill(site, home, file, |skill| found_in(skill, file, anchor))
}

/// The changes that give the heading another title: its own line, and the anchors of all links that no longer lead where
/// they did.
pub fn rename(site: &Site<'_>, home: &Home, file: &Path, anchor: &str, title: &str) -> Result<Vec<Change>, Refusal> {
    let title = title.trim();
    if title.is_empty() {
        return Err("A heading needs a text.".to_owned());
    }
    if title.contains(['\n', '\r']) {
        return Err("A heading stands on one line.".to_owned());
    }
    let (edit, anchors) = with_skill(site, home, file, |skill| {
        let found = found_in(skill, file, anchor)?;
        let (Some(text), Some(before)) = (text_of(skill, file), markdown_of(skill, file)) else {
            return Err(gone(anchor));
        };
        let edit = Edit::replace(found.title_span, title);
        let after = apply(text, std::slice::from_ref(&edit)).map_err(|error| error.to_string())?;
        let after = parsed(skill, file, &after);
        if !is_only_retitled(before, &after, found.index) {
            return Err(format!("Markdown does not take `{title}` for the text of a heading here."));
        }
        // Viewers go to a heading before they go to a place that HTML names.
        let takes = |heading: &&Heading| !heading.anchor.is_empty() && before.heading_of(&heading.anchor).is_none();
        let given = |heading: &Heading| after.has_id(&heading.anchor);
        if let Some(taking) = after.headings.iter().filter(takes).find(|heading| given(heading)) {
            return Err(format!(
                "`#{}` is another place in {} already: HTML there gives it this name.",
                taking.anchor,
                shown(file)
            ));
        }
        let pairs = before.headings.iter().zip(&after.headings);
        let changed = pairs.filter(|(before, after)| before.anchor != after.anchor);
        let anchors: Vec<(String, String)> =
            changed.map(|(before, after)| (before.anchor.clone(), after.anchor.clone())).collect();
        Ok((edit, anchors))
    })?;
    let new_of = |aim: &Aim| match aim {
        Aim::File { path, anchor: Some(anchor) } if path == file => {
            let anchor = anchor.to_lowercase();
            anchors.iter().find(|(old, _)| *old == anchor).map(|(_, new)| new)
        }
        _ => None,
    };
    let aim = Aim::File { path: file.to_owned(), anchor: None };
    let pointing = pointing(site.around(), &|_, aim| new_of(aim).is_some(), std::slice::from_ref(&aim));
    let mut changes = super::skill::Edits::default();
    for one in &pointing {
        let Some(new) = new_of(&one.pointer.aim) else { continue };
        if new.is_empty() {
            return Err(format!("A heading `{title}` has no anchor, and {} leads here.", shown(&one.file)));
        }
        let at = anchor_of(&one.text, &one.pointer).ok_or_else(|| gone(anchor))?;
        changes.add(&one.file, Edit::replace(at, new.as_str()));
    }
    changes.add(file, edit);
    Ok(changes.into_changes(site.files))
}

/// Where the anchor of a link is written.
fn anchor_of(text: &str, pointer: &Pointer) -> Option<Span> {
    let at = pointer.span.slice(text).find('#')? + 1;
    Some(Span::new(pointer.span.start + at, pointer.span.end))
}

fn with_skill<T>(
    site: &Site<'_>,
    home: &Home,
    file: &Path,
    work: impl FnOnce(&Skill) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    if let Some(skill) = home.skill().filter(|skill| markdown_of(skill, file).is_some()) {
        return work(skill);
    }
    let around = site.around();
    let other = site.workspace.skill_around(file).and_then(|dir| around.load(dir));
    let other = other.ok_or_else(|| format!("{} belongs to no skill.", shown(file)))?;
    work(&other)
}

fn found_in(skill: &Skill, file: &Path, anchor: &str) -> Result<Found, Refusal> {
    let (Some(text), Some(markdown)) = (text_of(skill, file), markdown_of(skill, file)) else {
        return Err(gone(anchor));
    };
    let wanted = anchor.to_lowercase();
    let Some(index) = markdown.heading_of(&wanted) else {
        return Err(gone(anchor));
    };
    let heading = markdown.headings.get(index).ok_or_else(|| gone(anchor))?;
    let title_span = title_span(text, heading);
    Ok(Found { title_span, title: title_span.slice(text).to_owned(), index })
}

fn gone(anchor: &str) -> Refusal {
    format!("`#{anchor}` leads to no heading.")
}

fn shown(file: &Path) -> String {
    format!("`{}`", file.file_name().unwrap_or_default().to_string_lossy())
}

/// The title of a heading: without the number signs at its ends, or the line below it.
fn title_span(text: &str, heading: &Heading) -> Span {
    let source = heading.span.slice(text);
    if source.starts_with('#') {
        let marks = source.len() - source.trim_start_matches('#').len();
        let inner = Span::new(heading.span.start + marks, heading.span.end).trim(text);
        let title = inner.slice(text);
        let bare = title.trim_end_matches('#');
        // Number signs at the end close the heading only behind a blank.
        let closed = bare.is_empty() || bare.ends_with([' ', '\t']);
        return if closed { Span::new(inner.start, inner.start + bare.len()).trim(text) } else { inner };
    }
    let underline = source.rfind(['\n', '\r']).unwrap_or(source.len());
    Span::new(heading.span.start, heading.span.start + underline).trim(text)
}

fn parsed(skill: &Skill, file: &Path, text: &str) -> Markdown {
    let body = if file == skill.entry { fences::read(text).body } else { Span::new(0, text.len()) };
    markdown::parse(text, body)
}

/// Whether the same headings are there afterwards, with the same levels and titles, but for one title.
fn is_only_retitled(before: &Markdown, after: &Markdown, index: usize) -> bool {
    before.headings.len() == after.headings.len()
        && before.blocks.len() == after.blocks.len()
        && before
            .headings
            .iter()
            .zip(&after.headings)
            .enumerate()
            .all(|(at, (before, after))| before.level == after.level && (before.title == after.title || at == index))
        && after.headings.get(index).is_some_and(|heading| !heading.title.trim().is_empty())
}
