//! Keys of the front matter.

use super::{Item, Kind, Scene, escaped};
use crate::hosts::facts::{Key, Type};
use crate::ide::keys;
use crate::rules::quote;
use crate::syntax::yaml::{self, Entry, Value, Yaml};
use crate::syntax::{fences, fields};
use crate::text::{Edit, Span, line_break};

/// A key that no skill has, to try a place with.
const TRIAL: &str = "skill-lsp-trial";

/// The keys that can stand at a place; none where no key can.
pub fn complete(scene: &Scene<'_>) -> Option<Vec<Item>> {
    let slot = Slot::at(scene)?;
    let names: Vec<&'static str> = crate::hosts::keys().iter().copied().collect();
    let prefix = slot.parent.as_ref().map_or_else(String::new, |parent| format!("{parent}."));
    let offered = names.into_iter().filter_map(|path| {
        let key = path.strip_prefix(&prefix).filter(|key| slot.parent.is_some() || !key.contains('.'))?;
        let taken = slot.present.iter().any(|own| own == key || is_same(scene, path, &format!("{prefix}{own}")));
        let facts: Vec<&Key> = keys::known(scene.hosts, path).map(|(_, fact)| fact).collect();
        let useless =
            facts.iter().any(|fact| fact.requires.as_ref().is_some_and(|need| !has(scene, &need.key, &need.value)));
        let mut types = facts.iter().flat_map(|fact| &fact.types);
        let possible = types.any(|kind| keys::takes(scene.hosts, path, *kind));
        (!taken && !useless && possible && keys::is_welcome(scene.hosts, path))
            .then(|| item(scene, &slot, path, key, &facts))
    });
    Some(offered.filter(|item| !slot.is_renaming || scene.allows(&item.edit)).collect())
}

/// Whether two spellings are one key for a host.
fn is_same(scene: &Scene<'_>, one: &str, other: &str) -> bool {
    keys::known(scene.hosts, one).any(|(_, fact)| fact.aliases.iter().any(|alias| alias == other))
}

fn has(scene: &Scene<'_>, key: &str, value: &str) -> bool {
    scene.document.value(key).is_some_and(|own| own.text == value)
}

fn item(scene: &Scene<'_>, slot: &Slot, path: &str, key: &str, facts: &[&Key]) -> Item {
    let (text, snippet) = match slot.has_colon {
        true => (key.to_owned(), None),
        false => written(scene, slot, path, key, facts),
    };
    let rank = match path {
        "name" => 0,
        "description" => 1,
        _ => 2,
    };
    let first: Vec<&str> = keys::known(scene.hosts, path).map(|(host, _)| host.title.as_str()).collect();
    Item {
        detail: format!(
            "{} · {}",
            facts.first().map_or_else(String::new, |fact| keys::types(fact)),
            keys::listed(&first)
        ),
        documentation: keys::page(scene.hosts, path),
        snippet,
        sort: format!("{rank}{key}"),
        ..Item::new(Kind::Key, key, slot.word, text)
    }
}

/// A key with as much of its value as is known: without stops for the cursor, and with them.
fn written(scene: &Scene<'_>, slot: &Slot, path: &str, key: &str, facts: &[&Key]) -> (String, Option<String>) {
    let bare = format!("{key}: ");
    let indent = format!("{}{}  ", line_break(scene.site.text), slot.indent);
    if path == "name" {
        let text =
            format!("{key}: {}", quote::value(&scene.kept.found.dir.file_name().unwrap_or_default().to_string_lossy()));
        return (if slot.allows(scene, &text) { text } else { bare }, None);
    }
    let all = |kind: Type| facts.iter().all(|fact| fact.types == [kind]);
    if all(Type::Map) {
        return (format!("{key}:"), Some(format!("{key}:{indent}$0")));
    }
    if all(Type::List) {
        return (bare, Some(format!("{key}:{indent}- $0")));
    }
    let values = super::value::choices(scene, path);
    let values: Vec<String> = match slot.has_switches {
        true => values.into_iter().filter(|value| slot.allows(scene, &format!("{key}: {value}"))).collect(),
        false => values,
    };
    match values.as_slice() {
        [] => (bare, None),
        [only] => (format!("{key}: {only}"), None),
        several => {
            let choices: Vec<String> = several.iter().map(|value| escaped(value)).collect();
            (bare, Some(format!("{key}: ${{1|{}|}}", choices.join(","))))
        }
    }
}

