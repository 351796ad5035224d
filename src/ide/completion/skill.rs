//! Other skills, by the sign that hosts put before a skill's name.

use std::collections::BTreeMap;

use super::{Item, Kind, MOST, Scene, is_like};
use crate::ide::{keys, mention};
use crate::text::Span;
use crate::workspace::Kept;

/// The skills that can be named at a place.
pub fn complete(scene: &Scene<'_>) -> Vec<Item> {
    let (site, before) = (&scene.site, scene.before());
    let start = before.rfind(|c: char| !is_name(c)).unwrap_or(0);
    let Some(sigil) = before.get(start..).and_then(|rest| rest.chars().next()).filter(|c| !is_name(*c)) else {
        return Vec::new();
    };
    let sigils = mention::sigils(scene.hosts);
    let Some((_, hosts)) = sigils.iter().find(|(own, _)| *own == sigil) else { return Vec::new() };
    let behind = before.get(..start).unwrap_or_default().chars().next_back();
    if behind.is_some_and(|c| !c.is_whitespace() && !"\"'`([{*_|,;“‘«".contains(c)) {
        return Vec::new();
    }
    let start = scene.line().start + start;
    let rest = Span::new(site.offset, scene.line().end).slice(site.text);
    let word = Span::new(start, site.offset + rest.find(|c: char| !is_name(c)).unwrap_or(rest.len()));
    let typed = Span::new(start, site.offset).slice(site.text).trim_start_matches(sigil);
    let mut named: BTreeMap<String, (&Kept, Vec<&str>)> = BTreeMap::new();
    for kept in site.workspace.skills().filter(|kept| kept.found.dir != scene.kept.found.dir) {
        for host in hosts {
            let Some(name) = mention::name_for(site.workspace, host, kept) else { continue };
            if !is_like(&name, typed) || !name.chars().all(is_name) {
                continue;
            }
            let (_, who) = named.entry(name).or_insert_with(|| (kept, Vec::new()));
            if !who.contains(&host.title.as_str()) {
                who.push(&host.title);
            }
        }
        // One more than is shown tells that there are more.
        if named.len() > MOST {
            break;
        }
    }
    named
        .into_iter()
        .map(|(name, (kept, who))| Item {
            detail: keys::listed(&who),
            documentation: kept.summary.description.clone(),
            ..Item::new(Kind::Skill, format!("{sigil}{name}"), word, format!("{sigil}{name}"))
        })
        .collect()
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '-' || c == '_' || c == '.'
}
