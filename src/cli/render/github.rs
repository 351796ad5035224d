use std::path::Path;

use super::source::Sources;
use super::{Report, relative};
use crate::rules::Severity;

/// Workflow commands, one a line: GitHub shows them at their places in a pull request.
pub fn github(found: &Report, base: &Path) -> String {
    let mut sources = Sources::default();
    let mut out = String::new();
    for diagnostic in &found.diagnostics {
        let level = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info | Severity::Hint => "notice",
        };
        let (start, end) = sources.range(&diagnostic.file, diagnostic.span);
        let file = property(&relative(&diagnostic.file, base));
        let columns = match start.line == end.line {
            true => format!(",col={},endColumn={}", start.character + 1, end.character.max(start.character + 1) + 1),
            false => String::new(),
        };
        out += &format!(
            "::{level} file={file},line={},endLine={}{columns},title={}::{}\n",
            start.line + 1,
            end.line + 1,
            diagnostic.code,
            data(&diagnostic.message)
        );
    }
    out
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
