//! The `[agents]` table: what the load tool is given besides the roots.

use std::path::PathBuf;

use super::{Reading, Setting, Value};
use crate::text::Span;
use crate::tool::load::{Options, SkillDef};

/// What the agents of a workspace see besides the skills of its roots.
#[derive(Clone, Debug, Default)]
pub struct Agents {
    /// The configuration file, where there is one; places are in it.
    pub file: Option<PathBuf>,
    /// Skills given as data, each with its place.
    pub skills: Vec<(SkillDef, Span)>,
    /// Names that are let through (`true`) or held back (`false`), each with its place.
    pub filter: Vec<(String, bool, Span)>,
    /// How many files of a skill are named.
    pub sample_limit: Option<i64>,
}

/// The keys of the table.
const KEYS: [&str; 4] = ["skills", "skills-file", "filter", "sample-limit"];

impl Agents {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.skills.is_empty() && self.filter.is_empty() && self.sample_limit.is_none()
    }

    /// The options of the load tool for these roots.
    pub fn options(&self, dirs: Vec<String>) -> Options {
        let filter = self.filter.iter().map(|(name, on, _)| (name.clone(), serde_json::Value::Bool(*on)));
        Options {
            dirs,
            skills: self.skills.iter().map(|(skill, _)| skill.clone()).collect(),
            filter: (!self.filter.is_empty()).then(|| filter.collect()),
            sample_limit: self.sample_limit.map(|limit| limit as f64),
        }
    }
}

impl Reading<'_> {
    /// Reads the table. `skills-file` names a JSON file with a list of skills.
    pub(super) fn agents(&mut self, agents: &mut Agents, setting: &Setting) {
        let Value::Table(entries) = &setting.value else {
            return self.problem(setting.span, "`agents` must be a table");
        };
        for (key, span, value) in entries {
            match (key.as_str(), &value.value) {
                ("skills", Value::List(items)) => {
                    for item in items {
                        self.data_skill(agents, &item.to_json(), item.span);
                    }
                }
                ("skills-file", Value::Text(path)) => self.data_file(agents, path, value.span),
                ("filter", Value::Table(names)) => {
                    for (name, span, value) in names {
                        match value.value {
                            Value::Flag(on) => agents.filter.push((name.clone(), on, *span)),
                            _ => self.problem(value.span, "a filter maps names to `true` or `false`"),
                        }
                    }
                }
                ("sample-limit", Value::Number(limit)) => agents.sample_limit = Some(*limit),
                (known, _) if KEYS.contains(&known) => {
                    let wanted = match known {
                        "skills" => "a list of tables with `name`, `description`, `content`",
                        "skills-file" => "the path of a JSON file",
                        "filter" => "a table from name to `true` or `false`",
                        _ => "a whole number",
                    };
                    self.problem(value.span, format!("`{known}` must be {wanted}"));
                }
                (other, _) => {
                    let near = super::ended(super::nearest(other, KEYS.into_iter()));
                    self.problem(
                        *span,
                        format!("there is no setting `agents.{other}`{near} The settings are {}", KEYS.join(", ")),
                    );
                }
            }
        }
    }

    fn data_file(&mut self, agents: &mut Agents, path: &str, span: Span) {
        let file = self.path(path);
        let json = match (self.read)(&file).map(|text| serde_json::from_str::<Vec<serde_json::Value>>(&text)) {
            Ok(Ok(list)) => list,
            Ok(Err(error)) => return self.problem(span, format!("`{path}` is no JSON list of skills: {error}")),
            Err(error) => return self.problem(span, format!("`{path}` cannot be read: {error}")),
        };
        for skill in &json {
            self.data_skill(agents, skill, span);
        }
    }

    fn data_skill(&mut self, agents: &mut Agents, json: &serde_json::Value, span: Span) {
        match serde_json::from_value::<SkillDef>(json.clone()) {
            Ok(skill) => agents.skills.push((skill, span)),
            Err(error) => self.problem(span, format!("this is no skill: {error}")),
        }
    }
}
