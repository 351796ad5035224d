//! Names of tools in the values that list them.

use super::{Item, Kind, Scene};
use crate::hosts::Host;
use crate::hosts::facts::{Tools, Type};
use crate::ide::keys;
use crate::syntax::yaml::Value;
use crate::text::Span;

/// The tools that can stand at a place; none where no list of tools stands, or no host's tools are known.
pub fn complete(scene: &Scene<'_>) -> Option<Vec<Item>> {
    let (text, line, at) = (scene.site.text, scene.line(), scene.site.offset);
    let entry = scene.document.yaml.entries().iter().rfind(|entry| entry.key.span.start <= at)?;
    let key = entry.key.text()?;
    let known: Vec<(&Host, &Tools)> = scene
        .hosts
        .iter()
        .filter_map(|host| Some((*host, host.tools.as_ref()?)))
        .filter(|(_, tools)| tools.keys.iter().any(|own| own == key))
        .collect();
    let colon = entry.key.span.end;
    let on_its_line = line.touches(colon);
    let is_list = matches!(entry.value.as_ref().map(|value| &value.value), Some(Value::Sequence(_)));
    if known.is_empty() || at <= colon || !is_list && !keys::takes(scene.hosts, key, Type::Text) {
        return None;
    }
    // On the key's line its words; below it the items of a list.
    let start = if on_its_line {
        colon + 1
    } else {
        let indent = line.slice(text).find(|c| c != ' ').unwrap_or(0);
        line.slice(text).get(indent..).filter(|rest| rest.starts_with("- ") && is_list)?;
        line.start + indent + 2
    };
    let before = Span::new(start, at).slice(text);
    if at < start || before.matches('(').count() != before.matches(')').count() || before.contains('#') {
        return None;
    }
    let word = before.rfind(|c: char| !is_tool(c)).map_or(start, |end| start + end + 1);
    let rest = Span::new(at, line.end).slice(text);
    let word = Span::new(word, at + rest.find(|c: char| !is_tool(c)).unwrap_or(rest.len()));
    // A block value, or one in quotes of which YAML knows more, is left alone.
    if before.trim_start().starts_with(['|', '>', '&', '*', '!', '{']) {
        return None;
    }
    let value = entry.value.as_ref().map_or(Span::at(at), |value| value.span);
    let others = [Span::new(value.start, word.start), Span::new(word.end, value.end)].map(|part| part.slice(text));
    let has = |tool: &str| others.iter().any(|part| part.split(|c| !is_tool(c)).any(|own| own == tool));
    let blank = if word.start == colon + 1 && on_its_line { " " } else { "" };
    let tools = known.iter().flat_map(|(host, tools)| tools.list.iter().map(move |(name, doc)| (*host, name, doc)));
    Some(
        tools
            .filter(|(_, name, _)| !has(name))
            .map(|(host, name, doc)| Item {
                detail: host.title.clone(),
                documentation: doc.clone(),
                ..Item::new(Kind::Tool, name.as_str(), word, format!("{blank}{name}"))
            })
            .collect(),
    )
}

fn is_tool(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-' || c == '.'
}
