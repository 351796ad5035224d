//! What becomes of skills of one name.

use super::facts::{By, CollisionRule, Host, Scope};

/// A skill that a host has found, beside others of the same name.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// The path of its root, as the table writes it (`.claude/skills`) or longer. Roots from a configuration come in the
    /// order in which the configuration names them.
    pub root: &'a str,
    /// Whose root that is.
    pub scope: Scope,
    /// The path of its entry file.
    pub path: &'a str,
}

/// What becomes of a skill beside others of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It loads.
    Stays,
    /// Another one is taken instead: which of the candidates, where that is known.
    Loses(Option<usize>),
    /// The host refuses to work with both.
    Fails,
    /// It is not known whether it stays.
    Unknown,
}

impl Host {
    /// Whether two names are one for this host.
    pub fn same_name(&self, one: &str, other: &str) -> bool {
        let ignores_case = self.collision.as_ref().is_some_and(|collision| collision.ignore_case);
        one == other || ignores_case && one.to_lowercase() == other.to_lowercase()
    }
}

/// What becomes of each of these skills, all of which load by themselves and have one name. `None` where nothing is known
/// of that.
pub fn fates(host: &Host, candidates: &[Candidate<'_>]) -> Option<Vec<Fate>> {
    let collision = host.collision.as_ref()?;
    let mut fates = vec![Fate::Stays; candidates.len()];
    // A plugin whose skills carry its name in front of theirs takes part in nothing.
    let own_names =
        |candidate: &Candidate<'_>| host.root(candidate.root, candidate.scope).is_some_and(|root| root.own_names);
    let taking_part: Vec<usize> = (0..candidates.len()).filter(|at| !own_names(&candidates[*at])).collect();
    if taking_part.len() < 2 {
        return Some(fates);
    }
    let (strongest, winner) = match collision.rule {
        CollisionRule::KeepAll => return Some(fates),
        CollisionRule::Error => {
            taking_part.iter().for_each(|at| fates[*at] = Fate::Fails);
            return Some(fates);
        }
        CollisionRule::First | CollisionRule::Last | CollisionRule::Precedence => {
            let strongest = strongest(host, candidates, &taking_part, collision.rule);
            let winner = first_of(candidates, &strongest, collision.rule, collision.by);
            (strongest, winner)
        }
    };
    for at in taking_part {
        fates[at] = match winner {
            Some(winner) if winner == at => Fate::Stays,
            None if strongest.contains(&at) => Fate::Unknown,
            _ => Fate::Loses(winner),
        };
    }
    Some(fates)
}

/// Those in the strongest roots; all, where it is not known which root is stronger.
fn strongest(host: &Host, candidates: &[Candidate<'_>], among: &[usize], rule: CollisionRule) -> Vec<usize> {
    let rank = |at: &usize| host.root(candidates[*at].root, candidates[*at].scope).and_then(|root| root.rank);
    let given = |at: &usize| candidates[*at].scope == Scope::Given;
    let root = |at: &usize| candidates[*at].root;
    if among.iter().all(given) {
        let best = match rule {
            CollisionRule::First => among.first(),
            CollisionRule::Last => among.last(),
            _ => None,
        };
        return among.iter().filter(|at| best.is_none_or(|best| root(best) == root(at))).copied().collect();
    }
    let ranks: Option<Vec<u8>> = among.iter().map(rank).collect();
    let best = ranks.and_then(|ranks| ranks.into_iter().min());
    among.iter().filter(|at| best.is_none() || rank(at) == best).copied().collect()
}

/// The one that wins among equals, where that is known.
fn first_of(candidates: &[Candidate<'_>], equals: &[usize], rule: CollisionRule, by: Option<By>) -> Option<usize> {
    if let [only] = equals {
        return Some(*only);
    }
    let one_root = equals.iter().all(|at| candidates[*at].root == candidates[equals[0]].root);
    // Directories are compared name by name.
    let path = |at: &&usize| candidates[**at].path.split('/').collect::<Vec<_>>();
    match (rule, by) {
        (CollisionRule::First, Some(By::Path)) if one_root => equals.iter().min_by_key(path).copied(),
        (CollisionRule::Last, Some(By::Path)) if one_root => equals.iter().max_by_key(path).copied(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::find;

    const USER: (&str, Scope) = ("~/.agents/skills", Scope::User);
    const PROJECT: (&str, Scope) = (".agents/skills", Scope::Project);
    const CLAUDE: (&str, Scope) = (".claude/skills", Scope::Project);
    const CLAUDE_USER: (&str, Scope) = ("~/.claude/skills", Scope::User);
    const PLUGIN: (&str, Scope) = ("skills", Scope::Plugin);

    type Places = &'static [(&'static str, Scope)];

    fn told(id: &str, places: Places) -> Option<Vec<Fate>> {
        let paths: Vec<String> = (0..places.len()).map(|at| format!("/{at}/a/SKILL.md")).collect();
        let candidates: Vec<Candidate<'_>> =
            places.iter().zip(&paths).map(|(&(root, scope), path)| Candidate { root, scope, path }).collect();
        fates(find(id).unwrap(), &candidates)
    }

    #[test]
    fn each_host_has_its_own_winner() {
        use Fate::{Fails, Loses, Stays, Unknown};
        let first = Some(vec![Stays, Loses(Some(0))]);
        let second = Some(vec![Loses(Some(1)), Stays]);
        let neither = Some(vec![Unknown, Unknown]);
        let cases: [(&str, Places, Option<Vec<Fate>>); 16] = [
            ("claude-code", &[CLAUDE, CLAUDE_USER], second.clone()),
            ("vscode", &[CLAUDE, CLAUDE_USER], first.clone()),
            ("vscode", &[CLAUDE, PROJECT], neither.clone()),
            ("codex", &[PROJECT, USER], Some(vec![Stays, Stays])),
            ("gemini-cli", &[(".gemini/skills", Scope::Project), PROJECT], second),
            ("opencode", &[CLAUDE, USER], neither.clone()),
            ("cursor", &[CLAUDE, USER], None),
            ("goose", &[PROJECT, (".goose/skills", Scope::Project)], first.clone()),
            ("zed", &[PROJECT, PROJECT], first.clone()),
            ("zed", &[USER, PROJECT, PROJECT], Some(vec![Loses(Some(1)), Stays, Loses(Some(1))])),
            ("qwen-code", &[USER, PROJECT, PROJECT], Some(vec![Loses(None), Unknown, Unknown])),
            ("claude-code", &[CLAUDE, PLUGIN], Some(vec![Stays, Stays])),
            ("haystack", &[("a", Scope::Given), ("b", Scope::Given)], Some(vec![Fails, Fails])),
            ("deepagents", &[("a", Scope::Given), ("b", Scope::Given)], Some(vec![Loses(Some(1)), Stays])),
            ("toolnexus", &[("a", Scope::Given), ("a", Scope::Given)], neither),
            ("steamharness", &[("a", Scope::Given), ("b", Scope::Given)], first),
        ];
        for (id, places, fates) in cases {
            assert_eq!(told(id, places), fates, "{id}: {places:?}");
        }
    }

    #[test]
    fn case_counts_only_where_it_does() {
        assert!(find("kimi-cli").unwrap().same_name("PDF", "pdf"));
        assert!(!find("codex").unwrap().same_name("PDF", "pdf"));
        assert!(find("codex").unwrap().same_name("pdf", "pdf"));
    }
}
