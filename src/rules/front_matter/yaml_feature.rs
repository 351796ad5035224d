use crate::hosts::{Cause, Feature};
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext};

rule! {
    /// YAML allows this, and not every reader takes it.
    ///
    /// ## Why it matters
    /// Some hosts read front matter with a library that knows a part of YAML only: strictyaml refuses lists and maps in
    /// brackets, tags and anchors; others refuse tabs between a key and its value. They drop the whole skill.
    ///
    /// ## Example
    /// ```yaml
    /// metadata:
    ///   tags: [notes, files]
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// metadata:
    ///   tags:
    ///     - notes
    ///     - files
    /// ```
    "yaml-feature", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let reasons = ctx.verdicts.iter().flat_map(|verdict| &verdict.reasons);
    let mut features: Vec<Feature> = reasons
        .filter_map(|reason| match reason.cause {
            Cause::Feature(feature) => Some(feature),
            _ => None,
        })
        .collect();
    features.sort_unstable();
    features.dedup();
    for feature in features {
        let cause = Cause::Feature(feature);
        let what = format!("Here is {}, which YAML allows and not every reader takes.", feature.words());
        out.extend(ctx.report(&RULE, &cause, cause.spot(ctx.document()), what));
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, check_for};

    #[test]
    fn what_a_library_refuses_is_shown() {
        let drawn = "
---
name: demo
description: b
metadata:
  tags: [a]
        ^ error: a list or a map in brackets
---
";
        check_for("skills-ref", &super::RULE, drawn);
        check(&super::RULE, "---\nname: demo\ndescription: b\nmetadata:\n  tags: [a]\n---\n");
        let drawn = "
---
name: demo
description:\tb
            ^ error: a tab outside of quotes
---
";
        check_for("crewai", &super::RULE, drawn);
    }
}
