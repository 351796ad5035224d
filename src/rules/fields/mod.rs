//! Rules on the other keys.

pub mod compatibility_too_long;
pub mod field_type;
pub mod unknown_key;
