use crate::hosts::{self, Cause};
use crate::rules::rule::rule;
use crate::rules::{Audience, Diagnostic, Fix, Severity, SkillContext, quote};
use crate::syntax::yaml::{Entry, Node, Style, Value};
use crate::text::{Edit, Span};

rule! {
    /// A key's value has a type that its readers do not take.
    ///
    /// ## Why it matters
    /// A list where a text is wanted is dropped, shown wrongly or refused, depending on the host. `[feature]` without
    /// quotes is a list in YAML.
    ///
    /// ## Example
    /// ```yaml
    /// argument-hint: [feature description]
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// argument-hint: "[feature description]"
    /// ```
    "field-type", Unsafe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    for entry in ctx.document().yaml.entries() {
        let (Some(key), Some(value)) = (entry.key.text(), &entry.value) else { continue };
        if matches!(key, "name" | "description") {
            continue;
        }
        out.extend(report(ctx, entry, key, value));
        let Value::Mapping(inner) = &value.value else { continue };
        for entry in inner {
            let (Some(inner_key), Some(value)) = (entry.key.text(), &entry.value) else { continue };
            out.extend(report(ctx, entry, &format!("{key}.{inner_key}"), value));
        }
    }
}

fn report(ctx: &SkillContext<'_>, entry: &Entry, path: &str, value: &Node) -> Option<Diagnostic> {
    let text = ctx.text();
    let source = value.span.slice(text).trim_end();
    let kind = match &value.value {
        Value::Sequence(_) => "a list",
        Value::Mapping(_) => "a map",
        Value::Scalar { text, .. } if text.is_empty() => "empty",
        Value::Scalar { style: Style::Plain, .. } => "not of the type that is asked for",
        Value::Scalar { .. } => "a text",
    };
    // A value that begins on a later line is marked where a reader of its key stops.
    let later = Span::new(entry.key.span.end, value.span.start).slice(text).contains(['\n', '\r']);
    let span = if value.span.is_empty() || later { entry.key.span } else { value.span.trim(text) };
    let what = match &value.value {
        Value::Scalar { text, .. } if !text.is_empty() => format!("`{path}` is {kind}: `{text}`."),
        _ => format!("`{path}` is {kind}."),
    };
    let cause = Cause::Type(path.to_owned());
    let mut audience = ctx.audience(&cause);
    // A key that no selected host knows still has a type for those that do.
    if audience.is_empty() && !ctx.verdicts.iter().any(|verdict| hosts::knows(verdict.host, path)) {
        audience = Audience::of(ctx.onlookers, |reason| reason.cause == cause);
    }
    let asked = !ctx.audience(&cause).is_empty();
    let mut diagnostic = ctx.report_to(audience, &RULE, span, what)?;
    if !asked {
        // Hosts that nobody asked about cannot make it an error.
        diagnostic.severity = diagnostic.severity.max(Severity::Warning);
    }
    // Quotes help where the text is taken for something else, not where a map or a list is wanted.
    let is_text = value.text().is_some_and(|inner| value.style() != Some(Style::Plain) || quote::value(inner) == inner);
    if source.contains(['\n', '\r']) || value.span.is_empty() || is_text {
        return Some(diagnostic);
    }
    let quoted = Fix::edit(
        format!("Quote the value of `{path}`"),
        matches!(value.value, Value::Scalar { .. }) || path == "argument-hint",
        &ctx.skill.entry,
        vec![Edit::replace(value.span.trim(text), quote::quoted(source))],
    );
    Some(match joined(value).filter(|_| path != "argument-hint") {
        Some(line) => diagnostic.with_fix(Fix::edit(
            "Write it as a text with blanks between",
            false,
            &ctx.skill.entry,
            vec![Edit::replace(value.span.trim(text), line)],
        )),
        None => diagnostic.with_fix(quoted),
    })
}

/// A list of plain words as one text, the way the specification writes `allowed-tools`.
fn joined(value: &Node) -> Option<String> {
    let Value::Sequence(items) = &value.value else { return None };
    let words: Option<Vec<&str>> = items.iter().map(Node::text).collect();
    words.map(|words| quote::value(&words.join(" ")))
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, has_fix};

    #[test]
    fn a_list_of_tools() {
        check(
            &super::RULE,
            "
---
name: demo
description: b
allowed-tools: [Read, Write]
               ^^^^^^^^^^^^^ info: `allowed-tools` is a list
---
",
        );
        check(
            &super::RULE,
            "
---
name: demo
description: b
allowed-tools:
^^^^^^^^^^^^^ info: `allowed-tools` is a list
  - Read
---
",
        );
        for text in ["metadata: >\n\n", "metadata: words\n", "metadata: \"x\"\n"] {
            assert!(!has_fix(&super::RULE, &format!("---\nname: demo\ndescription: b\n{text}---\n")), "{text}");
        }
        check(&super::RULE, "---\nname: demo\nallowed-tools: Read Bash(git *)\nlicense: MIT\nmetadata:\n  a: b\n---\n");
    }
}
