use std::fmt;
use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Value, json};

use super::{Args, ErrorKind, Outcome, ToolError, run_skill_action};
use crate::files::{Cancel, Files};

/// The tool as an agent holds it: roots in priority order and, if wanted, a hook that is asked before every call.
pub struct SkillTool {
    directories: Vec<PathBuf>,
    approve: Option<Box<Approve>>,
}

/// Asked with the tool's id (always `skill`) and the arguments of the call.
type Approve = dyn Fn(&str, &Value) -> Approval + Send + Sync;

/// What an approval hook says to a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Approval {
    /// Go on.
    Allow,
    /// No, and why.
    Refuse(String),
    /// Not before the user has decided, and about what.
    UserInputRequired(String),
}

/// What an agent is told about the tool.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Definition {
    /// `skill`.
    pub id: &'static str,
    /// How it is shown to people.
    pub title: &'static str,
    /// What it is for, in words for the model.
    pub description: &'static str,
    /// JSON schema of its arguments.
    pub input_schema: Value,
}

impl SkillTool {
    /// The tool over these roots; relative ones are relative to the working directory.
    pub fn new(directories: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        SkillTool { directories: directories.into_iter().map(Into::into).collect(), approve: None }
    }

    /// With a hook that is asked before every list and read; whatever it does not allow is not done.
    #[must_use]
    pub fn with_approval(mut self, approve: impl Fn(&str, &Value) -> Approval + Send + Sync + 'static) -> Self {
        self.approve = Some(Box::new(approve));
        self
    }

    /// What an agent is told about it.
    pub fn definition(&self) -> Definition {
        definition()
    }

    /// The roots in priority order.
    pub fn directories(&self) -> &[PathBuf] {
        &self.directories
    }

    /// Runs one call. Arguments that are neither a list nor a read are refused before anybody is asked.
    ///
    /// # Errors
    /// A [`ToolError`]; of kind [`ErrorKind::Refused`] or [`ErrorKind::UserInputRequired`] when the hook does not allow
    /// the call.
    pub fn call(&self, files: &dyn Files, args: &Value, cancel: &Cancel) -> Result<Outcome, ToolError> {
        Args::read(args)?;
        if let Some(approve) = &self.approve {
            match approve(ID, args) {
                Approval::Allow => {}
                Approval::Refuse(message) => return Err(ToolError::new(ErrorKind::Refused, message)),
                Approval::UserInputRequired(message) => {
                    return Err(ToolError::new(ErrorKind::UserInputRequired, message));
                }
            }
        }
        run_skill_action(files, &self.directories, args, cancel)
    }
}

impl fmt::Debug for SkillTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SkillTool")
            .field("directories", &self.directories)
            .field("approve", &self.approve.is_some())
            .finish()
    }
}

/// The tool's id.
const ID: &str = "skill";

/// What `createSkillTools` tells an agent about the tool.
pub fn definition() -> Definition {
    Definition {
        id: ID,
        title: "List and read skill guides",
        description: "Finds the project's task guides (skills) and reads them. First list the guides, choose those that \
                      fit the task by name and description, read a guide's SKILL.md before following it, then read the \
                      files it refers to as they are needed. Nothing is run or changed.",
        input_schema: json!({
            "type": "object",
            "properties": {
                "action": {
                    "type": "string",
                    "enum": ["list", "read"],
                    "description": "list gives the guides; read gives one file of a guide.",
                },
                "skill": {
                    "type": "string",
                    "description": "For read: the guide's whole name as list gives it.",
                },
                "path": {
                    "type": "string",
                    "description": "For read: a path relative to the guide's directory. Without it, SKILL.md is read.",
                },
            },
            "required": ["action"],
        }),
    }
}
