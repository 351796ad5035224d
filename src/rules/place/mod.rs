//! Rules on where a skill stands and on what makes it unreachable.

pub mod breaks_output;
pub mod depth;
pub mod file_too_large;
pub mod link_not_followed;
pub mod nested_skill;
pub mod root_not_read;
pub mod unreachable;
