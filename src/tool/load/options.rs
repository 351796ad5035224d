use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// What is loaded: `LoadSkillsOptions`. Fields that it does not know are ignored, as in JavaScript.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Options {
    /// Roots in priority order; in JSON also a single text.
    #[serde(deserialize_with = "one_or_many")]
    pub dirs: Vec<String>,
    /// Skills given as data; they come after all those of the roots.
    #[serde(deserialize_with = "or_default")]
    pub skills: Vec<SkillDef>,
    /// Which names an agent may have: those mapped to `true`, or, when there is none, all but those mapped to `false`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<Filter>,
    /// How many files of a skill are named: none or 0 means 10, -1 leaves the whole block out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample_limit: Option<f64>,
}

/// Names mapped to `true` or `false`, in the order given; other values count as neither.
pub type Filter = serde_json::Map<String, Value>;

/// A skill given as data: `SkillDef`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SkillDef {
    /// Its name; without one it is skipped.
    #[serde(deserialize_with = "or_default")]
    pub name: String,
    /// Shown in the catalog; without one it does not appear there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What the model gets when it loads the skill.
    #[serde(deserialize_with = "or_default")]
    pub content: String,
    /// Names of files, as they are.
    #[serde(deserialize_with = "or_default")]
    pub resources: Vec<String>,
    /// What the model is told as base; without one (or with an empty one) `skill://NAME/`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
}

/// Why a JSON value is no [`Options`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionsError(String);

impl Options {
    /// Options for these roots alone.
    pub fn dirs(dirs: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Options { dirs: dirs.into_iter().map(Into::into).collect(), ..Options::default() }
    }

    /// Reads what `loadSkills` takes: a root, a list of roots, or options.
    ///
    /// # Errors
    /// What does not fit, in words.
    pub fn from_json(input: &Value) -> Result<Self, OptionsError> {
        match input {
            Value::String(_) | Value::Array(_) => one_or_many(input)
                .map(Options::dirs)
                .map_err(|error: serde_json::Error| OptionsError(format!("dirs: {error}"))),
            Value::Object(_) => Options::deserialize(input).map_err(|error| OptionsError(error.to_string())),
            other => {
                Err(OptionsError(format!("a directory, a list of directories or options are needed, not {other}")))
            }
        }
    }
}

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "these are no options to load skills: {}", self.0)
    }
}

impl std::error::Error for OptionsError {}

/// A list of texts, also given as one text; nothing for null.
fn one_or_many<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    use serde::de::Error;
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(Vec::new()),
        Value::String(one) => Ok(vec![one]),
        Value::Array(many) => many
            .into_iter()
            .map(|dir| match dir {
                Value::String(dir) => Ok(dir),
                other => Err(D::Error::custom(format!("a directory must be a text, not {other}"))),
            })
            .collect(),
        other => Err(D::Error::custom(format!("directories must be a text or a list of texts, not {other}"))),
    }
}

/// Null means the same as nothing.
fn or_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn all_forms_of_input() {
        assert_eq!(Options::from_json(&json!("a")), Ok(Options::dirs(["a"])));
        assert_eq!(Options::from_json(&json!(["a", "b"])), Ok(Options::dirs(["a", "b"])));
        assert_eq!(Options::from_json(&json!({"dirs": "a", "args": {}})), Ok(Options::dirs(["a"])));
        let nothing = json!({"dirs": null, "skills": null, "filter": null, "sampleLimit": null});
        assert_eq!(Options::from_json(&nothing), Ok(Options::default()));
        let options =
            Options::from_json(&json!({"skills": [{"content": null, "description": null}], "sampleLimit": -1}));
        let expected = Options { skills: vec![SkillDef::default()], sample_limit: Some(-1.0), ..Options::default() };
        assert_eq!(options, Ok(expected));
        for wrong in [json!(null), json!(7), json!([7]), json!({"dirs": {}}), json!({"skills": [null]})] {
            assert!(Options::from_json(&wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_filter_keeps_its_order() {
        let options = Options::from_json(&json!({"filter": {"z": true, "1": 0, "a": false}})).unwrap();
        let keys: Vec<String> = options.filter.unwrap().into_iter().map(|(key, _)| key).collect();
        assert_eq!(keys, ["z", "1", "a"]);
    }
}
