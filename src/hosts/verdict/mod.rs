//! What a host makes of a skill, told from the table's facts.

mod find;
mod keys;
#[cfg(test)]
mod tests;
mod values;

use std::sync::Arc;

use super::facts::{Answer, Instead};
use super::length::grouped;
use super::{Cause, Effect, Host, Outcome, Reading, Readings, Reason, Room, Subject, Verdict};

/// What `host` makes of a skill.
///
/// A skill that the host does not find has that one reason only: nothing else in it matters there. A fact that is not
/// known gives no reason; where something hangs on it, [`Verdict::loads`] is `None`.
pub fn verdict(host: &'static Host, subject: &Subject<'_>, readings: &Readings<'_>) -> Verdict {
    let verdict = Verdict {
        host: &host.id,
        loads: Some(true),
        name: None,
        description: None,
        listed: None,
        reasons: Vec::new(),
        open: None,
    };
    let mut judge = Judge { host, subject, readings, verdict, name: None, rooms: None };
    if !judge.finds() {
        judge.verdict.loads = Some(false);
        return judge.verdict;
    }
    judge.all();
    judge.finish()
}

/// How much of each limit of `host` a skill's values use, counted as the verdict counts. Nothing for a skill that the host
/// does not find, nor for values that it does not get to.
pub fn rooms(host: &'static Host, subject: &Subject<'_>, readings: &Readings<'_>) -> Vec<Room> {
    let verdict = Verdict {
        host: &host.id,
        loads: None,
        name: None,
        description: None,
        listed: None,
        reasons: Vec::new(),
        open: None,
    };
    let mut judge = Judge { host, subject, readings, verdict, name: None, rooms: Some(Vec::new()) };
    if judge.finds() {
        judge.all();
    }
    judge.rooms.unwrap_or_default()
}

struct Judge<'a> {
    host: &'static Host,
    subject: &'a Subject<'a>,
    readings: &'a Readings<'a>,
    verdict: Verdict,
    /// The front matter's name, for clauses.
    name: Option<Arc<str>>,
    /// The limits met so far, where they are asked for.
    rooms: Option<Vec<Room>>,
}

