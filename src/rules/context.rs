use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use super::audience::Audience;
use super::diagnostic::{Diagnostic, Severity};
use super::links::{self, Finding};
use super::rule::Rule;
use crate::hosts::{Cause, Host, Usage, Verdict};
use crate::skill::{Document, Skill, Summary};
use crate::text::Span;

/// What a rule on one skill gets.
pub struct SkillContext<'a> {
    /// The skill.
    pub skill: &'a Skill,
    /// What the selected hosts make of it, well-known ones first.
    pub verdicts: &'a [Verdict],
    /// What hosts that are not selected make of it, as far as they know keys in it that no selected host knows.
    pub onlookers: &'a [Verdict],
    links: OnceCell<Vec<Finding<'a>>>,
}

/// What a rule on more than one skill gets.
pub struct WorkspaceContext<'a> {
    /// Paths in messages are relative to this directory where they lie below it.
    pub base: &'a Path,
}

/// What a rule on skills of one name gets.
pub struct NameContext<'a> {
    /// Paths in messages are relative to this directory where they lie below it.
    pub base: &'a Path,
    /// The name that they share, in lower case: of each the one that is written, or that of the directory.
    pub key: &'a str,
    /// The skills, the strongest first for the list/read tool.
    pub alike: &'a [&'a Summary],
    /// What other selected hosts, which know them by that name, make of each of them beside the others.
    pub verdicts: &'a [Vec<Verdict>],
    /// The roots whose order somebody gave; that of others is the order of their paths.
    pub ordered: &'a [PathBuf],
    /// For each, one of the others for which such a host drops it, or may.
    pub rivals: &'a [Option<usize>],
}

/// What a rule on a root gets.
pub struct RootContext<'a> {
    /// The root as the host table writes it.
    pub root: &'a str,
    /// The first skill in it.
    pub first: &'a Summary,
    /// How many skills it holds.
    pub count: usize,
    /// Selected hosts that are known to look elsewhere only.
    pub left_out_by: &'a [&'static Host],
}

/// What a rule on the configuration of the load tool gets.
pub struct AgentsContext<'a> {
    /// The configuration file.
    pub file: &'a Path,
    /// The names in the filter, with their places.
    pub filter: &'a [(String, Span)],
    /// The skills given as data.
    pub data: &'a [DataSkill],
    /// The names of all skills that the tool knows before it filters.
    pub names: &'a [String],
}

/// What a rule on the list of all skills gets.
pub struct ListingContext<'a> {
    /// The directory of the workspace.
    pub base: &'a Path,
    /// How many skills there are.
    pub count: usize,
    /// What they take, host by host.
    pub usages: &'a [Usage],
    /// The skill with the longest description.
    pub longest: Option<&'a Summary>,
}

/// A skill given as data.
pub struct DataSkill {
    /// Its name; may be empty.
    pub name: String,
    /// Its place in the configuration.
    pub span: Span,
    /// The skill that has the name already.
    pub taken_by: Option<String>,
}

impl<'a> SkillContext<'a> {
    /// For one skill and the verdicts of the selected hosts on it.
    pub fn new(skill: &'a Skill, verdicts: &'a [Verdict], onlookers: &'a [Verdict]) -> Self {
        SkillContext { skill, verdicts, onlookers, links: OnceCell::new() }
    }

    /// The entry file.
    pub fn document(&self) -> &'a Document {
        &self.skill.document
    }

    /// The entry file's text.
    pub fn text(&self) -> &'a str {
        &self.skill.document.text
    }

    /// Whom a cause affects.
    pub fn audience(&self, cause: &Cause) -> Audience<'a> {
        Audience::of(self.verdicts, |reason| reason.cause == *cause)
    }

    /// A diagnostic in the entry file whose severity, hosts and last sentences come from whom the cause affects; `None`
    /// when nobody minds.
    pub fn report(&self, rule: &Rule, cause: &Cause, span: Span, what: impl Into<String>) -> Option<Diagnostic> {
        self.report_to(self.audience(cause), rule, span, what)
    }

    /// The same for an audience that is known already.
    pub fn report_to(
        &self,
        audience: Audience<'_>,
        rule: &Rule,
        span: Span,
        what: impl Into<String>,
    ) -> Option<Diagnostic> {
        let severity = audience.severity()?;
        let message = what.into() + &audience.sentences();
        Some(Diagnostic { hosts: audience.hosts(), ..self.fixed(rule, severity, span, message) })
    }

    /// A diagnostic in the entry file that is true without any host.
    pub fn fixed(&self, rule: &Rule, severity: Severity, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(rule, severity, &self.skill.entry, span, message)
    }

    /// All links of the skill's Markdown with what is found at their ends; worked out once.
    pub fn links(&self) -> &[Finding<'a>] {
        self.links.get_or_init(|| links::findings(self.skill))
    }
}

/// `path` as seen from `dir`, with `..` where it lies elsewhere.
pub fn seen_from(dir: &Path, path: &Path) -> String {
    let (from, to): (Vec<_>, Vec<_>) = (dir.components().collect(), path.components().collect());
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..".to_owned(), from.len() - shared);
    let down = to.iter().skip(shared).map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

impl WorkspaceContext<'_> {
    /// A path as people write it: relative to the base where it lies below it, with `/`.
    pub fn shown(&self, path: &Path) -> String {
        shown(self.base, path)
    }
}

/// A path as people write it: relative to `base` where it lies below it, with `/`.
pub fn shown(base: &Path, path: &Path) -> String {
    let shown = path.strip_prefix(base).unwrap_or(path).to_string_lossy();
    if std::path::MAIN_SEPARATOR == '/' { shown.into_owned() } else { shown.replace(std::path::MAIN_SEPARATOR, "/") }
}
