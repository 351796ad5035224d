use crate::hosts::Cause;
use crate::hosts::{Effect, Reason, Verdict};
use crate::rules::rule::rule;
use crate::rules::{Audience, Diagnostic, Severity, SkillContext};

rule! {
    /// A host does not take the skill as it is written, for a reason of its own.
    ///
    /// ## Why it matters
    /// Each host has its own reader of front matter, and some stumble over texts that are right by the specification. What
    /// is common has a rule of its own; this one speaks for the rest, so that no host drops a skill in silence.
    ///
    /// ## Use instead
    /// Plain front matter: `---` alone on the first line, one key on each line, `name` and `description` with a text
    /// behind them, `---` alone after the last key.
    "not-as-written", None, Rest(check)
}

fn check(ctx: &SkillContext<'_>, said: &[Diagnostic], out: &mut Vec<Diagnostic>) {
    let untold: Vec<(&Verdict, &Reason)> = ctx
        .verdicts
        .iter()
        .filter_map(|verdict| Some((verdict, verdict.worst()?)))
        .filter(|(verdict, reason)| !has_its_own_words(ctx, &reason.cause) && !is_told(said, verdict, reason.effect))
        .collect();
    let mut causes: Vec<&Cause> = untold.iter().map(|(_, reason)| &reason.cause).collect();
    causes.sort_unstable();
    causes.dedup();
    for cause in causes {
        let is_untold = |reason: &Reason| untold.iter().any(|(_, other)| std::ptr::eq(*other, reason));
        let audience = Audience::of(ctx.verdicts, |reason| reason.cause == *cause && is_untold(reason));
        let what = match cause.subject() {
            Some(subject) => format!("To some hosts this is {subject}."),
            None => "Some hosts do not take this skill as it is written.".to_owned(),
        };
        out.extend(ctx.report_to(audience, &RULE, cause.spot(ctx.document()), what));
    }
}

/// Whether there is a rule of another severity for it: roots are spoken of once for all of their skills, and a skill inside
/// another one may be meant as a file of that.
fn has_its_own_words(ctx: &SkillContext<'_>, cause: &Cause) -> bool {
    *cause == Cause::Root || (*cause == Cause::Depth && ctx.skill.inside.is_some())
}

/// Whether the author knows already that this becomes of the skill there.
fn is_told(said: &[Diagnostic], verdict: &Verdict, effect: Effect) -> bool {
    let least = match effect {
        Effect::Lost => Severity::Error,
        Effect::Differs => Severity::Warning,
        Effect::Noted => Severity::Info,
    };
    said.iter().any(|one| one.severity <= least && one.hosts.contains(&verdict.host))
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, check_for};

    // Here no other rule has been asked: it speaks of whatever a host does.
    #[test]
    fn each_host_with_the_cause() {
        check_for(
            "skills-ref",
            &super::RULE,
            "
---
name: demo
description: b
tags: [a]
      ^ error: To some hosts this is a list or a map in brackets. skills-ref (reference validator) refuses the skill
---
",
        );
        check(&super::RULE, "---\nname: demo\ndescription: b\ntags: [a]\n---\n");
    }
}