impl Judge<'_> {
    fn all(&mut self) {
        match self.host.reader.as_ref().map(|reader| self.readings.get(reader.id)).or(self.readings.plain()) {
            Some(reading) => self.read(reading),
            None => self.unknown(None),
        }
        self.output();
    }

    fn read(&mut self, reading: &Reading) {
        let host = self.host;
        if let Some(limits) = &host.limits
            && let Some(max) = limits.file_bytes.filter(|max| self.subject.bytes > *max)
        {
            let does = format!("does not load files above {} bytes", grouped(max));
            self.push(Cause::FileTooLarge, Effect::Lost, does, &limits.from);
        }
        let reader = host.reader.as_ref();
        match reading.outcome {
            Outcome::Unknown => {
                let is_broken = self.subject.document.yaml.error.is_some();
                self.unknown(reading.why.as_ref().or(is_broken.then_some(&Cause::Yaml)));
            }
            Outcome::Read => {
                self.name(reading, None);
                self.description(reading, None);
                self.keys(reading);
                let rest = self.subject.document.fences.closing.is_some_and(|closing| !closing.rest.is_empty());
                if let Some((answer, from)) =
                    reader.and_then(|reader| Some((reader.closing_rest.as_ref()?, &reader.from)))
                    && rest
                {
                    self.answer(Cause::ClosingFence, answer, from);
                }
            }
            Outcome::NoFrontMatter => {
                let why = reading.why.clone().unwrap_or(Cause::NoFrontMatter);
                match reader.and_then(|reader| Some((reader.absent.as_ref()?, &reader.from))) {
                    Some((answer, from)) => self.fails(why, answer, from),
                    None => {
                        self.name(reading, Some(&why));
                        self.description(reading, Some(&why));
                    }
                }
                self.behind(reading);
            }
            Outcome::Broken => match reader.and_then(|reader| Some((reader.broken.as_ref()?, &reader.from))) {
                Some((answer, from)) => {
                    self.fails(reading.why.clone().unwrap_or(Cause::Yaml), answer, from);
                    self.behind(reading);
                }
                None => self.unknown(Some(reading.why.as_ref().unwrap_or(&Cause::Yaml))),
            },
        }
    }

    /// What else the host would mind, if it were not for the cause that hides it: a reason each, so that all can be mended
    /// at once.
    fn behind(&mut self, reading: &Reading) {
        let Some(readings) = self.readings.behind(reading) else { return };
        let subject = Subject { document: readings.document(), ..*self.subject };
        if let Some(known) = &mut self.rooms {
            let mut behind = rooms(self.host, &subject, readings);
            behind.retain(|room| known.iter().all(|own| own.key != room.key));
            known.append(&mut behind);
            return;
        }
        let behind = verdict(self.host, &subject, readings).reasons;
        self.verdict.reasons.extend(behind.into_iter().filter(|reason| Some(&reason.cause) != reading.why.as_ref()));
    }

    /// The reader gives the host nothing.
    fn fails(&mut self, cause: Cause, answer: &Answer, from: &str) {
        self.answer(cause, answer, from);
        self.verdict.name = self.own_name();
        self.verdict.description = self.instead(answer, "");
    }

    fn instead(&self, answer: &Answer, given: &str) -> Option<Arc<str>> {
        match answer.instead? {
            Instead::Directory => Some(self.subject.directory.into()),
            Instead::Path => Some(self.path().into()),
            Instead::Name => self.verdict.name.clone(),
            Instead::Empty => Some("".into()),
            Instead::Hyphens => Some(super::pattern::with_hyphens(given).into()),
            Instead::WithoutTags => Some(super::pattern::without_tags(given).into()),
            Instead::Cut | Instead::Body | Instead::Unknown => None,
        }
    }

    /// The path of the skill below its root.
    fn path(&self) -> &str {
        self.subject.place.map(|place| place.path).filter(|path| !path.is_empty()).unwrap_or(self.subject.directory)
    }

    fn answer(&mut self, cause: Cause, answer: &Answer, from: &str) {
        if let Some(listed) = answer.listed {
            self.verdict.listed = Some(listed);
        }
        if !answer.quiet {
            let source = answer.from.as_deref().unwrap_or(from);
            self.push(cause, answer.effect, self.filled(&answer.does), source);
        }
    }

    /// A clause with values for its placeholders.
    fn filled(&self, does: &str) -> String {
        if !does.contains('{') {
            return does.to_owned();
        }
        does.replace("{directory}", self.subject.directory)
            .replace("{path}", self.path())
            .replace("{name}", self.name.as_deref().unwrap_or_default())
    }

    /// One cause is one reason: the worst that is said of it.
    fn push(&mut self, cause: Cause, effect: Effect, does: String, source: &str) {
        let source = self.host.source(source);
        if matches!(cause, Cause::UnknownKey(_)) {
            // Each key comes once.
            self.verdict.reasons.push(Reason { cause, effect, does, source });
            return;
        }
        match self.verdict.reasons.iter_mut().find(|reason| reason.cause == cause) {
            Some(reason) if reason.effect <= effect => {}
            Some(reason) => *reason = Reason { cause, effect, does, source },
            None => self.verdict.reasons.push(Reason { cause, effect, does, source }),
        }
    }

    /// A fact on which it hangs whether the skill loads, and how, is not known: what the host does about a cause, or how it
    /// reads front matter at all.
    fn unknown(&mut self, cause: Option<&Cause>) {
        self.verdict.loads = None;
        let question = || cause.map_or_else(|| "how it reads this front matter".to_owned(), Cause::question);
        self.verdict.open.get_or_insert_with(question);
    }

    /// What breaks the form of what the model gets, where nothing is escaped.
    fn output(&mut self) {
        let Some(output) = &self.host.output else { return };
        let document = self.subject.document;
        let end = format!("</{}>", output.tag);
        if document.fences.body.slice(&document.text).contains(&end) {
            let does = format!("ends the skill at `{end}`; the model takes what follows for something else");
            self.push(Cause::BreaksOutput("body"), Effect::Differs, does, &output.from);
        }
        let contains = |text: Option<&Arc<str>>, what: &[char]| text.is_some_and(|text| text.trim().contains(what));
        if contains(self.verdict.name.as_ref(), &['"', '\n', '<', '>']) {
            let does = format!("writes it unescaped into `<{} name=\"…\">`", output.tag);
            self.push(Cause::BreaksOutput("name"), Effect::Differs, does, &output.from);
        }
        if output.list_by_lines && contains(self.verdict.description.as_ref(), &['\n']) {
            let does = "gives each skill one line of its list; the other lines stand there without a name".to_owned();
            self.push(Cause::BreaksOutput("description"), Effect::Differs, does, &output.from);
        }
    }

    fn finish(mut self) -> Verdict {
        self.verdict.reasons.sort_by_key(|reason| reason.effect);
        if self.verdict.reasons.first().is_some_and(|reason| reason.effect == Effect::Lost) {
            self.verdict.loads = Some(false);
        }
        match self.verdict.loads {
            Some(true) => self.verdict.listed = self.verdict.listed.or(Some(true)),
            Some(false) => {
                (self.verdict.name, self.verdict.description) = (None, None);
                self.verdict.listed = Some(false);
            }
            None => self.verdict.listed = None,
        }
        self.verdict
    }
}
