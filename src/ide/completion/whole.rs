//! A whole front matter, where there is none.

use super::{Item, Kind, Scene, escaped};
use crate::rules::quote;
use crate::text::{Span, line_break};

const DESCRIPTION: &str = "What it does and when to use it.";

/// Front matter for an entry without any, at its very beginning.
pub fn complete(scene: &Scene<'_>) -> Option<Item> {
    let (site, fences) = (&scene.site, &scene.document.fences);
    let begun = fences.closing.is_none() && fences.block.is_empty() && fences.lead.is_none();
    let start = fences.bom.map_or(0, |bom| bom.end);
    let typed = Span::new(start, site.offset);
    let line = scene.line();
    let first = site.offset >= start && line.start <= start;
    let dashes = Span::new(start, line.end).slice(site.text).trim_end();
    if !scene.is_entry || !first || !(fences.opening.is_none() || begun) || !"---".starts_with(typed.slice(site.text)) {
        return None;
    }
    // Behind the dashes of a front matter, or before a text that begins here.
    let is_blank = site.text.get(start..).is_some_and(|text| "---".starts_with(text.trim()));
    let replaced = match dashes {
        dashes if "---".starts_with(dashes) => Span::new(start, start + dashes.len()),
        _ if typed.is_empty() => Span::at(start),
        _ => return None,
    };
    let name = scene.kept.found.dir.file_name()?.to_string_lossy().into_owned();
    let title = title(&name);
    let made = |description: &str, title: &str, end: &str| {
        let head = format!("---\nname: {}\ndescription: {description}\n---\n", quote::value(&name));
        let body = if is_blank { format!("\n# {title}\n{end}") } else { end.to_owned() };
        // What follows begins on a line of its own.
        let rest = Span::new(replaced.end, site.text.len()).slice(site.text);
        let tail = if is_blank || rest.starts_with(['\n', '\r']) { "" } else { "\n" };
        (head + &body + tail).replace('\n', line_break(site.text))
    };
    let text = made(DESCRIPTION, &title, "");
    let mut item = Item::new(Kind::Whole, "---", replaced, text);
    if !scene.allows(&item.edit) {
        return None;
    }
    let stops = made(&format!("${{1:{DESCRIPTION}}}"), &format!("${{2:{}}}", escaped(&title)), "$0");
    item.snippet = (quote::value(&name) == name).then_some(stops);
    item.detail = "front matter".to_owned();
    item.documentation = format!("The front matter of the skill `{name}`: its name and its description.");
    Some(item)
}

/// A directory's name as a title: `release-notes` as "Release notes".
fn title(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
