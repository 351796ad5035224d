//! The load/catalog tool: `loadSkills` and `listSkills` of toolnexus, in its newest JavaScript.

mod candidates;
mod lazy;
mod options;
mod output;
mod path;
mod source;
#[cfg(test)]
mod tests;

pub use lazy::{Lazy, LazyError};
pub use options::{Filter, Options, OptionsError, SkillDef};
pub use output::{Metadata, Output};
pub use source::{
    Definition, Inventory, Origin, Skill, Skip, SkipReason, Source, definition, list_skills, load_skills,
};
