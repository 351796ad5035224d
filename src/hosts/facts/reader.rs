//! How a host reads front matter.

use serde::Deserialize;

use super::Answer;
use crate::hosts::Reader;

/// How a host reads front matter.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReaderFact {
    /// Which reader.
    pub id: Reader,
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
