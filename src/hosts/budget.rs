//! How much of its room for the list of skills a host uses up, and what it leaves out of the list.

use std::cmp::Ordering;
use std::fmt;

use super::facts::{By, Drops, Host, Instead, Length, ListOrder, Listing, Scope, Unit};
use super::length::{measure, prefix};

/// A skill in a host's list, under the name and with the description that the host gives it.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its description.
    pub description: &'a str,
    /// The absolute path of its entry file.
    pub path: &'a str,
    /// Whose root it stands in.
    pub scope: Scope,
}

/// The room for a host's list of skills, and what of it is used.
#[derive(Clone, Debug)]
pub struct Usage {
    /// The host.
    pub host: &'static Host,
    /// What the list takes.
    pub used: usize,
    /// The list takes somewhat more: how the host writes an entry is not known.
    pub at_least: bool,
    /// What there is.
    pub room: usize,
    /// The unit of both.
    pub unit: RoomUnit,
    /// The room grows with the model's context, of which the size was not given: this is what the host takes then.
    pub fallback: bool,
    /// What the host does when there is too little room, as a clause that follows its name.
    pub over: Option<&'static str>,
    /// What is lost, when there is too little room; `None` when it is not known which skills it hits.
    pub losses: Option<Vec<Loss>>,
    /// The address of the source.
    pub source: &'static str,
}

impl Usage {
    /// Whether there is too little room.
    pub fn is_over(&self) -> bool {
        self.used > self.room
    }
}

/// The unit of a host's room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomUnit {
    /// As lengths are counted.
    Text(Unit),
    /// Tokens, guessed from the number of bytes.
    Tokens,
}

impl fmt::Display for RoomUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RoomUnit::Text(Unit::Characters) => "characters",
            RoomUnit::Text(Unit::Utf16) => "UTF-16 units",
            RoomUnit::Text(Unit::Bytes) => "bytes",
            RoomUnit::Tokens => "tokens",
        })
    }
}

/// What a list loses of a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Which of the skills.
    pub skill: usize,
    /// How many characters of the description are left; `None` when the skill is not in the list at all.
    pub left: Option<usize>,
}

/// How much of its room the list of these skills takes in a host, for a model with a context of so many tokens. `None` when
/// no room is known.
pub fn usage(host: &'static Host, skills: &[Listed<'_>], context: Option<usize>) -> Option<Usage> {
    let listing = host.listing.as_ref()?;
    let share = listing.context_share.zip(listing.token_bytes).zip(context);
    let (room, meter) = match share {
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share"
        )]
        Some(((share, bytes), context)) => {
            (((context as f64 * share) as usize).max(1), Meter::new(listing, RoomUnit::Tokens, bytes))
        }
        None => (listing.total.or(listing.fallback)?, Meter::new(listing, RoomUnit::Text(listing.unit?), 1)),
    };
    let skills: Vec<Listed<'_>> =
        skills.iter().map(|skill| Listed { description: cut(host, skill.description), ..*skill }).collect();
    let used = skills.iter().map(|skill| meter.full(skill)).sum();
    let losses = match listing.drops {
        _ if used <= room => Some(Vec::new()),
        Some(Drops::Shorten) => shortened(&skills, &meter, room, listing.order.as_ref()),
        Some(Drops::Last) => in_order(&skills, listing.order.as_ref()).map(|order| last(&skills, &order, &meter, room)),
        Some(Drops::LeastUsed) | None => None,
    };
    Some(Usage {
        host,
        used,
        at_least: listing.entry.is_none(),
        room,
        unit: meter.unit,
        fallback: listing.total.is_none() && share.is_none(),
        over: listing.over.as_deref(),
        losses,
        source: host.source(&listing.from),
    })
}

/// As much of a description as the host gives any.
fn cut<'a>(host: &Host, description: &'a str) -> &'a str {
    let length = host.description.length.as_ref();
    let cuts = |length: &&Length| length.otherwise.as_ref().is_some_and(|answer| answer.instead == Some(Instead::Cut));
    match length.filter(cuts).and_then(|length| Some((length.unit, length.max?))) {
        Some((unit, max)) => prefix(unit, description.trim(), max),
        None => description.trim(),
    }
}

/// Measures entries of a list.
struct Meter {
    unit: RoomUnit,
    token_bytes: usize,
    /// An entry without its values, with a description and without.
    around: [usize; 2],
    with_path: bool,
}

impl Meter {
    fn new(listing: &Listing, unit: RoomUnit, token_bytes: usize) -> Self {
        let entry = listing.entry.as_deref().unwrap_or("{name}{description}");
        let mut meter = Meter { unit, token_bytes, around: [0; 2], with_path: entry.contains("{path}") };
        let frame = entry.replace("{name}", "").replace("{path}", "");
        let bare = frame.replace("{description} ", "").replace("{description}", "");
        meter.around = [meter.size(&frame.replace("{description}", "")), meter.size(&bare)];
        meter
    }

