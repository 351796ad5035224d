use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Severity, SkillContext};
use crate::skill::limits::BODY_LINES;
use crate::text::lines;

rule! {
    /// The body has more lines than the specification recommends.
    ///
    /// ## Why it matters
    /// The whole body enters the model's context when the skill is used. The specification recommends at most 500 lines
    /// and references for the rest.
    ///
    /// ## Use instead
    /// Move parts that are not always needed to `references/` and link to them.
    "body-too-long", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let body = ctx.document().fences.body;
    let text = ctx.text();
    if text.len() - body.start <= BODY_LINES {
        return;
    }
    let mut after = lines(text, body.start).skip(BODY_LINES);
    let Some((line, _)) = after.next() else { return };
    let count = BODY_LINES + 1 + after.count();
    let message = format!(
        "The body has {count} lines; the specification recommends at most {BODY_LINES}. All of it enters the context \
         when the skill is used: move parts to files in `references/`."
    );
    out.push(ctx.fixed(&RULE, Severity::Hint, line, message));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::codes;

    #[test]
    fn the_line_after_the_last_recommended_one() {
        let text = |lines: usize| format!("---\nname: demo\n---\n{}", "x\n".repeat(lines));
        assert!(codes(&super::RULE, &text(500)).is_empty());
        assert_eq!(codes(&super::RULE, &text(501)), ["body-too-long"]);
    }
}
