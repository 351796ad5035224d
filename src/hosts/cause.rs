use std::sync::Arc;

use serde::Deserialize;

use super::Feature;

/// What can make a host take a skill other than as it was meant. Rules find the place of a cause in the text, verdicts
/// say what a host does about it; this is the word they share.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// The text has no front matter at all.
    NoFrontMatter,
    /// A byte order mark stands first.
    ByteOrderMark,
    /// Something else stands before the opening fence: blank lines, a comment, a heading, a code fence.
    NotFirst,
    /// The opening fence has something behind its dashes.
    OpeningFence,
    /// The closing fence has something behind its dashes, or nothing at all, not even a line break.
    ClosingFence,
    /// There is no closing fence.
    NotClosed,
    /// Lines end with CR alone.
    LineEnds,
    /// `---` stands inside the front matter, where some readers take it for the closing fence.
    Dashes,
    /// The front matter is not YAML.
    Yaml,
    /// YAML allows this, the library that reads does not.
    Feature(Feature),
    /// A top-level key stands twice.
    DuplicateKey(String),
    /// ` #` cuts the value of this key.
    Comment(String),
    /// This key's value goes over several lines.
    MultiLine(String),
    /// This key's value is quoted with escapes, which readers that are no YAML leave as they are.
    Escape(String),
    /// This key is indented, so that readers of lines do not find it.
    Indented(String),
    /// YAML takes this key's value for something else than text (`yes`, `012`, `2024-01-02`).
    NotText(String),
    /// A known key's value has a type that the host does not take.
    Type(String),
    /// A key that the host does not know.
    UnknownKey(String),
    /// A known key that does nothing here (`agent` without `context: fork`).
    NoEffect(String),
    /// No name, or an empty one.
    NameMissing,
    /// The name breaks the host's rule for names.
    NameForm,
    /// The name is too long.
    NameTooLong,
    /// The name is not the directory's.
    NameDiffers,
    /// The name holds a word that the host reserves.
    NameReserved,
    /// No description, or an empty one.
    DescriptionMissing,
    /// The description is too long.
    DescriptionTooLong,
    /// Markup in the description or the name, which the host refuses.
    Markup(String),
    /// `compatibility` is too long.
    CompatibilityTooLong,
    /// The entry file is not named as the host wants it.
    FileName,
    /// The skill lies deeper (or less deep) below its root than the host looks.
    Depth,
    /// The host does not read the root in which the skill stands.
    Root,
    /// The skill, or its entry file, is a link that the host does not follow.
    Linked,
    /// Another skill of the same name wins.
    Shadowed,
    /// The skill can be called neither by the model nor by the user.
    Unreachable,
    /// The file is larger than the host reads.
    FileTooLarge,
    /// The `name`, the `description` or the `body` breaks the form in which the host gives the skill to the model.
    BreaksOutput(&'static str),
}

impl Cause {
    /// A word for it in data, and the key that it speaks of, if any.
    pub fn word(&self) -> (&'static str, Option<&str>) {
        match self {
            Cause::NoFrontMatter => ("no-front-matter", None),
            Cause::ByteOrderMark => ("byte-order-mark", None),
            Cause::NotFirst => ("not-first", None),
            Cause::OpeningFence => ("opening-fence", None),
            Cause::ClosingFence => ("closing-fence", None),
            Cause::NotClosed => ("not-closed", None),
            Cause::LineEnds => ("line-ends", None),
            Cause::Dashes => ("dashes", None),
            Cause::Yaml => ("yaml", None),
            Cause::Feature(feature) => ("yaml-feature", Some(feature.word())),
            Cause::DuplicateKey(key) => ("duplicate-key", Some(key)),
            Cause::Comment(key) => ("comment", Some(key)),
            Cause::MultiLine(key) => ("multi-line", Some(key)),
            Cause::Escape(key) => ("escape", Some(key)),
            Cause::Indented(key) => ("indented", Some(key)),
            Cause::NotText(key) => ("not-text", Some(key)),
            Cause::Type(key) => ("type", Some(key)),
            Cause::UnknownKey(key) => ("unknown-key", Some(key)),
            Cause::NoEffect(key) => ("no-effect", Some(key)),
            Cause::NameMissing => ("name-missing", None),
            Cause::NameForm => ("name-form", None),
            Cause::NameTooLong => ("name-too-long", None),
            Cause::NameDiffers => ("name-differs", None),
            Cause::NameReserved => ("name-reserved", None),
            Cause::DescriptionMissing => ("description-missing", None),
            Cause::DescriptionTooLong => ("description-too-long", None),
            Cause::Markup(key) => ("markup", Some(key)),
            Cause::CompatibilityTooLong => ("compatibility-too-long", None),
            Cause::FileName => ("file-name", None),
            Cause::Depth => ("depth", None),
            Cause::Root => ("root", None),
            Cause::Linked => ("linked", None),
            Cause::Shadowed => ("shadowed", None),
            Cause::Unreachable => ("unreachable", None),
            Cause::FileTooLarge => ("file-too-large", None),
            Cause::BreaksOutput(part) => ("breaks-output", Some(part)),
        }
    }
}

