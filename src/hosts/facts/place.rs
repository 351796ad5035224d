//! Where a host looks for skills.

use serde::Deserialize;

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
