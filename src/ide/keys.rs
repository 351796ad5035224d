//! What hosts know of a key of the front matter, in words.

use crate::hosts::facts::{Key, Type};
use crate::hosts::{self, Effect, Host};

/// The hosts among these that know a key, with what they know.
pub fn known<'a>(hosts: &'a [&'static Host], key: &'a str) -> impl Iterator<Item = (&'static Host, &'static Key)> + 'a {
    hosts.iter().filter_map(move |host| Some((*host, host.key(key)?)))
}

/// Whether a key can be written for these hosts without one of them refusing it.
pub fn is_welcome(hosts: &[&'static Host], key: &str) -> bool {
    let minds = |host: &&Host| {
        let unknown = host.unknown_keys.as_ref().filter(|_| !host.knows(key));
        let unknown = unknown.filter(|fact| fact.only.as_ref().is_none_or(|only| only.iter().any(|own| own == key)));
        unknown.is_some_and(|fact| fact.otherwise.effect < Effect::Noted)
    };
    hosts.iter().any(|host| host.knows(key)) && !hosts.iter().any(minds)
}

/// Whether all of these hosts that know a key take such a value; for a key in a map, those that know the map as well.
pub fn takes(hosts: &[&'static Host], key: &str, kind: Type) -> bool {
    let fits = |types: &[Type]| {
        let scalar = !matches!(kind, Type::List | Type::Map);
        types.contains(&kind) || (scalar && types.contains(&Type::Scalar))
    };
    let outer = key.split_once('.').map(|(map, _)| map);
    let fits_map = |map: &str| {
        let inner = known(hosts, map).filter(|(_, fact)| fact.wrong.is_some()).filter_map(|(_, fact)| fact.inner);
        inner.collect::<Vec<_>>().iter().all(|inner| fits(&[*inner]))
    };
    outer.is_none_or(fits_map) && known(hosts, key).all(|(_, fact)| fact.wrong.is_none() || fits(&fact.types))
}

/// The type in words: `text or list`.
pub fn types(fact: &Key) -> String {
    let words = fact.types.iter().map(|kind| match kind {
        Type::Text => "text",
        Type::Scalar => "text or number",
        Type::Boolean => "true or false",
        Type::Number => "number",
        Type::List => "list",
        Type::Map => "map",
    });
    words.collect::<Vec<_>>().join(" or ")
}

/// What each of these hosts does with a key, in Markdown: a line for all that say the same. Then who else knows it.
pub fn page(hosts: &[&'static Host], key: &str) -> String {
    let mut lines: Vec<(String, Vec<&str>)> = Vec::new();
    for (host, fact) in known(hosts, key) {
        let mut said = format!("{} ({})", fact.doc.trim_end_matches('.'), types(fact));
        if !fact.values.is_empty() {
            let values: Vec<String> = fact.values.iter().map(|value| format!("`{value}`")).collect();
            said += &format!(": {}", values.join(", "));
        }
        if let Some(default) = &fact.default {
            said += &format!("; `{default}` without it");
        }
        if let Some(requires) = &fact.requires {
            said += &format!("; only with `{}: {}`", requires.key, requires.value);
        }
        match lines.iter_mut().find(|(own, _)| *own == said) {
            Some((_, who)) => who.push(&host.title),
            None => lines.push((said, vec![&host.title])),
        }
    }
    let mut page: Vec<String> = lines.iter().map(|(said, who)| format!("- **{}**: {said}.", listed(who))).collect();
    let asked = |title: &&str| hosts.iter().any(|host| host.title == **title);
    let others: Vec<&str> = hosts::knowing(key).into_iter().filter(|title| !asked(title)).collect();
    if !others.is_empty() {
        let but = if lines.is_empty() { "" } else { "also " };
        page.push(format!("- {but}known by {}.", listed(&others)));
    }
    page.join("\n")
}

/// Some names, and how many more.
pub fn listed(names: &[&str]) -> String {
    const SHOWN: usize = 5;
    match names {
        [rest @ .., last] if !rest.is_empty() && names.len() <= SHOWN => format!("{} and {last}", rest.join(", ")),
        names if names.len() > SHOWN => format!("{} and {} more", names[..SHOWN].join(", "), names.len() - SHOWN),
        names => names.join(", "),
    }
}
