use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Audience, Diagnostic, Fix, SkillContext};
use crate::text::Edit;

rule! {
    /// The name breaks the rules for names.
    ///
    /// ## Why it matters
    /// The specification allows lower-case letters, digits and single hyphens between them. Strict hosts refuse other
    /// names, and some call the skill by its directory instead.
    ///
    /// ## Example
    /// ```yaml
    /// name: Seo Tool
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// name: seo-tool
    /// ```
    "name-form", Unsafe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(value) = super::text_value(ctx) else { return };
    let directory = ctx.skill.directory_name();
    let name = value.text.trim();
    let fault = super::broken_form(name);
    let what = match &fault {
        Some(fault) => {
            format!("The name `{name}` has {fault}; allowed are lower-case letters, digits and single hyphens.")
        }
        None => format!("The name `{name}` is not of the form that is asked for."),
    };
    let differs = if name == directory { "" } else { &format!(" It also differs from its directory `{directory}`.") };
    if ctx.audience(&Cause::NameForm).is_empty() {
        return;
    }
    // One name, one diagnostic: whoever minds that it differs is told here as well.
    let audience = Audience::of(ctx.verdicts, |reason| matches!(reason.cause, Cause::NameForm | Cause::NameDiffers));
    let Some(mut diagnostic) = ctx.report_to(audience, &RULE, value.span, what + differs) else { return };
    let good = if super::broken_form(&directory).is_none() { directory } else { super::slug(name) };
    if !good.is_empty() && good != name {
        let title = format!("Change the name to `{good}`");
        diagnostic = diagnostic.with_fix(Fix::edit(
            title,
            false,
            &ctx.skill.entry,
            vec![Edit::replace(value.span.trim(ctx.text()), good)],
        ));
    }
    out.push(diagnostic);
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, check_for, fixed};

    #[test]
    fn whom_only_the_difference_stops_is_told_too() {
        check_for(
            "claude-code",
            &super::RULE,
            "
---
name: kit:brand
      ^^^^^^^^^ error: Claude Code knows the skill as `/demo`
description: b
---
",
        );
    }

    #[test]
    fn a_name_in_title_case() {
        check(
            &super::RULE,
            "
---
name: Seo Tool
      ^^^^^^^^ error: has upper-case letters and blanks
description: b
---
",
        );
        assert_eq!(
            fixed(&super::RULE, "---\nname: Seo Tool\ndescription: b\n---\n").lines().nth(1),
            Some("name: demo")
        );
    }
}
