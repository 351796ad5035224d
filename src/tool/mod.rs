//! The skill tools that agents call: what an agent gets.

pub mod front_matter;