impl Cause {
    /// What the host would have to do something with, where that stands in the text; none for what lies around it.
    pub fn subject(&self) -> Option<String> {
        let subject = match self {
            Cause::NoFrontMatter => "a file without front matter".to_owned(),
            Cause::ByteOrderMark => "a byte order mark".to_owned(),
            Cause::NotFirst => "front matter that does not stand first".to_owned(),
            Cause::OpeningFence => "an opening fence that is not `---` alone".to_owned(),
            Cause::ClosingFence => "a closing fence that is not `---` alone".to_owned(),
            Cause::NotClosed => "front matter that is not closed".to_owned(),
            Cause::Dashes => "front matter with `---` in it".to_owned(),
            Cause::LineEnds => "lines that end with CR alone".to_owned(),
            Cause::Yaml => "front matter that is not YAML".to_owned(),
            Cause::Feature(feature) => feature.words().to_owned(),
            Cause::DuplicateKey(key) => format!("two values for `{key}`"),
            Cause::Comment(key) => format!("a `{key}` with ` #` in it"),
            Cause::MultiLine(key) => format!("a `{key}` over several lines"),
            Cause::Escape(key) => format!("a `{key}` with escapes"),
            Cause::Indented(key) => format!("a text without a `{key}`"),
            Cause::NotText(key) | Cause::Type(key) => format!("a `{key}` that is no text"),
            Cause::NameMissing => "a skill without a name".to_owned(),
            Cause::NameForm => "a name of this form".to_owned(),
            Cause::NameTooLong => "a name of this length".to_owned(),
            Cause::NameDiffers => "a name that is not the directory's".to_owned(),
            Cause::NameReserved => "a name with a reserved word".to_owned(),
            Cause::DescriptionMissing => "a skill without a description".to_owned(),
            Cause::DescriptionTooLong => "a description of this length".to_owned(),
            Cause::CompatibilityTooLong => "a `compatibility` of this length".to_owned(),
            Cause::Markup(key) => format!("markup in the `{key}`"),
            _ => return None,
        };
        Some(subject)
    }

    /// What is not known where nothing says what a host does about this.
    pub fn question(&self) -> String {
        format!("what it does with {}", self.subject().as_deref().unwrap_or("this text"))
    }
}

impl Effect {
    /// A word for it in data.
    pub fn word(self) -> &'static str {
        match self {
            Effect::Lost => "lost",
            Effect::Differs => "differs",
            Effect::Noted => "noted",
        }
    }
}

impl Verdict {
    /// What becomes of the skill in one word: `loads`, `differs`, `lost`, or `unknown` where the facts do not say.
    pub fn word(&self) -> &'static str {
        match self.loads {
            Some(false) => "lost",
            None => "unknown",
            Some(true) if self.reasons.iter().any(|reason| reason.effect == Effect::Differs) => "differs",
            Some(true) => "loads",
        }
    }

    /// The reason that the word rests on, if it is not plain.
    pub fn worst(&self) -> Option<&Reason> {
        self.reasons.iter().find(|reason| reason.effect != Effect::Noted)
    }

    /// The same as a clause that follows the host's name, or what is not known; empty where all is plain.
    pub fn why(&self) -> String {
        let open = self.open.as_ref().filter(|_| self.loads.is_none()).map(|open| format!("{open} is not known"));
        self.worst().map(|reason| reason.does.clone()).or(open).unwrap_or_default()
    }
}

/// What becomes of the skill, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// The host does not load the skill.
    Lost,
    /// It loads, but not as written: another name, a cut or empty description, not listed to the model.
    Differs,
    /// It loads as written; the host complains, or a part has no use there.
    Noted,
}

/// One host's answer to one cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What caused it.
    pub cause: Cause,
    /// What becomes of the skill.
    pub effect: Effect,
    /// What the host does, as a clause that follows its name: "skips the skill silently".
    pub does: String,
    /// Where this is known from.
    pub source: &'static str,
}

/// What one host makes of one skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The host's id in the table.
    pub host: &'static str,
    /// Whether it loads the skill; `None` when the facts do not say.
    pub loads: Option<bool>,
    /// The name under which it knows the skill, when that is known.
    pub name: Option<Arc<str>>,
    /// The description it shows to the model, when that is known.
    pub description: Option<Arc<str>>,
    /// Whether it lists the skill to the model, when that is known.
    pub listed: Option<bool>,
    /// Why it is not simply as written, the worst first.
    pub reasons: Vec<Reason>,
    /// What is not known of the host and would decide whether it loads the skill: "what it does with front matter that is
    /// not YAML".
    pub open: Option<String>,
}
