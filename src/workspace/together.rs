//! What becomes of skills that a host knows by one name.

use std::collections::BTreeSet;
use std::path::Path;

use super::{Config, Root, Settings};
use crate::hosts::facts::Kind;
use crate::hosts::{self, Candidate, Cause, Effect, Fate, Host, Reason, Scope, Verdict};
use crate::rules::shown;
use crate::skill::Summary;

/// A skill beside others, with what each host makes of it alone.
pub(super) struct Contender<'a> {
    pub summary: &'a Summary,
    pub root: &'a Root,
    pub verdicts: Vec<Verdict>,
    /// Another skill, by its number, for which some host drops this one, or may: the first that was found.
    pub rival: Option<usize>,
}

/// What is to be said of a skill: to whom the host prefers it, what that comes to, and what the host does.
type Told = (usize, Effect, String);

/// Adds to the verdicts on some skills which of them each host drops for another one of the same name. The skills come in
/// the order of their roots. Copies of one skill do not count: whichever is taken, it is the same.
pub(super) fn settle(contenders: &mut [Contender<'_>], settings: &Settings) {
    let mut ids: Vec<&'static str> = contenders.iter().flat_map(|one| &one.verdicts).map(|one| one.host).collect();
    ids.sort_unstable();
    ids.dedup();
    for host in ids.into_iter().filter_map(|id| hosts::find(id).ok()).filter(|host| host.collision.is_some()) {
        let mut left: Vec<(usize, String)> = contenders
            .iter()
            .enumerate()
            .filter_map(|(at, one)| {
                let verdict = one.verdicts.iter().find(|one| one.host == host.id)?;
                Some((at, verdict.name.as_ref().filter(|_| verdict.loads == Some(true))?.to_string()))
            })
            .collect();
        while let Some((_, name)) = left.first().cloned() {
            let (alike, others) = left.into_iter().partition(|(_, other)| host.same_name(&name, other));
            left = others;
            settle_one(host, contenders, &alike.into_iter().map(|(at, _)| at).collect::<Vec<_>>(), settings);
        }
    }
}

fn settle_one(host: &'static Host, all: &mut [Contender<'_>], alike: &[usize], settings: &Settings) {
    let mut told: Vec<Option<Told>> = vec![None; alike.len()];
    for seen in met_together(host, all, alike) {
        for (at, new) in tell(host, all, &seen, settings) {
            let Some(old) = alike.iter().position(|own| *own == at).and_then(|place| told.get_mut(place)) else {
                continue;
            };
            if old.as_ref().is_none_or(|(_, effect, _)| new.1 < *effect) {
                *old = Some(new);
            }
        }
    }
    let source = host.collision.as_ref().map_or("", |collision| host.source(&collision.from));
    for (at, told) in alike.iter().zip(told) {
        let (Some((rival, effect, does)), Some(one)) = (told, all.get_mut(*at)) else { continue };
        one.rival.get_or_insert(rival);
        for verdict in one.verdicts.iter_mut().filter(|verdict| verdict.host == host.id) {
            verdict.loads = if effect == Effect::Lost { Some(false) } else { None };
            verdict.listed = if effect == Effect::Lost { Some(false) } else { None };
            verdict.reasons.insert(0, Reason { cause: Cause::Shadowed, effect, does: does.clone(), source });
        }
    }
}

/// Those of some skills that the host meets at once. In a project it sees the roots of no other one, but for those of the
/// directories above where it is known to look there; what is no project's it sees everywhere. The tool that runs here is
/// given them all.
fn met_together(host: &Host, all: &[Contender<'_>], alike: &[usize]) -> Vec<Vec<usize>> {
    let project = |at: usize| all.get(at).and_then(|one| one.root.project());
    let projects: BTreeSet<&Path> = alike.iter().filter_map(|at| project(*at)).collect();
    if projects.len() < 2 || Config::is_run_here(host) {
        return vec![alike.to_vec()];
    }
    let walks_up = host.roots.as_ref().and_then(|roots| roots.walks_up) == Some(true);
    let sees = |here: &Path, own: &Path| own == here || walks_up && here.starts_with(own);
    let seen_in =
        |here: &Path| alike.iter().copied().filter(|at| project(*at).is_none_or(|own| sees(here, own))).collect();
    projects.into_iter().map(seen_in).collect()
}

/// What there is to say of those of some skills, met at once and of one name, that the host drops, or may.
fn tell(host: &'static Host, all: &[Contender<'_>], alike: &[usize], settings: &Settings) -> Vec<(usize, Told)> {
    let alike: Vec<(usize, &Contender<'_>)> = alike.iter().filter_map(|at| Some((*at, all.get(*at)?))).collect();
    let candidates: Vec<Candidate<'_>> = alike.iter().map(|(_, one)| candidate(host, one)).collect();
    let Some(mut fates) = hosts::fates(host, &candidates).filter(|fates| fates.len() == alike.len()) else {
        return Vec::new();
    };
    // Which is stronger is known of the roots of one project only, and of those that somebody gave in this order. The tool
    // that runs here has all roots in the workspace's.
    let is_ordered = |at: usize| {
        let given = candidates.get(at).is_some_and(|one| one.scope == Scope::Given);
        !given || alike.get(at).is_some_and(|(_, one)| settings.config.roots.contains(&one.root.path))
    };
    let root = |at: usize| candidates.get(at).map(|one| one.root);
    for at in 0..fates.len() {
        let Some(Fate::Loses(Some(winner))) = fates.get(at).copied() else { continue };
        let project = |at: usize| alike.get(at).and_then(|(_, one)| one.root.project());
        let strangers = project(at).zip(project(winner)).is_some_and(|(own, other)| own != other);
        let in_no_order = root(at) != root(winner) && !(is_ordered(at) && is_ordered(winner));
        if (strangers || in_no_order) && !Config::is_run_here(host) {
            for place in [at, winner] {
                fates.get_mut(place).into_iter().for_each(|fate| *fate = Fate::Unknown);
            }
        }
    }
    let path = |one: &Contender<'_>| shown(&settings.base, &one.summary.dir);
    let mut told = Vec::new();
    for (place, ((at, own), fate)) in alike.iter().zip(fates).enumerate() {
        let mut others = alike.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, other)| other);
        let Some((rival, other)) = others.find(|(_, other)| !other.summary.mirrors(own.summary)) else { continue };
        let new = match fate {
            Fate::Stays => continue,
            Fate::Loses(Some(winner)) => match alike.get(winner) {
                Some((winner, one)) if !one.summary.mirrors(own.summary) => {
                    (*winner, Effect::Lost, format!("takes `{}` of the same name instead", path(one)))
                }
                _ => continue,
            },
            Fate::Loses(None) => (*rival, Effect::Lost, "takes another skill of the same name instead".to_owned()),
            Fate::Fails => {
                (*rival, Effect::Lost, format!("ends with an error, since `{}` has the same name", path(other)))
            }
            // The specification leaves it to its clients.
            Fate::Unknown if host.kind == Kind::Spec => continue,
            Fate::Unknown => {
                let does = format!("takes one of this and `{}`, and it is not known which", path(other));
                (*rival, Effect::Differs, does)
            }
        };
        told.push((*at, new));
    }
    told
}

fn candidate<'a>(host: &Host, one: &Contender<'a>) -> Candidate<'a> {
    let Root { path, scope, shown } = one.root;
    let scope = if host.root(shown, *scope).is_none() { Scope::Given } else { *scope };
    // The whole path: two projects may have roots of one name.
    let root = path.to_str().unwrap_or(shown);
    Candidate { root, scope, path: one.summary.entry.to_str().unwrap_or_default() }
}
