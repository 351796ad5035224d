//! The language server: the only layer with async code and protocol types.
//!
//! - State changes under one `std::sync` lock, as a handler's first statement; nothing is awaited before it or while it is
//!   held. Handlers begin in order of arrival and go on concurrently, so whoever waits first changes state too late.
//! - Work happens in [`engine::Engine`] on blocking threads. Lock order: engine, then state.
//! - Diagnostics leave through one task, [`publish`], which never sends a text's diagnostics once a newer text is there.
//! - No handler waits for an answer from the client, but for the approval of its own call.
//! - Standard output is the protocol; the log goes to standard error and to the client.

mod actions;
mod approval;
mod capabilities;
mod commands;
mod convert;
mod edits;
mod engine;
mod execute;
pub mod ext;
mod faults;
mod guard;
mod ide;
mod log;
mod parent;
mod publish;
mod pull;
mod scan;
mod serve;
mod server;
mod settings;
mod state;
mod sync;
mod texts;
mod tree;
mod untitled;
mod watch;

pub use log::Level;
pub use serve::{Ended, serve, serve_over};
pub use settings::names as setting_names;
