//! What an author asks of a place in a text: plain data, in bytes, from the same facts as the diagnostics.
//!
//! One file per question. Each takes a [`Site`] and returns what it knows; positions, URIs and what a client can show are
//! the server's.

pub mod actions;
pub mod completion;
pub mod definition;
#[cfg(test)]
mod fixture;
pub mod folding;
pub mod formatting;
mod goal;
pub mod highlight;
pub mod hints;
pub mod hover;
pub mod instructions;
mod keys;
pub mod lens;
mod mention;
pub mod pointer;
pub mod references;
pub mod rename;
mod scene;
pub mod selection;
mod site;
pub mod symbols;
pub mod tokens;

pub use goal::{Goal, Home, Place};
pub use site::Site;
