//! Readers that take front matter line by line and know no YAML, or only some.

use std::sync::Arc;

use super::Data;
use super::by_key::ByKey;
use super::library::Values;
use crate::syntax::fields;

/// Letta Code: each line with a colon is a key, wherever it begins; a line that begins with a dash is an item.
///
/// Source: letta-ai/letta-code, `src/utils/frontmatter.ts`, and measured.
pub(super) fn letta(block: &str) -> Values {
    let mut values = ByKey::default();
    let mut list: Option<(Arc<str>, Vec<Data>)> = None;
    let keep = |list: &mut Option<(Arc<str>, Vec<Data>)>, values: &mut ByKey| {
        if let Some((key, items)) = list.take()
            && !items.is_empty()
        {
            values.keep_last(key, Data::List(items));
        }
    };
    for line in block.split('\n') {
        if let (Some(item), Some((_, items))) = (line.trim().strip_prefix('-'), &mut list) {
            items.push(Data::Text(item.trim().into()));
            continue;
        }
        if list.as_ref().is_some_and(|(_, items)| !items.is_empty()) {
            keep(&mut list, &mut values);
        }
        let Some((key, value)) = line.split_once(':').filter(|(key, _)| !key.is_empty()) else { continue };
        let (key, value): (Arc<str>, &str) = (fields::trim(key).into(), fields::trim(value));
        values.keep_last(key.clone(), Data::Text(value.into()));
        list = value.is_empty().then(|| (key, Vec::new()));
    }
    keep(&mut list, &mut values);
    values.into_values()
}

/// Spring AI: each line is split at its first colon; one pair of equal quotes goes.
///
/// Source: spring-ai-community/spring-ai-agent-utils, `MarkdownParser`.
pub(super) fn spring(block: &str) -> Values {
    let mut values = ByKey::default();
    for line in block.split('\n').map(str::trim) {
        let Some((key, value)) = line.split_once(':').filter(|(key, _)| !key.is_empty()) else { continue };
        values.keep_last(key.trim(), Data::Text(unquoted(value.trim()).into()));
    }
    values.into_values()
}

/// Gemini CLI, where js-yaml gives no two texts: `name:` and `description:` at the beginning of a line, blanks before them
/// or not; indented lines go on with the description.
///
/// Source: google-gemini/gemini-cli, `parseSimpleFrontmatter`.
pub(super) fn gemini(block: &str) -> Option<Values> {
    let (mut name, mut description) = (None, None);
    let mut lines = block.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).peekable();
    while let Some(line) = lines.next() {
        let field = |key: &str| Some(fields::trim(fields::trim(line).strip_prefix(key)?.strip_prefix(':')?));
        if let Some(value) = field("name") {
            name = Some(value.to_owned());
        } else if let Some(value) = field("description") {
            let mut parts = vec![value];
            while let Some(more) = lines.next_if(|line| line.starts_with([' ', '\t']) && !line.trim().is_empty()) {
                parts.push(fields::trim(more));
            }
            parts.retain(|part| !part.is_empty());
            description = Some(parts.join(" "));
        }
    }
    let (name, description) = (name?, description?);
    Some(vec![("name".into(), Data::Text(name.into())), ("description".into(), Data::Text(description.into()))])
}

/// Qwen Code, where the `yaml` package fails: keys at the beginning of a line, lists and maps of one level, two blanks deep.
///
/// Source: QwenLM/qwen-code, `parseSimple`.
pub(super) fn qwen(block: &str) -> Values {
    let mut values = ByKey::default();
    let mut list: Option<(Arc<str>, Vec<Data>)> = None;
    let mut map: Option<(Arc<str>, ByKey)> = None;
    let mut current: Arc<str> = "".into();
    let lines = block.split('\n').filter(|line| !line.trim().is_empty() && !line.trim().starts_with('#'));
    let mut lines = lines.peekable();
    while let Some(line) = lines.next() {
        if let Some(item) = line.strip_prefix("  - ") {
            list.get_or_insert_with(|| (current.clone(), Vec::new())).1.push(qwen_value(item.trim()));
            continue;
        }
        if let Some((key, items)) = list.take() {
            values.keep_last(key, Data::List(items));
            current = "".into();
        }
        if let (true, Some((_, inner))) = (line.starts_with("  "), &mut map) {
            let (key, value) = line.trim().split_once(':').unwrap_or((line.trim(), ""));
            inner.keep_last(key.trim(), qwen_value(value.trim()));
            continue;
        }
        if let Some((key, inner)) = map.take() {
            values.keep_last(key, Data::Map(inner.into_values()));
        }
        let Some((key, value)) = line.split_once(':') else { continue };
        let key: Arc<str> = key.trim().into();
        if !value.trim().is_empty() {
            values.keep_last(key, qwen_value(value.trim()));
            continue;
        }
        match lines.peek() {
            Some(next) if next.starts_with("  - ") => current = key,
            Some(next) if next.starts_with("  ") => map = Some((key, ByKey::default())),
            _ => current = key,
        }
    }
    if let Some((key, items)) = list {
        values.keep_last(key, Data::List(items));
    }
    if let Some((key, inner)) = map {
        values.keep_last(key, Data::Map(inner.into_values()));
    }
    let mut values = values.into_values();
    values.retain(|(_, data)| *data != Data::Null);
    values
}

