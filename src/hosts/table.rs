use std::fmt;
use std::sync::LazyLock;

use super::facts::{Host, Root, Scope};

static TABLE: LazyLock<Vec<Host>> = LazyLock::new(|| {
    // A table that cannot be read fails the table's test, never a user's run: without it there are no hosts.
    serde_json::from_str(include_str!("table.json")).unwrap_or_default()
});

/// Every host, the best known first: the order in which messages name them.
pub fn table() -> &'static [Host] {
    &TABLE
}

/// The host with this id.
///
/// # Errors
/// An id that is not in the table, with the nearest one that is.
pub fn find(id: &str) -> Result<&'static Host, Unknown> {
    table().iter().find(|host| host.id == id).ok_or_else(|| Unknown { id: id.to_owned(), suggestion: nearest(id) })
}

/// The file that makes a directory a plugin for those who follow Claude Code.
pub const PLUGIN_MANIFEST: &str = ".claude-plugin/plugin.json";

/// The hosts that look for skills in this root, best known first: `path` as the table writes it (`.claude/skills`,
/// `~/.claude/skills`, for a plugin `skills`), or one that ends so. Of plugins, only those with [`PLUGIN_MANIFEST`].
pub fn reading(path: &str, scope: Scope) -> impl Iterator<Item = &'static Host> + '_ {
    let fits = move |root: &Root| scope != Scope::Plugin || root.manifests.iter().any(|own| own == PLUGIN_MANIFEST);
    table().iter().filter(move |host| host.root(path, scope).is_some_and(fits))
}

/// An id that no host has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// What was asked for.
    pub id: String,
    /// The nearest id, if one is near.
    pub suggestion: Option<&'static str>,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no host `{}`", self.id)?;
        match self.suggestion {
            Some(suggestion) => write!(f, "; did you mean `{suggestion}`?")?,
            None => f.write_str(".")?,
        }
        f.write_str(" The hosts are ")?;
        for (at, host) in table().iter().enumerate() {
            write!(f, "{}{}", if at == 0 { "" } else { ", " }, host.id)?;
        }
        Ok(())
    }
}

impl std::error::Error for Unknown {}

impl Host {
    /// The root of this host that a directory is; `None` when it is not known to be one.
    pub fn root(&self, path: &str, scope: Scope) -> Option<&Root> {
        let roots = self.roots.as_ref()?;
        roots
            .list
            .iter()
            .find(|root| root.scope == scope && root.path.as_deref().is_some_and(|own| ends_with(path, own)))
    }

    /// Whether it is known that the host reads other directories only. Not known for a host that takes directories
    /// from its caller or its configuration.
    pub fn leaves_out(&self, path: &str, scope: Scope) -> bool {
        let Some(roots) = &self.roots else { return false };
        let open = roots.list.iter().any(|root| root.scope == Scope::Given);
        !open && scope != Scope::Given && self.root(path, scope).is_none()
    }

    /// The address of one of its sources.
    pub fn source(&self, key: &str) -> &str {
        self.sources.get(key).map_or("", |source| &source.url)
    }
}

