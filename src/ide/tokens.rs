//! Words of a body that mean something to hosts: names of skills, what is replaced, paths.

use super::Site;
use super::completion::names;
use super::pointer::Written;
use super::scene::Scene;
use crate::hosts;
use crate::text::Span;

/// A word that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its place, on one line; no two overlap.
    pub span: Span,
    /// What it means.
    pub kind: Kind,
}

/// What a [`Token`] means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The name of a skill.
    Skill,
    /// Something that a host replaces.
    Substitution,
    /// A path that leads to a file or a directory.
    Path,
}

/// The words of a file that mean something, in order of the text.
pub fn tokens(site: &Site<'_>) -> Vec<Token> {
    let Some(home) = site.home() else { return Vec::new() };
    let mut found: Vec<Token> = site
        .pointers(&home)
        .into_iter()
        .map(|pointer| match pointer.written {
            Written::Mention(_) => Token { span: pointer.whole, kind: Kind::Skill },
            _ => Token { span: pointer.span, kind: Kind::Path },
        })
        .collect();
    if let Some(scene) = Scene::new(*site).filter(|scene| scene.is_entry) {
        let forms = hosts::substitutions(scene.hosts, scene.root.scope);
        let replaced = hosts::substituted(site.text, scene.document.fences.body, &forms, &names(&scene));
        found.extend(replaced.iter().map(|one| Token { span: one.span, kind: Kind::Substitution }));
    }
    found.retain(|token| !token.span.is_empty() && !token.span.slice(site.text).contains(['\n', '\r']));
    found.sort_by_key(|token| token.span);
    // What a host replaces goes before what the words around it mean.
    let (replaced, others): (Vec<Token>, Vec<Token>) =
        found.into_iter().partition(|token| token.kind == Kind::Substitution);
    let mut kept = apart(replaced, &[]);
    kept.extend(apart(others, &kept));
    kept.sort_by_key(|token| token.span);
    kept
}

/// Those of some tokens, in order of the text, that touch neither one before them nor one of those `taken`, which are in
/// order as well.
fn apart(tokens: Vec<Token>, taken: &[Token]) -> Vec<Token> {
    let mut end = 0;
    let mut kept = tokens;
    kept.retain(|token| {
        let at = taken.partition_point(|other| other.span.end <= token.span.start);
        let is_free = taken.get(at).is_none_or(|other| token.span.end <= other.span.start);
        let stays = is_free && token.span.start >= end;
        end = if stays { token.span.end } else { end };
        stays
    });
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::Fixture;

    #[test]
    fn skills_paths_and_what_is_replaced() {
        let body = "🦀 Use /review, then [steps](refs/a.md#top) and `refs/a.md`: $ARGUMENTS.\n\n\
                    Not [gone](gone.md), /unknown or \\$1.\n\n```\n${CLAUDE_SKILL_DIR}/x $HOME\n```\n";
        let fixture = Fixture::new(&[
            (".claude/skills/demo/SKILL.md", &format!("<|>---\nname: demo\ndescription: $ARGUMENTS\n---\n{body}")),
            (".claude/skills/demo/refs/a.md", "# Top\n\n$ARGUMENTS\n"),
            (".claude/skills/review/SKILL.md", "---\nname: review\ndescription: d\n---\n"),
        ]);
        let found = tokens(&fixture.site());
        let shown: Vec<(Kind, &str)> =
            found.iter().map(|token| (token.kind, token.span.slice(&fixture.text))).collect();
        let expected = [
            (Kind::Skill, "/review"),
            (Kind::Path, "refs/a.md#top"),
            (Kind::Path, "refs/a.md"),
            (Kind::Substitution, "$ARGUMENTS"),
            (Kind::Substitution, "${CLAUDE_SKILL_DIR}"),
        ];
        assert_eq!(shown, expected);
    }
}
