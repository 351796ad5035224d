//! The keys that a host knows.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::Answer;

/// What a host does with keys that it does not know.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UnknownKeys {
    /// Only these keys, of those not known, are treated so; what happens to others is then not known.
    pub only: Option<Vec<String>>,
    /// What it does.
    #[serde(rename = "else")]
    pub otherwise: Answer,
    /// Key of the source.
    pub from: Option<String>,
}

/// The keys that a host knows.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Keys {
    /// Each key; `a.b` stands for `b` in the map `a`.
    pub list: BTreeMap<String, Key>,
    /// Key of the source.
    pub from: String,
    /// The keys by their other spellings.
    #[serde(skip)]
    aliases: OnceLock<BTreeMap<String, String>>,
}

impl Keys {
    /// What is known of a key by another spelling than its first.
    pub fn by_alias(&self, alias: &str) -> Option<&Key> {
        let aliases = self.aliases.get_or_init(|| {
            let all = self.list.iter().flat_map(|(name, key)| key.aliases.iter().map(move |alias| (alias, name)));
            all.map(|(alias, name)| (alias.clone(), name.clone())).collect()
        });
        self.list.get(aliases.get(alias)?)
    }
}

/// A key that a host knows.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Key {
    /// The types that it may have.
    #[serde(rename = "type")]
    pub types: Vec<Type>,
    /// The only values that it may have.
    #[serde(default)]
    pub values: Vec<String>,
    /// The value that it has when it is not written.
    pub default: Option<serde_json::Value>,
    /// It does nothing unless another key has a certain value.
    pub requires: Option<Requires>,
    /// Other spellings of the key.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// What the values of a map or the items of a list must be.
    pub inner: Option<Type>,
    /// What happens when the type is another; nothing is known without it.
    pub wrong: Option<Answer>,
    /// What it is for, for people.
    pub doc: String,
}

/// A type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Type {
    /// Text.
    Text,
    /// Text, a number, a boolean or a date.
    Scalar,
    /// `true` or `false`.
    Boolean,
    /// A number.
    Number,
    /// A list.
    List,
    /// A map.
    Map,
}

/// Another key's value on which a key depends.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Requires {
    /// The other key.
    pub key: String,
    /// The value that it must have.
    pub value: String,
}
