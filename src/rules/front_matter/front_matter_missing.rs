use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, SkillContext, quote};
use crate::text::{Edit, line_break};

rule! {
    /// The file has no front matter.
    ///
    /// ## Why it matters
    /// A skill is found by its `name` and `description`, which stand between two `---` lines at the very beginning of
    /// `SKILL.md`. Without them most hosts skip the skill, and no model learns what it is for.
    ///
    /// ## Example
    /// ```markdown
    /// # Release checks
    /// ```
    ///
    /// ## Use instead
    /// ```markdown
    /// ---
    /// name: release-guide
    /// description: Checks a release. Use it before publishing.
    /// ---
    ///
    /// # Release checks
    /// ```
    "front-matter-missing", Unsafe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let document = ctx.document();
    // A file in UTF-16 or the like says so itself.
    if document.has_front_matter() || document.invalid_at == Some(0) {
        return;
    }
    let what =
        "There is no front matter: the first line must be `---`, then `name` and `description`, then `---` again.";
    let Some(diagnostic) = ctx.report(&RULE, &Cause::NoFrontMatter, document.opening(), what) else { return };
    let name = quote::value(&ctx.skill.directory_name());
    let mut lines = document.text.split(['\n', '\r']);
    let title = lines.find_map(|line| line.strip_prefix("# ")).unwrap_or("What it does and when to use it.");
    let block = format!("---\nname: {name}\ndescription: {}\n---\n\n", quote::value(title));
    let block = block.replace('\n', line_break(&document.text));
    let at = document.fences.bom.map_or(0, |bom| bom.end);
    let fix = Fix::edit("Add front matter", false, &ctx.skill.entry, vec![Edit::insert(at, block)]);
    out.push(diagnostic.with_fix(fix));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, fixed};

    #[test]
    fn a_text_without_fences() {
        check(
            &super::RULE,
            "
# Release checks
^^^^^^^^^^^^^^^^ error: There is no front matter
",
        );
        check(&super::RULE, "---\nname: a\n---\n");
    }

    #[test]
    fn what_is_added_has_the_texts_line_breaks() {
        for line_break in ["\n", "\r\n", "\r"] {
            let with = |text: &str| text.replace('\n', line_break);
            let expected = with("---\nname: demo\ndescription: Title\n---\n\n# Title\n");
            assert_eq!(fixed(&super::RULE, &with("# Title\n")), expected);
        }
    }
}
