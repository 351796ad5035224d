use std::borrow::Cow;
use std::sync::Arc;

use super::Judge;
use crate::hosts::facts::{Answer, Instead, Length, NameIs, Take};
use crate::hosts::length::{self, grouped};
use crate::hosts::{Cause, Data, Effect, Reading, Room, pattern};
use crate::syntax::fields;

/// What a host has for the name or the description.
enum Given {
    Text(Arc<str>),
    /// Nothing, or something that is as good as nothing.
    Missing(Option<Cause>),
    /// Something for which it gives the whole skill up.
    Refused(Cause),
    /// What it does with this is not known.
    Unknown(Cause),
}

impl Judge<'_> {
    fn given(&self, reading: &Reading, key: &'static str) -> Given {
        let difference = || reading.difference(key).cloned();
        // To whom blanks count, they are a text.
        let keeps_blanks = self.host.description.keeps_blanks;
        let types = self.host.reader.as_ref().and_then(|reader| reader.other_types.as_ref());
        match reading.get(key) {
            Some(Data::Text(text)) if !fields::trim(text).is_empty() || (keeps_blanks && !text.is_empty()) => {
                Given::Text(text.clone())
            }
            None | Some(Data::Null | Data::Text(_)) => Given::Missing(difference()),
            Some(data @ (Data::Boolean(_) | Data::Number(_) | Data::Date(_))) => {
                let cause = difference().unwrap_or(Cause::NotText(key.to_owned()));
                taken(types.and_then(|types| types.scalar), cause, data)
            }
            Some(data @ (Data::List(_) | Data::Map(_))) => {
                let cause = difference().unwrap_or(Cause::Type(key.to_owned()));
                taken(types.and_then(|types| types.collection), cause, data)
            }
        }
    }

    /// The name by which the host goes, when the front matter's does not matter.
    pub(super) fn own_name(&self) -> Option<Arc<str>> {
        match self.host.name.is {
            Some(NameIs::Directory) => Some(self.subject.directory.into()),
            Some(NameIs::Path) => Some(self.path().into()),
            Some(NameIs::FrontMatter) | None => None,
        }
    }

    /// Judges the name; without front matter, for `why`.
    pub(super) fn name(&mut self, reading: &Reading, why: Option<&Cause>) {
        let facts = &self.host.name;
        match self.given(reading, "name") {
            Given::Text(text) => {
                self.difference(reading, "name", &text, facts.is == Some(NameIs::FrontMatter));
                let kept = self.host.description.keeps_blanks;
                self.given_name(if kept { text } else { fields::trim(&text).into() });
            }
            Given::Missing(cause) => {
                let cause = why.cloned().or(cause).unwrap_or(Cause::NameMissing);
                self.verdict.name = self.own_name();
                match &facts.missing {
                    Some(answer) => {
                        self.answer(cause, answer, &facts.from);
                        self.verdict.name = self.instead(answer, "").or_else(|| self.own_name());
                    }
                    None if facts.required == Some(true) => self.unknown(Some(&cause)),
                    None => {}
                }
            }
            Given::Refused(cause) => self.refuse(cause),
            Given::Unknown(cause) => self.unknown(Some(&cause)),
        }
    }

    fn given_name(&mut self, given: Arc<str>) {
        let facts = &self.host.name;
        self.name = Some(given.clone());
        self.verdict.name =
            self.own_name().or_else(|| facts.is.filter(|is| *is == NameIs::FrontMatter).map(|_| given.clone()));
        if let Some(pattern) = &facts.pattern
            && !pattern::matches(pattern, &given)
        {
            self.answer_for_name(Cause::NameForm, pattern.otherwise.as_ref(), &pattern.from, &given);
        }
        if let Some(length) = &facts.length
            && let Some(cut) = self.length(Cause::NameTooLong, length, &given, 0)
            && facts.is == Some(NameIs::FrontMatter)
        {
            self.verdict.name = Some(cut);
        }
        if let Some(fact) = &facts.matches_directory {
            let directory = self.subject.directory;
            let same = if fact.ignore_case { given.eq_ignore_ascii_case(directory) } else { *given == *directory };
            if !same && (fact.required || fact.otherwise.is_some()) {
                self.answer_for_name(Cause::NameDiffers, fact.otherwise.as_ref(), &fact.from, &given);
            }
        }
        if let Some(fact) = &facts.reserved
            && self.host.reserved_in(&given).is_some()
        {
            self.answer_for_name(Cause::NameReserved, fact.otherwise.as_ref(), &fact.from, &given);
        }
        if let Some(fact) = &facts.markup
            && pattern::has_markup(fact.kind, &given)
        {
            self.answer_for_name(Cause::Markup("name".to_owned()), Some(&fact.otherwise), &fact.from, &given);
        }
    }

    fn answer_for_name(&mut self, cause: Cause, answer: Option<&Answer>, from: &str, given: &str) {
        let Some(answer) = answer else { return self.unknown(Some(&cause)) };
        self.answer(cause, answer, from);
        if answer.instead.is_some() && self.own_name().is_none() {
            self.verdict.name = self.instead(answer, given);
        }
    }

    /// Judges the description; without front matter, for `why`.
    pub(super) fn description(&mut self, reading: &Reading, why: Option<&Cause>) {
        let facts = &self.host.description;
        match self.given(reading, "description") {
            Given::Text(text) => {
                self.difference(reading, "description", &text, true);
                self.given_description(reading, &text);
            }
            // An empty text is enough for some, not so nothing at all.
            Given::Missing(_) if facts.empty_is_enough && why.is_none() && reading.get("description").is_some() => {
                self.verdict.description = Some("".into());
            }
            Given::Missing(cause) => {
                let cause = why.cloned().or(cause).unwrap_or(Cause::DescriptionMissing);
                match &facts.missing {
                    Some(answer) => {
                        self.answer(cause, answer, &facts.from);
                        self.verdict.description = self.instead(answer, "");
                    }
                    None if facts.required == Some(true) => self.unknown(Some(&cause)),
                    None => {}
                }
            }
            Given::Refused(cause) => self.refuse(cause),
            Given::Unknown(cause) => self.unknown(Some(&cause)),
        }
    }

    fn given_description(&mut self, reading: &Reading, text: &Arc<str>) {
        let facts = &self.host.description;
        let counted: &str = if facts.keeps_blanks { text } else { fields::trim(text) };
        let mut shown: Arc<str> = if counted.len() == text.len() { text.clone() } else { counted.into() };
        if let Some(fact) = &facts.markup
            && pattern::has_markup(fact.kind, &shown)
        {
            self.answer(Cause::Markup("description".to_owned()), &fact.otherwise, &fact.from);
            shown = self.instead(&fact.otherwise, &shown).unwrap_or(shown);
        }
        if let Some(length) = &facts.length {
            let more = length.with.as_ref().and_then(|key| reading.get(key)).and_then(Data::text);
            let more = more.map_or(0, |text| length::measure(length.unit, text));
            if let Some(cut) = self.length(Cause::DescriptionTooLong, length, &shown, more) {
                shown = cut;
            }
        }
        self.verdict.description = Some(shown);
    }

    /// Gives what is left of a value that is too long, where the host cuts it. `more` units are taken by another key.
    pub(super) fn length(
        &mut self,
        cause: Cause,
        length: &'static Length,
        value: &str,
        more: usize,
    ) -> Option<Arc<str>> {
        let max = length.max?;
        if let Some(rooms) = &mut self.rooms {
            rooms.push(Room::of(self.host, &cause, length, max, value, more));
        }
        match (length::is_longer(length.unit, value, max.saturating_sub(more)), &length.otherwise) {
            (Some(false), _) => None,
            (Some(true), Some(answer)) => {
                let does = answer.does.replace("{max}", &grouped(max));
                let source = answer.from.as_deref().unwrap_or(&length.from);
                self.push(cause, answer.effect, self.filled(&does), source);
                let cut = length::prefix(length.unit, value, answer.to.unwrap_or(max));
                let ending = answer.ending.as_deref().unwrap_or("");
                (answer.instead == Some(Instead::Cut)).then(|| format!("{cut}{ending}").into())
            }
            _ => {
                self.unknown(Some(&cause));
                None
            }
        }
    }

    /// Tells that the reader has another text than the author meant.
    fn difference(&mut self, reading: &Reading, key: &str, text: &str, matters: bool) {
        let Some(cause) = reading.difference(key).filter(|_| matters) else { return };
        let from = self.host.reader.as_ref().map_or("", |reader| reader.from.as_str());
        let (effect, does) = match cause {
            Cause::Escape(_) => (Effect::Noted, format!("leaves the escapes in the {key} as they are")),
            _ => (Effect::Differs, format!("takes `{}` for the {key}", shortened(text))),
        };
        self.push(cause.clone(), effect, does, from);
    }

    /// The front matter as a whole is refused for this.
    fn refuse(&mut self, cause: Cause) {
        let Some(reader) = &self.host.reader else { return self.unknown(Some(&cause)) };
        let otherwise = reader.other_types.as_ref().and_then(|types| types.otherwise.as_ref());
        match otherwise.or(reader.broken.as_ref()) {
            Some(answer) => self.answer(cause, answer, &reader.from),
            None => self.unknown(Some(&cause)),
        }
    }
}

fn taken(take: Option<Take>, cause: Cause, data: &Data) -> Given {
    match take {
        Some(Take::Text) => Given::Text(data.shown().into()),
        Some(Take::Missing) => Given::Missing(Some(cause)),
        Some(Take::Broken) => Given::Refused(cause),
        None => Given::Unknown(cause),
    }
}

/// The beginning of a text on one line.
fn shortened(text: &str) -> Cow<'_, str> {
    const SHOWN: usize = 40;
    let line = text.trim().lines().next().unwrap_or("");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => Cow::Owned(format!("{}…", &line[..end])),
        None if line.len() < text.trim().len() => Cow::Owned(format!("{line}…")),
        None => Cow::Borrowed(line),
    }
}
