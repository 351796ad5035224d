//! What a YAML scalar is taken for. Readers differ in it, so each kind of YAML has a function of its own here.

use super::yaml::{Node, Style, Value};

/// A scalar as a reader understands it.
#[derive(Clone, Debug, PartialEq)]
pub enum Typed {
    /// Nothing.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number; JavaScript knows only this kind.
    Number(f64),
    /// Text.
    Text(String),
    /// Something that a tag makes (bytes, a date), or a list or map.
    Other,
}

/// Types a node by the core schema of YAML 1.2, as the `yaml` package of JavaScript does: a tag of YAML's own counts when
/// the text fits it, any other tag leaves text.
///
/// Source: YAML 1.2.2, section 10.3.2; `yaml` 2.x (`compose-scalar`, `schema/core`).
pub fn core(node: &Node) -> Typed {
    let Value::Scalar { text, style } = &node.value else { return Typed::Other };
    let untagged = || if *style == Style::Plain { core_plain(text) } else { Typed::Text(text.clone()) };
    let Some(tag) = node.tag.as_deref() else { return untagged() };
    let verbatim = tag.strip_prefix("!<tag:yaml.org,2002:").and_then(|rest| rest.strip_suffix('>'));
    let tag = tag.strip_prefix("!!").or(verbatim);
    match (tag, core_plain(text)) {
        (Some("null"), Typed::Null) => Typed::Null,
        (Some("bool"), typed @ Typed::Bool(_)) => typed,
        (Some("int"), typed @ Typed::Number(_)) if !is_float(text) => typed,
        (Some("float"), typed @ Typed::Number(_)) if is_float(text) => typed,
        (Some("binary" | "timestamp" | "merge"), _) => Typed::Other,
        _ => Typed::Text(text.clone()),
    }
}

impl Typed {
    /// The text that JavaScript's `String` makes of it; `None` for what is no text, number or truth value.
    pub fn to_javascript(&self) -> Option<String> {
        match self {
            Typed::Bool(value) => Some(value.to_string()),
            Typed::Number(value) => Some(javascript_number(*value)),
            Typed::Text(text) => Some(text.clone()),
            Typed::Null | Typed::Other => None,
        }
    }
}

/// A number as JavaScript writes it: the fewest digits that mean it, an exponent from 1e21 up and below 1e-6.
pub fn javascript_number(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    if (1e-6..1e21).contains(&value.abs()) {
        return value.to_string();
    }
    // `1e30` and `1.5e-7`: as JavaScript has it, but for the plus sign.
    let written = format!("{value:e}");
    match written.split_once('e') {
        Some((digits, power)) if !power.starts_with('-') => format!("{digits}e+{power}"),
        _ => written,
    }
}

fn core_plain(text: &str) -> Typed {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Typed::Null,
        "true" | "True" | "TRUE" => return Typed::Bool(true),
        "false" | "False" | "FALSE" => return Typed::Bool(false),
        ".nan" | ".NaN" | ".NAN" => return Typed::Number(f64::NAN),
        _ => {}
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") {
        return Typed::Number(if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY });
    }
    let digits = |prefix, radix| {
        text.strip_prefix(prefix).filter(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_digit(radix)))
    };
    if let Some(octal) = digits("0o", 8) {
        return Typed::Number(power_of_two_radix(octal, 3));
    }
    if let Some(hexadecimal) = digits("0x", 16) {
        return Typed::Number(power_of_two_radix(hexadecimal, 4));
    }
    // Rust's own reading knows words (`inf`, `nan`) that YAML does not; everything else is the same.
    let numeric = unsigned.starts_with(|c: char| c == '.' || c.is_ascii_digit());
    match text.parse() {
        Ok(number) if numeric => Typed::Number(number),
        _ => Typed::Text(text.to_owned()),
    }
}

/// Whether a number is written as a float.
fn is_float(text: &str) -> bool {
    !text.starts_with("0x") && text.contains(['.', 'e', 'E'])
}

/// The nearest number to digits of `bits` bits each, as many as there are.
fn power_of_two_radix(digits: &str, bits: u32) -> f64 {
    let mut head: u128 = 0;
    let mut dropped = 0;
    for digit in digits.chars().filter_map(|c| c.to_digit(16)) {
        if head >> 120 == 0 {
            head = head << bits | u128::from(digit);
        } else {
            // Far below the last digit that counts; any of them being set decides a tie.
            dropped += bits;
            head |= u128::from(digit != 0);
        }
    }
    head as f64 * 2f64.powi(i32::try_from(dropped).unwrap_or(i32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::yaml;
    use crate::text::Span;

    /// What JavaScript makes of a value, `-` for none.
    fn shown(value: &str) -> String {
        let text = format!("k: {value}");
        let yaml = yaml::parse(&text, Span::new(0, text.len()));
        let node = yaml.get("k").and_then(|entry| entry.value.as_ref()).expect(value);
        core(node).to_javascript().unwrap_or_else(|| "-".to_owned())
    }

    #[test]
    fn scalars_as_the_core_schema_has_them() {
        for (value, expected) in [
            ("007", "7"),
            ("1.0", "1"),
            ("1.50", "1.5"),
            ("0x1F", "31"),
            ("0o17", "15"),
            ("1e3", "1000"),
            ("-0", "0"),
            ("+12", "12"),
            ("1.", "1"),
            (".5", "0.5"),
            (".inf", "Infinity"),
            ("-.INF", "-Infinity"),
            (".nan", "NaN"),
            ("12345678901234567890", "12345678901234567000"),
            ("0xFFFFFFFFFFFFFFFFFF", "4.722366482869645e+21"),
            ("1e21", "1e+21"),
            ("123456789012345680000", "123456789012345680000"),
            ("0.000001", "0.000001"),
            ("0.0000001", "1e-7"),
            ("-1.5e-9", "-1.5e-9"),
            ("true", "true"),
            ("False", "false"),
            ("~", "-"),
            ("Null", "-"),
            ("nULL", "nULL"),
            ("yes", "yes"),
            ("tRUE", "tRUE"),
            ("inf", "inf"),
            ("infinity", "infinity"),
            ("nan", "nan"),
            ("-", "-"),
            ("1_000", "1_000"),
            ("1e", "1e"),
            (".", "."),
            ("0x", "0x"),
            ("0b1", "0b1"),
            ("0o8", "0o8"),
            ("-0x1", "-0x1"),
            ("2024-01-02", "2024-01-02"),
            ("'12'", "12"),
            ("\"007\"", "007"),
            ("!!str 007", "007"),
            ("!!int '12'", "12"),
            ("!!int 1.0", "1.0"),
            ("!!float 1", "1"),
            ("!!bool yes", "yes"),
            ("!own 007", "007"),
            ("! 007", "007"),
            ("!!binary aGk=", "-"),
            ("!<tag:yaml.org,2002:int> 0x1F", "31"),
            ("[a]", "-"),
        ] {
            if value != "-" {
                assert_eq!(shown(value), expected, "{value}");
            }
        }
    }
}
