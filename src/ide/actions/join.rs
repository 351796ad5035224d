use super::{Action, edit};
use crate::ide::Site;
use crate::rules::quote;
use crate::skill::{Form, Skill};
use crate::text::{Edit, Span};

/// Writes a text over several lines on one.
pub fn action(site: &Site<'_>, skill: &Skill) -> Option<Action> {
    if site.file != skill.entry {
        return None;
    }
    let document = &skill.document;
    let entry = document.yaml.entries().iter().find(|entry| entry.span().touches(site.offset))?;
    let key = entry.key.text()?;
    let value = document.value(key).filter(|value| value.key == entry.key.span)?;
    let is_text = matches!(value.form, Form::Scalar(_)) && !value.text.trim().is_empty();
    if !is_text || document.is_single_line(&value) {
        return None;
    }
    // From the colon on: the value may begin on the line after its key.
    let colon = Span::new(value.key.end, value.span.start).slice(&document.text).find(':')?;
    // A block's last line break belongs to it, and the next key needs one.
    let span = Span::new(value.key.end + colon + 1, value.span.trim(&document.text).end);
    let text = format!(" {}", quote::value(value.text.trim()));
    edit(site, format!("Write `{key}` on one line"), Edit::replace(span, text))
}
