use std::collections::BTreeMap;

use serde::Deserialize;

use super::Effect;

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
    /// How much room the list of skills has.
    pub listing: Option<Listing>,
    /// Other limits.
    pub limits: Option<Limits>,
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

/// The directories in which a host looks for skills.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Roots {
    /// Each directory.
    pub list: Vec<Root>,
    /// Whether project roots are looked for in the directories above as well.
    pub walks_up: Option<bool>,
    /// Key of the source.
    pub from: String,
}

/// One directory in which a host looks for skills.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Root {
    /// Whose it is.
    pub scope: Scope,
    /// Its path: below the project, below the user's home (`~/…`), below a plugin, or absolute; `None` when it has no
    /// fixed one.
    pub path: Option<String>,
    /// What it is, in words, where it has no path.
    pub what: Option<String>,
    /// What is loaded, as a pattern below the root.
    pub glob: String,
    /// 1 is the strongest; roots of equal rank share a tier; `None` when the order is not known.
    pub rank: Option<u8>,
    /// For a plugin's root: the files, one of which makes a directory such a plugin.
    #[serde(default)]
    pub manifests: Vec<String>,
    /// What else is known of it, for people.
    pub note: Option<String>,
}

/// Whose directory a root is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// The project's.
    Project,
    /// The user's.
    User,
    /// A plugin's or an extension's.
    Plugin,
    /// The machine's or the company's.
    System,
    /// Part of the host.
    BuiltIn,
    /// Given by configuration or by a caller.
    Given,
}

/// How many directories below a root a skill may stand: 0 is the root itself, 1 a directory in it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Depth {
    /// Not less deep than this.
    pub min: usize,
    /// Not deeper than this; any depth without it.
    pub max: Option<usize>,
    /// Key of the source.
    pub from: String,
}

/// Whether symbolic links are followed.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Links {
    /// A skill's directory that is a link.
    pub directory: Option<bool>,
    /// An entry file that is a link.
    pub file: Option<bool>,
    /// Key of the source.
    pub from: String,
}

/// How the entry file must be named.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FileName {
    /// Names that are taken.
    pub names: Vec<String>,
    /// Whether letter case counts, whatever the file system thinks of it.
    pub exact_case: Option<bool>,
    /// Whether a file whose name only ends so is taken as well.
    #[serde(default)]
    pub suffix: bool,
    /// Key of the source.
    pub from: String,
}

/// How a host reads front matter.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReaderFact {
    /// Which reader.
    pub id: super::Reader,
    /// What happens when the reader fails.
    pub broken: Option<Answer>,
    /// What happens when the reader sees no front matter; without it, the same as with an empty one.
    pub absent: Option<Answer>,
    /// What happens when something stands behind the dashes of the closing fence, and the front matter is read all the
    /// same.
    pub closing_rest: Option<Answer>,
    /// What happens when name or description are no text.
    pub other_types: Option<OtherTypes>,
    /// Key of the source.
    pub from: String,
}

/// What a host takes a name or a description for that is no text; `None` where that is not known.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OtherTypes {
    /// Numbers, booleans and dates.
    pub scalar: Option<Take>,
    /// Lists and maps.
    pub collection: Option<Take>,
    /// What happens for [`Take::Broken`], where that is not what happens when the reader fails.
    #[serde(rename = "else")]
    pub otherwise: Option<Answer>,
    /// Key of the source; the reader's own without it.
    pub from: Option<String>,
}

/// What a value that is no text is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Take {
    /// The text in which it is written.
    Text,
    /// Nothing.
    Missing,
    /// A fault of the whole front matter.
    Broken,
}

