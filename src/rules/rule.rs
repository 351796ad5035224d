use super::context::{AgentsContext, ListingContext, NameContext, RootContext, SkillContext, WorkspaceContext};
use super::diagnostic::Diagnostic;
use crate::skill::Stray;

/// One thing that can be true of a skill: its words for people and its check.
pub struct Rule {
    /// Kebab-case, never reused for something else.
    pub code: &'static str,
    /// The doc comment: what it says, why it matters, examples. Lines as written.
    pub doc: &'static [&'static str],
    /// What fixes it offers.
    pub fixes: Fixes,
    /// The check.
    pub check: Check,
}

/// What fixes a rule offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixes {
    /// None: what to do is the author's decision.
    None,
    /// A safe one, at least in most cases.
    Safe,
    /// Ones that need a decision.
    Unsafe,
}

/// What a check looks at.
pub enum Check {
    /// One skill with its files.
    Skill(fn(&SkillContext<'_>, &mut Vec<Diagnostic>)),
    /// The same, once all others have said what they have to say of the skill.
    Rest(fn(&SkillContext<'_>, &[Diagnostic], &mut Vec<Diagnostic>)),
    /// The skills that have one name, the strongest first; only called for names that more than one has.
    Name(fn(&NameContext<'_>, &mut Vec<Diagnostic>)),
    /// The skills of one root together.
    Root(fn(&RootContext<'_>, &mut Vec<Diagnostic>)),
    /// What all skills take of the hosts' room for their list.
    Listing(fn(&ListingContext<'_>, &mut Vec<Diagnostic>)),
    /// What the configuration says of the load tool.
    Agents(fn(&AgentsContext<'_>, &mut Vec<Diagnostic>)),
    /// Something that looks like a skill and is none.
    Stray(fn(&WorkspaceContext<'_>, &Stray, &mut Vec<Diagnostic>)),
}

impl Rule {
    /// The first sentence of its documentation.
    pub fn summary(&self) -> &'static str {
        self.doc.iter().map(|line| line.trim()).find(|line| !line.is_empty()).unwrap_or_default()
    }

    /// Its documentation as Markdown.
    pub fn markdown(&self) -> String {
        let mut page = String::new();
        for line in self.doc {
            page += line.strip_prefix(' ').unwrap_or(line);
            page.push('\n');
        }
        page
    }
}

/// Declares a rule; its doc comment is its page. The page's first line is its summary; `## Why it matters`,
/// `## Example`, `## Use instead` follow.
macro_rules! rule {
    ($(#[doc = $doc:literal])* $code:literal, $fixes:ident, $kind:ident($check:path)) => {
        $(#[doc = $doc])*
        pub static RULE: $crate::rules::Rule = $crate::rules::Rule {
            code: $code,
            doc: &[$($doc),*],
            fixes: $crate::rules::Fixes::$fixes,
            check: $crate::rules::Check::$kind($check),
        };
    };
}

pub(super) use rule;
