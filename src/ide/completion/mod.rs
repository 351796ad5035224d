//! What can be written at a place: keys, values, paths, headings, skills, and what hosts replace. Nothing is offered of
//! which something would be said that is not said now.

mod key;
mod path;
mod skill;
mod substitution;
#[cfg(test)]
mod tests;
mod tool;
mod value;
mod whole;

pub use substitution::names;

use super::Site;
use super::scene::Scene;
use crate::text::{Edit, Span};

/// Items that are offered at once; more are asked for by typing on. More than these nobody reads, and each takes its time
/// on the way.
const MOST: usize = 100;

/// What is offered at a place.
#[derive(Debug, Default)]
pub struct Completion {
    /// The items; their sort keys give the order.
    pub items: Vec<Item>,
    /// There are more than these, which typing on will show.
    pub is_incomplete: bool,
}

/// Something that can be written at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it is shown as, and found by.
    pub label: String,
    /// What it is.
    pub kind: Kind,
    /// A few words beside the label.
    pub detail: String,
    /// What it does, in Markdown.
    pub documentation: String,
    /// What is written: on the place's line, around the place.
    pub edit: Edit,
    /// The same with stops for the cursor, in the protocol's snippet syntax.
    pub snippet: Option<String>,
    /// Orders the items.
    pub sort: String,
}

/// What an [`Item`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A key of the front matter.
    Key,
    /// A value of one.
    Value,
    /// A tool of a host.
    Tool,
    /// A file of the skill.
    File,
    /// A heading's anchor.
    Anchor,
    /// Another skill.
    Skill,
    /// Something that a host replaces.
    Substitution,
    /// A whole piece of text.
    Whole,
}

impl Item {
    /// An item that writes `text` over `span`, sorted by its label.
    fn new(kind: Kind, label: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        let label = label.into();
        Item {
            sort: label.clone(),
            label,
            kind,
            detail: String::new(),
            documentation: String::new(),
            edit: Edit::replace(span, text),
            snippet: None,
        }
    }
}

/// What can be written at a place.
pub fn complete(site: &Site<'_>) -> Completion {
    let Some(scene) = Scene::new(*site).filter(|scene| !scene.is_in_line_break()) else { return Completion::default() };
    let items = if let Some(item) = whole::complete(&scene) {
        vec![item]
    } else if let Some(items) = key::complete(&scene) {
        items
    } else if scene.is_in_front_matter(site.offset) {
        tool::complete(&scene).or_else(|| value::complete(&scene)).unwrap_or_default()
    } else {
        in_body(&scene)
    };
    let is_incomplete = items.len() > MOST;
    Completion { items: items.into_iter().take(MOST).collect(), is_incomplete }
}

fn in_body(scene: &Scene<'_>) -> Vec<Item> {
    if scene.site.offset < scene.document.fences.body.start {
        return Vec::new();
    }
    let mut items = substitution::complete(scene);
    items.extend(path::complete(scene).unwrap_or_else(|| skill::complete(scene)));
    items
}

/// Whether a word holds the letters typed so far, in their order: what editors sift by.
fn is_like(word: &str, typed: &str) -> bool {
    let mut letters = word.chars().flat_map(char::to_lowercase);
    typed.chars().flat_map(char::to_lowercase).all(|wanted| letters.any(|own| own == wanted))
}

/// `text` in the protocol's snippet syntax.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '$' | '}' | ',' | '|') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
