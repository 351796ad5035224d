use std::fmt;

use super::facts::{Length, Unit};
use super::length::{grouped, measure};
use super::{Cause, Host};

/// How much of a limit a value uses.
#[derive(Clone, Debug)]
pub struct Room {
    /// Whose limit it is.
    pub host: &'static Host,
    /// The key whose value it is.
    pub key: &'static str,
    /// What the value takes, together with what counts with it.
    pub used: usize,
    /// What there is.
    pub max: usize,
    /// The unit of both; where it is not known, characters are counted.
    pub unit: Option<Unit>,
    /// Another key whose value counts as well.
    pub with: Option<&'static str>,
}

impl Room {
    pub(super) fn of(
        host: &'static Host,
        cause: &Cause,
        length: &'static Length,
        max: usize,
        value: &str,
        more: usize,
    ) -> Self {
        let key = match cause {
            Cause::NameTooLong => "name",
            Cause::CompatibilityTooLong => "compatibility",
            _ => "description",
        };
        let used = measure(length.unit.or(Some(Unit::Characters)), value) + more;
        Room { host, key, used, max, unit: length.unit, with: length.with.as_deref() }
    }

    /// Whether it is more than there is.
    pub fn is_over(&self) -> bool {
        self.used > self.max
    }
}

/// `412 of 1,024 characters`.
impl fmt::Display for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.unit {
            Some(Unit::Characters) => " characters",
            Some(Unit::Utf16) => " UTF-16 units",
            Some(Unit::Bytes) => " bytes",
            None => "",
        };
        write!(f, "{} of {}{unit}", grouped(self.used), grouped(self.max))
    }
}

#[cfg(test)]
mod tests {
    use crate::hosts::{Cause, Readings, Subject, find, rooms, table, verdict};
    use crate::skill::Document;

    fn asked<T>(text: &str, ask: impl Fn(&Subject<'_>, &Readings<'_>) -> T) -> T {
        let document = Document::new(text, None);
        let readings = Readings::new(&document);
        let bytes = text.len() as u64;
        ask(&Subject { document: &document, directory: "demo", entry: "SKILL.md", place: None, bytes }, &readings)
    }

    #[test]
    fn each_host_counts_in_its_own_unit() {
        let text = "---\nname: demo\ndescription: \" 🦀é \"\nwhen_to_use: abc\n---\n";
        let shown = |id: &str| {
            let found = asked(text, |subject, readings| rooms(find(id).unwrap(), subject, readings));
            found.iter().map(|room| format!("{} {room}", room.key)).collect::<Vec<_>>()
        };
        assert_eq!(shown("codex"), ["name 4 of 64 characters", "description 2 of 1,024 characters"]);
        assert_eq!(shown("zed"), ["name 4 of 64 bytes", "description 6 of 1,024 bytes"]);
        assert_eq!(shown("vscode"), ["name 4 of 64 UTF-16 units", "description 3 of 1,024 UTF-16 units"]);
        assert_eq!(shown("claude-code"), ["description 5 of 1,536 characters"]);
    }

    #[test]
    fn what_is_over_is_what_has_a_reason() {
        for (name, description) in [(64, 1024), (65, 1025), (64, 1536), (65, 1537)] {
            for letter in ["x", "é", "🦀"] {
                let text = format!(
                    "---\nname: {}\ndescription: {}\ncompatibility: {}\n---\n",
                    "n".repeat(name),
                    letter.repeat(description),
                    letter.repeat(501)
                );
                for host in table() {
                    let verdict = asked(&text, |subject, readings| verdict(host, subject, readings));
                    for room in asked(&text, |subject, readings| rooms(host, subject, readings)) {
                        let cause = match room.key {
                            "name" => Cause::NameTooLong,
                            "compatibility" => Cause::CompatibilityTooLong,
                            _ => Cause::DescriptionTooLong,
                        };
                        let said = verdict.reasons.iter().any(|reason| reason.cause == cause);
                        // Without a unit, or an effect, that is known there is nothing to say.
                        assert!(said == room.is_over() || !said, "{}: {room}", host.id);
                        assert!(
                            said || !room.is_over() || room.unit.is_none() || verdict.loads.is_none(),
                            "{}: {room}",
                            host.id
                        );
                    }
                }
            }
        }
    }
}
