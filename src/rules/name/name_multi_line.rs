use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext, lines_fix};

rule! {
    /// The name goes over several lines.
    ///
    /// ## Why it matters
    /// Readers that take one line see an empty name or a `>`; a name with a line break in it breaks the lists in which
    /// hosts show it.
    ///
    /// ## Example
    /// ```yaml
    /// name: >
    ///   release-guide
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// name: release-guide
    /// ```
    "name-multi-line", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(value) = super::text_value(ctx) else { return };
    if ctx.document().is_single_line(&value) {
        return;
    }
    let what = "The `name` is not on the line of its key.";
    let span = lines_fix::first_line(ctx, &value);
    let Some(diagnostic) = ctx.report(&RULE, &Cause::MultiLine("name".to_owned()), span, what) else { return };
    out.push(lines_fix::add(ctx, diagnostic, &value));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, fixed};

    #[test]
    fn a_folded_name() {
        check(
            &super::RULE,
            "
---
name: >
      ^ warning: not on the line of its key
  a
description: b
---
",
        );
        assert_eq!(fixed(&super::RULE, "---\nname: >\n  a\nd: b\n---\n"), "---\nname: a\nd: b\n---\n");
    }
}
