//! What hosts do to a block that YAML refuses, before they try again.

/// Codex: puts the values of lines in single quotes that hold `: `, or begin like a list, a map or something reserved and
/// are none. Block scalars, quoted values and comments stay.
///
/// Source: openai/codex, `repair_frontmatter_scalar_fields`.
pub(super) fn codex(block: &str, reads: impl Fn(&str) -> bool) -> Option<String> {
    let mut changed = false;
    let mut scalar_indent = None;
    let mut out = Vec::new();
    for line in block.lines() {
        let indent = line.len() - line.trim_start_matches(' ').len();
        if let Some(outer) = scalar_indent {
            if line.trim().is_empty() || indent > outer {
                out.push(line.to_owned());
                continue;
            }
            scalar_indent = None;
        }
        match quoted_line(line, &reads) {
            Quoted::Line(line) => {
                changed = true;
                out.push(line);
            }
            Quoted::Scalar => {
                scalar_indent = Some(indent);
                out.push(line.to_owned());
            }
            Quoted::No => out.push(line.to_owned()),
        }
    }
    changed.then(|| out.join("\n"))
}

enum Quoted {
    Line(String),
    /// The line opens a block scalar.
    Scalar,
    No,
}

fn quoted_line(line: &str, reads: impl Fn(&str) -> bool) -> Quoted {
    let Some((key, rest)) = line.split_once(':') else { return Quoted::No };
    if key.trim().is_empty() || !rest.chars().next().is_none_or(char::is_whitespace) {
        return Quoted::No;
    }
    let value = rest.trim_start();
    let blanks = &rest[..rest.len() - value.len()];
    let (value, comment) = value.split_at(comment_start(value));
    let value = value.trim_end();
    match value.chars().next() {
        None | Some('\'' | '"') => return Quoted::No,
        Some('|' | '>') => return Quoted::Scalar,
        _ => {}
    }
    let separator = value.match_indices(':').any(|(at, _)| value[at + 1..].starts_with(char::is_whitespace));
    let flow = value.starts_with(['[', '{', '@', '`']) && !reads(value);
    if !separator && !flow {
        return Quoted::No;
    }
    Quoted::Line(format!("{key}:{blanks}'{}'{comment}", value.replace('\'', "''")))
}

/// Where the text of a value ends and the blanks before its comment begin.
fn comment_start(value: &str) -> usize {
    let begins = |at: usize| at == 0 || value[..at].ends_with(char::is_whitespace);
    let found = value.match_indices('#').map(|(at, _)| at).find(|at| begins(*at));
    found.map_or(value.len(), |at| value[..at].trim_end().len())
}

/// Strands: puts values that hold a colon in double quotes, as they are.
///
/// Source: strands-agents/sdk-python, `_fix_yaml_colons`.
pub(super) fn strands(block: &str) -> String {
    let line = |line: &str| {
        let indent = line.len() - line.trim_start().len();
        let key = line[indent..].split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')).next().unwrap_or("");
        let after = &line[indent + key.len()..];
        let value = after.strip_prefix(':').map(|rest| (rest, rest.trim_start()));
        match value {
            Some((rest, value))
                if !key.is_empty()
                    && !key.starts_with('-')
                    && rest.len() > value.len()
                    && value.contains(':')
                    && !value.starts_with(['"', '\'']) =>
            {
                format!("{}{key}: \"{value}\"", &line[..indent])
            }
            _ => line.to_owned(),
        }
    };
    block.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// OpenCode: makes block scalars of values at the left edge that hold a colon. Keys with a hyphen are left alone.
///
/// Source: anomalyco/opencode, `fallbackSanitization`.
pub(super) fn opencode(block: &str) -> String {
    let line = |line: &str| {
        let key = line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap_or("");
        let value = line[key.len()..].trim_start().strip_prefix(':').map(str::trim);
        match value {
            Some(value)
                if key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                    && !matches!(value, "" | ">" | "|")
                    && !value.starts_with(['"', '\''])
                    && value.contains(':') =>
            {
                format!("{key}: |-\n  {value}")
            }
            _ => line.to_owned(),
        }
    };
    block.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codex_quotes_only_what_needs_it() {
        let block = "name: a\ndescription: Use when: editing # c\nlist: [a]\nhint: [a] [b]\nkept: |\n  a: b: c\nx: 'a: b'\nurl: http://x";
        let mended = codex(block, |value| value == "[a]").unwrap();
        assert_eq!(
            mended,
            "name: a\ndescription: 'Use when: editing' # c\nlist: [a]\nhint: '[a] [b]'\nkept: |\n  a: b: c\nx: 'a: b'\nurl: http://x"
        );
        assert_eq!(codex("name: a\nx: @y", |_| true), None);
        assert_eq!(codex("x: it's: y", |_| false).as_deref(), Some("x: 'it''s: y'"));
    }

    #[test]
    fn strands_and_opencode_mend_colons() {
        assert_eq!(strands("a-b: c: d\n  e: f:g\nh: \"i: j\"\nk:l"), "a-b: \"c: d\"\n  e: \"f:g\"\nh: \"i: j\"\nk:l");
        assert_eq!(
            opencode("a: c: d\na-b: c: d\n  e: f: g\nh: 'i: j'"),
            "a: |-\n  c: d\na-b: c: d\n  e: f: g\nh: 'i: j'"
        );
    }
}
