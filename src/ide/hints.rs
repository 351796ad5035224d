//! Limits that are near or past, at the end of what uses them.

use std::collections::BTreeMap;

use super::Site;
use super::keys;
use super::scene::Scene;
use crate::hosts::{Room, grouped};
use crate::skill::limits::{BODY_LINES, READ_UNITS};
use crate::text::{lines, utf16_len};
use crate::workspace;

/// From this share of a limit on it is near.
const NEAR: f64 = 0.8;

/// A limit that is near or past.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Where it is shown.
    pub at: usize,
    /// What it is about: `name`, `description`, `compatibility`, `body` or `file`.
    pub about: &'static str,
    /// In a few words: `980 of 1,024 characters`.
    pub label: String,
    /// All limits that are near or past there, in Markdown.
    pub page: String,
}

/// The limits that are near or past in a skill's entry, in order of the text; none for other files.
pub fn hints(site: &Site<'_>) -> Vec<Hint> {
    let Some(scene) = Scene::new(*site).filter(|scene| scene.is_entry) else { return Vec::new() };
    let mut hints = in_front_matter(&scene);
    hints.extend(of_the_text(&scene));
    hints.sort_by_key(|hint| hint.at);
    hints
}

fn in_front_matter(scene: &Scene<'_>) -> Vec<Hint> {
    let Some(skill) = scene.skill() else { return Vec::new() };
    let mut near: BTreeMap<&str, Vec<Room>> = BTreeMap::new();
    for room in workspace::rooms(skill, scene.root, scene.hosts).into_iter().filter(|room| is_near(room.used, room.max))
    {
        near.entry(room.key).or_default().push(room);
    }
    let hint = |(_, mut rooms): (&str, Vec<Room>)| {
        // The tightest limit is the one that is met first; of equals the best known host's.
        rooms.sort_by(|one, other| share(other).total_cmp(&share(one)));
        let first = rooms.first()?;
        let value = scene.document.value(first.key)?;
        let mut said: Vec<(String, Vec<&str>)> = Vec::new();
        for room in &rooms {
            let shown = room.to_string();
            match said.iter_mut().find(|(own, _)| *own == shown) {
                Some((_, who)) => who.push(&room.host.title),
                None => said.push((shown, vec![&room.host.title])),
            }
        }
        let page: Vec<String> = said.iter().map(|(shown, who)| format!("- {shown}: {}", keys::listed(who))).collect();
        let at = value.span.trim(scene.site.text).end;
        Some(Hint { at, about: first.key, label: first.to_string(), page: page.join("\n") })
    };
    near.into_iter().filter_map(hint).collect()
}

fn share(room: &Room) -> f64 {
    share_of(room.used, room.max)
}

#[expect(clippy::cast_precision_loss, reason = "a share")]
fn share_of(used: usize, max: usize) -> f64 {
    used as f64 / max.max(1) as f64
}

fn is_near(used: usize, max: usize) -> bool {
    share_of(used, max) >= NEAR
}

/// The lines of the body, and what of the file the list/read tool gives, at the end of the front matter.
fn of_the_text(scene: &Scene<'_>) -> Vec<Hint> {
    let (text, fences) = (scene.site.text, &scene.document.fences);
    let at = fences.closing.or(fences.opening).map_or(scene.document.opening().end, |fence| fence.rest.end);
    let body = lines(text, fences.body.start).count();
    let mut hints = Vec::new();
    if is_near(body, BODY_LINES) {
        let label = format!("{} of {BODY_LINES} lines", grouped(body));
        let page = format!("The body has {label} that the specification recommends at most.");
        hints.push(Hint { at, about: "body", label, page });
    }
    let units = if is_near(text.len(), READ_UNITS) { utf16_len(text) } else { 0 };
    if is_near(units, READ_UNITS) {
        let label = format!("{} of {} UTF-16 units", grouped(units), grouped(READ_UNITS));
        let page = format!("The file has {label} that the list/read tool gives at most.");
        hints.push(Hint { at, about: "file", label, page });
    }
    hints
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::Fixture;

    fn shown(text: &str) -> Vec<(&'static str, String)> {
        let fixture = Fixture::for_hosts(&["zed"], &[(".agents/skills/demo/SKILL.md", text)]);
        let found = hints(&fixture.site());
        found.iter().for_each(|hint| assert!(fixture.text.is_char_boundary(hint.at) && !hint.page.is_empty()));
        found.into_iter().map(|hint| (hint.about, hint.label)).collect()
    }

    #[test]
    fn only_limits_that_are_near_or_past() {
        let entry = |description: &str, body: usize| {
            format!("<|>---\nname: demo\ndescription: {description}\n---\n{}", "x\n".repeat(body))
        };
        assert_eq!(shown(&entry("short", 399)), []);
        // 820 characters are 80 % of the room; in bytes, as Zed counts, it is past.
        assert_eq!(shown(&entry(&"x".repeat(819), 0)), []);
        assert_eq!(shown(&entry(&"x".repeat(820), 0)), [("description", "820 of 1,024".to_owned())]);
        assert_eq!(shown(&entry(&"é".repeat(600), 0)), [("description", "1,200 of 1,024 bytes".to_owned())]);
        assert_eq!(shown(&entry("short", 400)), [("body", "400 of 500 lines".to_owned())]);
        assert_eq!(shown("<|>"), []);
    }
}
