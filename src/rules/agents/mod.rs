//! Rules on what `skill-lsp.toml` says of the load tool: true for agents that are given these options.

pub mod data_skill;
pub mod filter_matches_nothing;
