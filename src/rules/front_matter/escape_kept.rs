use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, SkillContext};
use crate::text::Edit;

rule! {
    /// A quoted value has escapes that some readers leave in it.
    ///
    /// ## Why it matters
    /// Readers that take a line as it stands drop the quotes around a value and know no escapes: their lists show
    /// `\"` or `''` where one quote was meant.
    ///
    /// ## Example
    /// ```yaml
    /// description: "Says \"hello\" to newcomers"
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// description: 'Says "hello" to newcomers'
    /// ```
    "escape-kept", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    for key in ["name", "description"] {
        let Some(value) = ctx.document().value(key) else { continue };
        let what = format!("The {key} is written with escapes, and not every reader knows them.");
        let span = value.span.trim(ctx.text());
        let Some(diagnostic) = ctx.report(&RULE, &Cause::Escape(key.to_owned()), span, what) else { continue };
        // The other quotes need no escape, where the text has none of them.
        let quote = ['"', '\''].into_iter().find(|quote| !value.text.contains([*quote, '\\']));
        let plain = !value.text.contains(char::is_control);
        let fix = quote.filter(|_| plain).map(|quote| {
            let edit = Edit::replace(span, format!("{quote}{}{quote}", value.text));
            Fix::edit("Use quotes that need no escape", true, &ctx.skill.entry, vec![edit])
        });
        out.push(fix.into_iter().fold(diagnostic, Diagnostic::with_fix));
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, fixed, has_fix};

    #[test]
    fn escaped_quotes() {
        check(
            &super::RULE,
            r#"
---
name: demo
description: "Says \"hello\" to newcomers"
             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ info: leaves the escapes in the description as they are
---
"#,
        );
        for (written, better) in [(r#""Says \"hello\"""#, r#"'Says "hello"'"#), ("'It''s so'", "\"It's so\"")] {
            let with = |value: &str| format!("---\nname: demo\ndescription: {value}\n---\n");
            assert_eq!(fixed(&super::RULE, &with(written)), with(better));
        }
        assert!(!has_fix(&super::RULE, "---\nname: demo\ndescription: \"It's \\\"so\\\"\"\n---\n"));
    }

    #[test]
    fn quotes_without_escapes_are_fine() {
        check(&super::RULE, "---\nname: 'demo'\ndescription: \"It's: so\"\n---\n");
    }
}
