use std::path::PathBuf;

use super::rule::Rule;
use crate::text::{Edit, Span};

/// What happens to the skill, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A selected host does not load the skill, or the tool refuses.
    Error,
    /// It loads, but not as written.
    Warning,
    /// It loads, and costs or risks something.
    Info,
    /// Style.
    Hint,
}

impl Severity {
    /// The word for it in settings and output.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
            Severity::Hint => "hint",
        }
    }
}

impl Severity {
    /// The severity of a word, as [`Severity::word`] gives it.
    pub fn of_word(word: &str) -> Option<Self> {
        [Severity::Error, Severity::Warning, Severity::Info, Severity::Hint].into_iter().find(|one| one.word() == word)
    }
}

/// Something that is true of a text, at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule's code.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The file it speaks of.
    pub file: PathBuf,
    /// The smallest text that is wrong, in bytes of the decoded file.
    pub span: Span,
    /// What is wrong, who is affected, what to do.
    pub message: String,
    /// Ids of the hosts that are affected.
    pub hosts: Vec<&'static str>,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// Ways to mend it.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// Without hosts, related places and fixes.
    pub fn new(
        rule: &Rule,
        severity: Severity,
        file: impl Into<PathBuf>,
        span: Span,
        message: impl Into<String>,
    ) -> Self {
        let (file, message) = (file.into(), one_line(message.into()));
        Diagnostic { code: rule.code, severity, file, span, message, hosts: vec![], related: vec![], fixes: vec![] }
    }

    /// With one more way to mend it.
    pub fn with_fix(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }

    /// With one more place that belongs to it.
    pub fn with_related(mut self, file: impl Into<PathBuf>, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related { file: file.into(), span, message: one_line(message.into()) });
        self
    }
}

/// A place that belongs to a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The file.
    pub file: PathBuf,
    /// The bytes in it.
    pub span: Span,
    /// What is there.
    pub message: String,
}

/// A way to mend a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as an order: "Quote the value".
    pub title: String,
    /// Whether it needs no decision: meaning kept, nothing lost.
    pub safe: bool,
    /// What it changes.
    pub changes: Vec<Change>,
}

/// One change of a fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Edits in one file.
    Edit {
        /// The file.
        file: PathBuf,
        /// Edits that do not overlap, in bytes of the decoded text.
        edits: Vec<Edit>,
    },
    /// Another name for a file.
    Rename {
        /// As it is.
        from: PathBuf,
        /// As it is to be.
        to: PathBuf,
    },
    /// A new file.
    Create {
        /// The file.
        file: PathBuf,
        /// Its text.
        text: String,
    },
}

impl Fix {
    /// A fix that only edits one file.
    pub fn edit(title: impl Into<String>, safe: bool, file: impl Into<PathBuf>, edits: Vec<Edit>) -> Self {
        Fix { title: one_line(title.into()), safe, changes: vec![Change::Edit { file: file.into(), edits }] }
    }
}

/// Text that quotes an author's, fit for one line anywhere: line breaks and other control characters, which could also
/// steer a terminal, are written as escapes.
fn one_line(text: String) -> String {
    let odd = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    let text = shortened(text);
    if !text.contains(odd) {
        return text;
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if odd(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out
}

/// More characters of an author's text than these are not repeated between two backticks.
const QUOTED: usize = 160;

/// A message with its long quotations cut.
fn shortened(text: String) -> String {
    if text.len() <= QUOTED {
        return text;
    }
    let cut = |(at, part): (usize, &str)| match part.char_indices().nth(QUOTED) {
        Some((end, _)) if at % 2 == 1 => format!("{}…", &part[..end]),
        _ => part.to_owned(),
    };
    text.split('`').enumerate().map(cut).collect::<Vec<_>>().join("`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_quotations_are_cut() {
        let long = "é".repeat(300);
        let cut = one_line(format!("The name `{long}` is not `b`."));
        assert_eq!(cut, format!("The name `{}…` is not `b`.", "é".repeat(QUOTED)));
        assert_eq!(one_line(long.clone()), long);
    }

    #[test]
    fn what_an_author_wrote_cannot_break_the_line() {
        assert_eq!(one_line("a `\u{1b}[31m\n\u{2028}é`".to_owned()), "a `\\u{1b}[31m\\n\\u{2028}é`");
    }
}
