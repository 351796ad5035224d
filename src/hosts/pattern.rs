use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use super::facts::{Host, MarkupKind, Pattern};

/// Each different rule of the table, compiled once.
static COMPILED: LazyLock<HashMap<&'static str, Regex>> = LazyLock::new(|| {
    let patterns = super::table().iter().filter_map(|host| host.name.pattern.as_ref());
    patterns.filter_map(|pattern| Some((pattern.regex.as_str(), Regex::new(&pattern.regex).ok()?))).collect()
});

/// Whether a name keeps a rule.
pub(super) fn matches(pattern: &Pattern, name: &str) -> bool {
    let plain = COMPILED.get(pattern.regex.as_str()).is_none_or(|regex| regex.is_match(name));
    plain && !(pattern.lower_case && name.chars().any(char::is_uppercase))
}

impl Host {
    /// The word in a name that this host reserves; letter case does not count.
    pub fn reserved_in(&self, name: &str) -> Option<&str> {
        let fact = self.name.reserved.as_ref()?;
        let lower = name.trim().to_lowercase();
        let holds = |word: &&String| if fact.whole { lower == **word } else { lower.contains(word.as_str()) };
        fact.words.iter().find(holds).map(String::as_str)
    }
}

/// The name as Gemini CLI writes it: `-` for each of `: \ / < > * ? " |`.
pub(super) fn with_hyphens(name: &str) -> String {
    name.replace([':', '\\', '/', '<', '>', '*', '?', '"', '|'], "-")
}

/// Whether a text has markup in it.
pub(super) fn has_markup(kind: MarkupKind, text: &str) -> bool {
    match kind {
        MarkupKind::AngleBrackets => text.contains(['<', '>']),
        MarkupKind::Tags => text.split('<').skip(1).any(|rest| {
            let name = rest.strip_prefix('/').unwrap_or(rest);
            name.starts_with(|c: char| c.is_ascii_alphabetic()) && rest.contains('>')
        }),
    }
}

/// The text without what [`MarkupKind::Tags`] means.
pub(super) fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('<') {
        let (before, tag) = rest.split_at(open);
        out += before;
        let name = tag[1..].strip_prefix('/').unwrap_or(&tag[1..]);
        match tag.find('>').filter(|_| name.starts_with(|c: char| c.is_ascii_alphabetic())) {
            Some(close) => rest = &tag[close + 1..],
            None => {
                out.push('<');
                rest = &tag[1..];
            }
        }
    }
    out + rest
}
