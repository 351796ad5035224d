use super::fault::{self, Fault};
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext};

rule! {
    /// A value without quotes holds a colon and a blank.
    ///
    /// ## Why it matters
    /// In YAML `: ` begins the value of a key. In a value without quotes it breaks the whole front matter: many hosts then
    /// skip the skill without a word, one cuts the text there, a few try to mend it.
    ///
    /// ## Example
    /// ```yaml
    /// description: Use when: editing
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// description: "Use when: editing"
    /// ```
    "unquoted-colon", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(found) = fault::find(ctx) else { return };
    let Fault::Colon(span) = found.fault else { return };
    let key = found.line.map_or("value", |line| line.key.slice(ctx.text()));
    let what = format!(
        "The colon in this `{key}` is read as the start of another value, so the front matter is not YAML; put the text in quotes."
    );
    out.extend(fault::report(ctx, &RULE, span, what, found.line));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, fixed};

    #[test]
    fn the_colon_is_marked() {
        check(
            &super::RULE,
            "
---
name: a
description: Runs `type: command` 🦀
                       ^ error: The colon in this `description`
---
Use `type: command`.
",
        );
    }

    #[test]
    fn the_fix_keeps_the_text_and_the_line_ends() {
        assert_eq!(
            fixed(&super::RULE, "---\r\nname: a\r\ndescription: Has a \"detail\": here.\r\n---\r\n"),
            "---\r\nname: a\r\ndescription: 'Has a \"detail\": here.'\r\n---\r\n"
        );
        assert_eq!(fixed(&super::RULE, "---\nm:\n  k: a: b\n---\n"), "---\nm:\n  k: \"a: b\"\n---\n");
    }
}
