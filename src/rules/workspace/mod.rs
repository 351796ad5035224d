//! Rules on all skills together.

pub mod name_collision;
pub mod nested_skill;
