//! Skills as data: what a `SKILL.md` says, where it stands, what lies beside it.

mod document;

pub use document::{Document, Form, Value};

/// The one name that makes a directory a skill (specification, "Directory structure").
pub const ENTRY: &str = "SKILL.md";
