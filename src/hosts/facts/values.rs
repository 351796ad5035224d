//! What a host does with the name and the description.

use serde::Deserialize;

use super::Answer;

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
