use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext};
use crate::text::Span;

rule! {
    /// A part of the skill breaks the form in which a host gives it to the model.
    ///
    /// ## Why it matters
    /// Some hosts put a skill between tags, or its description on one line of a list, and escape nothing. A closing tag in
    /// the body ends the skill early; a quote in the name ends the attribute; a line break in the description tears the
    /// list apart.
    ///
    /// ## Example
    /// ```yaml
    /// description: |
    ///   Collects notes.
    ///   Files them.
    /// ```
    ///
    /// ## Use instead
    /// One line for the description, a plain name, and no such tag in the body.
    "breaks-output", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let document = ctx.document();
    for part in ["name", "description", "body"] {
        let audience = ctx.audience(&Cause::BreaksOutput(part));
        if audience.is_empty() {
            continue;
        }
        let span = match document.value(part) {
            _ if part == "body" => closing_tag(ctx),
            Some(value) => crate::rules::lines_fix::first_line(ctx, &value),
            None => document.opening(),
        };
        let what = match part {
            "body" => "The body holds the tag that closes a skill.",
            "name" => "The name has a quote, an angle bracket or a line break in it, which an attribute cannot hold.",
            _ => "The description has several lines, which tear a list of skills apart: write it on one.",
        };
        out.extend(ctx.report_to(audience, &RULE, span, what));
    }
}

/// The first closing tag in the body that looks like one around a skill.
fn closing_tag(ctx: &SkillContext<'_>) -> Span {
    let body = ctx.document().fences.body;
    let text = body.slice(ctx.text());
    let Some(start) = text.find("</skill") else { return ctx.document().opening() };
    let end = text[start..].find('>').map_or(text.len(), |at| start + at + 1);
    Span::new(body.start + start, body.start + end)
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::codes_for;

    #[test]
    fn tags_quotes_and_line_breaks() {
        let codes = |text: &str| codes_for("toolnexus", &super::RULE, text);
        assert_eq!(codes("---\nname: demo\ndescription: b\n---\nEnd: </skill_content>\n"), ["breaks-output"]);
        assert_eq!(codes("---\nname: 'de\"mo'\ndescription: |\n  a\n  b\n---\n"), ["breaks-output"; 2]);
        assert!(codes("---\nname: demo\ndescription: >\n  a\n  b\n---\n</skill>\n").is_empty());
    }
}
