use super::fault::{self, Fault};
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext};

rule! {
    /// A value begins with a character that means something in YAML.
    ///
    /// ## Why it matters
    /// `@`, `` ` `` and `%` may not begin a value; `*`, `&` and `!` name something; `[` and `{` open a list or a map; `>`, `|` and
    /// `- ` announce lines. With text behind them the front matter is not YAML.
    ///
    /// ## Example
    /// ```yaml
    /// description: *.py files
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// description: "*.py files"
    /// ```
    "reserved-start", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(found) = fault::find(ctx) else { return };
    let Fault::Start(span) = found.fault else { return };
    let first = span.slice(ctx.text());
    let means = match first {
        "*" => "names an anchor",
        "&" => "sets an anchor",
        "!" => "sets a type",
        "[" => "opens a list",
        "{" => "opens a map",
        ">" | "|" => "announces lines below",
        "-" => "begins a list",
        _ => "is reserved",
    };
    let what = format!(
        "The value begins with `{first}`, which {means} in YAML, so the front matter is not YAML; put the text in quotes."
    );
    out.extend(fault::report(ctx, &RULE, span, what, found.line));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, fixed};

    #[test]
    fn each_such_character() {
        check(
            &super::RULE,
            "
---
name: a
description: *.py files
             ^ error: begins with `*`, which names an anchor
---
",
        );
        for (bad, good) in
            [("@x y", "\"@x y\""), ("`x` y", "\"`x` y\""), ("[WIP] do", "\"[WIP] do\""), ("{x} y", "\"{x} y\"")]
        {
            let (bad, good) = (format!("---\nd: {bad}\n---\n"), format!("---\nd: {good}\n---\n"));
            assert_eq!(fixed(&super::RULE, &bad), good);
        }
    }
}
