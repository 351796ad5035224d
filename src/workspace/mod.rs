//! Which skills there are: roots found and configured, the scan, the settings.

mod config;
mod find;
mod fix;
mod load;
mod root;
mod scan;

pub use config::{Config, FILE_NAME, Problem, Setting, code, nearest};
pub use find::{Discovered, SkillDir, find};
pub use fix::{Fixes, collect, edited};
pub use load::{Loaded, load};
pub use root::Root;
pub use scan::{Checked, Scan, Settings, check_one, scan, verdicts};
