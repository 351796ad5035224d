use crate::hosts::{Cause, Feature};
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, SkillContext};
use crate::syntax::yaml::{Entry, Node, Value};
use crate::text::{Edit, Span};

rule! {
    /// YAML allows this, and not every reader takes it.
    ///
    /// ## Why it matters
    /// Some hosts read front matter with a library that knows a part of YAML only: strictyaml refuses lists and maps in
    /// brackets, tags and anchors; others refuse tabs between a key and its value. They drop the whole skill.
    ///
    /// ## Example
    /// ```yaml
    /// metadata:
    ///   tags: [notes, files]
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// metadata:
    ///   tags:
    ///     - notes
    ///     - files
    /// ```
    "yaml-feature", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let reasons = ctx.verdicts.iter().flat_map(|verdict| &verdict.reasons);
    let mut features: Vec<Feature> = reasons
        .filter_map(|reason| match reason.cause {
            Cause::Feature(feature) => Some(feature),
            _ => None,
        })
        .collect();
    features.sort_unstable();
    features.dedup();
    for feature in features {
        let cause = Cause::Feature(feature);
        let what = format!("Here is {}, which YAML allows and not every reader takes.", feature.words());
        let span = cause.spot(ctx.document());
        let Some(diagnostic) = ctx.report(&RULE, &cause, span, what) else { continue };
        let entry = entry_at(ctx.document().yaml.entries(), span.start);
        let fix = entry
            .and_then(|entry| on_lines(ctx, entry))
            .map(|edit| Fix::edit("Write each item on a line of its own", true, &ctx.skill.entry, vec![edit]));
        out.push(fix.into_iter().fold(diagnostic, Diagnostic::with_fix));
    }
}

/// The entry whose value begins at an offset.
fn entry_at(entries: &[Entry], at: usize) -> Option<&Entry> {
    entries.iter().find_map(|entry| match &entry.value {
        Some(value) if value.span.start == at => Some(entry),
        Some(Node { value: Value::Mapping(inner), .. }) => entry_at(inner, at),
        _ => None,
    })
}

/// A list of words in brackets behind its key, with a line for each item; none where that could lose something.
fn on_lines(ctx: &SkillContext<'_>, entry: &Entry) -> Option<Edit> {
    let (text, value) = (ctx.text(), entry.value.as_ref()?);
    let Value::Sequence(items) = &value.value else { return None };
    let line = text.get(..entry.key.span.start)?.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let indent = text.get(line..entry.key.span.start)?;
    let behind = text.get(value.span.end..)?.split(['\n', '\r']).next()?;
    let between = Span::new(entry.key.span.end, value.span.start);
    let has_comment = ctx.document().yaml.comments.iter().any(|comment| value.span.covers(*comment));
    let is_alone =
        indent.bytes().all(|byte| byte == b' ') && behind.trim().is_empty() && between.slice(text).trim() == ":";
    if !is_alone || has_comment || items.is_empty() || value.tag.is_some() {
        return None;
    }
    let line_break = ctx.document().fences.opening?.line_break.slice(text);
    let line = |item: &Node| {
        let source = item.span.slice(text);
        let is_word =
            item.text().is_some() && item.tag.is_none() && !source.is_empty() && !source.contains(['\n', '\r']);
        is_word.then(|| format!("{line_break}{indent}  - {source}"))
    };
    let lines: String = items.iter().map(line).collect::<Option<_>>()?;
    let colon = between.start + between.slice(text).find(':')?;
    Some(Edit::replace(Span::new(colon + 1, value.span.end), lines))
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, check_for, fixed_for, has_fix_for};

    #[test]
    fn a_list_gets_a_line_for_each_item() {
        let with = |tail: &str| format!("---\nname: demo\ndescription: b\n{tail}---\n");
        let better = fixed_for("skills-ref", &super::RULE, &with("metadata:\n  tags: [a, \"b: c\", 'd'] \n"));
        assert_eq!(better, with("metadata:\n  tags:\n    - a\n    - \"b: c\"\n    - 'd' \n"));
        for tail in ["tags: []\n", "tags: [a] # why\n", "tags: [a: b]\n", "tags: [[a]]\n", "{tags: [a]}\n"] {
            assert!(!has_fix_for("skills-ref", &super::RULE, &with(tail)), "{tail}");
        }
    }

    #[test]
    fn what_a_library_refuses_is_shown() {
        let drawn = "
---
name: demo
description: b
metadata:
  tags: [a]
        ^ error: a list or a map in brackets
---
";
        check_for("skills-ref", &super::RULE, drawn);
        check(&super::RULE, "---\nname: demo\ndescription: b\nmetadata:\n  tags: [a]\n---\n");
        let drawn = "
---
name: demo
description:\tb
            ^ error: a tab outside of quotes
---
";
        check_for("crewai", &super::RULE, drawn);
    }
}
