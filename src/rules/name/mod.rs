//! Rules on `name`.

pub mod name_differs;
pub mod name_form;
pub mod name_missing;
pub mod name_multi_line;
pub mod name_not_text;
pub mod name_reserved;
pub mod name_too_long;

use super::SkillContext;
use crate::skill::{Form, Value};

/// The name, where it is a text.
fn text_value(ctx: &SkillContext<'_>) -> Option<Value> {
    let value = ctx.document().value("name")?;
    matches!(value.form, Form::Scalar(_) | Form::Line).then_some(value).filter(|value| !value.text.trim().is_empty())
}

/// What breaks the specification's form for names, in words; `None` when nothing does.
///
/// Specification, "`name` field": lower-case letters, digits and hyphens, no hyphen at either end, no two in a row.
fn broken_form(name: &str) -> Option<String> {
    let odd = name.chars().find(|c| !(c.is_alphanumeric() || *c == '-' || c.is_uppercase()));
    let mut faults = Vec::new();
    if name.chars().any(char::is_uppercase) {
        faults.push("upper-case letters".to_owned());
    }
    if name.contains(char::is_whitespace) {
        faults.push("blanks".to_owned());
    }
    if let Some(odd) = odd.filter(|c| !c.is_whitespace()) {
        faults.push(format!("`{odd}`"));
    }
    if name.starts_with('-') {
        faults.push("a hyphen at its beginning".to_owned());
    }
    if name.ends_with('-') {
        faults.push("a hyphen at its end".to_owned());
    }
    if name.contains("--") {
        faults.push("two hyphens in a row".to_owned());
    }
    let last = faults.pop()?;
    Some(if faults.is_empty() { last } else { format!("{} and {last}", faults.join(", ")) })
}

/// The nearest name of the right form; empty when no letter is left.
fn slug(name: &str) -> String {
    let lower: String =
        name.chars().flat_map(char::to_lowercase).map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    lower.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_in_words_and_the_nearest_good_name() {
        for (name, fault, good) in [
            ("Seo Tool", Some("upper-case letters and blanks"), "seo-tool"),
            ("my--skill", Some("two hyphens in a row"), "my-skill"),
            ("end-", Some("a hyphen at its end"), "end"),
            ("kit:brand", Some("`:`"), "kit-brand"),
            ("a_b", Some("`_`"), "a-b"),
            ("fine-1", None, "fine-1"),
            ("über", None, "über"),
            ("名前", None, "名前"),
        ] {
            assert_eq!(broken_form(name).as_deref(), fault, "{name}");
            assert_eq!(slug(name), good);
        }
    }
}
