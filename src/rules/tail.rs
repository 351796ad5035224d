//! The part of a value that is too much.

use crate::skill::Value;
use crate::text::Span;

/// The bytes of `value` beyond its first `limit` characters; the whole value where its source is not its text letter by
/// letter (escapes, folded lines).
pub fn beyond(text: &str, value: &Value, limit: usize) -> Span {
    let source = value.span.slice(text);
    let shift = source.find(value.text.as_str());
    let cut = value.text.char_indices().nth(limit).map(|(at, _)| at);
    match (shift, cut) {
        (Some(shift), Some(cut)) => {
            Span::new(value.span.start + shift + cut, value.span.start + shift + value.text.len())
        }
        _ => Span::new(value.span.start, value.span.start + source.trim_end().len()),
    }
}
