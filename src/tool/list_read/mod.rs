//! The list/read tool: `createSkillTools` and `runSkillAction` of steamharness.

mod action;
mod catalog;
mod error;
#[cfg(test)]
mod tests;
mod tool;

pub use action::{Args, Listed, MAX_FILES, MAX_UNITS, Outcome, run_skill_action};
pub use error::{ErrorKind, ToolError};
pub use tool::{Approval, Definition, SkillTool, definition};
