//! What in a file stands for the same thing as a place in it.

use super::Site;
use super::pointer::{Aim, markdown_of};
use crate::text::Span;

/// One of several places of one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// The place.
    pub span: Span,
    /// Whether the thing is named here, not only pointed at.
    pub is_self: bool,
}

/// The places of the file that stand for what is at the site, in order of the text.
pub fn highlights(site: &Site<'_>) -> Vec<Highlight> {
    let Some(home) = site.home() else { return Vec::new() };
    let Some(goal) = site.goal(&home) else { return Vec::new() };
    let pointers = site.pointers(&home);
    let pointed = pointers.iter().filter(|pointer| same(&pointer.aim, &goal.aim));
    let mut found: Vec<Highlight> = pointed.map(|pointer| Highlight { span: pointer.span, is_self: false }).collect();
    let own = match (&goal.aim, home.skill()) {
        (Aim::Skill(dir), Some(skill)) if *dir == skill.dir && site.file == skill.entry => {
            skill.document.value("name").map(|name| name.span)
        }
        (Aim::File { path, anchor: Some(anchor) }, Some(skill)) if path == site.file => {
            markdown_of(skill, site.file).and_then(|markdown| markdown.place_of(anchor))
        }
        _ => None,
    };
    found.extend(own.map(|span| Highlight { span, is_self: true }));
    found.sort_by_key(|one| (one.span, one.is_self));
    found.dedup_by_key(|one| one.span);
    found
}

/// Whether both mean the same thing; viewers compare anchors without letter case.
pub fn same(one: &Aim, other: &Aim) -> bool {
    match (one, other) {
        (Aim::File { path, anchor }, Aim::File { path: other_path, anchor: other_anchor }) => {
            let lower = |anchor: &Option<String>| anchor.as_ref().map(|anchor| anchor.to_lowercase());
            path == other_path && lower(anchor) == lower(other_anchor)
        }
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::Fixture;

    #[track_caller]
    fn shown(drawn: &str) -> Vec<String> {
        let fixture = Fixture::new(&[("skills/own-skill/SKILL.md", drawn), ("skills/own-skill/a.md", "# A\n")]);
        let found = highlights(&fixture.site());
        let show = |one: &Highlight| format!("{}{}", if one.is_self { "=" } else { "" }, one.span.slice(&fixture.text));
        found.iter().map(show).collect()
    }

    #[test]
    fn the_same_thing_is_shown_wherever_it_stands() {
        let text = "---\nname: own-skill\ndescription: D.\n---\n\n# One\n\n[x](#one) [y](a.md) [z](a.md#a) [w](#One) [v](./a.md)\n/own-skill\n";
        for (from, to, expected) in [
            ("# One", "# O<|>ne", vec!["=# One", "#one", "#One"]),
            ("(#one)", "(#o<|>ne)", vec!["=# One", "#one", "#One"]),
            ("(a.md)", "(a<|>.md)", vec!["a.md", "./a.md"]),
            ("/own-skill", "/own<|>-skill", vec!["=own-skill", "own-skill"]),
            ("name: own", "name: <|>own", vec!["=own-skill", "own-skill"]),
            ("description", "des<|>cription", vec![]),
        ] {
            assert_eq!(shown(&text.replacen(from, to, 1)), expected, "{to}");
        }
    }
}
