use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext, lines_fix};
use crate::skill::Form;
use crate::syntax::yaml::Style;

rule! {
    /// The description goes over several lines.
    ///
    /// ## Why it matters
    /// YAML readers join the lines. Readers that take single lines see only what stands on the line of the key: nothing,
    /// a `>`, or the first words.
    ///
    /// ## Example
    /// ```yaml
    /// description: >
    ///   Collects notes
    ///   and files them.
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// description: Collects notes and files them.
    /// ```
    "description-multi-line", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let document = ctx.document();
    let Some(value) = document.value("description") else { return };
    let Form::Scalar(style) = value.form else { return };
    if document.is_single_line(&value) || value.text.trim().is_empty() {
        return;
    }
    let how = match style {
        Style::Folded => "written with `>` over several lines",
        Style::Literal => "written with `|` over several lines",
        Style::SingleQuoted | Style::DoubleQuoted => "a quoted text over several lines",
        Style::Plain if document.text[value.key.end..value.span.start].contains(['\n', '\r']) => {
            "written on the line after its key"
        }
        Style::Plain => "continued on the next line",
    };
    let what = format!("The `description` is {how}; YAML readers join it, readers of single lines do not.");
    let span = lines_fix::first_line(ctx, &value);
    let cause = Cause::MultiLine("description".to_owned());
    let Some(diagnostic) = ctx.report(&RULE, &cause, span, what) else { return };
    out.push(lines_fix::add(ctx, diagnostic, &value));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, fixed};

    #[test]
    fn all_five_ways() {
        for (block, one_line) in [
            ("description: >\n  Collects: notes\n  and files.\n", "\"Collects: notes and files.\""),
            ("description: |-\n  Collects\n", "Collects"),
            ("description: Collects\n  and files.\n", "Collects and files."),
            ("description:\n  Collects\n  and files.\n", "Collects and files."),
            ("description: 'It''s\n  here'\n", "It's here"),
            ("description: \"a \\\n  b\"\n", "a b"),
        ] {
            let text = format!("---\nname: demo\n{block}license: MIT\n---\n");
            let good = format!("---\nname: demo\ndescription: {one_line}\nlicense: MIT\n---\n");
            assert_eq!(fixed(&super::RULE, &text), good);
            check(&super::RULE, &good);
        }
    }

    #[test]
    fn the_place_is_where_the_value_begins() {
        check(
            &super::RULE,
            "
---
name: demo
description:
^^^^^^^^^^^ warning: on the line after its key
  Collects
---
",
        );
    }
}
