//! What each agent product ("host") makes of a skill.
//!
//! Host facts are data with a source and a date; nothing is concluded from a fact that is not known.

mod cause;

pub use cause::{Cause, Effect, Reason, Verdict};
