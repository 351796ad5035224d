//! Settings: the client's, and those of `skill-lsp.toml`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use super::log::Level;
use crate::files::{Files, Kind};
use crate::text::{LineIndex, decode};
use crate::workspace::{Config, FILE_NAME, KEYS, Problem, Setting};

/// How much of a configuration file is read, in bytes.
pub(super) const CONFIG_BYTES: usize = 1 << 20;

/// How long an approval is waited for where the client does not say.
const APPROVAL_TIMEOUT: Duration = Duration::from_secs(60);

/// What the client has set.
#[derive(Clone, Debug, PartialEq)]
pub struct ClientSettings {
    /// What is named as in `skill-lsp.toml`.
    config: Value,
    /// Whether the client answers `skill/approve`, so that it is asked before each list and read.
    pub approval: bool,
    /// How long an approval is waited for.
    pub approval_timeout: Duration,
    /// Whether the client wants `skill/changed`.
    pub changed: bool,
    /// Whether diagnostics are asked for by the client or sent to it; without a word, whichever it can.
    pub pull: Option<bool>,
    /// Whether the front matter is formatted when the client asks for a document's format.
    pub formatting: bool,
    /// How much is logged.
    pub log: Option<Level>,
    /// Which lenses are shown above a skill.
    pub lens: Shown,
    /// Which limits are hinted at.
    pub inlay_hints: Shown,
    /// What is wrong in the settings for the server itself.
    pub problems: Vec<String>,
}

impl Default for ClientSettings {
    fn default() -> Self {
        ClientSettings {
            config: Value::Null,
            approval: false,
            approval_timeout: APPROVAL_TIMEOUT,
            changed: false,
            pull: None,
            formatting: false,
            log: None,
            lens: Shown::default(),
            inlay_hints: Shown::default(),
            problems: Vec::new(),
        }
    }
}

/// The lenses above a skill.
const LENSES: [&str; 4] = ["list", "read", "hosts", "tokens"];

/// What inlay hints are about.
const HINTS: [&str; 5] = ["name", "description", "compatibility", "body", "file"];

/// Which of several things are shown; all of them without a word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown(Option<Vec<String>>);

impl Shown {
    /// Whether this one is.
    pub fn has(&self, what: &str) -> bool {
        self.0.as_ref().is_none_or(|some| some.iter().any(|own| own == what))
    }

    /// `true`, `false`, or a list of some of `known`.
    fn read(value: &Value, known: &[&str]) -> Option<Self> {
        match value {
            Value::Bool(true) => Some(Shown(None)),
            Value::Bool(false) => Some(Shown(Some(Vec::new()))),
            Value::Array(some) => {
                let some: Option<Vec<String>> = some.iter().map(|one| one.as_str().map(str::to_owned)).collect();
                some.filter(|some| some.iter().all(|one| known.contains(&one.as_str()))).map(|some| Shown(Some(some)))
            }
            _ => None,
        }
    }
}

/// Settings that only a client has.
const OF_CLIENTS: [&str; 8] =
    ["approval", "approvalTimeout", "changed", "diagnostics", "formatting", "inlayHints", "lens", "logLevel"];

/// The name of every setting that a client can give, as clients spell it.
pub fn names() -> Vec<String> {
    let shared = KEYS.iter().map(|key| if *key == "per-path-ignores" { "perPathIgnores" } else { key });
    shared.chain(OF_CLIENTS).map(str::to_owned).collect()
}

/// Settings of an editor's extension, which are not for the server.
const OF_EXTENSIONS: [&str; 4] = ["trace", "server", "path", "enable"];

impl ClientSettings {
    /// Takes over settings, under `skillLsp` or bare. What declares the client itself (approval and the like) stays when
    /// these do not speak of it; the rest is replaced.
    pub fn taken_over(&self, given: &Value) -> Self {
        let given = given.get("skillLsp").or_else(|| given.get("skill-lsp")).unwrap_or(given);
        let mut settings = ClientSettings {
            config: Value::Null,
            problems: Vec::new(),
            lens: Shown::default(),
            inlay_hints: Shown::default(),
            ..self.clone()
        };
        let Value::Object(entries) = given else {
            if !given.is_null() {
                settings.problems.push(format!("the settings must be an object, not {given}"));
            }
            return settings;
        };
        let mut config = serde_json::Map::new();
        for (key, value) in entries.iter().filter(|(_, value)| !value.is_null()) {
            // Whatever is not listed as such is no setting of the client itself.
            if !OF_CLIENTS.contains(&key.as_str()) {
                match key.as_str() {
                    "perPathIgnores" => drop(config.insert("per-path-ignores".to_owned(), value.clone())),
                    own if OF_EXTENSIONS.contains(&own) => {}
                    _ => drop(config.insert(key.clone(), value.clone())),
                }
                continue;
            }
            match (key.as_str(), value) {
                ("approval", Value::Bool(flag)) => settings.approval = *flag,
                ("changed", Value::Bool(flag)) => settings.changed = *flag,
                ("formatting", Value::Bool(flag)) => settings.formatting = *flag,
                ("approvalTimeout", Value::Number(number)) if number.as_u64().is_some() => {
                    settings.approval_timeout = Duration::from_millis(number.as_u64().unwrap_or_default());
                }
                ("diagnostics", Value::String(word)) if word == "push" || word == "pull" => {
                    settings.pull = Some(word == "pull");
                }
                ("logLevel", Value::String(word)) if Level::of_word(word).is_some() => {
                    settings.log = Level::of_word(word);
                }
                ("approval" | "changed" | "formatting", other) => {
                    settings.problems.push(format!("`{key}` must be true or false, not {other}"));
                }
                ("approvalTimeout", other) => {
                    settings.problems.push(format!("`approvalTimeout` must be milliseconds, not {other}"));
                }
                ("diagnostics", other) => {
                    settings.problems.push(format!("`diagnostics` must be \"push\" or \"pull\", not {other}"));
                }
                ("logLevel", other) => settings.problems.push(format!(
                    "`logLevel` must be \"off\", \"error\", \"warn\", \"info\" or \"debug\", not {other}"
                )),
                ("lens", value) => match Shown::read(value, &LENSES) {
                    Some(shown) => settings.lens = shown,
                    None => settings.problems.push(unfit("lens", &LENSES, value)),
                },
                ("inlayHints", value) => match Shown::read(value, &HINTS) {
                    Some(shown) => settings.inlay_hints = shown,
                    None => settings.problems.push(unfit("inlayHints", &HINTS, value)),
                },
                _ => {}
            }
        }
        settings.config = Value::Object(config);
        settings
    }
}

