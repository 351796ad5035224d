//! Which skills there are: roots found and configured, the skills in them, and what a change makes stale.

mod agents;
mod alike;
mod check;
mod config;
mod draft;
mod find;
mod fix;
mod listing;
mod live;
mod load;
mod names;
mod order;
mod plugin;
mod root;
mod silence;
mod together;
mod views;

pub use agents::load_options;
pub use check::{Checked, Kept, check_one, rooms, said, verdicts};
pub use config::{Agents, Config, FILE_NAME, KEYS, Problem, Setting, code, nearest};
pub use draft::{Draft, Fault, Part, draft};
pub use find::{Discovered, Met, SkillDir, find, is_pruned};
pub use fix::{Fixed, Fixes, collect, edited, fix_all};
pub use live::{Settings, Workspace};
pub use load::{Loaded, load};
pub use names::Names;
pub use order::roots;
pub use plugin::root as plugin_root;
pub use root::{Root, project_roots};
pub use silence::{ignoring, suppression};
pub use views::{View, views};
