//! The settings of a workspace: what is read of `skill-lsp.toml` or an editor's settings, and what is wrong with it.

mod agents;
mod setting;

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};

use super::Root;
use crate::files::{Disk, Files};
use crate::hosts::facts::Kind;
use crate::hosts::{self, Host};
use crate::rules::{self, Diagnostic, Severity};
use crate::skill::limits::PARSED_BYTES;
use crate::text::{Span, decode};
pub use agents::Agents;
pub use setting::{Setting, Value};

/// The name of the configuration file; the nearest one at or above a path counts.
pub const FILE_NAME: &str = "skill-lsp.toml";

/// Hosts that are always asked besides the selected ones: the open specification and the list/read tool.
const ALWAYS: [&str; 2] = ["spec", "steamharness"];

/// Every key of a configuration.
pub const KEYS: [&str; 7] = ["roots", "hosts", "severity", "ignore", "per-path-ignores", "exclude", "agents"];

/// The settings of a workspace.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Roots in priority order, absolute.
    pub roots: Vec<PathBuf>,
    /// The hosts to speak for; none: those that read the root in which a skill stands.
    pub hosts: Vec<&'static Host>,
    /// When it is not empty, only these rules speak.
    pub select: Vec<&'static str>,
    /// Rules that say nothing.
    pub ignore: Vec<&'static str>,
    /// What agents see besides the roots.
    pub agents: Agents,
    severity: BTreeMap<&'static str, Severity>,
    per_path: Vec<(GlobMatcher, Vec<&'static str>)>,
    excluded: Vec<GlobMatcher>,
}

/// Something wrong in a configuration, at its place. The rest of it applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The bytes that are wrong.
    pub span: Span,
    /// What is wrong and what is allowed.
    pub message: String,
}

impl Config {
    /// Reads a `skill-lsp.toml` that stands in `base`.
    pub fn from_toml(text: &str, base: &Path, home: Option<&Path>) -> (Config, Vec<Problem>) {
        let (setting, problems) = Setting::from_toml(text);
        let mut config = Config::default();
        let mut reading = Reading { base, home, read: &read_disk, problems };
        reading.take(&mut config, &setting);
        config.agents.file = Some(base.join(FILE_NAME));
        reading.problems.sort_by_key(|problem| problem.span);
        (config, reading.problems)
    }

    /// Takes over settings, replacing those that they name; gives what is wrong with them.
    pub fn set(&mut self, setting: &Setting, base: &Path, home: Option<&Path>) -> Vec<Problem> {
        let mut reading = Reading { base, home, read: &read_disk, problems: Vec::new() };
        reading.take(self, setting);
        reading.problems
    }

    /// Whether every host there is was selected: as `all`, since nobody lists them one by one. Each is then asked as if it
    /// looked where the skills stand.
    pub fn asks_all(&self) -> bool {
        hosts::table().iter().all(|host| self.hosts.iter().any(|own| own.id == host.id))
    }

    /// Whether a host is asked about every skill, whoever else is selected: the open specification and the list/read tool.
    pub fn is_always_asked(host: &Host) -> bool {
        ALWAYS.contains(&host.id.as_str())
    }

    /// Whether it is the list/read tool, which is run here on the roots of the workspace, in their order.
    pub fn is_run_here(host: &Host) -> bool {
        Config::is_always_asked(host) && host.kind != Kind::Spec
    }

    /// The hosts asked about the skills of a root, best known first.
    pub fn hosts_for(&self, root: &Root) -> Vec<&'static Host> {
        let read_by = if self.hosts.is_empty() { root.read_by() } else { Vec::new() };
        let selected = |host: &Host| {
            Config::is_always_asked(host) || self.hosts.iter().chain(&read_by).any(|other| other.id == host.id)
        };
        hosts::table().iter().filter(|host| selected(host)).collect()
    }

    /// Whether a path is not to be looked at.
    pub fn excludes(&self, path: &Path) -> bool {
        self.excluded.iter().any(|glob| glob.is_match(path))
    }

    /// A diagnostic as it is to be shown; `None` when it is not.
    pub fn apply(&self, mut diagnostic: Diagnostic) -> Option<Diagnostic> {
        let code = diagnostic.code;
        let selected = self.select.is_empty() || self.select.contains(&code);
        let ignored = self.ignore.contains(&code)
            || self.per_path.iter().any(|(glob, codes)| codes.contains(&code) && glob.is_match(&diagnostic.file));
        if !selected || ignored {
            return None;
        }
        diagnostic.severity = self.severity.get(code).copied().unwrap_or(diagnostic.severity);
        Some(diagnostic)
    }
}

/// The code of a rule as the table has it.
///
/// # Errors
/// A message with the nearest code for one that is not there.
pub fn code(text: &str) -> Result<&'static str, String> {
    if let Some(rule) = rules::find(text) {
        return Ok(rule.code);
    }
    let near = nearest(text, rules::RULES.iter().map(|rule| rule.code));
    Err(format!("there is no rule `{text}`{near}; `skill-lsp rules` lists them"))
}

