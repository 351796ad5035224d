use super::fault::{self, Fault};
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, SkillContext};
use crate::text::Edit;

rule! {
    /// A quote is opened and never closed.
    ///
    /// ## Why it matters
    /// YAML reads on to the end of the front matter, and all keys below are lost.
    ///
    /// ## Example
    /// ```yaml
    /// description: "Collects notes
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// description: Collects notes
    /// ```
    "quote-not-closed", Unsafe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(found) = fault::find(ctx) else { return };
    let Fault::OpenQuote(span) = found.fault else { return };
    let what = "This quote is never closed, so the front matter is not YAML; close it or remove it.".to_owned();
    let Some(diagnostic) = fault::report(ctx, &RULE, span, what, None) else { return };
    let fix = Fix::edit("Remove the quote", false, &ctx.skill.entry, vec![Edit::delete(span)]);
    out.push(diagnostic.with_fix(fix));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, fixed};

    #[test]
    fn an_open_quote() {
        check(
            &super::RULE,
            "
---
name: a
description: \"open
             ^ error: never closed
license: MIT
---
",
        );
        assert_eq!(fixed(&super::RULE, "---\nd: \"open\nl: x\n---\n"), "---\nd: open\nl: x\n---\n");
    }
}
