//! A setting with its place, whether it comes from TOML or from an editor's JSON.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Problem;
use crate::text::Span;

/// A value in a configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Its bytes; empty for JSON from an editor.
    pub span: Span,
    /// What it is.
    pub value: Value,
}

/// The kinds of values that settings have.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Text.
    Text(String),
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// A list.
    List(Vec<Setting>),
    /// Keys with their places, and values.
    Table(Vec<(String, Span, Setting)>),
    /// Something that no setting is.
    Other,
}

impl Setting {
    /// Reads TOML: all that could be read, and what could not.
    pub fn from_toml(text: &str) -> (Setting, Vec<Problem>) {
        let (table, errors) = DeTable::parse_recoverable(text);
        let problems = errors.iter().map(|error| Problem {
            span: error.span().map_or(Span::at(0), Span::from),
            message: format!("this is not TOML: {}", error.message()),
        });
        let span = Span::from(table.span());
        (Setting { span, value: of_table(table.get_ref()) }, problems.collect())
    }

    /// As JSON.
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match &self.value {
            Value::Text(text) => Json::String(text.clone()),
            Value::Flag(flag) => Json::Bool(*flag),
            Value::Number(number) => Json::from(*number),
            Value::List(items) => items.iter().map(Setting::to_json).collect(),
            Value::Table(entries) => entries.iter().map(|(key, _, value)| (key.clone(), value.to_json())).collect(),
            Value::Other => Json::Null,
        }
    }

    /// Takes over JSON.
    pub fn from_json(json: &serde_json::Value) -> Setting {
        use serde_json::Value as Json;
        let value = match json {
            Json::String(text) => Value::Text(text.clone()),
            Json::Bool(flag) => Value::Flag(*flag),
            Json::Number(number) => number.as_i64().map_or(Value::Other, Value::Number),
            Json::Array(items) => Value::List(items.iter().map(Setting::from_json).collect()),
            Json::Object(entries) => Value::Table(
                entries.iter().map(|(key, value)| (key.clone(), Span::at(0), Setting::from_json(value))).collect(),
            ),
            Json::Null => Value::Other,
        };
        Setting { span: Span::at(0), value }
    }
}

fn of_table(table: &DeTable<'_>) -> Value {
    Value::Table(table.iter().map(|(key, value)| (key.get_ref().to_string(), key.span().into(), of(value))).collect())
}

fn of(value: &Spanned<DeValue<'_>>) -> Setting {
    let span = value.span().into();
    let value = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).map_or(Value::Other, Value::Number)
        }
        DeValue::Array(items) => Value::List(items.iter().map(of).collect()),
        DeValue::Table(table) => of_table(table),
        DeValue::Float(_) | DeValue::Datetime(_) => Value::Other,
    };
    Setting { span, value }
}
