use super::diagnostic::Severity;
use crate::hosts::{Effect, Reason, Verdict};

/// The selected hosts that a cause affects, the worst effects first, well-known hosts first among equals.
pub struct Audience<'a> {
    affected: Vec<(&'a Verdict, &'a Reason)>,
}

impl<'a> Audience<'a> {
    /// Those of `verdicts` with a reason that `is` the cause.
    pub fn of(verdicts: &'a [Verdict], is: impl Fn(&Reason) -> bool) -> Self {
        let mut affected: Vec<_> = verdicts
            .iter()
            .filter_map(|verdict| verdict.reasons.iter().find(|reason| is(reason)).map(|reason| (verdict, reason)))
            .collect();
        affected.sort_by_key(|(_, reason)| reason.effect);
        Audience { affected }
    }

    /// Whether nobody minds.
    pub fn is_empty(&self) -> bool {
        self.affected.is_empty()
    }

    /// Ids of the hosts.
    pub fn hosts(&self) -> Vec<&'static str> {
        self.affected.iter().map(|(verdict, _)| verdict.host).collect()
    }

    /// From the worst effect; `None` when nobody minds.
    pub fn severity(&self) -> Option<Severity> {
        self.affected.first().map(|(_, reason)| match reason.effect {
            Effect::Lost => Severity::Error,
            Effect::Differs => Severity::Warning,
            Effect::Noted => Severity::Info,
        })
    }

    /// What they do, as sentences with a blank before each: hosts that do the same share one.
    pub fn sentences(&self) -> String {
        let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
        for (verdict, reason) in &self.affected {
            let title = crate::hosts::title(verdict.host);
            match groups.iter_mut().find(|(does, _)| *does == reason.does) {
                Some((_, titles)) => titles.push(title),
                None => groups.push((reason.does.as_str(), vec![title])),
            }
        }
        let rest: usize = groups.iter().skip(SHOWN).map(|(_, titles)| titles.len()).sum();
        let mut out: String = groups.iter().take(SHOWN).map(|(does, titles)| sentence(does, titles)).collect();
        if rest > 0 {
            out += &format!(" {rest} more {} it in other ways.", if rest == 1 { "host minds" } else { "hosts mind" });
        }
        out
    }
}

/// How many different effects a message spells out, and how many hosts each names.
const SHOWN: usize = 3;

fn sentence(does: &str, titles: &[&str]) -> String {
    let Some((first, others)) = titles.split_first() else { return String::new() };
    let others: Vec<String> = others.iter().map(|title| inside_a_sentence(title)).collect();
    match others.as_slice() {
        [] => format!(" {first} {does}."),
        [other] => format!(" {first} {does} (so does {other})."),
        [one, other] => format!(" {first} {does} (so do {one} and {other})."),
        [one, other, more @ ..] => format!(" {first} {does} (so do {one}, {other} and {} more).", more.len()),
    }
}

fn inside_a_sentence(title: &str) -> String {
    title.strip_prefix("The ").map_or_else(|| title.to_owned(), |rest| format!("the {rest}"))
}
