use serde::Serialize;
use serde_json::Value;

use super::path::{file_url, join};
use super::{Origin, Source};
use crate::files::{Cancel, Cancelled, Files};
use crate::skill::ENTRY;
use crate::syntax::fields::trim;
use crate::syntax::schema::javascript_number;
use crate::tool::find;

/// What a call of the tool gives: `ToolResult`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The text for the model.
    pub output: String,
    /// Whether there is no such skill.
    pub is_error: bool,
    /// Which skill it is; not there for an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Metadata>,
}

/// Which skill was loaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Metadata {
    /// Its name.
    pub name: String,
    /// Its directory, or the base of a data skill.
    pub dir: String,
}

impl Source {
    /// Runs one call of the tool: loads the skill that `args.name` names. An unknown name is a result, not an error.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn execute(&self, files: &dyn Files, args: &Value, cancel: &Cancel) -> Result<Output, Cancelled> {
        let name = name(args);
        let Some(skill) = name.known.then(|| self.skills.iter().find(|skill| skill.name == name.text)).flatten() else {
            return Ok(self.not_found(&name.text));
        };
        let limit = if self.sample_limit == 0.0 { 10.0 } else { self.sample_limit };
        let omitted = limit == -1.0;
        let (base, dir, sample) = match skill.origin {
            Origin::Logical => {
                let resources = skill.resources.as_deref().unwrap_or_default();
                let shown = if limit > 0.0 { first(resources, limit) } else { resources };
                let sample = (!omitted && !resources.is_empty()).then(|| shown.to_vec());
                (skill.location.clone(), skill.location.clone(), sample)
            }
            Origin::Fs => {
                let dir = directory(&skill.location);
                let sample = if omitted { None } else { Some(self.siblings(files, dir, limit, cancel)?) };
                (file_url(&self.cwd, dir), dir.to_owned(), sample)
            }
        };
        let name = &skill.name;
        let mut output = format!(
            "<skill_content name=\"{name}\">\n# Skill: {name}\n\n{content}\n\nBase directory for this skill: {base}\n\
             Relative paths in this skill (e.g., scripts/, reference/) are relative to this base directory.\n",
            content = trim(&skill.content),
        );
        if let Some(sample) = sample {
            let listed: Vec<String> = sample.iter().map(|file| format!("<file>{file}</file>")).collect();
            output += "Note: file list is sampled.\n\n<skill_files>\n";
            output += &listed.join("\n");
            output += "\n</skill_files>\n";
        }
        output += "</skill_content>";
        Ok(Output { output, is_error: false, metadata: Some(Metadata { name: name.clone(), dir }) })
    }

    /// The files beside the entry file, sorted first and cut then, by the paths that the model sees.
    fn siblings(&self, files: &dyn Files, dir: &str, limit: f64, cancel: &Cancel) -> Result<Vec<String>, Cancelled> {
        let found = find::files(files, &self.cwd.join(dir), &find::SIBLINGS, cancel)?;
        Ok(first(&found, limit).iter().map(|file| join(dir, file)).collect())
    }

    fn not_found(&self, name: &str) -> Output {
        let mut names: Vec<&str> = self.skills.iter().map(|skill| skill.name.as_str()).collect();
        names.sort_unstable();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let output = format!("Skill \"{name}\" not found. Available skills: {names}");
        Output { output, is_error: true, metadata: None }
    }
}

/// The name that a call asks for.
struct Asked {
    text: String,
    /// Whether it can be the name of a skill: JavaScript also makes texts of lists and objects, and no skill is meant.
    known: bool,
}

fn name(args: &Value) -> Asked {
    let known = |text: String| Asked { text, known: true };
    match args.get("name") {
        None | Some(Value::Null) => known(String::new()),
        Some(Value::String(name)) => known(name.clone()),
        Some(Value::Bool(value)) => known(value.to_string()),
        Some(Value::Number(number)) => known(javascript_number(number.as_f64().unwrap_or(f64::NAN))),
        Some(other) => Asked { text: other.to_string(), known: false },
    }
}

/// What JavaScript's `slice(0, limit)` leaves: a negative limit counts from the end, a fraction is dropped.
fn first<T>(items: &[T], limit: f64) -> &[T] {
    let whole = limit.trunc();
    // A number that is too large for the type becomes its largest.
    let count = whole.abs() as usize;
    let end = if whole < 0.0 { items.len().saturating_sub(count) } else { count.min(items.len()) };
    &items[..end]
}

fn directory(location: &str) -> &str {
    match location.strip_suffix(ENTRY).map(|dir| dir.strip_suffix('/').unwrap_or(dir)) {
        Some("") if location.starts_with('/') => "/",
        Some("") | None => ".",
        Some(dir) => dir,
    }
}
