use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext};
use crate::text::Span;

rule! {
    /// There is markup in the name or the description.
    ///
    /// ## Why it matters
    /// Both become part of the model's instructions; some hosts refuse or remove tags such as `<b>` there.
    ///
    /// ## Use instead
    /// Plain text.
    "markup", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    for key in ["name", "description"] {
        let Some(value) = ctx.document().value(key) else { continue };
        let (at, is_tag) = first_markup(value.span.slice(ctx.text()));
        let at = if at.is_empty() { value.span } else { at.shift(value.span.start) };
        let what = match is_tag {
            true => format!("The `{key}` holds markup: `{}`.", at.slice(ctx.text())),
            false => {
                format!("The `{key}` holds an angle bracket, `{}`, which may be read as markup.", at.slice(ctx.text()))
            }
        };
        out.extend(ctx.report(&RULE, &Cause::Markup(key.to_owned()), at, what));
    }
}

/// The first tag, and whether there is one; else the first angle bracket.
fn first_markup(text: &str) -> (Span, bool) {
    let tag = text.match_indices('<').find_map(|(start, _)| {
        let rest = &text[start + 1..];
        let name = rest.strip_prefix('/').unwrap_or(rest);
        let end = rest.find('>').filter(|_| name.starts_with(|c: char| c.is_ascii_alphabetic()))?;
        Some(Span::new(start, start + end + 2))
    });
    let bracket = || text.find(['<', '>']).map(|at| Span::new(at, at + 1));
    (tag.or_else(bracket).unwrap_or_default(), tag.is_some())
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::rules::fixture::{check_for, codes_for};

    #[test]
    fn the_tag_or_the_bracket_is_shown() {
        let drawn = "
---
name: demo
description: \"If a < b, use </b> or <x> it\"
                            ^^^^ error: holds markup: `</b>`
---
";
        check_for("claude-upload", &RULE, drawn);
        let drawn = "
---
name: demo
description: Large context (>200k)
                            ^ error: angle bracket, `>`
---
";
        check_for("anthropic-quick-validate", &RULE, drawn);
        assert!(codes_for("claude-upload", &RULE, "---\nname: demo\ndescription: (>200k) < 3\n---\n").is_empty());
    }
}
