//! Lengths and limits in the units in which hosts count.

use super::facts::Unit;
use crate::text;

/// The length of a text; where the unit is not known, in bytes, the most that any gives.
pub(super) fn measure(unit: Option<Unit>, value: &str) -> usize {
    match unit {
        Some(Unit::Characters) => value.chars().count(),
        Some(Unit::Utf16) => text::utf16_len(value),
        Some(Unit::Bytes) | None => value.len(),
    }
}

/// Whether a text is longer than `max`; `None` when that depends on a unit that is not known.
pub(super) fn is_longer(unit: Option<Unit>, value: &str, max: usize) -> Option<bool> {
    if value.len() <= max {
        return Some(false);
    }
    let longer = measure(unit, value) > max;
    // No unit gives less than characters.
    (unit.is_some() || value.chars().count() > max).then_some(longer)
}

/// The first `max` units of a text; a character that would be split is left out. An unknown unit counts as characters.
pub(super) fn prefix(unit: Option<Unit>, value: &str, max: usize) -> &str {
    let end = match unit {
        Some(Unit::Utf16) => text::utf16_cut(value, max),
        Some(Unit::Bytes) => (0..=max.min(value.len())).rev().find(|at| value.is_char_boundary(*at)),
        Some(Unit::Characters) | None => value.char_indices().nth(max).map(|(at, _)| at),
    };
    value.get(..end.unwrap_or(value.len())).unwrap_or(value)
}

/// A number with commas between thousands.
pub fn grouped(number: impl TryInto<u64>) -> String {
    let digits = number.try_into().unwrap_or(u64::MAX).to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_unit_cuts_between_characters() {
        let text = "a🦀é";
        let lengths = [Unit::Characters, Unit::Utf16, Unit::Bytes].map(|unit| measure(Some(unit), text));
        assert_eq!(lengths, [3, 4, 7]);
        assert_eq!([1, 2, 3].map(|max| prefix(Some(Unit::Utf16), text, max)), ["a", "a", "a🦀"]);
        assert_eq!([4, 5, 6].map(|max| prefix(Some(Unit::Bytes), text, max)), ["a", "a🦀", "a🦀"]);
        assert_eq!([0, 2, 9].map(|max| prefix(None, text, max)), ["", "a🦀", text]);
    }

    #[test]
    fn an_unknown_unit_concludes_nothing() {
        assert_eq!([2, 3, 6, 7].map(|max| is_longer(None, "a🦀é", max)), [Some(true), None, None, Some(false)]);
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([1, 1024, 102_400].map(grouped), ["1", "1,024", "102,400"]);
    }
}
