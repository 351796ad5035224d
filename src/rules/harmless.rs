//! What no fix may do, whatever the text: break front matter that is sound, or change what it does not speak of.

use super::{Change, Fix, SkillContext};
use crate::skill::Document;
use crate::syntax::yaml::{Entry, Node, Value};
use crate::text::apply;

/// Whether a fix leaves sound front matter sound, and every key that it does not touch with its value. Rules look at
/// lines; YAML has more ways to write than any rule foresees.
pub fn is_harmless(ctx: &SkillContext<'_>, fix: &Fix) -> bool {
    let before = ctx.document();
    if !before.has_front_matter() || before.yaml.error.is_some() {
        return true;
    }
    fix.changes.iter().all(|change| match change {
        Change::Edit { file, edits } if *file == ctx.skill.entry => {
            let Ok(text) = apply(&before.text, edits) else { return false };
            let after = Document::new(text, None);
            let touches = |entry: &Entry| {
                let span = entry.span();
                edits.iter().any(|edit| edit.span.touches(span.start) || span.touches(edit.span.start))
            };
            let kept = before.yaml.entries().iter().filter(|entry| !touches(entry)).all(|entry| is_in(entry, &after));
            after.has_front_matter() && after.yaml.error.is_none() && kept
        }
        _ => true,
    })
}

fn is_in(entry: &Entry, document: &Document) -> bool {
    document.yaml.entries().iter().any(|other| same_entry(entry, other))
}

fn same_entry(one: &Entry, other: &Entry) -> bool {
    let values = match (&one.value, &other.value) {
        (Some(value), Some(other)) => same(value, other),
        (value, other) => value.is_none() == other.is_none(),
    };
    values && same(&one.key, &other.key)
}

/// Whether two nodes say the same, wherever they stand.
fn same(one: &Node, other: &Node) -> bool {
    let values = match (&one.value, &other.value) {
        (Value::Scalar { text, style }, Value::Scalar { text: text2, style: style2 }) => {
            (text, style) == (text2, style2)
        }
        (Value::Sequence(items), Value::Sequence(items2)) => {
            items.len() == items2.len() && items.iter().zip(items2).all(|(item, item2)| same(item, item2))
        }
        (Value::Mapping(entries), Value::Mapping(entries2)) => {
            entries.len() == entries2.len()
                && entries.iter().zip(entries2).all(|(entry, entry2)| same_entry(entry, entry2))
        }
        _ => false,
    };
    values && one.tag == other.tag
}