/// `; did you mean …?`, when something is near.
pub fn nearest<'a>(text: &str, known: impl Iterator<Item = &'a str>) -> String {
    let scored = known.map(|known| (strsim::jaro_winkler(text, known), known));
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(likeness, _)| *likeness > 0.75);
    best.map_or_else(String::new, |(_, known)| format!("; did you mean `{known}`?"))
}

/// What [`nearest`] says, as the end of a sentence.
pub fn ended(near: String) -> String {
    if near.is_empty() { ".".to_owned() } else { near }
}

/// A path without `.` and `..`, as its words say, so that what lies elsewhere is seen to lie elsewhere.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

fn read_disk(path: &Path) -> std::io::Result<String> {
    let content = Disk.read(path, PARSED_BYTES)?;
    Ok(decode(content.bytes).text)
}

struct Reading<'a> {
    base: &'a Path,
    home: Option<&'a Path>,
    /// Reads a file that the settings name.
    read: &'a dyn Fn(&Path) -> std::io::Result<String>,
    problems: Vec<Problem>,
}

impl Reading<'_> {
    fn take(&mut self, config: &mut Config, setting: &Setting) {
        let Value::Table(entries) = &setting.value else {
            return self.problem(setting.span, "the settings must be a table");
        };
        for (key, span, value) in entries {
            match key.as_str() {
                "roots" => config.roots = self.texts(value).map(|(_, text)| self.path(text)).collect(),
                "hosts" => config.hosts = self.hosts(value),
                "severity" => self.severities(config, value),
                "ignore" => config.ignore = self.codes(value),
                "per-path-ignores" => self.per_path(config, value),
                "agents" => {
                    config.agents = Agents { file: config.agents.file.take(), ..Agents::default() };
                    self.agents(&mut config.agents, value);
                }
                "exclude" => {
                    let globs: Vec<(Span, String)> =
                        self.texts(value).map(|(span, text)| (span, text.to_owned())).collect();
                    // All of a directory is the directory as well.
                    let whole = |(span, text): (Span, String)| {
                        let dir = text.strip_suffix("/**").map(|dir| (span, dir.to_owned()));
                        [Some((span, text)), dir].into_iter().flatten()
                    };
                    let globs = globs.into_iter().flat_map(whole);
                    config.excluded = globs.filter_map(|(span, text)| self.glob(span, &text)).collect();
                }
                other => {
                    let near = ended(nearest(other, KEYS.into_iter()));
                    self.problem(
                        *span,
                        format!("there is no setting `{other}`{near} The settings are {}", KEYS.join(", ")),
                    );
                }
            }
        }
    }

    fn hosts(&mut self, value: &Setting) -> Vec<&'static Host> {
        let ids: Vec<(Span, String)> = self.texts(value).map(|(span, text)| (span, text.to_owned())).collect();
        let mut found = Vec::new();
        for (span, id) in ids {
            match hosts::find(&id) {
                _ if id == "all" => found.extend(hosts::table()),
                Ok(host) => found.push(host),
                Err(unknown) => self.problem(span, unknown.to_string()),
            }
        }
        found
    }

    fn codes(&mut self, value: &Setting) -> Vec<&'static str> {
        let texts: Vec<(Span, String)> = self.texts(value).map(|(span, text)| (span, text.to_owned())).collect();
        texts.into_iter().filter_map(|(span, text)| self.code(span, &text)).collect()
    }

    fn code(&mut self, span: Span, text: &str) -> Option<&'static str> {
        code(text).map_err(|message| self.problem(span, message)).ok()
    }

    fn severities(&mut self, config: &mut Config, value: &Setting) {
        let Value::Table(entries) = &value.value else {
            return self.problem(value.span, "`severity` must be a table from rule to severity");
        };
        for (key, span, value) in entries {
            let Some(code) = self.code(*span, key) else { continue };
            match &value.value {
                Value::Text(word) if word == "off" => config.ignore.push(code),
                Value::Text(word) if Severity::of_word(word).is_some() => {
                    config.severity.extend(Severity::of_word(word).map(|severity| (code, severity)));
                }
                _ => self.problem(value.span, "a severity is `error`, `warning`, `info`, `hint` or `off`"),
            }
        }
    }

    fn per_path(&mut self, config: &mut Config, value: &Setting) {
        let Value::Table(entries) = &value.value else {
            return self.problem(value.span, "`per-path-ignores` must be a table from path pattern to a list of rules");
        };
        for (pattern, span, value) in entries {
            let codes = self.codes(value);
            config.per_path.extend(self.glob(*span, pattern).map(|glob| (glob, codes)));
        }
    }

    fn glob(&mut self, span: Span, pattern: &str) -> Option<GlobMatcher> {
        let whole = self.path(pattern).to_string_lossy().into_owned();
        match GlobBuilder::new(&whole).literal_separator(true).build() {
            Ok(glob) => Some(glob.compile_matcher()),
            Err(error) => {
                self.problem(span, format!("`{pattern}` is no path pattern: {}", error.kind()));
                None
            }
        }
    }

    /// The texts of a list, or a single text; anything else in it is a problem.
    fn texts<'s>(&mut self, value: &'s Setting) -> impl Iterator<Item = (Span, &'s str)> + use<'s> {
        let items = match &value.value {
            Value::List(items) => items.as_slice(),
            _ => std::slice::from_ref(value),
        };
        for item in items.iter().filter(|item| !matches!(item.value, Value::Text(_))) {
            self.problem(item.span, "a text, or a list of texts, is wanted here");
        }
        items.iter().filter_map(|item| match &item.value {
            Value::Text(text) => Some((item.span, text.as_str())),
            _ => None,
        })
    }

    fn path(&self, text: &str) -> PathBuf {
        match (text.strip_prefix("~/"), self.home) {
            (Some(rest), Some(home)) => plain(&home.join(rest)),
            _ => plain(&self.base.join(text)),
        }
    }

    fn problem(&mut self, span: Span, message: impl Into<String>) {
        self.problems.push(Problem { span, message: message.into() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Config, Vec<(String, String)>) {
        let (config, problems) = Config::from_toml(text, Path::new("/w"), Some(Path::new("/home/me")));
        let problems = problems.into_iter().map(|problem| (problem.span.slice(text).to_owned(), problem.message));
        (config, problems.collect())
    }

    #[test]
    fn everything_that_can_be_set() {
        let (config, problems) = read(
            "roots = ['./x/../skills', '~/.claude/skills']\nhosts = ['codex']\nignore = ['body-too-long']\nexclude = ['vendor/**']\n\
             [severity]\nname-form = 'hint'\nunknown-key = 'off'\n[per-path-ignores]\n'old/**' = ['name-form']\n",
        );
        assert_eq!(problems, []);
        assert_eq!(config.roots, [PathBuf::from("/w/skills"), PathBuf::from("/home/me/.claude/skills")]);
        assert_eq!(config.hosts[0].id, "codex");
        assert!(
            config.excludes(Path::new("/w/vendor"))
                && config.excludes(Path::new("/w/vendor/x"))
                && !config.excludes(Path::new("/w/x/vendor/y"))
        );
        let said = |code: &str, file: &str| {
            let rule = rules::find(code).unwrap();
            config.apply(Diagnostic::new(rule, Severity::Error, file, Span::at(0), "")).map(|found| found.severity)
        };
        assert_eq!(said("name-form", "/w/a/SKILL.md"), Some(Severity::Hint));
        assert_eq!(said("name-form", "/w/old/a/SKILL.md"), None);
        assert_eq!(said("unknown-key", "/w/a/SKILL.md"), None);
        assert_eq!(said("name-missing", "/w/a/SKILL.md"), Some(Severity::Error));
    }

    #[test]
    fn what_is_wrong_is_named_and_the_rest_applies() {
        let (config, problems) = read(
            "hots = 1\nhosts = ['codx', 'zed']\nroots = [3]\n[severity]\nname-forms = 'error'\nname-form = 'loud'\n",
        );
        let places: Vec<&str> = problems.iter().map(|(place, _)| place.as_str()).collect();
        assert_eq!(places, ["hots", "'codx'", "3", "name-forms", "'loud'"]);
        assert!(problems[0].1.contains("did you mean `hosts`?"), "{problems:?}");
        assert!(problems[1].1.contains("did you mean `codex`?"), "{problems:?}");
        assert!(problems[3].1.contains("did you mean `name-form`?"), "{problems:?}");
        assert_eq!(config.hosts.iter().map(|host| host.id.as_str()).collect::<Vec<_>>(), ["zed"]);
    }

    #[test]
    fn what_agents_see_besides_the_roots() {
        let (config, problems) = read(
            "[agents]\nsample-limit = 3\nskills = [{ name = 'refunds', content = 'x' }, 4]\nskils = 1\n\
             [agents.filter]\nrefunds = true\nold = 'no'\n",
        );
        let places: Vec<&str> = problems.iter().map(|(place, _)| place.as_str()).collect();
        assert_eq!(places, ["4", "skils", "'no'"]);
        assert_eq!(config.agents.skills[0].0.name, "refunds");
        let options = config.agents.options(vec!["skills".to_owned()]);
        assert_eq!((options.sample_limit, options.filter.map(|filter| filter.len())), (Some(3.0), Some(1)));
    }

    #[test]
    fn broken_toml_is_a_problem_at_its_place() {
        let (_, problems) = read("roots = ['a'\nhosts = 'x'\n");
        assert!(problems[0].1.contains("not TOML"), "{problems:?}");
    }
}
