//! What a plain scalar is taken for. Each library has its own rules; all were found by running it on many texts.

use std::sync::LazyLock;

use regex::Regex;

use super::{Data, Library};

/// Types a plain scalar as `library` does. `None`: it fails on it.
pub(super) fn typed(library: Library, text: &str) -> Option<Data> {
    let kind = match library {
        Library::PyYaml => return yaml11(text),
        Library::StrictYaml => Kind::Text,
        Library::JsYaml => js_yaml(text),
        Library::JsYamlJson => json(text),
        Library::JsYaml3 => js_yaml3(text),
        Library::Yaml => core(text),
        Library::SerdeYaml => serde_yaml(text),
        Library::YamlV3 => yaml_v3(text),
    };
    Some(kind.data(text))
}

/// What a scalar is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Null,
    True,
    False,
    Number,
    Date,
    Text,
}

impl Kind {
    fn data(self, text: &str) -> Data {
        match self {
            Kind::Null => Data::Null,
            Kind::True => Data::Boolean(true),
            Kind::False => Data::Boolean(false),
            Kind::Number => Data::Number(text.into()),
            Kind::Date => Data::Date(text.into()),
            Kind::Text => Data::Text(text.into()),
        }
    }
}

/// PyYAML's `SafeLoader`: YAML 1.1 with its words for truth, octal, sexagesimal and dates.
///
/// Source: PyYAML 6.0.3, run.
fn yaml11(text: &str) -> Option<Data> {
    let kind = match text {
        "" | "~" | "null" | "Null" | "NULL" => Kind::Null,
        "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => Kind::True,
        "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => Kind::False,
        // A merge key and the default key have no value that could be made.
        "<<" | "=" => return None,
        _ if !may_be_number(text) => Kind::Text,
        _ if YAML11_NUMBER.is_match(text) => Kind::Number,
        _ if DATE.is_match(text) => return is_real_date(text).then(|| Kind::Date.data(text)),
        _ => Kind::Text,
    };
    Some(kind.data(text))
}

/// js-yaml 5 with its default schema, which is the core schema of YAML 1.2.
fn js_yaml(text: &str) -> Kind {
    core(text)
}

/// js-yaml 5 with `JSON_SCHEMA`.
fn json(text: &str) -> Kind {
    match text {
        "null" => Kind::Null,
        "true" => Kind::True,
        "false" => Kind::False,
        _ if may_be_number(text) && JSON_NUMBER.is_match(text) => Kind::Number,
        _ => Kind::Text,
    }
}

/// js-yaml 3, inside gray-matter: YAML 1.2 words, YAML 1.1 numbers and dates.
fn js_yaml3(text: &str) -> Kind {
    match core_word(text) {
        Some(kind) => kind,
        None if !may_be_number(text) => Kind::Text,
        None if JS3_NUMBER.is_match(text) && !text.ends_with('_') => Kind::Number,
        None if DATE.is_match(text) => Kind::Date,
        None => Kind::Text,
    }
}

/// The core schema of YAML 1.2, as the `yaml` package has it.
fn core(text: &str) -> Kind {
    match core_word(text) {
        Some(kind) => kind,
        None if may_be_number(text) && CORE_NUMBER.is_match(text) => Kind::Number,
        None => Kind::Text,
    }
}

/// serde_yaml 0.9 and serde_yaml_ng: the core schema, with `0b`, signed radix numbers, and no number that begins with a
/// useless zero.
fn serde_yaml(text: &str) -> Kind {
    match core_word(text) {
        Some(kind) => kind,
        None if may_be_number(text) && SERDE_NUMBER.is_match(text) => Kind::Number,
        None => Kind::Text,
    }
}

/// yaml.v3: the core schema with underscores in numbers and YAML 1.1's dates; its words for truth count only where a
/// boolean is wanted.
///
/// Source: gopkg.in/yaml.v3, `resolve.go`.
fn yaml_v3(text: &str) -> Kind {
    match core_word(text) {
        Some(kind) => kind,
        None if !may_be_number(text) => Kind::Text,
        None if DATE.is_match(text) => Kind::Date,
        None if V3_NUMBER.is_match(&text.replace('_', "")) => Kind::Number,
        None => Kind::Text,
    }
}

fn core_word(text: &str) -> Option<Kind> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Some(Kind::Null),
        "true" | "True" | "TRUE" => Some(Kind::True),
        "false" | "False" | "FALSE" => Some(Kind::False),
        _ => None,
    }
}

/// Whether a number or a date could begin so: most texts need no further look.
fn may_be_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) && text.len() <= 64
}

fn is_real_date(text: &str) -> bool {
    let mut parts = text.split(|c: char| !c.is_ascii_digit()).map(|part| part.parse::<u32>().unwrap_or(0));
    let (year, month, day) = (parts.next().unwrap_or(0), parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        1..=12 => 31,
        _ => 0,
    };
    year > 0 && (1..=days).contains(&day)
}

static YAML11_NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"^(?:[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+|[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$",
    )
});
static CORE_NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$",
    )
});
static JSON_NUMBER: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$"));
static JS3_NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"^(?:[-+]?0b[01_]+|[-+]?0x[0-9a-fA-F_]+|[-+]?0[0-7_]*|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])*|[-+]?[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)|[-+]?[0-9][0-9_]*\.[0-9_]*|\.[0-9_]+(?:[eE][-+]?[0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$",
    )
});
static SERDE_NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"^(?:[-+]?(?:0|[1-9][0-9]*)|[-+]?0o[0-7]+|[-+]?0x[0-9a-fA-F]+|[-+]?0b[01]+|[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)\.[0-9]*)(?:[eE][-+]?[0-9]+)?|[-+]?[0-9]+[eE][-+]?[0-9]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$",
    )
});
static V3_NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"^(?:[-+]?[0-9]+|[-+]?0x[0-9a-fA-F]+|[-+]?0b[01]+|[-+]?0o[0-7]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$",
    )
});
static DATE: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::?[0-9]{2})?))?)$",
    )
});

/// A rule that does not compile (a test sees to that) matches nothing.
fn compiled(rule: &str) -> Regex {
    #[expect(clippy::expect_used, reason = "the fallback rule is a constant that compiles")]
    Regex::new(rule).unwrap_or_else(|_| Regex::new("$^").expect("matches nothing"))
}
