//! Where a name, a link or an anchor leads.

use std::collections::HashSet;

use super::Site;
use super::goal::{Home, Place};
use super::pointer::{Pointer, markdown_of};
use crate::text::Span;

/// Where to go from a place, and the text that leads there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The text at the place that leads there.
    pub origin: Span,
    /// Where it leads.
    pub place: Place,
}

/// A link of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentLink {
    /// What can be clicked on.
    pub span: Span,
    /// Where it leads; without a place, the directory itself.
    pub to: Target,
}

/// Where a [`DocumentLink`] leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// To a place in a file.
    Place(Place),
    /// To a directory.
    Directory(std::path::PathBuf),
}

/// Where what stands at the site leads.
pub fn definition(site: &Site<'_>) -> Option<Definition> {
    let home = site.home()?;
    let goal = site.goal(&home)?;
    if goal.is_self && is_in_link(site, &home) {
        return None;
    }
    let place = site.around().place(&goal.aim, home.skill())?;
    Some(Definition { origin: goal.span, place })
}

/// Whether the place lies in a link, which in a heading leads elsewhere than to that heading, or nowhere.
fn is_in_link(site: &Site<'_>, home: &Home) -> bool {
    let markdown = home.skill().and_then(|skill| markdown_of(skill, site.file));
    markdown.is_some_and(|markdown| markdown.links.iter().any(|link| link.span.touches(site.offset)))
}

/// All links of the file: paths, anchors and names of skills that lead somewhere.
pub fn document_links(site: &Site<'_>) -> Vec<DocumentLink> {
    let Some(home) = site.home() else { return Vec::new() };
    let mut links: Vec<DocumentLink> = Vec::new();
    let mut known: HashSet<Span> = HashSet::new();
    for pointer in site.pointers(&home) {
        let to = match &pointer.aim {
            super::pointer::Aim::Directory(path) => Target::Directory(path.clone()),
            aim => match site.around().place(aim, home.skill()) {
                Some(place) => Target::Place(place),
                None => continue,
            },
        };
        for span in spans(&pointer) {
            if known.insert(span) {
                links.push(DocumentLink { span, to: to.clone() });
            }
        }
    }
    links.sort_by_key(|link| link.span);
    links
}

/// What of a pointer can be clicked on: the destination, and with a reference link, whose destination stands elsewhere,
/// the link as well.
fn spans(pointer: &Pointer) -> Vec<Span> {
    if pointer.whole.covers(pointer.span) { vec![pointer.span] } else { vec![pointer.whole, pointer.span] }
}

