use std::fmt;

use super::Span;

/// Replaces one range of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

impl Edit {
    /// Replaces `span` by `text`.
    pub fn replace(span: Span, text: impl Into<String>) -> Self {
        Edit { span, text: text.into() }
    }

    /// Inserts `text` before the byte at `offset`.
    pub fn insert(offset: usize, text: impl Into<String>) -> Self {
        Edit { span: Span::at(offset), text: text.into() }
    }

    /// Removes `span`.
    pub fn delete(span: Span) -> Self {
        Edit { span, text: String::new() }
    }
}

/// Why a set of edits was refused; the text is then left as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditError {
    /// Two edits touch the same bytes.
    Overlap,
    /// An edit lies outside the text or inside a character.
    OutOfBounds,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EditError::Overlap => "two edits overlap",
            EditError::OutOfBounds => "an edit does not fit the text",
        })
    }
}

impl std::error::Error for EditError {}

/// Applies edits whose ranges all speak of the given text.
///
/// # Errors
/// Overlapping edits, and ranges that do not fit the text or would split a character.
pub fn apply(text: &str, edits: &[Edit]) -> Result<String, EditError> {
    let mut ordered: Vec<&Edit> = edits.iter().collect();
    ordered.sort_by_key(|edit| edit.span);
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for edit in ordered {
        if edit.span.start < done {
            return Err(EditError::Overlap);
        }
        out += text.get(done..edit.span.start).ok_or(EditError::OutOfBounds)?;
        text.get(edit.span.start..edit.span.end).ok_or(EditError::OutOfBounds)?;
        out += &edit.text;
        done = edit.span.end;
    }
    out += text.get(done..).ok_or(EditError::OutOfBounds)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_apply_in_any_order_and_never_overlap() {
        let edits = [Edit::insert(3, "!"), Edit::replace(Span::new(0, 1), "A")];
        assert_eq!(apply("abc", &edits).as_deref(), Ok("Abc!"));
        let clash = [Edit::delete(Span::new(0, 2)), Edit::delete(Span::new(1, 3))];
        assert_eq!(apply("abc", &clash), Err(EditError::Overlap));
        assert_eq!(apply("é", &[Edit::insert(1, "x")]), Err(EditError::OutOfBounds));
        assert_eq!(apply("é", &[Edit::insert(9, "x")]), Err(EditError::OutOfBounds));
    }
}
