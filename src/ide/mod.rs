//! What an author asks of a place in a text: plain data, in bytes, from the same facts as the diagnostics.
//!
//! One file per question. Each takes a [`Site`] and returns what it knows; positions, URIs and what a client can show are
//! the server's.

mod around;
pub mod completion;
#[cfg(test)]
mod fixture;
mod keys;
mod mention;
mod site;

pub use site::Site;