    /// The size of a piece: bytes, where tokens are guessed from them.
    fn size(&self, text: &str) -> usize {
        match self.unit {
            RoomUnit::Text(unit) => measure(Some(unit), text),
            RoomUnit::Tokens => text.len(),
        }
    }

    /// What an entry takes with so much of its description.
    fn entry(&self, skill: &Listed<'_>, description: usize) -> usize {
        let path = if self.with_path { self.size(skill.path) } else { 0 };
        let around = self.around[usize::from(description == 0)];
        (around + self.size(skill.name) + path + description).div_ceil(self.token_bytes)
    }

    fn full(&self, skill: &Listed<'_>) -> usize {
        self.entry(skill, self.size(skill.description))
    }
}

/// All names stay as long as they fit; the descriptions share what is left, one character each in turn. Where not even the
/// names fit, all descriptions go, and those entries that no longer fit.
fn shortened(skills: &[Listed<'_>], meter: &Meter, room: usize, order: Option<&ListOrder>) -> Option<Vec<Loss>> {
    let order = in_order(skills, order)?;
    let bare: Vec<usize> = skills.iter().map(|skill| meter.entry(skill, 0)).collect();
    let Some(mut free) = room.checked_sub(bare.iter().sum()) else {
        let mut used = 0;
        let mut losses: Vec<Loss> = order
            .into_iter()
            .map(|skill| {
                let fits = used + bare[skill] <= room;
                used += if fits { bare[skill] } else { 0 };
                Loss { skill, left: fits.then_some(0) }
            })
            .filter(|loss| loss.left.is_none() || !skills[loss.skill].description.is_empty())
            .collect();
        losses.sort_by_key(|loss| loss.skill);
        return Some(losses);
    };
    let mut growing: Vec<Growing<'_>> = skills
        .iter()
        .zip(bare)
        .map(|(skill, cost)| Growing { cost, size: 0, taken: 0, rest: skill.description.chars() })
        .collect();
    let mut grows = true;
    while grows {
        grows = false;
        for &skill in &order {
            let own = &mut growing[skill];
            let mut rest = own.rest.clone();
            let Some(next) = rest.next() else { continue };
            let size = own.size + meter.size(next.encode_utf8(&mut [0; 4]));
            let cost = meter.entry(&skills[skill], size);
            let more = cost.saturating_sub(own.cost);
            if more <= free {
                free -= more;
                *own = Growing { cost, size, taken: own.taken + 1, rest };
                grows = true;
            }
        }
    }
    let cut = growing.iter().enumerate().filter(|(_, own)| !own.rest.as_str().is_empty());
    Some(cut.map(|(skill, own)| Loss { skill, left: Some(own.taken) }).collect())
}

/// An entry that gets more and more of its description.
struct Growing<'a> {
    cost: usize,
    /// The size of what it has.
    size: usize,
    /// Characters that it has.
    taken: usize,
    rest: std::str::Chars<'a>,
}

