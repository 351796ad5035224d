//! The two skill tools that this program runs itself: what is told of them comes from the functions that run them.

use std::sync::Arc;

use super::cut;
use super::library::Values;
use super::read::{Lenient, Raw, Source, by_lines};
use super::{Data, Library, Outcome};
use crate::skill::front_matter;

/// The list/read tool: single lines.
pub(super) fn single_line(source: &Source<'_>) -> Raw {
    let read = front_matter::read(source.text(), front_matter::Reader::Lines);
    by_lines(cut::regex(source.text(), true), |_| Some(named(read.name, read.description)))
}

/// The load tool: YAML 1.2, and after an error its own lines.
pub(super) fn toolnexus(source: &Source<'_>) -> Raw {
    let mut first = source.yaml(Library::Yaml, cut::regex(source.text(), false), Lenient::No);
    // It does not break lines at a CR alone, which our parser does.
    if first.outcome == Outcome::Read && has_lone_cr(source.text()) {
        let taken = front_matter::read(source.text(), front_matter::Reader::Yaml);
        let is_broken = taken.fault.is_some() && taken.name.is_none();
        return if is_broken { Raw::without(Outcome::Broken) } else { Raw::read(named(taken.name, taken.description)) };
    }
    let is_number = |(_, data): &(Arc<str>, Data)| matches!(data, Data::Number(_));
    if first.outcome != Outcome::Broken && !first.values.iter().any(is_number) {
        return first;
    }
    let taken = front_matter::read(source.text(), front_matter::Reader::Yaml);
    if first.outcome == Outcome::Broken {
        return if taken.name.is_some() { Raw::read(named(taken.name, taken.description)) } else { first };
    }
    // A number is shown as JavaScript writes it: `1.0` as `1`.
    for (key, text) in [("name", taken.name), ("description", taken.description)] {
        let value = Arc::make_mut(&mut first.values).iter_mut().find(|(own, _)| **own == *key);
        if let (Some((_, Data::Number(number))), Some(text)) = (value, text) {
            *number = text.into();
        }
    }
    first
}

fn has_lone_cr(text: &str) -> bool {
    memchr::memchr_iter(b'\r', text.as_bytes()).any(|at| text.as_bytes().get(at + 1) != Some(&b'\n'))
}

fn named(name: Option<String>, description: Option<String>) -> Values {
    let pair = |key: &str, value: Option<String>| Some((key.into(), Data::Text(value?.into())));
    [pair("name", name), pair("description", description)].into_iter().flatten().collect()
}
