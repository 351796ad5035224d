//! Rules on all skills together.

pub mod directory_unreadable;
pub mod entry_unreadable;
pub mod linked_twice;
pub mod listing_budget;
pub mod name_collision;
pub mod not_a_skill;
