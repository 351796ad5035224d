//! What hosts replace in a body, found in a text.

use super::facts::{Scope, Substitution};
use super::{Host, table};
use crate::text::Span;

/// A place that a host replaces.
#[derive(Clone, Copy, Debug)]
pub struct Substituted {
    /// The place.
    pub span: Span,
    /// The form that stands there.
    pub form: &'static Substitution,
}

/// What the hosts replace in skills of such a root, each form once, in the order of the table.
pub fn substitutions(hosts: &[&Host], scope: Scope) -> Vec<&'static Substitution> {
    let mut all: Vec<&'static Substitution> = Vec::new();
    let asked = table().iter().filter(|host| hosts.iter().any(|other| other.id == host.id));
    for form in asked.filter_map(|host| host.substitutions.as_ref()).flat_map(|facts| &facts.list) {
        let applies = form.only.is_none_or(|only| only == scope);
        if applies && !all.iter().any(|known| known.form == form.form) {
            all.push(form);
        }
    }
    all
}

/// Where such forms stand in a part of a text, in order; `names` are the skill's named arguments. A form behind a
/// backslash is text.
pub fn substituted(text: &str, part: Span, forms: &[&'static Substitution], names: &[String]) -> Vec<Substituted> {
    let source = part.slice(text);
    let mut found: Vec<Substituted> = Vec::new();
    let mut free = 0;
    for (at, _) in source.match_indices(['$', '!', '`']) {
        let before = source.get(..at).unwrap_or("");
        if at < free || before.ends_with('\\') {
            continue;
        }
        let rest = source.get(at..).unwrap_or("");
        // Of several forms that fit, the longest is meant: `$ARGUMENTS[0]`, not `$ARGUMENTS`.
        let longest = forms.iter().filter_map(|form| Some((fits(&form.form, before, rest, names)?, *form)));
        if let Some((len, form)) = longest.max_by_key(|(len, _)| *len) {
            free = at + len;
            found.push(Substituted { span: Span::new(at, free).shift(part.start), form });
        }
    }
    found
}

/// The length of a form at the beginning of `rest`.
fn fits(form: &str, before: &str, rest: &str, names: &[String]) -> Option<usize> {
    let Some((head, tail)) = form.split_once('<') else {
        let after = rest.strip_prefix(form)?;
        let ends = form.ends_with(|c: char| !c.is_alphanumeric()) || !goes_on(after);
        let block = !form.starts_with("```") || begins_line(before);
        return (ends && block).then_some(form.len());
    };
    let (kind, tail) = tail.split_once('>')?;
    let inner = rest.strip_prefix(head)?;
    let len = match kind {
        "n" => inner.find(|c: char| !c.is_ascii_digit()).unwrap_or(inner.len()),
        "name" => {
            let len = inner.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').unwrap_or(inner.len());
            if names.iter().any(|name| Some(name.as_str()) == inner.get(..len)) { len } else { 0 }
        }
        "command" => {
            let begins = before.is_empty() || before.ends_with(char::is_whitespace);
            inner.find(['`', '\n', '\r']).filter(|_| begins).unwrap_or(0)
        }
        _ => inner.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').unwrap_or(inner.len()),
    };
    let after = inner.get(len..)?;
    let ends = if tail.is_empty() { !goes_on(after) } else { after.starts_with(tail) };
    (len > 0 && ends).then_some(head.len() + len + tail.len())
}

/// Whether a word that has come to its end goes on.
fn goes_on(rest: &str) -> bool {
    rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

fn begins_line(before: &str) -> bool {
    // From the end on: a line may be as long as the text, and hold as many forms.
    let word = before.trim_end_matches(|c: char| c.is_whitespace() && c != '\n' && c != '\r');
    word.is_empty() || word.ends_with(['\n', '\r'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::find;

    #[test]
    fn forms_are_found_where_the_host_replaces_them() {
        let host = find("claude-code").unwrap();
        let text = "$ARGUMENTS $ARGUMENTS[1], $0 \\$1 $12x $issue $issues ${CLAUDE_SKILL_DIR}/a !`git log` x!`y`\n\
                    ```! \nls\n``` ${user_config.key} ${CLAUDE_PLUGIN_ROOT} $ARGUMENTSX ${HOME}";
        let found = |scope| {
            let forms = substitutions(&[host], scope);
            let found = substituted(text, Span::new(0, text.len()), &forms, &["issue".to_owned()]);
            found.iter().map(|one| one.span.slice(text)).collect::<Vec<_>>()
        };
        let always = ["$ARGUMENTS", "$ARGUMENTS[1]", "$0", "$issue", "${CLAUDE_SKILL_DIR}", "!`git log`", "```!"];
        assert_eq!(found(Scope::Project), always);
        let plugin: Vec<&str> = always.iter().copied().chain(["${user_config.key}", "${CLAUDE_PLUGIN_ROOT}"]).collect();
        assert_eq!(found(Scope::Plugin), plugin);
        assert_eq!(substitutions(&[find("codex").unwrap()], Scope::Project).len(), 0);
    }

    #[test]
    fn forms_in_the_table_are_of_a_known_kind() {
        let forms = table().iter().filter_map(|host| host.substitutions.as_ref()).flat_map(|facts| &facts.list);
        for form in forms {
            let kind = form.form.split_once('<').map(|(_, rest)| rest.split_once('>').unwrap().0);
            assert!(kind.is_none_or(|kind| ["n", "name", "key", "command"].contains(&kind)), "{}", form.form);
            assert!(form.form.starts_with(['$', '!', '`']) && form.doc.ends_with('.'), "{}", form.form);
        }
    }
}
