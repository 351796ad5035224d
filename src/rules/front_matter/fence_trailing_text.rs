use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, SkillContext};
use crate::syntax::fences::Fence;
use crate::text::{Edit, Span};

rule! {
    /// Something follows the three dashes of a fence.
    ///
    /// ## Why it matters
    /// A fence is `---` alone on its line. With blanks, more dashes or text behind it some readers see no fence and lose
    /// the whole front matter, others put the rest of the line into the body.
    ///
    /// ## Example
    /// ```markdown
    /// --- yaml
    /// name: notes
    /// ---
    /// ```
    ///
    /// ## Use instead
    /// Three dashes and nothing else.
    "fence-trailing-text", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let fences = &ctx.document().fences;
    let sides = [(fences.opening, Cause::OpeningFence, "opening"), (fences.closing, Cause::ClosingFence, "closing")];
    for (fence, cause, side) in sides {
        let Some(fence) = fence.filter(|fence| !fence.rest.is_empty()) else { continue };
        out.extend(report(ctx, fence, &cause, side));
    }
}

fn report(ctx: &SkillContext<'_>, fence: Fence, cause: &Cause, side: &str) -> Option<Diagnostic> {
    let rest = fence.rest.slice(ctx.text());
    let clean = rest.trim().is_empty();
    let shown = if clean { "blanks follow".to_owned() } else { format!("`{}` follows", rest.trim()) };
    let what = format!("The {side} fence is not `---` alone: {shown} the dashes.");
    let diagnostic = ctx.report(&super::fence_trailing_text::RULE, cause, fence.rest, what)?;
    let only_dashes = rest.trim().trim_matches('-').is_empty();
    let keep = !only_dashes && side == "closing";
    let (title, edit) = if keep {
        let text = ctx.text();
        let line_break = ctx.document().fences.opening.map_or("\n", |fence| fence.line_break.slice(text));
        let start = fence.rest.start;
        let blanks = rest.len() - rest.trim_start().len();
        ("Move the rest to a line of its own", Edit::replace(Span::new(start, start + blanks), line_break))
    } else {
        ("Remove what follows the dashes", Edit::delete(fence.rest))
    };
    Some(diagnostic.with_fix(Fix::edit(title, clean || only_dashes || keep, &ctx.skill.entry, vec![edit])))
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{fixed, fixed_for};

    #[test]
    fn fences_become_clean() {
        assert_eq!(fixed(&super::RULE, "--- \nname: a\n---\nB\n"), "---\nname: a\n---\nB\n");
        let blank = "---\nname: a\n---\t\nB\n";
        assert_eq!(fixed_for("letta-code", &super::RULE, blank), "---\nname: a\n---\nB\n");
        assert_eq!(fixed(&super::RULE, "---\nname: a\n-----\nB\n"), "---\nname: a\n---\nB\n");
        assert_eq!(fixed(&super::RULE, "---\nname: a\n--- Text\nB\n"), "---\nname: a\n---\nText\nB\n");
    }
}