impl Home {
    /// The skill whose file it is.
    pub fn skill(&self) -> Option<&crate::skill::Skill> {
        match self {
            Home::Skill(skill) => Some(skill),
            Home::Loose(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::{CURSOR, Fixture};

    const REFS: &str =
        "# Refs\n\n## Set up\n\n## Set up\n\n<a id=\"own\"></a>\n\nSee [up](../SKILL.md#steps), `../SKILL.md`.\n";
    const OTHER: &str = "---\nname: other-skill\ndescription: Does one thing.\n---\n\n# Other\n";

    /// Where each place that is drawn in the body leads: the file, its line, and the text there.
    #[track_caller]
    fn leads(drawn: &str) -> String {
        let text = format!("---\nname: own-skill\ndescription: Does one thing.\n---\n\n# Steps\n\n{drawn}\n");
        let fixture = Fixture::new(&[
            ("skills/own-skill/SKILL.md", &text),
            ("skills/own-skill/refs/a b.md", REFS),
            ("skills/own-skill/refs/plain.md", "# Plain\r\n\r\n🦀 ## no\r\n\r\n## É 🦀\r\n"),
            ("skills/own-skill/scripts/run.sh", "true\n"),
            ("skills/other-skill/SKILL.md", OTHER),
            ("AGENTS.md", "Use /own-skill.\n"),
        ]);
        shown(&fixture)
    }

    #[track_caller]
    fn shown(fixture: &Fixture) -> String {
        let Some(found) = definition(&fixture.site()) else { return "nowhere".to_owned() };
        let path = found.place.file.strip_prefix(&fixture.dir).unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&found.place.file).unwrap();
        let line = text[..found.place.span.start].matches('\n').count() + 1;
        format!("{path}:{line} {}", found.place.span.slice(&text)).trim_end().to_owned()
    }

    #[test]
    fn links_lead_to_files_and_places_in_them() {
        for (drawn, expected) in [
            ("[a](refs/a%20b<|>.md)", "skills/own-skill/refs/a b.md:1"),
            ("[a<|>](<refs/a b.md>)", "skills/own-skill/refs/a b.md:1"),
            ("[a](<refs/a b.md#se<|>t-up-1>)", "skills/own-skill/refs/a b.md:5 ## Set up"),
            ("[a](refs/a%20b.md#Set-<|>up)", "skills/own-skill/refs/a b.md:3 ## Set up"),
            ("[a](refs/a%20b.md#own<|>)", "skills/own-skill/refs/a b.md:7 own"),
            ("[a](refs/plain.md#%C3%A9-<|>)", "skills/own-skill/refs/plain.md:5 ## É 🦀"),
            ("[a](refs/plain.md#L3<|>)", "skills/own-skill/refs/plain.md:3"),
            ("[a](refs/plain.md#none<|>)", "skills/own-skill/refs/plain.md:1"),
            ("[te<|>xt][r]\n\n[r]: refs/plain.md 'T'", "skills/own-skill/refs/plain.md:1"),
            ("[text][r]\n\n[r]: refs/pl<|>ain.md 'T'", "skills/own-skill/refs/plain.md:1"),
            // Of two definitions the first one counts, and nothing leads to the other.
            ("[te<|>xt][R]\n\n> [r]: refs/plain.md\n\n[r]: scripts/run.sh", "skills/own-skill/refs/plain.md:1"),
            ("[text][r]\n\n[r]: refs/plain.md\n[r]: scripts/<|>run.sh", "nowhere"),
            ("[te<|>xt][a\\]: b]\n\n[a\\]: b]: <refs/plain.md>", "skills/own-skill/refs/plain.md:1"),
            ("[![i](scripts/ru<|>n.sh)](refs/plain.md)", "skills/own-skill/scripts/run.sh:1"),
            ("[top](#<|>steps)", "skills/own-skill/SKILL.md:6 # Steps"),
            ("Run `scripts/<|>run.sh`.", "skills/own-skill/scripts/run.sh:1"),
            ("[a](refs<|>/)", "nowhere"),
            ("[a](gone.m<|>d)", "nowhere"),
            ("[a](https://<|>example.com/refs/plain.md)", "nowhere"),
            ("## [a](https://<|>example.com/refs/plain.md)", "nowhere"),
            ("## a<|> [a](https://example.com)", "skills/own-skill/SKILL.md:8 ## a [a](https://example.com)"),
        ] {
            assert_eq!(leads(drawn), expected, "{drawn}");
        }
    }

    #[test]
    fn names_lead_to_skills() {
        let other = "skills/other-skill/SKILL.md:2 other-skill";
        for (drawn, expected) in [
            ("Run /other<|>-skill.", other),
            ("Run <|>$other-skill!", other),
            ("Use `other-<|>skill`.", other),
            ("[o](../other-sk<|>ill)", other),
            ("[o](../other-skill/SK<|>ILL.md#other)", "skills/other-skill/SKILL.md:6 # Other"),
            ("`skills/other-skill/SKI<|>LL.md`", "skills/other-skill/SKILL.md:1"),
            ("Run /oth<|>er-skills.", "nowhere"),
            ("```\ncat /x $other-s<|>kill\n```", "nowhere"),
        ] {
            assert_eq!(leads(drawn), expected, "{drawn}");
        }
    }

    #[test]
    fn pages_and_instructions_lead_as_well() {
        let own = "---\nname: own-skill\ndescription: Does one thing.\n---\n\n# Steps\n";
        let page = REFS.replace("#steps", "#st<|>eps");
        let at = |files: &[(&str, &str)]| shown(&Fixture::new(files));
        let entry = ("skills/own-skill/SKILL.md", own);
        assert_eq!(at(&[entry, ("skills/own-skill/refs/a b.md", &page)]), "skills/own-skill/SKILL.md:6 # Steps");
        for (drawn, expected) in [
            ("Use /own-<|>skill first.", "skills/own-skill/SKILL.md:2 own-skill"),
            ("See [it](skills/own-skill/SK<|>ILL.md#steps).", "skills/own-skill/SKILL.md:6 # Steps"),
            ("The own-<|>skill skill.", "skills/own-skill/SKILL.md:2 own-skill"),
        ] {
            assert_eq!(at(&[entry, ("AGENTS.md", drawn)]), expected, "{drawn}");
        }
        // Other files of a workspace speak of other things.
        assert_eq!(at(&[entry, ("docs/notes.md", "Use /own-<|>skill first.")]), "nowhere");
    }

    #[cfg(unix)]
    #[test]
    fn links_of_the_file_system_are_followed_inside_the_skill_only() {
        let entry =
            "---\nname: own-skill\ndescription: D.\n---\n\n[a](alias/x.md) [b](out/secret.md) `out/secret.md`\n";
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("secret.md"), "# Secret\n").unwrap();
        for (needle, expected) in
            [("alias/", "skills/own-skill/refs/x.md:1"), ("(out/", "nowhere"), ("`out/", "nowhere")]
        {
            let drawn = entry.replace(needle, &format!("{needle}{CURSOR}"));
            let mut fixture =
                Fixture::new(&[("skills/own-skill/SKILL.md", &drawn), ("skills/own-skill/refs/x.md", "x")]);
            let skill = fixture.dir.join("skills/own-skill");
            std::os::unix::fs::symlink("refs", skill.join("alias")).unwrap();
            std::os::unix::fs::symlink(dir.path(), skill.join("out")).unwrap();
            let offset = fixture.offset;
            fixture.edit(&fixture.text.clone());
            fixture.offset = offset;
            assert_eq!(shown(&fixture), expected, "{needle}");
        }
    }

    #[test]
    fn the_links_of_a_file() {
        let text = "---\nname: own-skill\ndescription: D.\n---\n\n[a](refs/x.md), [r], /other-skill, [d](refs/), [gone](gone.md)\n\n[r]: <refs/x.md>\n<|>";
        let fixture = Fixture::new(&[
            ("skills/own-skill/SKILL.md", text),
            ("skills/own-skill/refs/x.md", "# X\n"),
            ("skills/other-skill/SKILL.md", OTHER),
        ]);
        let links = document_links(&fixture.site());
        let shown: Vec<&str> = links.iter().map(|link| link.span.slice(&fixture.text)).collect();
        assert_eq!(shown, ["refs/x.md", "[r]", "other-skill", "refs/", "refs/x.md"]);
        // What is no link here is what the checker speaks of.
        let said: Vec<&str> = fixture.said().iter().map(|one| one.code).collect();
        assert_eq!(said, ["link-missing-file"]);
        assert!(matches!(&links[3].to, Target::Directory(path) if path.ends_with("refs")));
    }
}
