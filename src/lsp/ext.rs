//! The protocol beyond LSP: every method, its parameters and its result.
//!
//! | method | direction | parameters | result |
//! | --- | --- | --- | --- |
//! | `skill/execute` | to the server | `{action: "list" \| "read", skill?, path?, directories?, source?}` | the decoded object of that action |
//! | `skill/load` | to the server | `{name, dirs?, skills?, filter?, sampleLimit?, source?}` | `{output, isError, metadata?}` |
//! | `skill/catalog` | to the server | `{dirs?, skills?, filter?, source?}` | `{prompt, skills, skipped, warnings}` |
//! | `skill/hosts` | to the server | `{skill?, hosts?, source?}` | for each skill: who loads it, under which name, who wins |
//! | `skill/tree` | to the server | `{skill?}` | `{limits, roots}`: the roots in priority order with their skills |
//! | `skill/draft` | to the server | `{root, name, description}` | `{uri, text, faults}`: a new skill and what would be wrong with it |
//! | `skill/approve` | to the client | `{toolId: "skill", args}` | `{decision: "allow" \| "deny" \| "user_input_required", message?}` |
//! | `skill/changed` | to the client, notification | `{}` | |
//!
//! - `source` is `"editor"` (open text counts, the default) or `"disk"`.
//! - `directories` and `dirs` are the roots in priority order; without them, those of the workspace. Relative ones are
//!   relative to the first folder, `~/` is the home directory.
//! - What `skill/load` and `skill/catalog` do not say (`skills`, `filter`, `sampleLimit`) is the workspace's `[agents]` table.
//! - `skill` of `skill/hosts` is a name, or the URI of a file of the skill; `hosts` is a list of ids, or `"all"`.
//! - Each reason of `skill/hosts` has a `range`, where its cause stands in the skill's file.
//! - `skill` of `skill/tree` is the URI of a file of the one skill that is wanted, which then has a list of its `files`.
//! - `skill/draft` writes nothing: `uri` is the file to write `text` to, `null` while the name cannot be a directory's; `root`
//!   is a URI. Each fault has the `part` it is about (`"name"`, `"description"` or `"rest"`), `severity` and `message`.
//! - A refusal is an error with the tool's message and, in `data`, `{kind, available?}`; its code is -32602 for arguments
//!   that the tool does not take, -32800 for a cancelled call, -32803 for everything else.
//! - `skill/approve` is only asked of a client whose initialization options say `approval: true`, before each list and read
//!   through `skill/execute` or a command. No answer within `approvalTimeout` (milliseconds, 60000 without one) is a
//!   refusal; a call that is cancelled withdraws its question by `$/cancelRequest`.
//! - `skill/changed` is only sent to a client whose initialization options say `changed: true`: results of earlier calls
//!   may have changed, live previews ask again.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::ls_types::Uri;
use tower_lsp::ls_types::notification::Notification;

/// `skill/execute`.
pub const EXECUTE: &str = "skill/execute";
/// `skill/load`.
pub const LOAD: &str = "skill/load";
/// `skill/catalog`.
pub const CATALOG: &str = "skill/catalog";
/// `skill/hosts`.
pub const HOSTS: &str = "skill/hosts";
/// `skill/tree`.
pub const TREE: &str = "skill/tree";
/// `skill/draft`.
pub const DRAFT: &str = "skill/draft";
/// `skill/approve`.
pub const APPROVE: &str = "skill/approve";

/// `skill/changed`.
#[derive(Debug)]
pub enum Changed {}

impl Notification for Changed {
    type Params = Value;
    const METHOD: &'static str = "skill/changed";
}

/// Which text counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Open documents where there are any.
    #[default]
    Editor,
    /// Only the disk.
    Disk,
}

/// What every call can say beside its own parameters.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Common {
    /// The roots for `skill/execute`.
    pub directories: Option<Vec<String>>,
    /// Which text counts.
    pub source: Source,
}

/// The parameters of `skill/hosts`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct HostsParams {
    /// A skill's name, or the URI of one of its files; none for all skills.
    pub skill: Option<String>,
    /// The hosts to ask: ids or `"all"`; none for those selected.
    pub hosts: Option<Value>,
    /// Which text counts.
    pub source: Source,
}

/// The parameters of `skill/tree`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct TreeParams {
    /// The URI of a file of the one skill that is wanted; none for all skills.
    pub skill: Option<Uri>,
}

/// The parameters of `skill/draft`.
#[derive(Clone, Debug, Deserialize)]
pub struct DraftParams {
    /// The URI of the root in which the skill will stand.
    pub root: Uri,
    /// Its name.
    pub name: String,
    /// Its description.
    pub description: String,
}

/// The parameters of `skill/approve`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ApproveParams {
    /// Always `skill`.
    pub tool_id: &'static str,
    /// The arguments of the call.
    pub args: Value,
}

/// The answer to `skill/approve`.
#[derive(Clone, Debug, Deserialize)]
pub struct Approved {
    /// What is decided.
    pub decision: Decision,
    /// Why, for the model.
    #[serde(default)]
    pub message: Option<String>,
}

/// What a client says to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Go on.
    Allow,
    /// No.
    Deny,
    /// Not before the user has decided.
    UserInputRequired,
}
