mod answer;
mod body;
mod keys;
mod place;
mod reader;
mod together;
mod values;

use std::collections::BTreeMap;

use serde::Deserialize;

pub use answer::{Answer, Instead};
pub use body::{Mention, Substitution, Substitutions, Tools};
pub use keys::{Key, Keys, Requires, Type, UnknownKeys};
pub use place::{Depth, FileName, Links, Root, Roots, Scope};
pub use reader::{OtherTypes, ReaderFact, Take};
pub use together::{By, Collision, CollisionRule, Drops, ListOrder, Listing};
pub use values::{
    DescriptionFacts, Length, LengthOf, Markup, MarkupKind, MatchesDirectory, NameFacts, NameIs, Pattern, Reserved,
    Unit,
};

/// A product that loads skills, and what is known of how it does: one row of the table.
///
/// A fact that is not known is `None` or absent, and nothing is concluded from it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Host {
    /// The word for it in configurations and on the command line.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// What sort of product it is.
    pub kind: Kind,
    /// Where its facts are known from; facts name their source by the key.
    pub sources: BTreeMap<String, Source>,
    /// The directories in which it looks for skills.
    pub roots: Option<Roots>,
    /// How deep below a root it looks.
    pub depth: Option<Depth>,
    /// Whether it follows symbolic links.
    pub links: Option<Links>,
    /// How the entry file must be named.
    pub file: FileName,
    /// How it reads the front matter; `None` when that is not known.
    pub reader: Option<ReaderFact>,
    /// What it does with the name.
    pub name: NameFacts,
    /// What it does with the description.
    pub description: DescriptionFacts,
    /// What it does with `compatibility`.
    pub compatibility: Option<LengthOf>,
    /// What it does with keys that it does not know.
    pub unknown_keys: Option<UnknownKeys>,
    /// The keys that it knows.
    pub keys: Keys,
    /// What becomes of two skills of one name.
    pub collision: Option<Collision>,
    /// How its users learn of a skill that does not load.
    pub fault: Option<Fault>,
    /// What it replaces in the body.
    pub substitutions: Option<Substitutions>,
    /// How a text names another skill.
    pub mention: Option<Mention>,
    /// The tools that it has.
    pub tools: Option<Tools>,
    /// How much room the list of skills has.
    pub listing: Option<Listing>,
    /// How it writes skills into what the model gets.
    pub output: Option<Output>,
    /// Other limits.
    pub limits: Option<Limits>,
}

/// How a host writes skills into what the model gets, where it escapes nothing.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Output {
    /// The tag around a loaded skill; its `name` attribute holds the name.
    pub tag: String,
    /// Whether the list has one line for each skill.
    pub list_by_lines: bool,
    /// Key of the source.
    pub from: String,
}

/// What sort of product a host is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The open specification itself.
    Spec,
    /// An agent in a terminal or in the cloud.
    CodingAgent,
    /// An editor or an extension of one.
    Ide,
    /// A library to build agents with.
    Sdk,
    /// A service that takes skills by upload.
    Upload,
    /// A program that installs skills for others.
    Installer,
    /// A program that checks skills.
    Validator,
}

/// Where a fact is known from.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Source {
    /// The address.
    pub url: String,
    /// When it was so: a year, a month or a day.
    pub as_of: String,
    /// How it was found.
    pub found: Found,
}

/// How a fact was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Found {
    /// The host, or its own code, was run.
    Run,
    /// Read in its source.
    Source,
    /// Read in its documentation, change log or issues.
    Docs,
}

impl Found {
    /// In words: `run`, `read in its source`, `read in its documentation`.
    pub fn word(self) -> &'static str {
        match self {
            Found::Run => "run",
            Found::Source => "read in its source",
            Found::Docs => "read in its documentation",
        }
    }
}

/// How a host's users learn of a skill that does not load.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Fault {
    /// Where they see it.
    pub seen: Seen,
    /// Key of the source.
    pub from: String,
}

/// Where a user sees that a skill does not load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seen {
    /// Nowhere.
    Silent,
    /// In a log, for those who look.
    Log,
    /// It is shown.
    Shown,
}

/// Other limits.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Limits {
    /// Lines of the body, advised.
    pub body_lines: Option<usize>,
    /// Tokens of the body, advised.
    pub body_tokens: Option<usize>,
    /// Characters of the body above which it warns.
    pub body_characters: Option<usize>,
    /// Bytes of the entry file; larger ones do not load.
    pub file_bytes: Option<u64>,
    /// Characters of a file that the model gets.
    pub file_characters: Option<usize>,
    /// Files of a skill that are listed.
    pub files_listed: Option<usize>,
    /// Key of the source.
    pub from: String,
}
