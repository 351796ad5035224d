use super::fault::{self, Fault};
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext};

rule! {
    /// A quoted value goes on behind its closing quote.
    ///
    /// ## Why it matters
    /// YAML ends the value at the second quote; what follows makes the front matter unreadable.
    ///
    /// ## Example
    /// ```yaml
    /// description: 'It's fine'
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// description: "It's fine"
    /// ```
    "quote-ends-early", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(found) = fault::find(ctx) else { return };
    let Fault::EarlyQuote(span) = found.fault else { return };
    let what = "The value's closing quote stands here, but the line goes on, so the front matter is not YAML; quote the whole text.".to_owned();
    out.extend(fault::report(ctx, &RULE, span, what, found.line));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, fixed};

    #[test]
    fn an_apostrophe_closes_the_quote() {
        check(
            &super::RULE,
            "
---
name: a
description: 'it's fine'
                ^ error: closing quote stands here
---
",
        );
        assert_eq!(fixed(&super::RULE, "---\nd: 'it's fine'\n---\n"), "---\nd: \"it's fine\"\n---\n");
        assert_eq!(fixed(&super::RULE, "---\nd: \"A\" and B\n---\n"), "---\nd: '\"A\" and B'\n---\n");
    }
}
