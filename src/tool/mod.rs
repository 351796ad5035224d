//! The skill tools that agents call: what an agent gets.
//!
//! [`list_read`] is the one of steamharness, [`load`] that of toolnexus. Both find skills and files through [`find`] and
//! read front matter through [`crate::skill::front_matter`]; what differs is a parameter there.

pub mod find;
#[cfg(test)]
mod fixture;
pub mod list_read;
pub mod load;
