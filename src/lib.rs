//! skill-lsp shows authors of agent skills, while they type, what an agent will really get.
//!
//! A *skill* is a directory with a `SKILL.md`; a *root* is a directory that holds skills; a *host* is a product that
//! loads them. The layers, each importing only from those above it:
//!
//! | layer | what it knows |
//! | --- | --- |
//! | [`text`] | byte ranges, edits, positions in UTF-8, UTF-16 and UTF-32, decoding |
//! | [`syntax`] | fences, single-line fields, YAML and Markdown with their places |
//! | [`files`] | the seam to the file system: the disk, open documents laid over it, containment |
//! | [`skill`] | skills, roots and the catalog as data |
//! | [`tool`] | the skill tools, list/read and load/catalog: what an agent gets |
//! | [`hosts`] | the host table and a host's verdict on a skill |
//! | [`rules`] | one file per rule, one table of all |
//! | [`workspace`] | roots found and configured, the scan, what a change makes stale |
//! | [`ide`] | what an author asks of a place: completion, hover, where a link leads, what a rename changes |
//! | [`cli`] | the commands |
//! | [`lsp`] | the language server: the only layer with async code and protocol types |
//!
//! # Invariants
//! - Parsing never fails: it returns what it understood and the list of what it did not.
//! - `syntax`, `skill`, `hosts` and `rules` know neither the disk nor the protocol. They get text and facts and return
//!   data.
//! - Whoever reads a file goes through `files`, so that open documents are seen by the rules and the tools alike.
//! - The tools are called by the server, the command line and the library in one and the same way.
//! - Host facts are data with a source and a date. No rule contains a host's name.
//! - Offsets inside, positions at the edge.
//! - A diagnostic is computed, never printed: texts are made in `rules`, colours and JSON in `cli`.
//! - Reading is all that ever happens: nothing of a skill is run.

pub mod cli;
pub mod files;
pub mod hosts;
pub mod ide;
pub mod lsp;
pub mod rules;
pub mod skill;
pub mod syntax;
pub mod text;
pub mod tool;
pub mod workspace;

/// The README's example, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