/// From the first entry on that does not fit, all are left out.
fn last(skills: &[Listed<'_>], order: &[usize], meter: &Meter, room: usize) -> Vec<Loss> {
    let mut used = 0;
    let kept = order.iter().take_while(|skill| {
        used += meter.full(&skills[**skill]);
        used <= room
    });
    let mut losses: Vec<Loss> = order[kept.count()..].iter().map(|&skill| Loss { skill, left: None }).collect();
    losses.sort_by_key(|loss| loss.skill);
    losses
}

/// The skills as the host lists them, where that is known.
fn in_order(skills: &[Listed<'_>], order: Option<&ListOrder>) -> Option<Vec<usize>> {
    let order = order?;
    let rank = |skill: &Listed<'_>| order.scopes.iter().position(|scope| *scope == skill.scope);
    let one_scope = skills.iter().all(|skill| skill.scope == skills[0].scope);
    if !one_scope && skills.iter().any(|skill| rank(skill).is_none()) {
        return None;
    }
    let compare = |one: &usize, other: &usize| {
        let (one, other) = (&skills[*one], &skills[*other]);
        let names = if order.by == By::Name { one.name.cmp(other.name) } else { Ordering::Equal };
        // Paths are compared name by name.
        let paths = || one.path.split(['/', '\\']).cmp(other.path.split(['/', '\\']));
        rank(one).cmp(&rank(other)).then(names).then_with(paths)
    };
    let mut sorted: Vec<usize> = (0..skills.len()).collect();
    sorted.sort_by(compare);
    Some(sorted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::find;

    fn used(id: &str, skills: &[(&str, String, Scope)], context: Option<usize>) -> Option<Usage> {
        let paths: Vec<String> = skills.iter().map(|(name, ..)| format!("/{name}/SKILL.md")).collect();
        let listed: Vec<Listed<'_>> = skills
            .iter()
            .zip(&paths)
            .map(|((name, description, scope), path)| Listed { name, description, path, scope: *scope })
            .collect();
        usage(find(id).unwrap(), &listed, context)
    }

    #[test]
    fn what_an_entry_takes() {
        let skills = [("a", "é".repeat(10), Scope::Project), ("b", String::new(), Scope::User)];
        // "- a: éééééééééé (file: /a/SKILL.md)" and "- b: (file: /b/SKILL.md)", each with a line break.
        let codex = used("codex", &skills, None).unwrap();
        assert_eq!((codex.used, codex.room, codex.unit), (36 + 25, 8000, RoomUnit::Text(Unit::Characters)));
        assert!(codex.fallback && !codex.at_least && !codex.is_over() && codex.losses == Some(vec![]));
        let codex = used("codex", &skills, Some(272_000)).unwrap();
        assert_eq!((codex.used, codex.room, codex.unit), (12 + 7, 5440, RoomUnit::Tokens));
        assert!(!codex.fallback);
        let zed = used("zed", &skills, Some(272_000)).unwrap();
        assert_eq!((zed.used, zed.room, zed.unit), (22, 51_200, RoomUnit::Text(Unit::Bytes)));
        let claude = used("claude-code", &skills, Some(272_000)).unwrap();
        assert_eq!((claude.used, claude.room, claude.at_least, claude.fallback), (12, 8000, true, true));
        assert!(used("vscode", &skills, None).is_none());
        let long = [("c", "x".repeat(5000), Scope::Project)];
        assert_eq!(used("claude-code", &long, None).unwrap().used, 1 + 1536);
    }

    #[test]
    fn codex_shares_what_is_left_among_the_descriptions() {
        let mut skills: Vec<(&str, String, Scope)> =
            ["a", "b", "c", "d", "e", "f", "g", "h", "i"].map(|name| (name, "x".repeat(1024), Scope::Project)).into();
        skills[2].1 = "y".repeat(50);
        let codex = used("codex", &skills, None).unwrap();
        // Names take 9 × 25, the short description 51, and 8 × 1 for a blank; the rest is shared by eight.
        let share = (8000 - 9 * 25 - 51 - 8) / 8;
        let losses = codex.losses.clone().unwrap();
        assert!(codex.is_over() && losses.len() == 8, "{losses:?}");
        assert!(losses.iter().all(|loss| loss.left.is_some_and(|left| left.abs_diff(share) <= 1) && loss.skill != 2));
        assert_eq!(codex.over, Some("shortens descriptions, then leaves skills out with a warning"));
    }

    #[test]
    fn codex_leaves_out_what_comes_last_when_not_even_the_names_fit() {
        let names: Vec<String> = (0..400).map(|at| format!("skill-{at:03}")).collect();
        let skills: Vec<(&str, String, Scope)> =
            names.iter().map(|name| (name.as_str(), "x".to_owned(), Scope::Project)).collect();
        let losses = used("codex", &skills, None).unwrap().losses.unwrap();
        let out: Vec<usize> = losses.iter().filter(|loss| loss.left.is_none()).map(|loss| loss.skill).collect();
        // An entry takes 41 characters.
        assert_eq!((losses.len(), out.len(), out.first()), (400, 400 - 8000 / 41, Some(&(8000 / 41))));
        // A user's skill comes behind the project's, whatever its name.
        let mut mixed = skills.clone();
        mixed[0].2 = Scope::User;
        let losses = used("codex", &mixed, None).unwrap().losses.unwrap();
        assert_eq!(losses[0], Loss { skill: 0, left: None });
    }

    #[test]
    fn zed_stops_at_the_first_that_does_not_fit() {
        let long = |size: usize| "x".repeat(size - 1);
        let skills: Vec<(&str, String, Scope)> = vec![
            ("d", long(10), Scope::Project),
            ("c", long(30_000), Scope::Project),
            ("a", long(30_000), Scope::Project),
        ];
        let zed = used("zed", &skills, None).unwrap();
        assert_eq!(zed.losses, Some(vec![Loss { skill: 0, left: None }, Loss { skill: 1, left: None }]));
        let mut mixed = skills.clone();
        mixed[1].2 = Scope::User;
        let out = [0, 2].map(|skill| Loss { skill, left: None }).to_vec();
        assert_eq!(used("zed", &mixed, None).unwrap().losses, Some(out));
        mixed[1].2 = Scope::Given;
        assert_eq!(used("zed", &mixed, None).unwrap().losses, None);
    }

    #[test]
    fn which_skills_claude_code_uses_least_is_not_known() {
        let skills = ["a", "b", "c", "d", "e", "f"].map(|name| (name, "x".repeat(5000), Scope::Project));
        let claude = used("claude-code", &skills, None).unwrap();
        assert_eq!(claude.used, 6 * 1537);
        assert!(claude.is_over() && claude.losses.is_none() && claude.over.is_some());
    }
}
