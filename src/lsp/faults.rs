//! What is wrong in a configuration file, as its text is now: settings apply once they are saved, but what is wrong with
//! them is said while they are typed.

use std::path::Path;

use tower_lsp::ls_types::{Diagnostic, DiagnosticSeverity, NumberOrString};

use super::convert::SOURCE;
use super::settings::CONFIG_BYTES;
use super::texts::Texts;
use crate::files::Files;
use crate::text::decode;
use crate::workspace::{Config, FILE_NAME, Problem};

/// The code of what is wrong in a configuration file: no rule says it, and none can be silenced for it.
const CODE: &str = "configuration";

/// What is wrong in a file; nothing in one that is no configuration or cannot be read.
pub fn of(files: &dyn Files, file: &Path) -> Vec<Problem> {
    if !file.ends_with(FILE_NAME) {
        return Vec::new();
    }
    let Ok(content) = files.read(file, CONFIG_BYTES) else { return Vec::new() };
    let home = std::env::home_dir().filter(|home| home.is_absolute());
    Config::from_toml(&decode(content.bytes).text, file.parent().unwrap_or(file), home.as_deref()).1
}

/// The same as the client can show it.
pub fn diagnostics(files: &dyn Files, file: &Path, texts: &mut Texts<'_>) -> Vec<Diagnostic> {
    let faults = of(files, file).into_iter().map(|problem| Diagnostic {
        range: texts.range(file, problem.span),
        severity: Some(DiagnosticSeverity::ERROR),
        code: Some(NumberOrString::String(CODE.to_owned())),
        source: Some(SOURCE.to_owned()),
        message: problem.message,
        ..Diagnostic::default()
    });
    faults.collect()
}
