//! Rules on the other keys.

pub mod compatibility_too_long;
pub mod field_type;
pub mod markup;
pub mod no_effect;
pub mod unknown_key;