/// What a host does in a certain case.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Answer {
    /// What becomes of the skill.
    pub effect: Effect,
    /// What the host does, as a clause that follows its name. `{directory}`, `{path}`, `{name}` and `{max}` stand for
    /// values.
    pub does: String,
    /// What stands in the place of the author's value.
    pub instead: Option<Instead>,
    /// With `instead: cut`: how much is left, when that is less than the limit.
    pub to: Option<usize>,
    /// With `instead: cut`: what stands behind the rest.
    pub ending: Option<String>,
    /// Whether the model still gets to see the skill in the list.
    pub listed: Option<bool>,
    /// Nobody is told, and nothing is lost by it.
    #[serde(default)]
    pub quiet: bool,
    /// Key of the source; the fact's own without it.
    pub from: Option<String>,
}

/// What stands in the place of a value that a host does not take as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instead {
    /// The name of the skill's directory.
    Directory,
    /// The path of the skill below its root.
    Path,
    /// The name.
    Name,
    /// The beginning of the body.
    Body,
    /// Nothing.
    Empty,
    /// The beginning of the value.
    Cut,
    /// The value with `-` for what is not allowed.
    Hyphens,
    /// The value without its tags.
    WithoutTags,
    /// Something, but it is not known what.
    Unknown,
}

/// What a host does with the name.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NameFacts {
    /// Whether the front matter must give one.
    pub required: Option<bool>,
    /// Which name the host goes by; `None` when that is not known.
    pub is: Option<NameIs>,
    /// What happens without one.
    pub missing: Option<Answer>,
    /// Whether it must be the directory's.
    pub matches_directory: Option<MatchesDirectory>,
    /// Which names are allowed.
    pub pattern: Option<Pattern>,
    /// How long it may be.
    pub length: Option<Length>,
    /// Words that it must not hold.
    pub reserved: Option<Reserved>,
    /// Markup in it.
    pub markup: Option<Markup>,
    /// Key of the source.
    pub from: String,
}

/// Which name a host goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NameIs {
    /// The front matter's.
    FrontMatter,
    /// The directory's.
    Directory,
    /// The path below the root.
    Path,
}

/// Whether the name must be the directory's.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MatchesDirectory {
    /// Whether it must.
    pub required: bool,
    /// Whether letter case counts not.
    #[serde(default)]
    pub ignore_case: bool,
    /// What happens when it differs.
    #[serde(rename = "else")]
    pub otherwise: Option<Answer>,
    /// Key of the source.
    pub from: String,
}

/// A rule for the characters of a name.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Pattern {
    /// The rule.
    pub regex: String,
    /// Whether the name must be in lower case as well, whatever its script.
    #[serde(default)]
    pub lower_case: bool,
    /// The rule in words: what is allowed.
    pub words: String,
    /// What happens to another name.
    #[serde(rename = "else")]
    pub otherwise: Option<Answer>,
    /// Key of the source.
    pub from: String,
}

/// How long a value may be.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Length {
    /// The longest; `None` only together with `none`.
    pub max: Option<usize>,
    /// It is known that there is no limit.
    #[serde(default)]
    pub none: bool,
    /// In which unit it counts; `None` when that is not known.
    pub unit: Option<Unit>,
    /// Another key whose value counts as well.
    pub with: Option<String>,
    /// What happens to a longer one.
    #[serde(rename = "else")]
    pub otherwise: Option<Answer>,
    /// Key of the source.
    pub from: String,
}

/// A unit of length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Unicode code points.
    Characters,
    /// UTF-16 units, JavaScript's `length`.
    Utf16,
    /// Bytes of UTF-8.
    Bytes,
}

/// Words that a name must not hold.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reserved {
    /// The words.
    pub words: Vec<String>,
    /// Whether only a name that is such a word is refused.
    #[serde(default)]
    pub whole: bool,
    /// What happens to such a name.
    #[serde(rename = "else")]
    pub otherwise: Option<Answer>,
    /// Key of the source.
    pub from: String,
}

/// Markup in a value.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Markup {
    /// What counts as such.
    pub kind: MarkupKind,
    /// What happens to such a value.
    #[serde(rename = "else")]
    pub otherwise: Answer,
    /// Key of the source.
    pub from: String,
}

/// What counts as markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkupKind {
    /// `<word …>` or `</word>`.
    Tags,
    /// Any `<` or `>`.
    AngleBrackets,
}

