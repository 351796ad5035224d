use super::fault::{self, Fault};
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, SkillContext};
use crate::text::{Edit, Span, lines};

rule! {
    /// A line is indented with a tab.
    ///
    /// ## Why it matters
    /// YAML allows only blanks for indentation; with a tab the front matter is not YAML to most readers.
    ///
    /// ## Example
    /// ```yaml
    /// metadata:
    /// \tauthor: me
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// metadata:
    ///   author: me
    /// ```
    "tab-indentation", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(found) = fault::find(ctx) else { return };
    let Fault::Tab(span) = found.fault else { return };
    let what =
        "The line is indented with a tab; YAML allows only blanks there, so the front matter is not YAML.".to_owned();
    let Some(diagnostic) = fault::report(ctx, &RULE, span, what, None) else { return };
    let text = ctx.text();
    let indents = lines(text, ctx.document().fences.block.start)
        .take_while(|(line, _)| line.start < ctx.document().fences.block.end)
        .filter_map(|(line, _)| {
            let content = line.slice(text);
            let indent =
                Span::new(line.start, line.start + content.len() - content.trim_start_matches([' ', '\t']).len());
            let spaced = indent.slice(text).replace('\t', "  ");
            (spaced.len() != indent.len()).then(|| Edit::replace(indent, spaced))
        });
    let fix = Fix::edit("Indent with blanks", true, &ctx.skill.entry, indents.collect());
    out.push(diagnostic.with_fix(fix));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, fixed};

    #[test]
    fn tabs_become_blanks() {
        check(
            &super::RULE,
            "
---
name: a
metadata:
\tk: v
^ error: indented with a tab
---
",
        );
        assert_eq!(fixed(&super::RULE, "---\nm:\n\tk: v\n\tj: w\n---\n"), "---\nm:\n  k: v\n  j: w\n---\n");
    }
}
