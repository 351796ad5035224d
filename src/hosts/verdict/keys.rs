use super::Judge;
use crate::hosts::facts::{Key, Type};
use crate::hosts::{Cause, Data, Effect, Reading};

impl Judge<'_> {
    /// Judges the keys that the author wrote.
    pub(super) fn keys(&mut self, reading: &Reading) {
        let host = self.host;
        for key in self.readings.keys() {
            match host.key(key) {
                Some(fact) => self.known_key(key, fact, reading),
                None => self.unknown_key(key),
            }
        }
        if let Some(length) = host.compatibility.as_ref().map(|fact| &fact.length)
            && let Some(text) = reading.get("compatibility").and_then(Data::text)
        {
            self.length(Cause::CompatibilityTooLong, length, text.trim(), 0);
        }
        let is = |key: &str, value: bool| {
            let known = host.keys.list.contains_key(key);
            known && matches!(reading.get(key), Some(Data::Boolean(own)) if *own == value)
        };
        if is("disable-model-invocation", true) {
            self.verdict.listed = Some(false);
            if is("user-invocable", false) {
                let does = "offers it neither to the model nor to the user".to_owned();
                self.push(Cause::Unreachable, Effect::Differs, does, &host.keys.from);
            }
        }
    }

    fn unknown_key(&mut self, key: &str) {
        let Some(fact) = &self.host.unknown_keys else { return };
        if fact.only.as_ref().is_none_or(|only| only.iter().any(|own| own == key)) {
            let from = fact.from.as_deref().unwrap_or(&self.host.keys.from);
            self.answer(Cause::UnknownKey(key.to_owned()), &fact.otherwise, from);
        }
    }

    fn known_key(&mut self, key: &str, fact: &Key, reading: &Reading) {
        let from = &self.host.keys.from;
        if let (Some(answer), Some(data)) = (&fact.wrong, reading.get(key))
            && let Some(cause) = wrong(key, fact, data)
        {
            self.answer(cause, answer, from);
        }
        let Some(requires) = &fact.requires else { return };
        if reading.get(&requires.key).is_none_or(|data| data.shown() != requires.value) {
            let does = format!("uses it only with `{}: {}`", requires.key, requires.value);
            self.push(Cause::NoEffect(key.to_owned()), Effect::Noted, does, from);
        }
    }
}

/// What is wrong with the type of a value; an empty one has none.
fn wrong(key: &str, fact: &Key, data: &Data) -> Option<Cause> {
    let fits = *data == Data::Null || fact.types.iter().any(|wanted| is(*wanted, data));
    let inner = |inner: &Data| fact.inner.is_none_or(|wanted| *inner == Data::Null || is(wanted, inner));
    match data {
        Data::Map(values) if fits => {
            let odd = values.iter().find(|(_, value)| !inner(value));
            odd.map(|(inner_key, _)| Cause::Type(format!("{key}.{inner_key}")))
        }
        Data::List(items) if fits => items.iter().any(|item| !inner(item)).then(|| Cause::Type(key.to_owned())),
        _ if fits => None,
        Data::Boolean(_) | Data::Number(_) | Data::Date(_) if fact.types == [Type::Text] => {
            Some(Cause::NotText(key.to_owned()))
        }
        _ => Some(Cause::Type(key.to_owned())),
    }
}

fn is(wanted: Type, data: &Data) -> bool {
    match wanted {
        Type::Text => matches!(data, Data::Text(_)),
        Type::Scalar => !matches!(data, Data::List(_) | Data::Map(_)),
        Type::Boolean => matches!(data, Data::Boolean(_)),
        Type::Number => matches!(data, Data::Number(_)),
        Type::List => matches!(data, Data::List(_)),
        Type::Map => matches!(data, Data::Map(_)),
    }
}