/// What a host does with the description.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DescriptionFacts {
    /// Whether there must be one.
    pub required: Option<bool>,
    /// What happens without one.
    pub missing: Option<Answer>,
    /// Whether an empty text is as good as any.
    #[serde(default)]
    pub empty_is_enough: bool,
    /// Whether blanks and line breaks around the text count.
    #[serde(default)]
    pub keeps_blanks: bool,
    /// How long it may be.
    pub length: Option<Length>,
    /// Markup in it.
    pub markup: Option<Markup>,
    /// Key of the source.
    pub from: String,
}

/// A limit for the length of a value.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LengthOf {
    /// The limit.
    pub length: Length,
}

/// What a host does with keys that it does not know.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UnknownKeys {
    /// Only these keys, of those not known, are treated so; what happens to others is then not known.
    pub only: Option<Vec<String>>,
    /// What it does.
    #[serde(rename = "else")]
    pub otherwise: Answer,
    /// Key of the source.
    pub from: Option<String>,
}

/// The keys that a host knows.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Keys {
    /// Each key; `a.b` stands for `b` in the map `a`.
    pub list: BTreeMap<String, Key>,
    /// Key of the source.
    pub from: String,
}

/// A key that a host knows.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Key {
    /// The types that it may have.
    #[serde(rename = "type")]
    pub types: Vec<Type>,
    /// The only values that it may have.
    #[serde(default)]
    pub values: Vec<String>,
    /// The value that it has when it is not written.
    pub default: Option<serde_json::Value>,
    /// It does nothing unless another key has a certain value.
    pub requires: Option<Requires>,
    /// Other spellings of the key.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// What the values of a map or the items of a list must be.
    pub inner: Option<Type>,
    /// What happens when the type is another; nothing is known without it.
    pub wrong: Option<Answer>,
    /// What it is for, for people.
    pub doc: String,
}

/// A type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Type {
    /// Text.
    Text,
    /// Text, a number, a boolean or a date.
    Scalar,
    /// `true` or `false`.
    Boolean,
    /// A number.
    Number,
    /// A list.
    List,
    /// A map.
    Map,
}

/// Another key's value on which a key depends.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Requires {
    /// The other key.
    pub key: String,
    /// The value that it must have.
    pub value: String,
}

/// What becomes of two skills of one name.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Collision {
    /// The rule.
    pub rule: CollisionRule,
    /// Whether names that differ only in letter case collide.
    #[serde(default)]
    pub ignore_case: bool,
    /// Key of the source.
    pub from: String,
}

/// What becomes of two skills of one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CollisionRule {
    /// The stronger root wins; within one, the first.
    First,
    /// The stronger root wins; within one, the last.
    Last,
    /// The stronger root wins; within one, the order is not known.
    Precedence,
    /// Both stay.
    KeepAll,
    /// Nothing loads.
    Error,
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

/// What a host replaces in the body.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Substitutions {
    /// Each form.
    pub list: Vec<String>,
    /// Key of the source.
    pub from: String,
}

/// How much room the list of skills has.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Listing {
    /// Room of one skill.
    pub per_skill: Option<usize>,
    /// Tokens that one skill should take at most.
    pub tokens_per_skill: Option<usize>,
    /// Room of all skills together.
    pub total: Option<usize>,
    /// Room of all skills as a share of the model's context.
    pub context_share: Option<f64>,
    /// Room of all skills where the context's size is not known.
    pub fallback: Option<usize>,
    /// The unit of these.
    pub unit: Option<Unit>,
    /// What goes first when the room is used up.
    pub drops: Option<Drops>,
    /// What the host does when the room is used up, as a clause that follows its name.
    pub over: Option<String>,
    /// Key of the source.
    pub from: String,
}

/// What goes first when the room for the list of skills is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drops {
    /// The descriptions of the skills used least; names stay.
    LeastUsed,
    /// All descriptions are shortened, then skills are left out.
    Shorten,
    /// The skills that come last.
    Last,
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
