use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Audience, Diagnostic, NameContext, Severity, shown};

rule! {
    /// Two skills have one name.
    ///
    /// ## Why it matters
    /// The list/read tool knows a skill by its name alone: of two, the one in the stronger root wins, within a root the
    /// one whose directory comes first. The other can be neither listed nor read. Hosts have orders of their own, and what
    /// each does is said where it is known.
    ///
    /// ## Use instead
    /// Give one of them another name. Copies with the same bytes, and links to the same directory, are not reported.
    "name-collision", None, Name(check)
}

fn check(ctx: &NameContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some((winner, _)) = ctx.alike.split_first() else { return };
    for (at, skill) in ctx.alike.iter().enumerate() {
        let verdicts = ctx.verdicts.get(at).map_or(&[][..], Vec::as_slice);
        let audience = Audience::of(verdicts, |reason| reason.cause == Cause::Shadowed);
        let loses = at > 0 && !winner.mirrors(skill);
        let Some(rival) =
            ctx.alike.iter().find(|other| !other.mirrors(skill)).filter(|_| loses || !audience.is_empty())
        else {
            continue;
        };
        let other = if loses { winner } else { rival };
        let mut message = format!("The name `{}` is also that of `{}`.", skill.name, shown(ctx.base, &other.dir));
        if loses {
            let why = if winner.root == skill.root { "its directory comes first" } else { "its root comes first" };
            message += &format!(" The list/read tool takes that one, since {why}, and never returns this skill.");
        }
        message += &audience.sentences();
        let mut said = Diagnostic::new(&RULE, Severity::Warning, &skill.entry, skill.name_span, message);
        said.hosts = audience.hosts();
        let what = if loses { "the skill that wins" } else { "the other skill of that name" };
        out.push(said.with_related(&other.entry, other.name_span, what));
    }
}
