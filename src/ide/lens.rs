//! What stands above a skill's front matter: its list, its text, its hosts, its size.

use super::Site;
use super::hover::tokens;
use super::scene::Scene;
use crate::text::Span;
use crate::workspace;

/// What is shown above a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// Where: the opening fence, else the first line.
    pub span: Span,
    /// The skill's name in the list.
    pub name: String,
    /// How many hosts are asked about it.
    pub hosts: usize,
    /// To how many it is lost, or loads otherwise than it is written.
    pub differ: usize,
    /// About how many tokens its text is.
    pub tokens: usize,
}

/// What is shown above the skill whose entry this is; none for other files.
pub fn lens(site: &Site<'_>) -> Option<Lens> {
    let scene = Scene::new(*site).filter(|scene| scene.is_entry)?;
    let skill = scene.skill()?;
    let verdicts = workspace::verdicts(skill, scene.root, scene.hosts);
    let differ = verdicts.iter().filter(|verdict| matches!(verdict.word(), "lost" | "differs")).count();
    Some(Lens {
        span: scene.document.opening(),
        name: crate::skill::Summary::of(skill).name,
        hosts: verdicts.len(),
        differ,
        tokens: tokens(&skill.document.text),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::Fixture;

    #[test]
    fn hosts_and_tokens_of_a_skill() {
        let shown = |hosts: &[&str], file: &str, text: &str| {
            let fixture = Fixture::for_hosts(
                hosts,
                &[(file, text), ("skills/demo/SKILL.md", "---\nname: demo\ndescription: d\n---\n")],
            );
            let found = lens(&fixture.site())?;
            Some((found.span.slice(&fixture.text).to_owned(), found.name, found.hosts, found.differ, found.tokens))
        };
        let entry = "<|>---\nname: other\ndescription: d\n---\n";
        // Claude Code goes by the directory, the specification wants both alike, and the list/read tool minds neither.
        let found = shown(&["claude-code"], ".claude/skills/demo/SKILL.md", entry);
        assert_eq!(found, Some(("---".to_owned(), "other".to_owned(), 3, 2, 9)));
        assert_eq!(shown(&[], "skills/bare/SKILL.md", "<|># Title\n").unwrap().0, "# Title");
        assert_eq!(shown(&[], "skills/demo/page.md", "<|># Page\n"), None);
        assert_eq!(shown(&[], "README.md", "<|># Readme\n"), None);
    }
}
