//! Values in order of the text, none with another's key; as quick with many thousand keys as with three.

use std::collections::HashMap;
use std::sync::Arc;

use super::Data;
use super::library::Values;

/// So many keys are found without help.
const FEW: usize = 16;

/// Values to which others come.
#[derive(Default)]
pub(super) struct ByKey {
    values: Values,
    /// Where each key stands, once there are more than a few.
    places: HashMap<Arc<str>, usize>,
}

impl ByKey {
    /// Adds a value, if there is none of that key.
    pub(super) fn keep_first(&mut self, key: impl Into<Arc<str>>, data: Data) {
        let key = key.into();
        if self.place(&key).is_none() {
            self.push(key, data);
        }
    }

    /// Adds a value; of one key, the last counts, at the place of the first.
    pub(super) fn keep_last(&mut self, key: impl Into<Arc<str>>, data: Data) {
        let key = key.into();
        match self.place(&key).and_then(|at| self.values.get_mut(at)) {
            Some((_, value)) => *value = data,
            None => self.push(key, data),
        }
    }

    pub(super) fn into_values(self) -> Values {
        self.values
    }

    fn place(&self, key: &str) -> Option<usize> {
        if self.places.is_empty() {
            self.values.iter().position(|(own, _)| **own == *key)
        } else {
            self.places.get(key).copied()
        }
    }

    fn push(&mut self, key: Arc<str>, data: Data) {
        self.values.push((key, data));
        let new = if self.values.len() > FEW { self.places.len().. } else { self.values.len().. };
        for (at, (key, _)) in self.values.iter().enumerate().skip(new.start) {
            self.places.insert(key.clone(), at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_keys_are_kept_as_few_are() {
        let (mut first, mut last) = (ByKey::default(), ByKey::default());
        let data = |at: usize| Data::Text(at.to_string().into());
        for at in 0..300 {
            first.keep_first((at % 100).to_string(), data(at));
            last.keep_last((at % 100).to_string(), data(at));
        }
        let expected = |from: usize| (0..100).map(|at| (at.to_string().into(), data(from + at))).collect::<Values>();
        assert_eq!(first.into_values(), expected(0));
        assert_eq!(last.into_values(), expected(200));
    }
}
