use std::sync::Arc;

use super::facts::{Answer, Host, Instead, Length, NameIs, Type, Unit};
use super::{Cause, Data, Effect, Outcome, Reading, Readings, Reason, Subject, Verdict};

/// What a host makes of a skill, told from the table's facts.
///
/// A skill that the host does not find has that one reason only: nothing else in it matters there.
pub fn verdict(host: &'static Host, subject: &Subject<'_>, readings: &Readings<'_>) -> Verdict {
    let mut judge = Judge { host, subject, verdict: Verdict::new(&host.id), body: None };
    if !judge.finds() {
        judge.verdict.loads = Some(false);
        return judge.verdict;
    }
    match &host.reader {
        Some(reader) => judge.read(readings.get(reader.id)),
        None => judge.verdict.loads = None,
    }
    judge.finish()
}

impl Verdict {
    fn new(host: &'static str) -> Self {
        Verdict { host, loads: Some(true), name: None, description: None, listed: None, reasons: Vec::new() }
    }
}

struct Judge<'a> {
    host: &'static Host,
    subject: &'a Subject<'a>,
    verdict: Verdict,
    /// The name, for clauses.
    body: Option<Arc<str>>,
}

impl Judge<'_> {
    /// Whether the host gets to see the skill at all.
    fn finds(&mut self) -> bool {
        let host = self.host;
        if !self.has_entry_name() {
            self.lost(Cause::FileName, format!("looks for `{}` only", host.file.names[0]), &host.file.from);
            return false;
        }
        let Some(place) = self.subject.place else { return true };
        if let (true, Some(roots)) = (host.leaves_out(place.root, place.scope), &host.roots) {
            self.lost(Cause::Root, format!("does not read `{}`", place.root), &roots.from);
            return false;
        }
        if let Some(depth) = &host.depth {
            let stands = place.depth();
            if stands < depth.min || depth.max.is_some_and(|max| stands > max) {
                self.lost(Cause::Depth, depth_clause(depth.min, depth.max), &depth.from);
                return false;
            }
        }
        if let Some(links) = &host.links {
            if place.linked_directory && links.directory == Some(false) {
                self.lost(Cause::Linked, "does not follow a link to a skill's directory".to_owned(), &links.from);
                return false;
            }
            if place.linked_entry && links.file == Some(false) {
                self.lost(Cause::Linked, format!("skips a `{}` that is a link", self.subject.entry), &links.from);
                return false;
            }
        }
        true
    }

    fn has_entry_name(&self) -> bool {
        let file = &self.host.file;
        let entry = self.subject.entry;
        let same = |name: &String| match file.exact_case {
            Some(true) if file.suffix => entry.ends_with(name),
            // Where it is not known whether letter case counts, it depends on the file system.
            Some(true) => name == entry,
            _ => name.eq_ignore_ascii_case(entry),
        };
        file.names.iter().any(same)
    }

    fn read(&mut self, reading: &Reading) {
        let Some(fact) = &self.host.reader else { return };
        if let Some(limits) = &self.host.limits
            && let Some(max) = limits.file_bytes.filter(|max| self.subject.bytes > *max)
        {
            self.lost(Cause::FileTooLarge, format!("does not load files above {} bytes", grouped(max)), &limits.from);
        }
        let why = reading.why.clone();
        match reading.outcome {
            Outcome::Unknown => self.verdict.loads = None,
            Outcome::Broken => match &fact.broken {
                Some(answer) => {
                    self.answer(why.unwrap_or(Cause::Yaml), answer, &fact.from);
                    if answer.effect != Effect::Lost {
                        self.name(reading, None);
                        self.verdict.description = self.instead(answer, "");
                    }
                }
                None => self.verdict.loads = None,
            },
            Outcome::NoFrontMatter => {
                if let Some(answer) = &fact.absent {
                    self.answer(why.clone().unwrap_or(Cause::NoFrontMatter), answer, &fact.from);
                    return;
                }
                let why = why.unwrap_or(Cause::NoFrontMatter);
                self.name(reading, Some(&why));
                self.description(reading, Some(&why));
            }
            Outcome::Read => {
                self.name(reading, None);
                self.description(reading, None);
                self.keys(reading);
            }
        }
    }

    fn name(&mut self, reading: &Reading, why: Option<&Cause>) {
        let facts = &self.host.name;
        let directory = self.subject.directory;
        let given = match reading.get("name") {
            Some(Data::Text(text)) if !text.is_empty() => text.clone(),
            Some(Data::Number(text)) => text.clone(),
            None | Some(Data::Null | Data::Text(_)) => {
                let cause = why.cloned().unwrap_or(Cause::NameMissing);
                match &facts.missing {
                    Some(answer) => {
                        self.answer(cause, answer, &facts.from);
                        self.verdict.name = self.instead(answer, "");
                    }
                    None if facts.required == Some(true) => self.verdict.loads = None,
                    None => {}
                }
                if matches!(facts.is, Some(NameIs::Directory)) {
                    self.verdict.name = Some(directory.into());
                }
                return;
            }
            Some(_) => {
                self.verdict.loads = None;
                return;
            }
        };
        self.body = Some(given.clone());
        self.verdict.name = match facts.is {
            Some(NameIs::FrontMatter) => Some(given.clone()),
            Some(NameIs::Directory) => Some(directory.into()),
            Some(NameIs::Path) => Some(self.subject.place.map_or(directory, |place| place.path).into()),
            None => None,
        };
        if let Some(pattern) = &facts.pattern
            && !super::pattern::matches(pattern, &given)
        {
            match &pattern.otherwise {
                Some(answer) => {
                    self.answer(Cause::NameForm, answer, &pattern.from);
                    if answer.instead == Some(Instead::Hyphens) {
                        self.verdict.name = Some(super::pattern::with_hyphens(&given).into());
                    }
                }
                None => self.unknown(),
            }
        }
        if let Some(length) = &facts.length {
            self.length(Cause::NameTooLong, length, &given, 0);
        }
        if let Some(fact) = &facts.matches_directory {
            let same = if fact.ignore_case { given.eq_ignore_ascii_case(directory) } else { *given == *directory };
            match &fact.otherwise {
                _ if same => {}
                Some(answer) => {
                    self.answer(Cause::NameDiffers, answer, &fact.from);
                    if answer.instead.is_some() {
                        self.verdict.name = self.instead(answer, &given);
                    }
                }
                None if fact.required => self.unknown(),
                None => {}
            }
        }
        if let Some(fact) = &facts.reserved {
            let lower = given.to_lowercase();
            let word = fact.words.iter().find(|word| if fact.whole { lower == **word } else { lower.contains(*word) });
            match (&fact.otherwise, word) {
                (_, None) => {}
                (Some(answer), Some(_)) => self.answer(Cause::NameReserved, answer, &fact.from),
                (None, Some(_)) => self.unknown(),
            }
        }
        if let Some(fact) = &facts.markup
            && super::pattern::has_markup(fact.kind, &given)
        {
            self.answer(Cause::Markup("name".to_owned()), &fact.otherwise, &fact.from);
        }
    }

    fn description(&mut self, reading: &Reading, why: Option<&Cause>) {
        let facts = &self.host.description;
        let given = match reading.get("description") {
            Some(Data::Text(text)) if !text.trim().is_empty() || facts.empty_is_enough => text.clone(),
            None | Some(Data::Null | Data::Text(_)) => {
                let multi_line = reading.differs.iter().find(|cause| **cause == Cause::MultiLine("description".into()));
                let cause = why.or(multi_line).cloned().unwrap_or(Cause::DescriptionMissing);
                match &facts.missing {
                    Some(answer) => {
                        self.answer(cause, answer, &facts.from);
                        self.verdict.description = self.instead(answer, "");
                    }
                    None if facts.required == Some(true) => self.unknown(),
                    None => {}
                }
                return;
            }
            Some(_) => {
                self.verdict.loads = None;
                return;
            }
        };
        self.verdict.description = Some(given.clone());
        if let Some(length) = &facts.length {
            let more = length.with.as_ref().and_then(|key| reading.get(key)).and_then(Data::text);
            let more = more.map_or(0, |text| measure(length.unit, text));
            if let Some(cut) = self.length(Cause::DescriptionTooLong, length, &given, more) {
                self.verdict.description = Some(cut);
            }
        }
        if let Some(fact) = &facts.markup
            && super::pattern::has_markup(fact.kind, &given)
        {
            self.answer(Cause::Markup("description".to_owned()), &fact.otherwise, &fact.from);
        }
    }

    fn keys(&mut self, reading: &Reading) {
        let host = self.host;
        for (key, data) in &reading.values {
            let Some(fact) = host.keys.list.get(&**key) else {
                let unknown = host.unknown_keys.as_ref();
                if let Some(fact) = unknown
                    && fact.only.as_ref().is_none_or(|only| only.iter().any(|own| **own == **key))
                {
                    self.answer(
                        Cause::UnknownKey(key.to_string()),
                        &fact.otherwise,
                        fact.from.as_deref().unwrap_or_default(),
                    );
                }
                continue;
            };
            if let Some(answer) = &fact.wrong
                && !fact.types.iter().any(|wanted| has_type(*wanted, data))
            {
                self.answer(Cause::Type(key.to_string()), answer, &host.keys.from);
            }
            if let Some(requires) = &fact.requires
                && reading.get(&requires.key).and_then(Data::text).is_none_or(|text| **text != *requires.value)
            {
                let does = format!("uses it only with `{}: {}`", requires.key, requires.value);
                self.push(Cause::NoEffect(key.to_string()), Effect::Noted, does, &host.keys.from);
            }
        }
        if let Some(length) = host.compatibility.as_ref().map(|fact| &fact.length)
            && let Some(text) = reading.get("compatibility").and_then(Data::text)
        {
            self.length(Cause::CompatibilityTooLong, length, text, 0);
        }
        let boolean = |key: &str| host.keys.list.get(key).and_then(|_| reading.get(key)).cloned();
        let hidden = boolean("disable-model-invocation") == Some(Data::Boolean(true));
        if hidden {
            self.verdict.listed = Some(false);
        }
        if hidden && boolean("user-invocable") == Some(Data::Boolean(false)) {
            let does = "offers it neither to the model nor to the user".to_owned();
            self.push(Cause::Unreachable, Effect::Differs, does, &host.keys.from);
        }
    }

    /// Gives what is left of a value that is too long, where the host cuts it.
    fn length(&mut self, cause: Cause, length: &Length, value: &str, more: usize) -> Option<Arc<str>> {
        let max = length.max?;
        if fits(length.unit, value, max.saturating_sub(more)) {
            return None;
        }
        let certain = length.unit.is_some() || value.chars().count() > max;
        let Some(answer) = length.otherwise.as_ref().filter(|_| certain) else {
            self.unknown();
            return None;
        };
        let does = answer.does.replace("{max}", &grouped(max as u64));
        let source = answer.from.as_deref().unwrap_or(&length.from);
        self.push(cause, answer.effect, self.filled(&does), source);
        let left = answer.to.unwrap_or(max);
        (answer.instead == Some(Instead::Cut)).then(|| {
            let mut cut = prefix(length.unit, value, left).to_owned();
            cut += answer.ending.as_deref().unwrap_or("");
            cut.into()
        })
    }

    fn instead(&self, answer: &Answer, given: &str) -> Option<Arc<str>> {
        match answer.instead? {
            Instead::Directory => Some(self.subject.directory.into()),
            Instead::Path => Some(self.subject.place.map_or(self.subject.directory, |place| place.path).into()),
            Instead::Name => self.verdict.name.clone(),
            Instead::Empty => Some("".into()),
            Instead::Cut | Instead::Hyphens | Instead::WithoutTags => Some(given.into()),
            Instead::Body | Instead::Unknown => None,
        }
    }

    fn answer(&mut self, cause: Cause, answer: &Answer, from: &str) {
        if let Some(listed) = answer.listed {
            self.verdict.listed = Some(listed);
        }
        if answer.quiet {
            return;
        }
        let source = answer.from.as_deref().unwrap_or(from);
        self.push(cause, answer.effect, self.filled(&answer.does), source);
    }

    fn filled(&self, does: &str) -> String {
        if !does.contains('{') {
            return does.to_owned();
        }
        let directory = self.subject.directory;
        does.replace("{directory}", directory)
            .replace("{path}", self.subject.place.map_or(directory, |place| place.path))
            .replace("{name}", self.body.as_deref().unwrap_or_default())
    }

    fn lost(&mut self, cause: Cause, does: String, source: &str) {
        self.push(cause, Effect::Lost, does, source);
    }

    fn push(&mut self, cause: Cause, effect: Effect, does: String, source: &str) {
        // One cause, one reason: the worst.
        match self.verdict.reasons.iter_mut().find(|reason| reason.cause == cause) {
            Some(reason) if reason.effect <= effect => {}
            Some(reason) => (reason.effect, reason.does) = (effect, does),
            None => {
                let source = self.host.source(source);
                self.verdict.reasons.push(Reason { cause, effect, does, source });
            }
        }
    }

    /// A fact on which it hangs whether the skill loads is not known.
    fn unknown(&mut self) {
        self.verdict.loads = None;
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

fn depth_clause(min: usize, max: Option<usize>) -> String {
    match (min, max) {
        (1, Some(1)) => "looks only in the directories right in the root".to_owned(),
        (0, Some(1)) => "looks only in the root and the directories right in it".to_owned(),
        (_, Some(max)) => format!("looks at most {max} directories below the root"),
        (min, None) => format!("looks only {min} directories below the root and deeper"),
    }
}

fn has_type(wanted: Type, data: &Data) -> bool {
    matches!(
        (wanted, data),
        (Type::Text, Data::Text(_))
            | (Type::Boolean, Data::Boolean(_))
            | (Type::Number, Data::Number(_))
            | (Type::List, Data::List(_))
            | (Type::Map, Data::Map(_))
    )
}

/// The length of a text; without a unit, in bytes, the most that any unit gives.
fn measure(unit: Option<Unit>, text: &str) -> usize {
    match unit {
        Some(Unit::Characters) => text.chars().count(),
        Some(Unit::Utf16) => crate::text::utf16_len(text),
        Some(Unit::Bytes) | None => text.len(),
    }
}

fn fits(unit: Option<Unit>, text: &str, max: usize) -> bool {
    text.len() <= max || measure(unit, text) <= max
}

fn prefix(unit: Option<Unit>, text: &str, max: usize) -> &str {
    let end = match unit {
        Some(Unit::Utf16) => crate::text::utf16_cut(text, max),
        Some(Unit::Bytes) => (0..=max.min(text.len())).rev().find(|at| text.is_char_boundary(*at)),
        Some(Unit::Characters) | None => text.char_indices().nth(max).map(|(at, _)| at),
    };
    text.get(..end.unwrap_or(text.len())).unwrap_or(text)
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
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
    use crate::hosts::{Place, Scope, find};
    use crate::skill::Document;

    fn judged(id: &str, front: &str, directory: &str) -> Verdict {
        let text = format!("---\n{front}---\nBody\n");
        let document = Document::new(text.as_str(), None);
        let place = Place {
            root: ".agents/skills",
            scope: Scope::Given,
            path: directory,
            linked_directory: false,
            linked_entry: false,
        };
        let subject =
            Subject { document: &document, directory, entry: "SKILL.md", place: Some(place), bytes: text.len() as u64 };
        verdict(find(id).unwrap(), &subject, &Readings::new(&document))
    }

    fn told(verdict: &Verdict) -> Vec<(Cause, Effect)> {
        verdict.reasons.iter().map(|reason| (reason.cause.clone(), reason.effect)).collect()
    }

    #[test]
    fn a_plain_skill_is_plain_everywhere() {
        for host in crate::hosts::table() {
            let verdict = judged(&host.id, "name: pdf-forms\ndescription: Fills in forms.\n", "pdf-forms");
            assert_eq!(verdict.reasons, [], "{}", host.id);
            assert_ne!(verdict.loads, Some(false), "{}", host.id);
            if host.reader.is_some() && host.name.is.is_some() {
                assert_eq!(verdict.name.as_deref(), Some("pdf-forms"), "{}", host.id);
                assert_eq!(verdict.description.as_deref(), Some("Fills in forms."), "{}", host.id);
                assert_eq!((verdict.loads, verdict.listed), (Some(true), Some(true)), "{}", host.id);
            }
        }
    }

    #[test]
    fn a_name_that_is_not_the_directory_s() {
        let front = "name: forms\ndescription: Fills in forms.\n";
        let cases = [
            ("codex", Some(true), Some("forms"), vec![]),
            ("vscode", Some(true), Some("pdf"), vec![(Cause::NameDiffers, Effect::Differs)]),
            ("roo-code", Some(false), None, vec![(Cause::NameDiffers, Effect::Lost)]),
            ("pi", Some(true), Some("forms"), vec![(Cause::NameDiffers, Effect::Noted)]),
            // Its documentation wants them equal and does not say what happens otherwise.
            ("cursor", None, None, vec![]),
        ];
        for (id, loads, name, reasons) in cases {
            let verdict = judged(id, front, "pdf");
            assert_eq!((verdict.loads, verdict.name.as_deref()), (loads, name), "{id}");
            assert_eq!(told(&verdict), reasons, "{id}");
        }
        assert_eq!(judged("vscode", front, "pdf").reasons[0].does, "uses the directory's name `pdf` instead");
    }

    #[test]
    fn a_long_description_in_each_unit() {
        // 1,000 characters, 2,000 UTF-16 units, 4,000 bytes.
        let front = format!("name: a\ndescription: {}\n", "🦀".repeat(1000));
        let left = |id| judged(id, &front, "a").description.map(|text| text.chars().count());
        assert_eq!(left("codex"), Some(1000));
        assert_eq!(left("vscode"), Some(512));
        assert_eq!(told(&judged("zed", &front, "a")), [(Cause::DescriptionTooLong, Effect::Lost)]);
        let longer = format!("name: a\ndescription: {}\n", "x".repeat(2000));
        let codex = judged("codex", &longer, "a").description.unwrap();
        assert_eq!((codex.len(), codex.ends_with("x…")), (1021 + "…".len(), true));
        assert_eq!(judged("claude-code", &longer, "a").description.map(|text| text.len()), Some(1536));
        assert_eq!(judged("gemini-cli", &longer, "a").reasons, []);
    }

    #[test]
    fn a_skill_that_is_not_found_has_one_reason() {
        let document = Document::new("no front matter", None);
        let readings = Readings::new(&document);
        let at = |root, path, entry| Subject {
            document: &document,
            directory: "a",
            entry,
            place: Some(Place { root, scope: Scope::Project, path, linked_directory: true, linked_entry: true }),
            bytes: 15,
        };
        let cases = [
            ("codex", at(".claude/skills", "a", "SKILL.md"), Cause::Root, "does not read `.claude/skills`"),
            (
                "zed",
                at(".agents/skills", "group/a", "SKILL.md"),
                Cause::Depth,
                "looks only in the directories right in the root",
            ),
            ("codex", at(".agents/skills", "a", "SKILL.md"), Cause::Linked, "skips a `SKILL.md` that is a link"),
            ("claude-code", at(".claude/skills", "a", "skill.md"), Cause::FileName, "looks for `SKILL.md` only"),
        ];
        for (id, subject, cause, does) in cases {
            let verdict = verdict(find(id).unwrap(), &subject, &readings);
            assert_eq!(verdict.loads, Some(false), "{id}");
            assert_eq!(verdict.reasons.len(), 1, "{id}");
            assert_eq!((&verdict.reasons[0].cause, verdict.reasons[0].does.as_str()), (&cause, does), "{id}");
            assert!(verdict.reasons[0].source.starts_with("https://"), "{id}");
        }
    }

    #[test]
    fn keys_that_a_host_does_not_know() {
        let front = "name: a\ndescription: b\nversion: 1.0.0\nagent: x\nuser-invocable: false\ndisable-model-invocation: true\n";
        let version = Cause::UnknownKey("version".to_owned());
        assert!(told(&judged("skills-ref", front, "a")).contains(&(version.clone(), Effect::Lost)));
        assert!(told(&judged("codex", front, "a")).contains(&(version.clone(), Effect::Noted)));
        let claude = judged("claude-code", front, "a");
        assert_eq!(
            told(&claude),
            [(Cause::Unreachable, Effect::Differs), (Cause::NoEffect("agent".to_owned()), Effect::Noted)]
        );
        assert_eq!(claude.listed, Some(false));
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(["1", "1024", "102400"].map(|n| grouped(n.parse().unwrap())), ["1", "1,024", "102,400"]);
    }
}
