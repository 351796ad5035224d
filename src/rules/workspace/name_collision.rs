use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Audience, Diagnostic, NameContext, Severity, shown};
use crate::skill::{ENTRY, Summary};

rule! {
    /// Two skills have one name.
    ///
    /// ## Why it matters
    /// The list/read tool knows a skill by its name alone: of two, the one in the stronger root wins, within a root the
    /// one whose directory comes first. The other can be neither listed nor read. Hosts have orders of their own, and what
    /// each does is said where it is known. Some of them know a skill by its directory's name, and for some `PDF` is `pdf`.
    ///
    /// ## Use instead
    /// Give one of them another name. Copies with the same bytes, and links to the same directory, are not reported.
    "name-collision", None, Name(check)
}

fn check(ctx: &NameContext<'_>, out: &mut Vec<Diagnostic>) {
    for (at, skill) in ctx.alike.iter().enumerate() {
        let verdicts = ctx.verdicts.get(at).map_or(&[][..], Vec::as_slice);
        let audience = Audience::of(verdicts, |reason| reason.cause == Cause::Shadowed);
        let winner = winner(ctx, skill);
        let rival = ctx.rivals.get(at).copied().flatten().and_then(|rival| ctx.alike.get(rival)).copied();
        let Some(other) = winner.or(rival.filter(|_| !audience.is_empty())) else { continue };
        let mut message = head(skill, other, &shown(ctx.base, &other.dir));
        if let Some(winner) = winner {
            let is_ordered = [winner, skill].iter().all(|one| ctx.ordered.contains(&one.root));
            let why = match () {
                () if winner.root == skill.root => "its directory comes first",
                () if is_ordered => "its root comes first",
                () => "its root comes first by path",
            };
            message += &format!(" The list/read tool takes that one, since {why}, and never returns this skill.");
        }
        message += &audience.sentences();
        let mut said = Diagnostic::new(&RULE, Severity::Warning, &skill.entry, skill.name_span, message);
        said.hosts = audience.hosts();
        let what = if winner.is_some() { "the skill that wins" } else { "the other skill of that name" };
        out.push(said.with_related(&other.entry, other.name_span, what));
    }
}

/// The skill that the list/read tool takes instead of this one.
fn winner<'a>(ctx: &NameContext<'a>, skill: &Summary) -> Option<&'a Summary> {
    if skill.name.to_lowercase() != ctx.key || !is_listed(skill) {
        return None;
    }
    let first = ctx.alike.iter().find(|other| is_listed(other) && other.name == skill.name)?;
    (first.dir != skill.dir && !first.mirrors(skill)).then_some(*first)
}

/// Whether the list/read tool finds a skill at all: right below its root, by the entry file's exact name.
fn is_listed(skill: &Summary) -> bool {
    skill.dir.parent() == Some(&skill.root) && skill.entry.file_name().is_some_and(|name| name == ENTRY)
}

fn head(skill: &Summary, other: &Summary, at: &str) -> String {
    let directory = |skill: &Summary| skill.dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (own, others) = (directory(skill), directory(other));
    match () {
        () if skill.name == other.name => format!("The name `{}` is also that of `{at}`.", skill.name),
        () if skill.name.to_lowercase() == other.name.to_lowercase() => {
            format!("The name `{}` is that of `{at}` in another letter case.", skill.name)
        }
        () if own == others => format!("The directory's name `{own}` is also that of `{at}`."),
        () if own.to_lowercase() == others.to_lowercase() => {
            format!("The directory's name `{own}` is that of `{at}` in another letter case.")
        }
        () => format!("`{at}` has the same name as this skill for some hosts."),
    }
}
