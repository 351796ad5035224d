//! What a host does in a certain case.

use serde::Deserialize;

use crate::hosts::Effect;

/// What a host does in a certain case.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Answer {
    /// What becomes of the skill.
    pub effect: Effect,
    /// What the host does, as a clause that follows its name. `{directory}`, `{path}`, `{name}` and `{max}` stand for
    /// values.
    pub does: String,
    /// What stands in the place of the author's value.
    pub instead: Option<Instead>,
    /// With `instead: cut`: how much is left, when that is less than the limit.
    pub to: Option<usize>,
    /// With `instead: cut`: what stands behind the rest.
    pub ending: Option<String>,
    /// Whether the model still gets to see the skill in the list.
    pub listed: Option<bool>,
    /// Nobody is told, and nothing is lost by it.
    #[serde(default)]
    pub quiet: bool,
    /// Key of the source; the fact's own without it.
    pub from: Option<String>,
}

/// What stands in the place of a value that a host does not take as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instead {
    /// The name of the skill's directory.
    Directory,
    /// The path of the skill below its root.
    Path,
    /// The name.
    Name,
    /// The beginning of the body.
    Body,
    /// Nothing.
    Empty,
    /// The beginning of the value.
    Cut,
    /// The value with `-` for what is not allowed.
    Hyphens,
    /// The value without its tags.
    WithoutTags,
    /// Something, but it is not known what.
    Unknown,
}
