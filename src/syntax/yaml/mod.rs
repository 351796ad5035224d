//! YAML as a tree with byte ranges, kept up to the first error.
//!
//! The only place that knows the YAML parser. Scalars stay text here; what a reader takes them for (`yes`, `012`,
//! `2024-01-02`) is decided by the reader, since hosts differ.

mod parse;
mod tree;

pub use granit_parser::ErrorKind;

pub use parse::parse;
pub use tree::{Entry, Node, Style, Value, Yaml, YamlError};
