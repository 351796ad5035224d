//! What a host does with several skills.

use serde::Deserialize;

use super::Unit;

/// What becomes of two skills of one name.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Collision {
    /// The rule.
    pub rule: CollisionRule,
    /// Whether names that differ only in letter case collide.
    #[serde(default)]
    pub ignore_case: bool,
    /// Key of the source.
    pub from: String,
}

/// What becomes of two skills of one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CollisionRule {
    /// The stronger root wins; within one, the first.
    First,
    /// The stronger root wins; within one, the last.
    Last,
    /// The stronger root wins; within one, the order is not known.
    Precedence,
    /// Both stay.
    KeepAll,
    /// Nothing loads.
    Error,
}

/// How much room the list of skills has.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Listing {
    /// Room of one skill.
    pub per_skill: Option<usize>,
    /// Tokens that one skill should take at most.
    pub tokens_per_skill: Option<usize>,
    /// Room of all skills together.
    pub total: Option<usize>,
    /// Room of all skills as a share of the model's context.
    pub context_share: Option<f64>,
    /// Room of all skills where the context's size is not known.
    pub fallback: Option<usize>,
    /// The unit of these.
    pub unit: Option<Unit>,
    /// What goes first when the room is used up.
    pub drops: Option<Drops>,
    /// What the host does when the room is used up, as a clause that follows its name.
    pub over: Option<String>,
    /// Key of the source.
    pub from: String,
}

/// What goes first when the room for the list of skills is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drops {
    /// The descriptions of the skills used least; names stay.
    LeastUsed,
    /// All descriptions are shortened, then skills are left out.
    Shorten,
    /// The skills that come last.
    Last,
}
