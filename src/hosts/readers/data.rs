use std::sync::Arc;

/// A value as a reader takes it.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// Nothing.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A number, as it is written.
    Number(Arc<str>),
    /// A date or a time, as it is written.
    Date(Arc<str>),
    /// Text.
    Text(Arc<str>),
    /// A list.
    List(Vec<Data>),
    /// A map; keys that are no text are left as they are written.
    Map(Vec<(Arc<str>, Data)>),
}

impl Data {
    /// The text, when it is one.
    pub fn text(&self) -> Option<&Arc<str>> {
        match self {
            Data::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The text; for a list or map, a form in brackets.
    pub fn shown(&self) -> String {
        let joined = |parts: Vec<String>| parts.join(", ");
        match self {
            Data::Null => String::new(),
            Data::Boolean(value) => value.to_string(),
            Data::Number(text) | Data::Date(text) | Data::Text(text) => text.to_string(),
            Data::List(items) => format!("[{}]", joined(items.iter().map(Data::shown).collect())),
            Data::Map(values) => {
                let pair = |(key, value): &(Arc<str>, Data)| format!("{key}: {}", value.shown());
                format!("{{{}}}", joined(values.iter().map(pair).collect()))
            }
        }
    }

    /// What it is, in words that follow "takes it for".
    pub fn words(&self) -> String {
        match self {
            Data::Null => "nothing".to_owned(),
            Data::Boolean(value) => format!("the boolean `{value}`"),
            Data::Number(text) => format!("the number `{text}`"),
            Data::Date(text) => format!("the date `{text}`"),
            Data::Text(_) => "text".to_owned(),
            Data::List(_) => "a list".to_owned(),
            Data::Map(_) => "a map".to_owned(),
        }
    }
}