/// Whether `path` is `own`, or a longer path that ends with it.
fn ends_with(path: &str, own: &str) -> bool {
    let own = own.strip_prefix("~/").unwrap_or(own);
    path.strip_suffix(own).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

fn nearest(id: &str) -> Option<&'static str> {
    let id = id.to_lowercase();
    let part = |host: &&Host| !id.is_empty() && host.id.split('-').any(|part| part == id);
    table().iter().find(part).map(|host| host.id.as_str()).or_else(|| {
        table()
            .iter()
            .map(|host| (strsim::jaro_winkler(&id, &host.id), host.id.as_str()))
            .filter(|(likeness, _)| *likeness >= 0.8)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, id)| id)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::hosts::facts::{Answer, Instead, Length, Reserved};

    /// The table as it stands, with the reason when it does not read.
    fn checked() -> Vec<Host> {
        serde_json::from_str(include_str!("table.json")).unwrap_or_else(|error| panic!("table.json: {error}"))
    }

    fn answers(host: &Host) -> Vec<(&'static str, &Answer)> {
        let mut all = Vec::new();
        let mut add = |what, answer: Option<&'static Answer>| all.extend(answer.map(|answer| (what, answer)));
        // The table lives as long as the program: tests look at the same rows.
        let host: &'static Host = find(&host.id).unwrap();
        let otherwise = |length: &'static Option<Length>| length.as_ref().and_then(|length| length.otherwise.as_ref());
        if let Some(reader) = &host.reader {
            add("reader.broken", reader.broken.as_ref());
            add("reader.absent", reader.absent.as_ref());
            add("reader.closingRest", reader.closing_rest.as_ref());
            add("reader.otherTypes", reader.other_types.as_ref().and_then(|types| types.otherwise.as_ref()));
        }
        add("name.missing", host.name.missing.as_ref());
        add("name.matchesDirectory", host.name.matches_directory.as_ref().and_then(|fact| fact.otherwise.as_ref()));
        add("name.pattern", host.name.pattern.as_ref().and_then(|fact| fact.otherwise.as_ref()));
        add("name.length", otherwise(&host.name.length));
        add("name.reserved", host.name.reserved.as_ref().and_then(|fact: &Reserved| fact.otherwise.as_ref()));
        add("name.markup", host.name.markup.as_ref().map(|fact| &fact.otherwise));
        add("description.missing", host.description.missing.as_ref());
        add("description.length", otherwise(&host.description.length));
        add("description.markup", host.description.markup.as_ref().map(|fact| &fact.otherwise));
        add("compatibility", host.compatibility.as_ref().and_then(|fact| fact.length.otherwise.as_ref()));
        add("unknownKeys", host.unknown_keys.as_ref().map(|fact| &fact.otherwise));
        for key in host.keys.list.values() {
            add("keys", key.wrong.as_ref());
        }
        all
    }

    /// Every source key that a row names, wherever it stands.
    fn named_sources(value: &serde_json::Value, out: &mut Vec<String>) {
        match value {
            serde_json::Value::Object(map) => {
                for (key, value) in map {
                    match value {
                        serde_json::Value::String(source) if key == "from" => out.push(source.clone()),
                        _ if key != "sources" => named_sources(value, out),
                        _ => {}
                    }
                }
            }
            serde_json::Value::Array(items) => items.iter().for_each(|item| named_sources(item, out)),
            _ => {}
        }
    }

    fn is_date(text: &str) -> bool {
        let parts: Vec<&str> = text.split('-').collect();
        let number = |at: usize, length: usize, range: std::ops::RangeInclusive<u32>| {
            parts.get(at).is_none_or(|part| part.len() == length && part.parse().is_ok_and(|n| range.contains(&n)))
        };
        parts.len() <= 3 && number(0, 4, 2025..=2100) && number(1, 2, 1..=12) && number(2, 2, 1..=31)
    }

    #[test]
    fn the_table_reads_and_has_no_id_twice() {
        let hosts = checked();
        assert!(hosts.len() >= 42, "{} hosts", hosts.len());
        let ids: HashSet<&str> = hosts.iter().map(|host| host.id.as_str()).collect();
        assert_eq!(ids.len(), hosts.len());
        for host in &hosts {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(host.id.chars().all(plain) && !host.title.is_empty(), "{}", host.id);
        }
    }

    #[test]
    fn a_word_that_the_program_does_not_know_is_refused() {
        let table = include_str!("table.json");
        for (known, other) in [
            ("\"kind\": \"ide\"", "\"kind\": \"toaster\""),
            ("\"effect\": \"lost\"", "\"effect\": \"gone\""),
            ("\"doc\":", "\"dock\":"),
            ("\"unit\": \"bytes\"", "\"unit\": \"pounds\""),
            ("\"id\": \"gray-matter\"", "\"id\": \"grey-matter\""),
        ] {
            assert!(table.contains(known), "{known}");
            let wrong = table.replacen(known, other, 1);
            assert!(serde_json::from_str::<Vec<Host>>(&wrong).is_err(), "{other}");
        }
    }

    #[test]
    fn every_fact_has_a_source_with_address_and_date() {
        let rows: Vec<serde_json::Value> = serde_json::from_str(include_str!("table.json")).unwrap();
        for (host, row) in checked().iter().zip(&rows) {
            assert!(!host.sources.is_empty(), "{}", host.id);
            for (key, source) in &host.sources {
                assert!(source.url.starts_with("https://") && !source.url.contains(' '), "{}: {key}", host.id);
                assert!(is_date(&source.as_of), "{}: {key}: {}", host.id, source.as_of);
            }
            let mut named = Vec::new();
            named_sources(row, &mut named);
            for key in &named {
                assert!(host.sources.contains_key(key), "{}: no source `{key}`", host.id);
            }
            for key in host.sources.keys() {
                assert!(named.contains(key), "{}: nothing comes from `{key}`", host.id);
            }
        }
    }

    #[test]
    fn roots_are_paths_or_words_and_patterns() {
        for host in checked() {
            for root in host.roots.iter().flat_map(|roots| &roots.list) {
                let at = format!("{}: {:?} {:?}", host.id, root.path, root.what);
                globset::Glob::new(&root.glob).unwrap_or_else(|error| panic!("{at}: {error}"));
                assert!(root.glob.ends_with(".md") || root.glob.ends_with("md}"), "{at}");
                assert!(root.manifests.is_empty() || root.scope == Scope::Plugin, "{at}");
                let Some(path) = &root.path else {
                    assert!(root.what.is_some() || root.scope == Scope::BuiltIn, "{at}");
                    assert!(!matches!(root.scope, Scope::Project | Scope::Plugin), "{at}");
                    continue;
                };
                assert!(root.what.is_none() && !matches!(root.scope, Scope::Given | Scope::BuiltIn), "{at}");
                assert!(!path.ends_with('/') && !path.contains(['\\', '<', '{', '$', '*']), "{at}");
                assert_eq!(path.starts_with("~/"), root.scope == Scope::User || path.starts_with("~/.codex"), "{at}");
                assert!(path.starts_with('/') <= (root.scope == Scope::System), "{at}");
            }
        }
    }

    #[test]
    fn patterns_compile_and_limits_are_sensible() {
        for host in checked() {
            if let Some(pattern) = &host.name.pattern {
                assert!(pattern.regex.starts_with('^') && pattern.regex.ends_with('$'), "{}", host.id);
                let regex = regex::Regex::new(&pattern.regex).unwrap_or_else(|error| panic!("{}: {error}", host.id));
                assert!(regex.is_match("pdf-forms"), "{}", host.id);
            }
            let lengths = [&host.name.length, &host.description.length];
            let compatibility = host.compatibility.as_ref().map(|fact| &fact.length);
            for length in lengths.into_iter().flatten().chain(compatibility) {
                assert_ne!(length.max.is_some(), length.none, "{}", host.id);
                assert!(length.max.is_none_or(|max| (32..=4096).contains(&max)), "{}", host.id);
                if let Some(answer) = &length.otherwise {
                    assert!(answer.to.is_none_or(|to| Some(to) < length.max), "{}", host.id);
                }
            }
            if let Some(depth) = &host.depth {
                assert!(depth.max.is_none_or(|max| depth.min <= max && max <= 16), "{}", host.id);
            }
        }
    }

    #[test]
    fn answers_are_clauses_that_follow_a_name() {
        for host in checked() {
            for (what, answer) in answers(&host) {
                let at = format!("{} {what}: {}", host.id, answer.does);
                let first = answer.does.split(' ').next().unwrap_or_default();
                assert!(first.ends_with('s') && first.chars().all(|c| c.is_ascii_lowercase()), "{at}");
                assert!(!answer.does.ends_with('.') && !answer.does.contains("  "), "{at}");
                let mut rest = answer.does.clone();
                for known in ["{directory}", "{path}", "{name}", "{max}"] {
                    rest = rest.replace(known, "");
                }
                assert!(!rest.contains(['{', '}']), "{at}");
                assert!(answer.to.is_none() || answer.instead == Some(Instead::Cut), "{at}");
                assert!(answer.effect != super::super::Effect::Lost || answer.instead.is_none(), "{at}");
            }
        }
    }

    #[test]
    fn the_room_for_a_list_is_one_that_can_be_counted() {
        for host in checked() {
            let Some(listing) = &host.listing else { continue };
            let room = listing.total.or(listing.fallback);
            assert_eq!(room.is_some(), listing.unit.is_some(), "{}", host.id);
            assert!(room.is_some() || listing.drops.is_none() && listing.over.is_none(), "{}", host.id);
            assert!(listing.context_share.is_none_or(|share| share > 0.0 && share < 0.5), "{}", host.id);
            assert!(listing.context_share.is_some() || listing.token_bytes.is_none(), "{}", host.id);
            let Some(entry) = &listing.entry else { continue };
            let mut rest = entry.clone();
            for known in ["{name}", "{description}", "{path}"] {
                assert!(entry.contains(known) || known == "{path}", "{}: {known}", host.id);
                rest = rest.replace(known, "");
            }
            assert!(!rest.contains(['{', '}']), "{}: {entry}", host.id);
        }
    }

    #[test]
    fn keys_have_types_and_what_they_need_is_a_key() {
        for host in checked() {
            for (name, key) in &host.keys.list {
                let at = format!("{}: {name}", host.id);
                assert!(!key.types.is_empty() && key.doc.ends_with('.'), "{at}");
                assert!(key.requires.as_ref().is_none_or(|other| host.keys.list.contains_key(&other.key)), "{at}");
                assert!(!name.contains('.') || host.keys.list.contains_key(name.split('.').next().unwrap()), "{at}");
            }
            for needed in ["name", "description"] {
                assert!(host.keys.list.contains_key(needed), "{}: {needed}", host.id);
            }
        }
    }

    #[test]
    fn an_unknown_id_gets_the_nearest() {
        assert_eq!(find("claude-code").map(|host| host.title.as_str()), Ok("Claude Code"));
        for (asked, expected) in [
            ("claudecode", Some("claude-code")),
            ("Codex", Some("codex")),
            ("gemini", Some("gemini-cli")),
            ("xyzzy", None),
        ] {
            let unknown = find(asked).unwrap_err();
            assert_eq!(unknown.suggestion, expected, "{asked}");
            assert!(unknown.to_string().contains("opencode"), "{unknown}");
        }
    }

    #[test]
    fn the_hosts_of_a_root() {
        let ids = |path, scope| reading(path, scope).map(|host| host.id.as_str()).collect::<Vec<_>>();
        let claude = ids(".claude/skills", Scope::Project);
        assert_eq!(claude[..2], ["claude-code", "vscode"]);
        assert!(claude.contains(&"opencode") && !claude.contains(&"codex"), "{claude:?}");
        assert!(ids("packages/a/.agents/skills", Scope::Project).contains(&"codex"));
        assert!(ids("skills", Scope::Project).is_empty());
        assert!(ids("x.claude/skills", Scope::Project).is_empty());
        assert!(ids("~/.copilot/skills", Scope::User).contains(&"copilot-cli"));
        assert!(ids("skills", Scope::Plugin).contains(&"claude-code"));
        assert!(find("codex").unwrap().leaves_out(".claude/skills", Scope::Project));
        assert!(!find("spec").unwrap().leaves_out(".claude/skills", Scope::Project));
    }
}
