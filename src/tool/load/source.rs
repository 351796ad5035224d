use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Value, json};

use super::candidates::{self, Candidate};
use super::{Filter, Options};
use crate::files::{Cancel, Cancelled, Files};

/// A loaded skill: `SkillInfo`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Skill {
    /// Its name.
    pub name: String,
    /// Its description, if it has one; it may be empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The entry file, by the names of links, relative when its root is; or the base of a data skill.
    pub location: String,
    /// Everything after the front matter, untrimmed.
    pub content: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The names of a data skill's files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resources: Option<Vec<String>>,
    /// The base of a data skill.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Why YAML refused its front matter, in which case name and description were rescued from its lines. The tool itself
    /// tells nobody.
    #[serde(skip)]
    pub fault: Option<String>,
}

/// Where a skill comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// A file.
    Fs,
    /// Data.
    Logical,
}

/// A candidate that did not become a skill: `SkillSkip`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Skip {
    /// The entry file, or the base of a data skill.
    pub location: String,
    /// Why.
    pub reason: SkipReason,
    /// More about it, in the words of the parser or the system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// Why a candidate did not become a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SkipReason {
    /// It has no name, or none that is text.
    MissingName,
    /// Its front matter is no YAML mapping, and no name could be rescued.
    MalformedFrontmatter,
    /// An earlier one has its name.
    DuplicateName,
    /// It could not be read.
    Unreadable,
}

/// What `loadSkills` gives: `SkillSource`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Source {
    /// The skills that the filter leaves, in discovery order.
    pub skills: Vec<Skill>,
    /// The tool that loads one of them; see [`Source::execute`].
    pub tool: Definition,
    /// The catalog for the system prompt.
    pub prompt: String,
    /// What did not become a skill, in the order in which it was come upon.
    pub skipped: Vec<Skip>,
    /// What the JavaScript prints to the console.
    pub warnings: Vec<String>,
    /// 0 for the default.
    #[serde(skip)]
    pub(super) sample_limit: f64,
    #[serde(skip)]
    pub(super) cwd: PathBuf,
}

/// What `listSkills` gives: everything, whatever the filter says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Inventory {
    /// All skills, in discovery order.
    pub skills: Vec<Skill>,
    /// What did not become a skill, in the order in which it was come upon.
    pub skipped: Vec<Skip>,
    /// What the JavaScript prints to the console.
    pub warnings: Vec<String>,
}

/// What an agent is told about the tool.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Definition {
    /// `skill`.
    pub name: &'static str,
    /// What it is for, in words for the model.
    pub description: &'static str,
    /// JSON schema of its arguments.
    pub input_schema: Value,
    /// `skill`: what kind of tool it is.
    pub source: &'static str,
}

/// Loads skills; bad ones are skipped, bad roots warned about. Relative roots are below `cwd`, and stay relative in what
/// the model sees.
///
/// # Errors
/// [`Cancelled`].
pub fn load_skills(files: &dyn Files, cwd: &Path, options: &Options, cancel: &Cancel) -> Result<Source, Cancelled> {
    let Inventory { mut skills, skipped, mut warnings } = list_skills(files, cwd, options, cancel)?;
    if let Some(filter) = &options.filter {
        skills = filtered(skills, filter, &mut warnings);
    }
    let (tool, prompt) = (definition(), prompt(&skills));
    let sample_limit = options.sample_limit.unwrap_or(0.0);
    Ok(Source { skills, tool, prompt, skipped, warnings, sample_limit, cwd: cwd.to_owned() })
}

/// Finds all skills and tells which candidates are none.
///
/// # Errors
/// [`Cancelled`].
pub fn list_skills(files: &dyn Files, cwd: &Path, options: &Options, cancel: &Cancel) -> Result<Inventory, Cancelled> {
    let mut warnings = Vec::new();
    let mut found: Vec<Candidate> = Vec::new();
    for root in &options.dirs {
        match candidates::of_root(files, cwd, root, cancel)? {
            Some(of_root) => found.extend(of_root),
            None => warnings.push(format!("[toolnexus] skills dir not found: {root}")),
        }
    }
    found.extend(options.skills.iter().map(candidates::of_data));

    let mut names = HashSet::new();
    let (mut skills, mut skipped) = (Vec::new(), Vec::new());
    for candidate in found {
        match candidate {
            Err(skip) => skipped.push(skip),
            Ok(skill) if names.insert(skill.name.clone()) => skills.push(skill),
            Ok(Skill { name, location, .. }) => {
                warnings.push(format!("[toolnexus] duplicate skill name \"{name}\" ({location}) — keeping first"));
                skipped.push(Skip { location, reason: SkipReason::DuplicateName, detail: None });
            }
        }
    }
    Ok(Inventory { skills, skipped, warnings })
}

/// What an agent is told about the tool; the texts are the original's.
pub fn definition() -> Definition {
    Definition {
        name: "skill",
        description: "Load a specialized skill when the task at hand matches one of the skills listed in the system \
                      prompt.\n\nUse this tool to inject the skill's instructions and resources into current \
                      conversation. The output may contain detailed workflow guidance as well as references to \
                      scripts, files, etc in the same directory as the skill.\n\nThe skill name must match one of the \
                      skills listed in your system prompt.",
        input_schema: json!({
            "type": "object",
            "properties": {"name": {"type": "string", "description": "The name of the skill to load"}},
            "required": ["name"],
            "additionalProperties": false,
        }),
        source: "skill",
    }
}

/// What the filter leaves. A name that it drops is not free for a later skill: that one is gone already.
fn filtered(skills: Vec<Skill>, filter: &Filter, warnings: &mut Vec<String>) -> Vec<Skill> {
    let names: HashSet<&str> = skills.iter().map(|skill| skill.name.as_str()).collect();
    let unknown = filter.keys().filter(|name| !names.contains(name.as_str()));
    warnings.extend(unknown.map(|name| format!("[toolnexus] skill filter name \"{name}\" matched no skill")));
    let allows = filter.values().any(|value| *value == Value::Bool(true));
    let is = |skill: &Skill, value| filter.get(&skill.name) == Some(&Value::Bool(value));
    skills.into_iter().filter(|skill| if allows { is(skill, true) } else { !is(skill, false) }).collect()
}

/// The catalog for the system prompt: described skills by code point of their names. Nothing is escaped.
fn prompt(skills: &[Skill]) -> String {
    let mut described: Vec<(&str, &str)> =
        skills.iter().filter_map(|skill| Some((skill.name.as_str(), skill.description.as_deref()?))).collect();
    if described.is_empty() {
        return "No skills are currently available.".to_owned();
    }
    described.sort_unstable();
    let mut prompt = "Skills provide specialized instructions and workflows for specific tasks.\n\
                      Use the skill tool to load a skill when a task matches its description.\n\n\
                      ## Available Skills"
        .to_owned();
    for (name, description) in described {
        prompt += &format!("\n- **{name}**: {description}");
    }
    prompt
}