/// A place where a key can stand.
struct Slot {
    /// What is replaced: the word at the place.
    word: Span,
    /// Blanks before it.
    indent: String,
    /// The key of the map in which it would stand; none at the top.
    parent: Option<String>,
    /// Keys that stand there already.
    present: Vec<String>,
    /// Whether a colon follows.
    has_colon: bool,
    /// Whether a value follows, so that the key is given another name.
    is_renaming: bool,
    /// Whether the front matter has truth values, some of which do not go together.
    has_switches: bool,
}

impl Slot {
    fn at(scene: &Scene<'_>) -> Option<Self> {
        let (text, fences, line) = (scene.site.text, &scene.document.fences, scene.line());
        let opening = fences.opening.filter(|opening| !opening.line_break.is_empty())?;
        if fences.closing.is_some_and(|closing| line.start >= closing.dashes.start) {
            return None;
        }
        // Without a closing fence, the line that is being typed ends what looks like front matter.
        if line.start < opening.line_break.end || fences.closing.is_none() && line.start > fences.block.end {
            return None;
        }
        let before = scene.before();
        let indent = before.get(..before.len() - before.trim_start_matches(' ').len())?;
        let typed = before.get(indent.len()..)?;
        if !typed.chars().all(is_key) {
            return None;
        }
        let start = line.start + indent.len();
        let after = Span::new(scene.site.offset, line.end).slice(text);
        let rest = after.trim_start_matches(is_key);
        let word = Span::new(start, line.end - rest.len());
        let rest = rest.trim_start_matches(' ');
        let has_colon = rest.starts_with(':');
        if !has_colon && !rest.is_empty() && !rest.starts_with('#') {
            return None;
        }
        let end = match fences.closing {
            Some(closing) => closing.dashes.start,
            None => end_with_key(text, word, has_colon).max(line.end),
        };
        let block = Span::new(opening.line_break.end, end);
        let place = Place { text, block, word, has_colon };
        let Tried { parent, present, has_value } = place.tried(indent.is_empty())?;
        Some(Slot {
            word,
            indent: indent.to_owned(),
            parent,
            present,
            has_colon,
            is_renaming: has_colon && has_value,
            has_switches: has_switches(scene),
        })
    }

    fn allows(&self, scene: &Scene<'_>, text: &str) -> bool {
        scene.allows(&Edit::replace(self.word, text))
    }
}

/// Where front matter without a closing fence ends once a key stands in the place of `word`.
fn end_with_key(text: &str, word: Span, has_colon: bool) -> usize {
    let key = if has_colon { TRIAL.to_owned() } else { format!("{TRIAL}:") };
    let (head, tail) = (text.get(..word.start).unwrap_or(text), text.get(word.end..).unwrap_or_default());
    let end = fences::read(&format!("{head}{key}{tail}")).block.end;
    (end + word.len()).saturating_sub(key.len()).min(text.len())
}

/// Whether some value is a truth value, as lines have it: YAML may not get that far.
fn has_switches(scene: &Scene<'_>) -> bool {
    let text = scene.site.text;
    let values = fields::fields(text, scene.document.fences.block).map(|field| field.value.slice(text));
    values.map(fields::unquote).any(|value| value.starts_with("true") || value.starts_with("false"))
}

