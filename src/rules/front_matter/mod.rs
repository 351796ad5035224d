//! Rules on the fences and on the YAML between them.

pub mod byte_order_mark;
pub mod carriage_return_only;
pub mod comment_cuts_value;
pub mod dashes_inside;
pub mod duplicate_key;
pub mod escape_kept;
pub mod fence_trailing_text;
pub mod front_matter_missing;
pub mod front_matter_not_closed;
pub mod front_matter_not_first;
pub mod key_typo;
pub mod not_as_written;
pub mod quote_ends_early;
pub mod quote_not_closed;
pub mod reserved_start;
pub mod tab_indentation;
pub mod unquoted_colon;
pub mod yaml_feature;
pub mod yaml_syntax;

mod fault;
