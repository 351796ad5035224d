//! Values where there is a closed list of them, and the directory's name for the name.

use super::{Item, Kind, Scene};
use crate::hosts::facts::Type;
use crate::ide::keys;
use crate::rules::quote;
use crate::text::Span;

/// The values that can stand at a place; none where no value stands.
pub fn complete(scene: &Scene<'_>) -> Option<Vec<Item>> {
    let place = ValuePlace::at(scene)?;
    let mut values = choices(scene, &place.key);
    let mut kind = "value";
    if place.key == "name" {
        values = vec![quote::value(&scene.kept.found.dir.file_name()?.to_string_lossy())];
        kind = "the directory's name";
    }
    let items = values.into_iter().enumerate().map(|(at, value)| {
        let text = if place.needs_blank { format!(" {value}") } else { value.clone() };
        let default = keys::known(scene.hosts, &place.key).any(|(_, fact)| {
            fact.default.as_ref().is_some_and(|default| default.to_string().trim_matches('"') == value)
        });
        Item {
            detail: if default { "the same as without it".to_owned() } else { kind.to_owned() },
            documentation: keys::page(scene.hosts, &place.key),
            sort: format!("{at:03}"),
            ..Item::new(Kind::Value, value, place.span, text)
        }
    });
    Some(items.filter(|item| scene.allows(&item.edit)).collect())
}

/// The values of a key's closed list, as they are written: what differs from the default first.
pub fn choices(scene: &Scene<'_>, key: &str) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    for (_, fact) in keys::known(scene.hosts, key) {
        let switch = fact.types == [Type::Boolean];
        let default = fact.default.as_ref().and_then(serde_json::Value::as_bool);
        let switches = if default == Some(true) { ["false", "true"] } else { ["true", "false"] };
        let own = fact.values.iter().map(|value| quote::value(value));
        let own: Vec<String> = if switch { switches.map(str::to_owned).into() } else { own.collect() };
        values.extend(own);
    }
    let mut seen = Vec::new();
    values.retain(|value| {
        let kind = if matches!(value.as_str(), "true" | "false") { Type::Boolean } else { Type::Text };
        let new = !seen.contains(value) && keys::takes(scene.hosts, key, kind);
        seen.push(value.clone());
        new
    });
    values
}

/// The place of a value on its key's line.
struct ValuePlace {
    /// The key; with its map's before it, `metadata.internal`.
    key: String,
    /// What is replaced.
    span: Span,
    /// Whether a blank is missing behind the colon.
    needs_blank: bool,
}

impl ValuePlace {
    fn at(scene: &Scene<'_>) -> Option<Self> {
        let (text, line, at) = (scene.site.text, scene.line(), scene.site.offset);
        let source = line.slice(text);
        let indent = source.len() - source.trim_start_matches(' ').len();
        let key_len = source.get(indent..)?.find(|c: char| !(c.is_ascii_alphanumeric() || "-_./".contains(c)))?;
        let key = Span::new(line.start + indent, line.start + indent + key_len);
        let behind = Span::new(key.end, line.end).slice(text);
        let colon = key.end + (behind.len() - behind.trim_start_matches(' ').len());
        if key.is_empty() || !text.get(colon..)?.starts_with(':') || at <= colon {
            return None;
        }
        let entries = scene.document.yaml.entries();
        let top = entries.iter().find(|entry| entry.key.span == key);
        let found = top.map(|entry| (String::new(), entry)).or_else(|| {
            entries.iter().find_map(|entry| {
                let crate::syntax::yaml::Value::Mapping(inner) = &entry.value.as_ref()?.value else { return None };
                let inner = inner.iter().find(|inner| inner.key.span == key)?;
                Some((format!("{}.", entry.key.text()?), inner))
            })
        });
        let prefix = match found {
            Some((prefix, entry)) => {
                // A value that goes on elsewhere is none of a list.
                let value = entry.value.as_ref().map(|value| value.span.trim(text));
                let elsewhere =
                    value.is_some_and(|value| !value.is_empty() && (value.start < key.end || value.end > line.end));
                (!elsewhere).then_some(prefix)?
            }
            None if indent == 0 && scene.document.yaml.error.is_some() => String::new(),
            None => return None,
        };
        let rest = Span::new(colon + 1, line.end);
        let written = rest.slice(text);
        let written = written.find(" #").map_or(written, |comment| written.get(..comment).unwrap_or(written));
        let value = Span::new(rest.start, rest.start + written.len()).trim(text);
        let span = match value.is_empty() {
            true => Span::at(at),
            false if value.touches(at) => value,
            false => return None,
        };
        if span.is_empty() && !Span::new(rest.start, rest.start + written.len()).touches(at) {
            return None;
        }
        let needs_blank = span.start == colon + 1;
        Some(ValuePlace { key: format!("{prefix}{}", key.slice(text)), span, needs_blank })
    }
}
