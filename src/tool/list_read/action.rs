use std::path::PathBuf;

use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value};

use super::catalog::{self, is_skill};
use super::{ErrorKind, ToolError};
use crate::files::{Cancel, Files, normal};
use crate::skill::ENTRY;
use crate::text::{decode, utf16_cut};
use crate::tool::find;

/// A list names at most so many files of one skill.
pub const MAX_FILES: usize = 60;

/// A read gives at most so many UTF-16 units: what JavaScript counts as characters.
pub const MAX_UNITS: usize = 200_000;

/// A UTF-16 unit takes at most three bytes of UTF-8 (a replaced invalid sequence at least one); the rest tells whether
/// there is more.
const MAX_BYTES: usize = 3 * MAX_UNITS + 4;

/// The result of a call, as it is decoded from the tool's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "action", rename_all = "lowercase")]
pub enum Outcome {
    /// Of `list`.
    List {
        /// By code point of their names.
        skills: Vec<Listed>,
    },
    /// Of `read`.
    Read {
        /// The skill's name.
        skill: String,
        /// The path in its normal form.
        path: String,
        /// The file's text; invalid UTF-8 is replaced by U+FFFD.
        content: String,
        /// Whether there is more than [`MAX_UNITS`] of it.
        truncated: bool,
    },
}

/// A skill in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Listed {
    /// The declared name, or else the directory's.
    pub name: String,
    /// The declared description, or else nothing.
    pub description: String,
    /// Its first [`MAX_FILES`] files by code point, relative to it.
    pub files: Vec<String>,
    /// Whether there are more.
    pub files_truncated: bool,
}

/// The arguments of a call, once they are what the tool takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Args {
    /// Which skills are there?
    List,
    /// What is in this file?
    Read {
        /// A skill's whole name.
        skill: String,
        /// Relative to the skill's directory; empty means the entry file.
        path: String,
    },
}

/// Runs one call of the tool, without approval: that is for the caller to get beforehand. Skills are found anew.
///
/// `directories` are the roots in priority order; relative ones are relative to the working directory.
///
/// # Errors
/// A [`ToolError`] with its kind and a message for the model.
pub fn run_skill_action(
    files: &dyn Files,
    directories: &[PathBuf],
    args: &Value,
    cancel: &Cancel,
) -> Result<Outcome, ToolError> {
    match Args::read(args)? {
        Args::List => list(files, directories, cancel),
        Args::Read { skill, path } => read(files, directories, &skill, &path, cancel),
    }
}

impl Args {
    /// Checks the arguments of a call. A list ignores what only a read needs.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArguments`], with the value found.
    pub fn read(args: &Value) -> Result<Self, ToolError> {
        let invalid = |message: String| ToolError::new(ErrorKind::InvalidArguments, message);
        let Value::Object(args) = args else {
            return Err(invalid(format!("The arguments must be an object with an action, not {args}")));
        };
        match args.get("action") {
            Some(Value::String(action)) if action == "list" => Ok(Args::List),
            Some(Value::String(action)) if action == "read" => Args::read_file(args).map_err(invalid),
            Some(action) => Err(invalid(format!("The action must be \"list\" or \"read\", not {action}"))),
            None => Err(invalid("The action is missing: \"list\" or \"read\"".to_owned())),
        }
    }

    fn read_file(args: &Map<String, Value>) -> Result<Self, String> {
        let skill = match args.get("skill") {
            Some(Value::String(skill)) => skill.clone(),
            Some(other) => return Err(format!("The skill must be a name as list gives it, not {other}")),
            None => return Err("The skill is missing: a read needs a name as list gives it".to_owned()),
        };
        let path = match args.get("path") {
            Some(Value::String(path)) => path.clone(),
            // Models send null for what they leave out.
            None | Some(Value::Null) => String::new(),
            Some(other) => return Err(format!("The path must be a text, not {other}")),
        };
        Ok(Args::Read { skill, path })
    }
}

fn list(files: &dyn Files, roots: &[PathBuf], cancel: &Cancel) -> Result<Outcome, ToolError> {
    let mut skills = catalog::skills(files, roots, cancel)?;
    skills.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    let listed: Result<_, ToolError> = skills
        .into_par_iter()
        .map(|skill| {
            let mut names = find::files(files, &skill.dir, &find::READABLE, cancel)?;
            let files_truncated = names.len() > MAX_FILES;
            names.truncate(MAX_FILES);
            Ok(Listed { name: skill.name, description: skill.description, files: names, files_truncated })
        })
        .collect();
    Ok(Outcome::List { skills: listed? })
}

fn read(files: &dyn Files, roots: &[PathBuf], name: &str, path: &str, cancel: &Cancel) -> Result<Outcome, ToolError> {
    let skills = catalog::skills(files, roots, cancel)?;
    let unknown = || {
        let mut names: Vec<String> = skills.iter().map(|skill| skill.name.clone()).collect();
        names.sort_unstable();
        ToolError::unknown_skill(name, names)
    };
    let skill = skills.iter().find(|skill| skill.name == name).ok_or_else(unknown)?;
    let path = if path.is_empty() { ENTRY } else { path };
    let refused = |refusal| ToolError::refusal(name, path, &refusal);
    let normal = normal(&skill.dir, path).map_err(refused)?;
    let scope = files.scope(&skill.dir).map_err(refused)?;
    if !is_skill(scope.as_ref(), skill) {
        let message = format!("The directory of skill \"{name}\" changed while it was read; try again");
        return Err(ToolError::new(ErrorKind::NotFound, message));
    }
    let bytes = scope.read(&normal, MAX_BYTES).map_err(refused)?.bytes;
    let mut content = decode(bytes).text;
    let cut = utf16_cut(&content, MAX_UNITS);
    if let Some(cut) = cut {
        content.truncate(cut);
    }
    Ok(Outcome::Read { skill: skill.name.clone(), path: normal, content, truncated: cut.is_some() })
}
