//! Rules on `description`.

pub mod description_missing;
pub mod description_multi_line;
pub mod description_not_text;
pub mod description_too_long;
