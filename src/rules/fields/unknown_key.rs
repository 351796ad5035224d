use crate::hosts::{self, Cause};
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, Severity, SkillContext, quote};
use crate::syntax::yaml::{Entry, Value};
use crate::text::{Edit, Span, line_break, next_line};

rule! {
    /// A key that the selected hosts do not know.
    ///
    /// ## Why it matters
    /// Hosts ignore keys that they do not know. A strict validator and some uploads refuse the skill.
    ///
    /// ## Example
    /// ```yaml
    /// version: 1.0.0
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// metadata:
    ///   version: "1.0.0"
    /// ```
    "unknown-key", Unsafe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let yaml = &ctx.document().yaml;
    for entry in yaml.entries() {
        let Some(key) = entry.key.text() else { continue };
        let cause = Cause::UnknownKey(key.to_owned());
        let audience = ctx.audience(&cause);
        if audience.is_empty() {
            continue;
        }
        // A key has its use where one of the selected hosts knows it; others may still refuse it.
        let refused = audience.severity() < Some(Severity::Info);
        if !refused && ctx.verdicts.iter().any(|verdict| hosts::knows(verdict.host, key)) {
            continue;
        }
        let what = match hosts::knowing(key).as_slice() {
            [] => format!("`{key}` is outside the specification."),
            [one] => format!("`{key}` is outside the specification; only {one} knows it."),
            [one, more @ ..] => format!("`{key}` is outside the specification; {one} and {} more know it.", more.len()),
        };
        let Some(diagnostic) = ctx.report_to(audience, &RULE, entry.key.span, what) else { continue };
        out.push(match moved(ctx, entry) {
            Some(edits) => diagnostic.with_fix(Fix::edit("Move it under `metadata`", false, &ctx.skill.entry, edits)),
            None => diagnostic,
        });
    }
}

/// Moves a one-line value under `metadata`, which is added where it is missing.
fn moved(ctx: &SkillContext<'_>, entry: &Entry) -> Option<Vec<Edit>> {
    let text = ctx.text();
    let value = entry.value.as_ref()?;
    let scalar = value.text()?;
    let line_end = next_line(text, entry.span().end)?;
    let rest = text.get(entry.span().end..line_end)?.trim();
    let alone = rest.is_empty() || rest.starts_with('#');
    if !alone || value.span.slice(text).contains(['\n', '\r']) || line_end > ctx.document().fences.block.end {
        return None;
    }
    let line_break = line_break(&text[entry.span().end..]);
    let line = format!("  {}: {}{line_break}", entry.key.span.slice(text), quote::value(scalar));
    let removed = Edit::delete(Span::new(entry.key.span.start, line_end));
    match ctx.document().yaml.get("metadata") {
        None => {
            let at = ctx.document().fences.block.end;
            Some(vec![removed, Edit::insert(at, format!("metadata:{line_break}{line}"))])
        }
        Some(metadata) => match metadata.value.as_ref().map(|node| (&node.value, node.span)) {
            Some((Value::Mapping(inner), span)) if !span.slice(text).starts_with('{') => {
                let first = inner.first()?.key.span.start;
                let line_start = text[..first].rfind(['\n', '\r']).map_or(0, |at| at + 1);
                let indent = &text[line_start..first];
                let line = format!("{indent}{}", line.trim_start());
                Some(vec![removed, Edit::insert(line_start, line)])
            }
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, fixed};

    #[test]
    fn a_key_outside_the_specification() {
        check(
            &super::RULE,
            "
---
name: demo
description: b
version: 1.0.0
^^^^^^^ info: outside the specification
---
",
        );
        assert_eq!(
            fixed(&super::RULE, "---\nname: demo\nversion: 1.0.0\nlicense: MIT\n---\n"),
            "---\nname: demo\nlicense: MIT\nmetadata:\n  version: \"1.0.0\"\n---\n"
        );
        assert_eq!(
            fixed(&super::RULE, "---\nversion: 2\nmetadata:\n    a: b\n---\n"),
            "---\nmetadata:\n    version: \"2\"\n    a: b\n---\n"
        );
    }
}
