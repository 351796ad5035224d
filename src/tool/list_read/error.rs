use std::fmt;

use serde::Serialize;

use crate::files::{Cancelled, Refusal};

/// Why a call of the tool gave no result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToolError {
    /// What kind of fault it is.
    pub kind: ErrorKind,
    /// What is wrong, in words for the model and for people.
    pub message: String,
    /// The names to choose from, when the skill was not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub available: Option<Vec<String>>,
}

/// The kinds of [`ToolError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
    /// The arguments are not what the schema asks for.
    InvalidArguments,
    /// No skill has this name.
    UnknownSkill,
    /// The path is absolute or leads out of the skill.
    Outside,
    /// Nothing is at the path.
    NotFound,
    /// A directory or something else that is no regular file.
    NotAFile,
    /// It is there, and the system does not give it.
    Unreadable,
    /// The approval hook refused the call.
    Refused,
    /// The approval hook wants the user to decide first.
    UserInputRequired,
    /// The caller no longer wants the result.
    Cancelled,
}

impl ToolError {
    pub(super) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        ToolError { kind, message: message.into(), available: None }
    }

    pub(super) fn unknown_skill(name: &str, available: Vec<String>) -> Self {
        let names = if available.is_empty() { "none".to_owned() } else { available.join(", ") };
        let message = format!("Skill \"{name}\" not found. Available skills: {names}");
        ToolError { kind: ErrorKind::UnknownSkill, message, available: Some(available) }
    }

    pub(super) fn refusal(skill: &str, path: &str, refusal: &Refusal) -> Self {
        let kind = match refusal {
            Refusal::Absolute | Refusal::Outside => ErrorKind::Outside,
            Refusal::Impossible(_) => ErrorKind::InvalidArguments,
            Refusal::NotAFile(_) => ErrorKind::NotAFile,
            Refusal::NotFound => ErrorKind::NotFound,
            Refusal::Circle | Refusal::Unreadable(_) => ErrorKind::Unreadable,
        };
        ToolError::new(kind, format!("Cannot read {path:?} of skill \"{skill}\": {refusal}"))
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ToolError {}

impl From<Cancelled> for ToolError {
    fn from(_: Cancelled) -> Self {
        ToolError::new(ErrorKind::Cancelled, "The call was cancelled")
    }
}