fn unfit(key: &str, known: &[&str], value: &Value) -> String {
    format!("`{key}` must be true, false or a list of some of {}, not {value}", known.join(", "))
}

/// The settings of one folder.
#[derive(Debug)]
pub struct FolderConfig {
    /// What applies.
    pub config: Config,
    /// The nearest configuration file.
    pub file: Option<PathBuf>,
    /// What is wrong, with where.
    pub problems: Vec<String>,
}

/// The nearest `skill-lsp.toml` at or above a folder, and the client's settings, which win where both speak. The file is
/// read as it was saved: half a setting, while it is typed, is none.
pub fn of_folder(disk: &dyn Files, folder: &Path, home: Option<&Path>, client: &ClientSettings) -> FolderConfig {
    let mut found = FolderConfig { config: Config::default(), file: None, problems: client.problems.clone() };
    for dir in folder.ancestors() {
        let file = dir.join(FILE_NAME);
        let content = match disk.read(&file, CONFIG_BYTES) {
            Ok(content) => content,
            // What is there and may not be read is the configuration all the same.
            Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied && is_file(disk, &file) => {
                found.problems.push(format!("{}: {error}", file.display()));
                break;
            }
            Err(_) => continue,
        };
        let text = decode(content.bytes).text;
        let (config, problems) = Config::from_toml(&text, dir, home);
        let lines = LineIndex::new(&text);
        found.problems.extend(problems.iter().map(|problem| {
            let place = lines.position(&text, problem.span.start, Default::default());
            format!("{}:{}:{}: {}", file.display(), place.line + 1, place.character + 1, problem.message)
        }));
        found.config = config;
        found.file = Some(file);
        break;
    }
    if !client.config.is_null() {
        let problems = found.config.set(&Setting::from_json(&client.config), folder, home);
        found.problems.extend(problems.into_iter().map(|Problem { message, .. }| message));
    }
    found
}

fn is_file(disk: &dyn Files, path: &Path) -> bool {
    matches!(disk.kind(path), Ok(Kind::File))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::files::Disk;

    #[test]
    fn every_name_is_taken_and_no_other() {
        let problems = |name: &str| {
            let client = ClientSettings::default().taken_over(&json!({name: []}));
            of_folder(&Disk, Path::new("/nowhere"), None, &client).problems.join("; ")
        };
        for name in names() {
            assert!(!problems(&name).contains("no setting"), "{name}: {}", problems(&name));
        }
        assert!(problems("colour").contains("no setting `colour`"), "{}", problems("colour"));
    }

    #[test]
    fn the_client_wins_and_what_is_wrong_is_said() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(FILE_NAME), "ignore = ['name-form']\nhosts = ['codex', 'codx']\n").unwrap();
        std::fs::create_dir(dir.path().join("inner")).unwrap();
        let client = ClientSettings::default();
        let client = client.taken_over(&json!({"skillLsp": {
            "hosts": ["zed"], "approval": true, "approvalTimeout": "soon", "trace": {"server": "off"}, "roots": null,
        }}));
        assert!(client.approval);
        let found = of_folder(&Disk, &dir.path().join("inner"), None, &client);
        assert_eq!(found.config.hosts[0].id, "zed");
        assert_eq!(found.config.ignore, ["name-form"]);
        assert_eq!(found.problems.len(), 2, "{:?}", found.problems);
        assert!(found.problems[0].contains("approvalTimeout") && found.problems[1].contains("skill-lsp.toml:2:19"));
        for (value, list, tokens) in
            [(json!(true), true, true), (json!(["list"]), true, false), (json!(false), false, false)]
        {
            let lens = client.taken_over(&json!({"lens": value})).lens;
            assert_eq!((lens.has("list"), lens.has("tokens")), (list, tokens), "{value}");
        }
        let wrong = client.taken_over(&json!({"lens": ["lists"], "inlayHints": 3}));
        assert!(wrong.problems.len() == 2 && wrong.problems[0].contains("list, read, hosts, tokens"), "{wrong:?}");
        let later = client.taken_over(&json!({"ignore": ["links"]}));
        assert!(later.approval);
        assert_eq!(of_folder(&Disk, dir.path(), None, &later).config.hosts[0].id, "codex");
    }
}