/// A place that is tried with a key of its own.
struct Place<'a> {
    text: &'a str,
    block: Span,
    word: Span,
    has_colon: bool,
}

/// What came of trying a place.
struct Tried {
    /// The key of the map in which a key would stand.
    parent: Option<String>,
    /// The keys that stand in it.
    present: Vec<String>,
    /// Whether the key would have a value.
    has_value: bool,
}

impl Place<'_> {
    /// What a key at this place would be; none where a key there would change what others mean.
    fn tried(&self, is_at_margin: bool) -> Option<Tried> {
        let head = Span::new(self.block.start, self.word.start).slice(self.text);
        let tail = Span::new(self.word.end, self.block.end).slice(self.text);
        let colon = if self.has_colon { "" } else { ":" };
        let with = format!("{head}{TRIAL}{colon}{tail}");
        let bare = format!("{head}{tail}");
        let (tried, without) = (parsed(&with), parsed(&bare));
        let is_trial = |entry: &&Entry| entry.key.span.start == head.len() && entry.key.text() == Some(TRIAL);
        let keys = |entries: &[Entry]| -> Vec<String> {
            let others = entries.iter().filter(|entry| !is_trial(entry));
            others.filter_map(|entry| entry.key.text()).map(str::to_owned).collect()
        };
        // Front matter that is no map has no place for a key, and a new one breaks none that is whole.
        let is_map = without.root.as_ref().is_none_or(|root| matches!(root.value, Value::Mapping(_)));
        let sound = is_map && (tried.error.is_none() || without.error.is_some());
        let has_value = |trial: &Entry| trial.value.as_ref().is_some_and(|value| !value.span.is_empty());
        let found = |parent, trial: &Entry, present, kept: bool| {
            let fits = self.has_colon || (!has_value(trial) && kept && sound);
            fits.then(|| Tried { parent, present, has_value: has_value(trial) })
        };
        if let Some(trial) = tried.entries().iter().find(is_trial) {
            let others = tried.entries().iter().filter(|entry| !is_trial(entry));
            // What YAML does not get to may still be keys.
            let present = keys(tried.entries()).into_iter().chain(written_keys(&with)).collect();
            return found(None, trial, present, same(others, &with, &without, &bare));
        }
        for entry in tried.entries() {
            let Some(Value::Mapping(inner)) = entry.value.as_ref().map(|node| &node.value) else { continue };
            let Some(trial) = inner.iter().find(is_trial) else { continue };
            let kept = without.entries().len() == tried.entries().len();
            return found(Some(entry.key.text()?.to_owned()), trial, keys(inner), kept);
        }
        // A fault before the place hides it from YAML; a line at the margin is a key for those who read lines.
        let hidden = without.error.as_ref().is_some_and(|error| error.at <= head.len());
        let present = || written_keys(&with).collect();
        (hidden && is_at_margin).then(|| Tried { parent: None, present: present(), has_value: true })
    }
}

fn parsed(block: &str) -> Yaml {
    yaml::parse(block, Span::new(0, block.len()))
}

fn written_keys(block: &str) -> impl Iterator<Item = String> + '_ {
    let keys = fields::fields(block, Span::new(0, block.len())).map(|field| field.key.slice(block));
    keys.filter(|key| *key != TRIAL).map(str::to_owned)
}

/// Whether entries have the keys and the values that they have in another text.
fn same<'a>(entries: impl Iterator<Item = &'a Entry>, text: &str, other: &Yaml, other_text: &str) -> bool {
    let shown = |entry: &Entry, text: &str| {
        let value = entry.value.as_ref().map(|value| value.span.slice(text).trim().to_owned());
        (entry.key.text().map(str::to_owned), value)
    };
    let one: Vec<_> = entries.map(|entry| shown(entry, text)).collect();
    let other: Vec<_> = other.entries().iter().map(|entry| shown(entry, other_text)).collect();
    one == other
}

fn is_key(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_.".contains(c)
}
