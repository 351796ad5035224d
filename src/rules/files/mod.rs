//! Rules on what lies in a skill's directory.

pub mod body_too_long;
pub mod entry_file_name;
pub mod file_too_long;
pub mod file_unreadable;
pub mod not_utf8;
pub mod symlink_broken;
pub mod symlink_escape;
pub mod too_many_files;
