//! Another name for a skill or a heading, and links that follow files.

mod files;
mod heading;
pub mod paths;
pub(super) mod skill;

pub use files::follow_files;

use super::Site;
use super::goal::{Goal, Home};
use super::pointer::{Aim, Pointer, Written};
use crate::rules::Change;
use crate::text::Span;

/// What the editor can do besides editing texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Powers {
    /// Whether it renames files and directories for the server.
    pub renames: bool,
}

/// What would be renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    /// The text at the place that stands for it.
    pub span: Span,
    /// Its name as it is.
    pub name: String,
}

/// Why there is no renaming: a sentence for the author.
pub type Refusal = String;

/// What stands at the site and can get another name; `None` where nothing does.
///
/// # Errors
/// Why what stands there cannot.
pub fn prepare(site: &Site<'_>) -> Result<Option<Prepared>, Refusal> {
    let Some(home) = site.home() else { return Ok(None) };
    match subject(site, &home)? {
        None => Ok(None),
        Some(Subject::Skill { dir, span }) => {
            let skill = site.around().load(&dir);
            Ok(skill.map(|skill| Prepared { span, name: skill::name_of(&skill) }))
        }
        Some(Subject::Heading { file, anchor, span }) => {
            let found = heading::find(site, &home, &file, &anchor)?;
            // On the heading itself its title is what is edited; editors want the place in what they are given.
            let is_title = span.covers(found.title_span) && file == site.file;
            let span = if is_title && found.title_span.touches(site.offset) { found.title_span } else { span };
            Ok(Some(Prepared { span, name: found.title }))
        }
    }
}

/// The changes that give another name to what stands at the site: edits of files by their present paths, then what is
/// renamed.
///
/// # Errors
/// Why it cannot have this name.
pub fn rename(site: &Site<'_>, name: &str, powers: Powers) -> Result<Vec<Change>, Refusal> {
    let nothing =
        || "There is nothing here that can be renamed: put the cursor on a skill's name or a heading.".to_owned();
    let home = site.home().ok_or_else(nothing)?;
    match subject(site, &home)?.ok_or_else(nothing)? {
        Subject::Skill { dir, .. } => skill::rename(site.around(), &dir, name, powers),
        Subject::Heading { file, anchor, .. } => heading::rename(site, &home, &file, &anchor, name),
    }
}

enum Subject {
    Skill { dir: std::path::PathBuf, span: Span },
    Heading { file: std::path::PathBuf, anchor: String, span: Span },
}

fn subject(site: &Site<'_>, home: &Home) -> Result<Option<Subject>, Refusal> {
    let Some(Goal { span, aim, is_self, .. }) = site.goal(home) else { return Ok(None) };
    // Before the name of a skill stands a sign, which stays: an editor wants the cursor in what it is to change.
    if matches!(aim, Aim::Skill(_)) && !span.touches(site.offset) {
        return Ok(None);
    }
    let pointer = site.pointers(home).into_iter().find(|pointer| pointer.span == span && !is_self);
    match (aim, pointer) {
        (Aim::Skill(dir), None) => {
            // A fence stands for the skill as well, and is no name.
            let name = home.skill().and_then(|skill| skill.document.value("name")).map(|name| name.span);
            Ok((name == Some(span)).then_some(Subject::Skill { dir, span }))
        }
        (Aim::Skill(dir), Some(Pointer { written: Written::Mention(_), .. })) => Ok(Some(Subject::Skill { dir, span })),
        (Aim::File { path, anchor: Some(anchor) }, None) => Ok(Some(Subject::Heading { file: path, anchor, span })),
        (Aim::File { path, anchor: Some(anchor) }, Some(pointer)) => {
            let written = pointer.span.slice(site.text);
            let at = pointer.span.start + written.find('#').map_or(written.len(), |at| at + 1);
            let anchor_span = Span::new(at, pointer.span.end);
            if anchor_span.touches(site.offset) && !anchor_span.is_empty() {
                return Ok(Some(Subject::Heading { file: path, anchor, span: anchor_span }));
            }
            Err(of_a_path())
        }
        (_, Some(_)) => Err(of_a_path()),
        (_, None) => Ok(None),
    }
}

