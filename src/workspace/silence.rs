//! Edits that silence a rule: on one line, or in the whole workspace.

use super::config::{Setting, Value};
use crate::rules::Diagnostic;
use crate::syntax::fences;
use crate::text::{Edit, LineIndex, line_break};

/// A comment of its own above the line of a diagnostic. None where a comment would change the text: above the first line,
/// and inside a value of several lines.
pub fn suppression(text: &str, lines: &LineIndex, diagnostic: &Diagnostic) -> Option<Edit> {
    let line = lines.position(text, diagnostic.span.start, Default::default()).line as usize;
    let content = lines.line(text, line);
    let after = text.get(content.end..)?;
    let end = line_break(if after.is_empty() { text } else { after });
    let read = fences::read(text);
    let in_front_matter = read.opening.is_some() && content.start < read.body.start;
    let line = content.slice(text);
    let code = diagnostic.code;
    if !in_front_matter {
        let indent: String = line.chars().take_while(|c| *c == ' ' || *c == '\t').collect();
        let comment = format!("{indent}<!-- skill-lsp: ignore[{code}] -->{end}");
        return (content.start > 0).then(|| Edit::insert(content.start, comment));
    }
    let is_entry = line.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '"') && line.contains(':');
    let comment = format!("# skill-lsp: ignore[{code}]{end}");
    (is_entry && content.start >= read.block.start).then(|| Edit::insert(content.start, comment))
}

/// The edit of a `skill-lsp.toml` that adds a rule to those that say nothing; none when it is there.
pub fn ignoring(text: &str, code: &str) -> Option<Edit> {
    let (setting, _) = Setting::from_toml(text);
    let Value::Table(entries) = &setting.value else { return None };
    let Some((_, _, ignored)) = entries.iter().find(|(key, _, _)| key == "ignore") else {
        return Some(Edit::insert(0, format!("ignore = [\"{code}\"]{}", line_break(text))));
    };
    let is_it = |item: &Setting| item.value == Value::Text(code.to_owned());
    match &ignored.value {
        Value::List(items) if items.iter().any(is_it) => None,
        Value::List(items) => Some(match items.last() {
            Some(last) => Edit::insert(last.span.end, format!(", \"{code}\"")),
            None => Edit::replace(ignored.span, format!("[\"{code}\"]")),
        }),
        Value::Text(own) if own == code => None,
        Value::Text(_) => Some(Edit::replace(ignored.span, format!("[{}, \"{code}\"]", ignored.span.slice(text)))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{self, Severity};
    use crate::text::{Span, apply};

    fn silenced(text: &str, place: &str) -> Option<String> {
        let at = text.find(place).unwrap();
        let rule = rules::find("name-form").unwrap();
        let diagnostic = Diagnostic::new(rule, Severity::Error, "x", Span::at(at), "");
        let edit = suppression(text, &LineIndex::new(text), &diagnostic)?;
        let text = apply(text, &[edit]).unwrap();
        let line = LineIndex::new(&text).position(&text, text.find(place).unwrap(), Default::default()).line;
        assert!(rules::Suppressions::of(&text).covers("name-form", line as usize), "{text}");
        Some(text)
    }

    #[test]
    fn a_comment_stands_above_the_line() {
        let text = "---\r\nname: X\r\ndescription: >\r\n  long\r\n---\r\n\r\n- [a](b)\r\n";
        let named = silenced(text, "X").unwrap();
        assert!(named.starts_with("---\r\n# skill-lsp: ignore[name-form]\r\nname: X\r\n"), "{named}");
        assert!(silenced(text, "b)").unwrap().ends_with("\r\n<!-- skill-lsp: ignore[name-form] -->\r\n- [a](b)\r\n"));
        assert_eq!(silenced(text, "---"), None);
        assert_eq!(silenced(text, "long"), None);
        let lone = silenced("---\rname: X\r---\r\r[a](b)", "b)").unwrap();
        assert!(!lone.contains('\n') && lone.ends_with("ignore[name-form] -->\r[a](b)"), "{lone:?}");
        let last = silenced("---\r\nname: X\r\n---\r\n[a](b)", "b)").unwrap();
        assert!(last.ends_with("ignore[name-form] -->\r\n[a](b)"), "{last:?}");
    }

    #[test]
    fn a_rule_joins_those_that_are_ignored() {
        for (before, after) in [
            ("", "ignore = [\"a-b\"]\n"),
            ("[severity]\nx = 'off'\n", "ignore = [\"a-b\"]\n[severity]\nx = 'off'\n"),
            ("ignore = ['x']\n", "ignore = ['x', \"a-b\"]\n"),
            ("ignore = [\n  'x', # why\n]\n", "ignore = [\n  'x', \"a-b\", # why\n]\n"),
            ("ignore = []\n", "ignore = [\"a-b\"]\n"),
            ("ignore = 'x'\n", "ignore = ['x', \"a-b\"]\n"),
        ] {
            assert_eq!(apply(before, &[ignoring(before, "a-b").unwrap()]).as_deref(), Ok(after));
        }
        assert_eq!(ignoring("ignore = ['a-b']\n", "a-b"), None);
    }
}
