//! Text into pieces with their places. Parsing never fails: it gives what it understood and what it did not.

pub mod fences;
pub mod fields;
pub mod javascript;
pub mod markdown;
pub mod mentions;
pub mod schema;
pub mod yaml;
