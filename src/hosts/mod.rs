//! What each agent product ("host") makes of a skill.
//!
//! Host facts are data with a source and a date; nothing is concluded from a fact that is not known.

mod budget;
mod cause;
mod clash;
/// The form of the table: what can be known of a host.
pub mod facts;
mod keys;
mod length;
mod pattern;
mod readers;
mod room;
mod spot;
mod subject;
mod substitutions;
mod table;
mod verdict;

pub use budget::{Listed, Loss, RoomUnit, Usage, usage};
pub use cause::{Cause, Effect, Reason, Verdict};
pub use clash::{Candidate, Fate, fates};
pub use facts::{Host, Scope, Substitution};
pub use keys::{is_product, keys, knowing, knows, title};
pub use length::grouped;
pub use readers::{Data, Difference, Feature, Outcome, Reader, Reading, Readings};
pub use room::Room;
pub use subject::{Place, Subject};
pub use substitutions::{Substituted, substituted, substitutions};
pub use table::{PLUGIN_MANIFEST, Unknown, find, reading, table};
pub use verdict::{rooms, verdict};
