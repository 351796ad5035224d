//! What becomes of skills that a host knows by one name.

use std::path::Path;

use super::{Config, Loaded, Root, Workspace, load, verdicts};
use crate::files::{Cancel, Files};
use crate::hosts::{self, Candidate, Cause, Effect, Fate, Host, Reason, Scope, Verdict};
use crate::rules::shown;
use crate::skill::Summary;

/// A skill beside others, with what each host makes of it alone.
pub(super) struct Contender<'a> {
    pub summary: &'a Summary,
    pub root: &'a Root,
    pub verdicts: Vec<Verdict>,
}

/// What the selected hosts make of each of some skills beside the others. Empty where one cannot be read.
pub(super) fn verdicts_beside(files: &dyn Files, workspace: &Workspace, alike: &[&Summary]) -> Vec<Vec<Verdict>> {
    let judged = alike.iter().map(|summary| {
        let (root, hosts) = workspace.asked(&summary.root)?;
        let loaded = load(files, &workspace.skill(&summary.dir)?.found, &Cancel::default());
        let Loaded::Skill(skill) = loaded else { return None };
        let hosts: Vec<_> = hosts.iter().copied().filter(|host| !Config::is_always_asked(host)).collect();
        Some(Contender { summary, root, verdicts: verdicts(&skill, root, &hosts) })
    });
    let Some(mut contenders) = judged.collect::<Option<Vec<_>>>() else { return Vec::new() };
    settle(&mut contenders, &|path| shown(&workspace.settings().base, path));
    contenders.into_iter().map(|one| one.verdicts).collect()
}

/// Adds to the verdicts on some skills which of them each host drops for another one of the same name. The skills come in
/// the order of their roots. Copies of one skill do not count: whichever is taken, it is the same.
pub(super) fn settle(contenders: &mut [Contender<'_>], shown: &dyn Fn(&Path) -> String) {
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
            settle_one(host, contenders, &alike.into_iter().map(|(at, _)| at).collect::<Vec<_>>(), shown);
        }
    }
}

fn settle_one(host: &'static Host, all: &mut [Contender<'_>], alike: &[usize], shown: &dyn Fn(&Path) -> String) {
    let candidates: Vec<Candidate<'_>> = alike
        .iter()
        .filter_map(|at| all.get(*at))
        .map(|one| {
            let Root { shown, scope, .. } = one.root;
            let scope = if host.root(shown, *scope).is_none() { Scope::Given } else { *scope };
            Candidate { root: shown, scope, path: one.summary.entry.to_str().unwrap_or_default() }
        })
        .collect();
    let Some(fates) = hosts::fates(host, &candidates).filter(|fates| fates.len() == alike.len()) else { return };
    let mut told: Vec<(usize, Effect, String)> = Vec::new();
    for (at, fate) in alike.iter().zip(fates) {
        let Some(own) = all.get(*at).map(|one| one.summary) else { continue };
        let rivals = || alike.iter().filter(|other| *other != at).filter_map(|other| Some(all.get(*other)?.summary));
        let Some(rival) = rivals().find(|rival| !rival.mirrors(own)) else { continue };
        let winner = |place: usize| alike.get(place).and_then(|at| Some(all.get(*at)?.summary));
        match fate {
            Fate::Stays => {}
            Fate::Loses(Some(place)) => {
                if let Some(winner) = winner(place).filter(|winner| !winner.mirrors(own)) {
                    told.push((*at, Effect::Lost, format!("takes `{}` of the same name instead", shown(&winner.dir))));
                }
            }
            Fate::Loses(None) => {
                told.push((*at, Effect::Lost, "takes another skill of the same name instead".to_owned()));
            }
            Fate::Fails => {
                let does = format!("ends with an error, since `{}` has the same name", shown(&rival.dir));
                told.push((*at, Effect::Lost, does));
            }
            Fate::Unknown => {
                let does = format!("takes one of this and `{}`, and it is not known which", shown(&rival.dir));
                told.push((*at, Effect::Differs, does));
            }
        }
    }
    let source = host.collision.as_ref().map_or("", |collision| host.source(&collision.from));
    for (at, effect, does) in told {
        let verdicts = all.get_mut(at).map(|one| &mut one.verdicts).into_iter().flatten();
        for verdict in verdicts.filter(|verdict| verdict.host == host.id) {
            verdict.loads = if effect == Effect::Lost { Some(false) } else { None };
            verdict.listed = if effect == Effect::Lost { Some(false) } else { None };
            verdict.reasons.insert(0, Reason { cause: Cause::Shadowed, effect, does: does.clone(), source });
        }
    }
}
