//! Numbers that the specification and the list/read tool give.

/// Most characters of a `name` (specification, "`name` field").
pub const NAME_CHARS: usize = 64;
/// Most characters of a `description` (specification, "`description` field").
pub const DESCRIPTION_CHARS: usize = 1024;
/// Most characters of `compatibility` (specification, "`compatibility` field").
pub const COMPATIBILITY_CHARS: usize = 500;
/// Lines of a body that the specification recommends at most ("Progressive disclosure").
pub const BODY_LINES: usize = 500;
/// Files of one skill that the list/read tool lists at most.
pub const FILES_LISTED: usize = 60;
/// UTF-16 units of one file that the list/read tool reads at most.
pub const READ_UNITS: usize = 200_000;
/// Bytes of one file that are parsed at most; what lies beyond is not looked at. Far above [`READ_UNITS`].
pub const PARSED_BYTES: usize = 4 << 20;
