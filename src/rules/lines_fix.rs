//! A value over several lines, joined into one.

use super::{Diagnostic, Fix, SkillContext, quote};
use crate::skill::{Form, Value};
use crate::syntax::yaml::Style;
use crate::text::{Edit, Span};

/// Where a value over several lines begins: what stands on its first line (`>`, the opening quote, the first words); the
/// key where the value begins on a later line, since there a single-line reader stops.
pub fn first_line(ctx: &SkillContext<'_>, value: &Value) -> Span {
    if Span::new(value.key.end, value.span.start).slice(ctx.text()).contains(['\n', '\r']) {
        return value.key;
    }
    let text = value.span.slice(ctx.text());
    let end = text.find(['\n', '\r']).unwrap_or(text.len());
    Span::new(value.span.start, value.span.start + text[..end].trim_end().len())
}

/// The diagnostic with the fix that writes the value on the line of its key, quoted if needed; none where an anchor, a
/// type or a comment stands in between and would be lost.
pub fn add(ctx: &SkillContext<'_>, diagnostic: Diagnostic, value: &Value) -> Diagnostic {
    let text = ctx.text();
    let between = Span::new(value.key.end, value.span.start).slice(text);
    if between.trim() != ":" || header_comment(value, text) {
        return diagnostic;
    }
    let end = value.span.start + value.span.slice(text).trim_end().len();
    let whole = Span::new(value.key.end, end);
    let edit = Edit::replace(whole, format!(": {}", quote::value(&value.text)));
    let title = format!("Write `{}` on one line", value.key.slice(text));
    diagnostic.with_fix(Fix::edit(title, !has_structure(value), &ctx.skill.entry, vec![edit]))
}

fn header_comment(value: &Value, text: &str) -> bool {
    let first = value.span.slice(text).lines().next().unwrap_or("");
    matches!(value.form, Form::Scalar(style) if style.is_block()) && first.contains('#')
}

/// Whether joining the lines would lose more than line ends: lists or paragraphs that the author kept apart.
fn has_structure(value: &Value) -> bool {
    let kept = value.text.trim();
    let literal = value.form == Form::Scalar(Style::Literal);
    let listed = kept.lines().skip(1).any(|line| line.trim_start().starts_with(['-', '*', '•', '#', '|']));
    (literal && listed) || kept.contains("\n\n")
}
