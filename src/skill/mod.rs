//! Skills as data: what a `SKILL.md` says, where it stands, what lies beside it.

mod document;
pub mod front_matter;
mod kept;
pub mod limits;
mod summary;
mod tree;

pub use document::{Document, Form, Value};
pub use kept::{Page, Skill, Unreadable};
pub use summary::{Sizes, Stray, StrayKind, Summary};
pub use tree::{Item, ItemKind, Resolved, Target, Tree};

/// The one name that makes a directory a skill (specification, "Directory structure").
pub const ENTRY: &str = "SKILL.md";

/// What stands in a text for the root of the plugin in which a skill lies (Claude Code, plugins reference).
pub const PLUGIN_ROOT: &str = "${CLAUDE_PLUGIN_ROOT}";
