use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, SkillContext};
use crate::text::{Edit, Span};

rule! {
    /// `---` stands inside the front matter.
    ///
    /// ## Why it matters
    /// Some readers take the first three dashes after the opening fence for the closing one, wherever they stand. What
    /// follows is body to them: a value is cut, and later keys are lost.
    ///
    /// ## Example
    /// ```yaml
    /// description: Plans releases --- from the issue to the tag
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// description: Plans releases, from the issue to the tag
    /// ```
    "dashes-inside", Unsafe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = ctx.document().fences.block;
    let source = block.slice(ctx.text());
    let Some(at) = source.find("---") else { return };
    let rest = &source[at..];
    let dashes = Span::new(block.start + at, block.start + at + rest.len() - rest.trim_start_matches('-').len());
    let what = "`---` stands inside the front matter, and some readers take it for the closing fence.";
    let Some(diagnostic) = ctx.report(&RULE, &Cause::Dashes, dashes, what) else { return };
    let edit = Edit::replace(dashes, "—");
    out.push(diagnostic.with_fix(Fix::edit("Write `—` instead", false, &ctx.skill.entry, vec![edit])));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, check_for, fixed_for};

    #[test]
    fn the_first_dashes_in_a_value() {
        check_for(
            "goose",
            &super::RULE,
            "
---
name: demo
description: Plans ---- and --- more
                   ^^^^ warning: takes `Plans` for the description
license: MIT
---
",
        );
        let fixed = fixed_for("goose", &super::RULE, "---\nname: demo\ndescription: a --- b\n---\n");
        assert_eq!(fixed, "---\nname: demo\ndescription: a — b\n---\n");
    }

    #[test]
    fn also_where_more_is_in_the_way() {
        check_for(
            "skills-ref",
            &super::RULE,
            "
---
name: demo
description: 'Plans --- and more'
                    ^^^ error: refuses the skill
tags: [a]
---
",
        );
    }

    #[test]
    fn nobody_else_minds() {
        check(&super::RULE, "---\nname: demo\ndescription: Plans --- and more\n---\n");
        check_for("goose", &super::RULE, "---\nname: demo\ndescription: Plans -- and more\n---\n---\n");
    }
}
