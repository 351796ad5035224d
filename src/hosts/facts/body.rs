//! What a host makes of a skill's body.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Scope;

/// What a host replaces in the body of the entry file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Substitutions {
    /// Each form.
    pub list: Vec<Substitution>,
    /// Key of the source.
    pub from: String,
}

/// A form that a host replaces.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Substitution {
    /// As it is written; `<n>` stands for a number, `<name>` for one of the skill's named arguments, `<key>` for a word,
    /// `<command>` for a command.
    pub form: String,
    /// Only in skills of such roots.
    pub only: Option<Scope>,
    /// What stands there afterwards, for people.
    pub doc: String,
}

/// How people and texts name a skill so that the host takes it for one.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Mention {
    /// What stands before the skill's name.
    pub sigil: char,
    /// Key of the source.
    pub from: String,
}

/// The tools that a host has.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Tools {
    /// The keys whose values name tools.
    pub keys: Vec<String>,
    /// Each tool, with what it does, for people.
    pub list: BTreeMap<String, String>,
    /// Key of the source.
    pub from: String,
}
