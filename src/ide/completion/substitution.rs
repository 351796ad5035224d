//! What hosts replace in the body.

use super::{Item, Kind, Scene, escaped};
use crate::hosts::{self, Substitution};
use crate::syntax::yaml::Value;
use crate::text::Span;

/// The forms that can stand at a place of an entry's body.
pub fn complete(scene: &Scene<'_>) -> Vec<Item> {
    if !scene.is_entry {
        return Vec::new();
    }
    let before = scene.before();
    let Some(at) = before.rfind(['$', '!', '`']) else { return Vec::new() };
    // Of several backticks the first begins the form.
    let run = before.get(..at + 1).unwrap_or_default().trim_end_matches('`').len();
    let at = if before.get(at..).is_some_and(|rest| rest.starts_with('`')) { run } else { at };
    let typed = before.get(at..).unwrap_or_default();
    if before.get(..at).is_some_and(|before| before.ends_with('\\')) {
        return Vec::new();
    }
    let start = scene.line().start + at;
    let rest = Span::new(scene.site.offset, scene.line().end).slice(scene.site.text);
    let names = names(scene);
    let fitting =
        hosts::substitutions(scene.hosts, scene.root.scope).into_iter().flat_map(|form| written(form, &names));
    let fitting = fitting.filter(|written| written.text.starts_with(typed) && !typed.is_empty());
    let command = |written: &Written| written.text.starts_with(['!', '`']);
    let alone = before.get(..at).is_none_or(|before| before.trim().is_empty());
    let spaced = before.get(..at).is_none_or(|before| before.is_empty() || before.ends_with([' ', '\t']));
    fitting
        .filter(|written| !command(written) || if written.text.starts_with('`') { alone } else { spaced })
        .enumerate()
        .map(|(nth, written)| {
            // What the editor closed by itself is not written twice.
            let closed = rest.starts_with('}') && written.text.ends_with('}') && typed.starts_with("${");
            let more = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let more =
                if rest.get(more..).is_some_and(|rest| rest.starts_with('}')) && closed { more + 1 } else { more };
            let span = Span::new(start, scene.site.offset + more);
            Item {
                detail: "replaced by the host".to_owned(),
                documentation: written.form.doc.clone(),
                snippet: written.snippet,
                sort: format!("{nth:03}"),
                ..Item::new(Kind::Substitution, written.text.clone(), span, written.text)
            }
        })
        .collect()
}

/// A form as it can be written.
struct Written {
    form: &'static Substitution,
    text: String,
    snippet: Option<String>,
}

fn written(form: &'static Substitution, names: &[String]) -> Vec<Written> {
    let plain = |text: String| Written { form, text, snippet: None };
    let Some((head, tail)) = form.form.split_once('<') else {
        let mut one = plain(form.form.clone());
        if form.form.starts_with("```") {
            one.snippet = Some(format!("{}\n$0\n```", escaped(&form.form)));
        }
        return vec![one];
    };
    let Some((kind, tail)) = tail.split_once('>') else { return Vec::new() };
    let with = |inner: &str| format!("{head}{inner}{tail}");
    let stop = |inner: &str| Some(format!("{}${{1:{inner}}}{}", escaped(head), escaped(tail)));
    match kind {
        "name" => names.iter().map(|name| plain(with(name))).collect(),
        "n" => vec![Written { form, text: with("0"), snippet: stop("0") }],
        "key" => vec![Written { form, text: with("key"), snippet: stop("key") }],
        _ => vec![Written { form, text: with("command"), snippet: stop("command") }],
    }
}

/// The skill's named arguments: a text with blanks between them, or a list.
pub fn names(scene: &Scene<'_>) -> Vec<String> {
    let value = scene.document.yaml.get("arguments").and_then(|entry| entry.value.as_ref());
    let names: Vec<String> = match value.map(|node| &node.value) {
        Some(Value::Scalar { text, .. }) => text.split([' ', ',']).map(str::to_owned).collect(),
        Some(Value::Sequence(items)) => items.iter().filter_map(|item| item.text()).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let plain = |name: &String| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    names.into_iter().filter(plain).collect()
}
