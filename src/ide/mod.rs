//! What an author asks of a place in a text: plain data, in bytes, from the same facts as the diagnostics.
//!
//! One file per question. Each takes a [`Site`] and returns what it knows; positions, URIs and what a client can show are
//! the server's.

#[cfg(test)]
mod fixture;
mod site;

pub use site::Site;
