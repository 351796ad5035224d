//! Between the program's words and the protocol's: paths and URIs, places, diagnostics.

use std::path::{Path, PathBuf};

use serde_json::json;
use tower_lsp::ls_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, NumberOrString, Position, Range, Uri,
};

use super::capabilities::Can;
use super::texts::Texts;
use crate::rules::{Diagnostic, Severity};
use crate::text;

/// The source of all diagnostics.
pub const SOURCE: &str = "skill-lsp";

/// The file of a URI; none for documents that are no files.
pub fn path(uri: &Uri) -> Option<PathBuf> {
    if !uri.scheme().as_str().eq_ignore_ascii_case("file") {
        return None;
    }
    let path = uri.to_file_path()?;
    // Without what a URI can have beside the names: `.`, doubled and final slashes.
    let tidy: PathBuf = path.components().collect();
    Some(if cfg!(windows) { upper_drive(&tidy) } else { tidy })
}

/// The URI of a file that the client has not opened.
pub fn uri(path: &Path) -> Option<Uri> {
    Uri::from_file_path(path)
}

/// Clients write the drive's letter either way, and it is one drive.
fn upper_drive(path: &Path) -> PathBuf {
    let text = path.to_string_lossy();
    match text.get(..2) {
        Some(drive) if drive.ends_with(':') => PathBuf::from(drive.to_uppercase() + &text[2..]),
        _ => path.to_owned(),
    }
}

/// A place as the protocol writes it.
pub fn position(position: text::Position) -> Position {
    Position { line: position.line, character: position.character }
}

/// A place of the protocol.
pub fn place(position: Position) -> text::Position {
    text::Position { line: position.line, character: position.character }
}

/// A diagnostic as the client can show it; `uri_of` says under which URI the client knows a file.
pub fn diagnostic(
    diagnostic: &Diagnostic,
    texts: &mut Texts<'_>,
    can: &Can,
    uri_of: &dyn Fn(&Path) -> Option<Uri>,
) -> tower_lsp::ls_types::Diagnostic {
    let related = diagnostic.related.iter().filter_map(|related| {
        let range = texts.range(&related.file, related.span);
        let location = Location { uri: uri_of(&related.file)?, range };
        Some(DiagnosticRelatedInformation { location, message: related.message.clone() })
    });
    let related: Vec<DiagnosticRelatedInformation> = if can.related { related.collect() } else { Vec::new() };
    let tags: Vec<DiagnosticTag> = tag(diagnostic).filter(|_| can.tags).into_iter().collect();
    tower_lsp::ls_types::Diagnostic {
        range: texts.range(&diagnostic.file, diagnostic.span),
        severity: Some(severity(diagnostic.severity)),
        code: Some(NumberOrString::String(diagnostic.code.to_owned())),
        code_description: None,
        source: Some(SOURCE.to_owned()),
        message: diagnostic.message.clone(),
        related_information: (!related.is_empty()).then_some(related),
        tags: (!tags.is_empty()).then_some(tags),
        data: can.data.then(|| {
            let fixes = diagnostic.fixes.iter().map(|fix| json!({"title": fix.title, "safe": fix.safe}));
            json!({"code": diagnostic.code, "hosts": diagnostic.hosts, "fixes": fixes.collect::<Vec<_>>()})
        }),
    }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Info => DiagnosticSeverity::INFORMATION,
        Severity::Hint => DiagnosticSeverity::HINT,
    }
}

/// What has no effect is shown faded.
fn tag(diagnostic: &Diagnostic) -> Option<DiagnosticTag> {
    let is_idle = match diagnostic.code {
        "no-effect" => true,
        "unknown-key" => diagnostic.severity >= Severity::Info,
        _ => false,
    };
    is_idle.then_some(DiagnosticTag::UNNECESSARY)
}

/// The smallest range around a text's diagnostics at a place touches it.
pub fn touches(range: &Range, other: &Range) -> bool {
    range.start <= other.end && other.start <= range.end
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use super::*;

    #[test]
    fn spellings_of_a_uri_are_one_path() {
        for text in ["file:///a/b%20c/d.md", "FILE:///a//b%20c/./d.md", "file:///a/b%20c/%64.md"] {
            assert_eq!(path(&Uri::from_str(text).unwrap()), Some(PathBuf::from("/a/b c/d.md")), "{text}");
        }
        assert_eq!(path(&Uri::from_str("untitled:Untitled-1").unwrap()), None);
        assert_eq!(upper_drive(Path::new("c:/x")), PathBuf::from("C:/x"));
    }
}