fn of_a_path() -> Refusal {
    "A path is not renamed here: rename the file or the directory in the editor's files, and the links follow."
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::Fixture;
    use crate::text::apply;

    const ALL: Powers = Powers { renames: true };

    fn world(own: &str) -> Fixture {
        Fixture::new(&[
            ("skills/own-skill/SKILL.md", own),
            ("skills/own-skill/refs/r.md", "# Page\n\nSetext one\n----------\n\n[up](../SKILL.md#one) `../SKILL.md`\n"),
            (
                "skills/other/SKILL.md",
                "---\nname: other\ndescription: D.\n---\n\n/own-skill [o](../own-skill/SKILL.md#one) own-skills/x\n",
            ),
            ("skills/taken/SKILL.md", "---\nname: taken-name\ndescription: D.\n---\n"),
            ("skills/there/readme.txt", "x"),
            ("AGENTS.md", "Use `own-skill` and .claude/skills.\n"),
        ])
    }

    const OWN: &str = "---\nname: \"own-<|>skill\"\ndescription: D.\n---\n\n# One\n\n## One\n\n[a](#one) [b](#one-1)\n";

    /// Each changed file with its new text, and what is renamed.
    fn shown(fixture: &Fixture, changes: &[Change]) -> Vec<String> {
        let path = |path: &std::path::Path| path.strip_prefix(&fixture.dir).unwrap().to_str().unwrap().to_owned();
        let show = |change: &Change| match change {
            Change::Edit { file, edits } => {
                let after = apply(&std::fs::read_to_string(file).unwrap(), edits).unwrap();
                format!("{}: {after}", path(file))
            }
            Change::Rename { from, to } => format!("{} -> {}", path(from), path(to)),
            Change::Create { file, .. } => format!("new {}", path(file)),
        };
        changes.iter().map(show).collect()
    }

    #[test]
    fn a_skill_with_all_that_names_it() {
        let fixture = world(OWN);
        let prepared = prepare(&fixture.site()).unwrap().unwrap();
        assert_eq!((prepared.span.slice(&fixture.text), prepared.name.as_str()), ("\"own-skill\"", "own-skill"));
        let changes = rename(&fixture.site(), "new-skill", ALL).unwrap();
        assert_eq!(
            shown(&fixture, &changes),
            [
                "AGENTS.md: Use `new-skill` and .claude/skills.\n",
                "skills/other/SKILL.md: ---\nname: other\ndescription: D.\n---\n\n/new-skill [o](../new-skill/SKILL.md#one) own-skills/x\n",
                &format!("skills/own-skill/SKILL.md: {}", fixture.text.replace("own-skill", "new-skill")),
                "skills/own-skill -> skills/new-skill",
            ]
        );
    }

    #[test]
    fn a_name_that_cannot_be_is_refused_with_the_reason() {
        let long = "a".repeat(65);
        for (name, part) in [
            ("", "empty"),
            ("a/b", "slash"),
            ("..", "another directory"),
            ("Own", "upper-case"),
            ("own--skill", "two hyphens"),
            ("-own", "hyphen at its beginning"),
            ("nul", "Windows"),
            (&long, "65"),
            ("taken-name", "already that of `skills/taken`"),
            ("there", "something at `skills/there`"),
            ("own\nskill", "control"),
        ] {
            let refusal = rename(&world(OWN).site(), name, ALL).unwrap_err();
            assert!(refusal.contains(part), "{name:?}: {refusal}");
        }
        let refusal = rename(&world(OWN).site(), "new-skill", Powers { renames: false }).unwrap_err();
        assert!(refusal.contains("renames no directories"), "{refusal}");
        // Where directory and name differ, the name alone is renamed, which takes no more than edits.
        let apart = OWN.replace("own-<|>skill", "a<|>part");
        let fixture = world(&apart);
        let changes = rename(&fixture.site(), "new-skill", Powers { renames: false }).unwrap();
        assert_eq!(changes.len(), 1, "{changes:#?}");
        assert_eq!(rename(&fixture.site(), "apart", ALL), Ok(Vec::new()));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_would_lead_nowhere_is_in_the_way() {
        for leads in ["own-skill", "own-skill/refs"] {
            let mut fixture = world(OWN);
            let alias = fixture.dir.join("skills/alias");
            std::os::unix::fs::symlink(leads, &alias).unwrap();
            fixture.workspace.change(&fixture.files, &[alias], &crate::files::Cancel::default());
            let refusal = rename(&fixture.site(), "new-skill", ALL).unwrap_err();
            assert!(refusal.contains("`skills/alias`"), "{leads}: {refusal}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_known_by_two_paths_is_edited_once() {
        let own =
            "---\nname: own-<|>skill\ndescription: D.\n---\n\n[a](#one)\n\n# One\n\nIts place is `skills/own-skill`.\n";
        let mut fixture = world(own);
        std::fs::create_dir_all(fixture.dir.join(".agents")).unwrap();
        std::os::unix::fs::symlink("../skills", fixture.dir.join(".agents/skills")).unwrap();
        let agents = fixture.dir.join(".agents");
        fixture.workspace.change(&fixture.files, &[agents], &crate::files::Cancel::default());
        assert_eq!(fixture.workspace.skills().filter(|kept| kept.summary.name == "own-skill").count(), 2);
        let once = |changes: &[Change]| {
            let edited = changes.iter().filter_map(|change| match change {
                Change::Edit { file, .. } => Some(std::fs::canonicalize(file).unwrap()),
                _ => None,
            });
            let mut files: Vec<_> = edited.collect();
            let count = files.len();
            files.sort();
            files.dedup();
            assert_eq!(files.len(), count, "{changes:#?}");
        };
        let site = fixture.site();
        let around = site.around();
        let moves = vec![(fixture.dir.join("skills/own-skill"), fixture.dir.join("skills/new-skill"))];
        once(&follow_files(around, moves));
        // Who calls it means it, whichever path its name is looked up by.
        let changes = rename(&site, "new-skill", ALL).unwrap();
        once(&changes);
        let all = shown(&fixture, &changes);
        assert!(all.iter().any(|one| one.contains("/new-skill [o](../new-skill/SKILL.md#one)")), "{all:#?}");
        assert!(all.iter().any(|one| one.starts_with("AGENTS.md: Use `new-skill`")), "{all:#?}");
        assert!(
            all.iter().any(|one| one.contains("name: new-skill") && one.contains("`skills/new-skill`")),
            "{all:#?}"
        );
        fixture.offset = fixture.text.find("# One").unwrap() + 3;
        let changes = rename(&fixture.site(), "Two", ALL).unwrap();
        once(&changes);
        assert!(shown(&fixture, &changes).iter().any(|one| one.contains("[a](#two)\n\n# Two")), "{changes:#?}");
    }

    #[test]
    fn a_heading_with_all_anchors_that_change() {
        let text = OWN.replace("<|>", "").replacen("# One", "# O<|>ne", 1);
        let fixture = world(&text);
        assert_eq!(prepare(&fixture.site()).unwrap().unwrap().name, "One");
        let changes = rename(&fixture.site(), "Über `x`", ALL).unwrap();
        // The second heading is the first of its name now.
        let own =
            fixture.text.replacen("# One", "# Über `x`", 1).replace("#one)", "#über-x)").replace("#one-1)", "#one)");
        assert_eq!(
            shown(&fixture, &changes),
            [
                "skills/other/SKILL.md: ---\nname: other\ndescription: D.\n---\n\n/own-skill [o](../own-skill/SKILL.md#über-x) own-skills/x\n",
                &format!("skills/own-skill/SKILL.md: {own}"),
                "skills/own-skill/refs/r.md: # Page\n\nSetext one\n----------\n\n[up](../SKILL.md#über-x) `../SKILL.md`\n",
            ]
        );
        for (title, part) in
            [("", "needs a text"), ("a\nb", "one line"), ("!!!", "no anchor"), ("###", "does not take")]
        {
            let refusal = rename(&fixture.site(), title, ALL).unwrap_err();
            assert!(refusal.contains(part), "{title:?}: {refusal}");
        }
    }

    #[test]
    fn a_heading_takes_no_name_that_html_gives() {
        let text = OWN.replace("<|>", "").replacen("# One", "# O<|>ne", 1) + "<a id=\"Part\"></a> [p](#part)\n";
        let refusal = rename(&world(&text).site(), "Part", ALL).unwrap_err();
        assert!(refusal.contains("`#part` is another place in `SKILL.md` already"), "{refusal}");
        assert!(rename(&world(&text).site(), "Parts", ALL).is_ok());
    }

    #[test]
    fn titles_without_the_marks_of_a_heading() {
        for (drawn, title, after) in [
            ("## a <|>b ##\n", "a b", "## x ##\n"),
            ("# C<|>#\n", "C#", "# x\n"),
            ("a <|>b\n===\n", "a b", "x\n===\n"),
            ("> ### q<|>\n", "q", "> ### x\n"),
            ("## é 🦀<|>\r\n", "é 🦀", "## x\r\n"),
        ] {
            let fixture = world(&format!("---\nname: own-skill\ndescription: D.\n---\n{drawn}"));
            let prepared = prepare(&fixture.site()).unwrap().unwrap();
            assert_eq!((prepared.name.as_str(), prepared.span.slice(&fixture.text)), (title, title), "{drawn}");
            let changes = rename(&fixture.site(), "x", ALL).unwrap();
            assert!(shown(&fixture, &changes)[0].ends_with(after), "{:?}", shown(&fixture, &changes));
        }
    }

    #[test]
    fn what_has_no_name_is_not_renamed() {
        // The key is not what would change, and an editor refuses a range that the cursor is not in.
        for (from, to) in [("name:", "<|>name:"), ("D.", "D<|>."), ("---\n\n", "--<|>-\n\n")] {
            let text = OWN.replace("<|>", "").replacen(from, to, 1);
            assert!(prepare(&world(&text).site()).unwrap().is_none(), "{to}");
        }
        let text = OWN.replace("<|>", "") + "[r](refs/<|>r.md)\n";
        assert!(prepare(&world(&text).site()).unwrap_err().contains("links follow"));
    }
}