fn qwen_value(value: &str) -> Data {
    match value {
        "true" | "false" => return Data::Boolean(value == "true"),
        "null" => return Data::Null,
        _ => {}
    }
    if let Some(inner) = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        return Data::Text(inner.replace("\\\"", "\"").replace("\\\\", "\\").into());
    }
    let numeric = value.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    if numeric && value.parse::<f64>().is_ok() { Data::Number(value.into()) } else { Data::Text(value.into()) }
}

/// Microsoft Agent Framework: `key: value` at the left edge, quotes around the value gone; `|` and `>` take the indented
/// lines that follow.
///
/// Source: microsoft/agent-framework, `YAML_KV_RE` and `_parse_yaml_scalar_value`.
pub(super) fn agent_framework(block: &str) -> Values {
    let mut values = ByKey::default();
    let mut lines = block.split('\n').peekable();
    while let Some(line) = lines.next() {
        let key = line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')).next().unwrap_or("");
        let Some(value) = line[key.len()..].trim_start().strip_prefix(':').map(str::trim) else { continue };
        if key.is_empty() {
            continue;
        }
        let value = match value.chars().next() {
            // `\s*` runs over line ends: a key without a value takes the next line.
            None => match lines.peek().map(|next| next.trim()).filter(|next| !next.is_empty()) {
                Some(next) => strip_quotes(next).to_owned(),
                None => continue,
            },
            Some(style @ ('|' | '>')) => {
                let indented = |line: &&str| line.trim().is_empty() || line.starts_with([' ', '\t']);
                let mut inner = Vec::new();
                while let Some(line) = lines.next_if(indented) {
                    inner.push(if line.trim().is_empty() { "" } else { line });
                }
                block_scalar(&inner, style, &value[1..])
            }
            Some(_) => strip_quotes(value).to_owned(),
        };
        values.keep_last(key, Data::Text(value.into()));
    }
    values.into_values()
}

fn block_scalar(lines: &[&str], style: char, chomping: &str) -> String {
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    let lines = &lines[..end];
    let width = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let common = lines.iter().filter(|line| !line.is_empty()).map(|line| width(line)).min().unwrap_or(0);
    let cut: Vec<&str> = lines.iter().map(|line| line.get(common..).unwrap_or("")).collect();
    let mut text = match style {
        '|' => cut.join("\n"),
        _ => cut.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" "),
    };
    let keep = chomping.starts_with('+');
    if !text.is_empty() && (keep || style == '|' && !chomping.starts_with('-')) {
        text.push('\n');
    }
    text
}

/// The regular expression takes any quote at either end for a pair.
fn strip_quotes(value: &str) -> &str {
    let inner = value.strip_prefix(['"', '\'']).and_then(|rest| rest.strip_suffix(['"', '\'']));
    inner.filter(|inner| !inner.is_empty()).unwrap_or(value)
}

fn unquoted(value: &str) -> &str {
    if value.len() < 2 { value } else { fields::unquote(value) }
}
/// Letta takes the quotes off a description after its reader of lines is done.
pub(super) fn letta_unquoted(block: &str) -> Values {
    let mut values = letta(block);
    for (key, data) in &mut values {
        if let ("description", Data::Text(text)) = (&**key, &*data) {
            *data = Data::Text(fields::unquote(text).into());
        }
    }
    values
}
