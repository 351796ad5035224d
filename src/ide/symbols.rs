//! The outline of a file, and the skills by name.

use std::path::PathBuf;

use super::Site;
use super::goal::Place;
use crate::skill::{Document, Summary};
use crate::syntax::markdown::{self, Heading};
use crate::syntax::yaml::{Entry, Value};
use crate::text::Span;
use crate::workspace::Workspace;

/// Skills that are given at most for one query: more than anyone looks through, and each costs the reading of its file.
pub const MOST: usize = 256;

/// Characters of a value that are shown beside its key.
const SHOWN: usize = 80;

/// A part of a file's outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name; never empty.
    pub name: String,
    /// What more there is to show: a field's value.
    pub detail: Option<String>,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it: a section reaches to the next one.
    pub span: Span,
    /// Its name in the text.
    pub name_span: Span,
    /// What lies in it.
    pub children: Vec<Symbol>,
}

/// What a [`Symbol`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A key of the front matter.
    Field,
    /// A section with its heading.
    Section,
}

/// A skill that fits a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its name.
    pub name: String,
    /// The root it belongs to.
    pub root: PathBuf,
    /// Where its name is written.
    pub place: Place,
}

/// The outline of the file: the fields of its front matter, and its sections.
pub fn document_symbols(site: &Site<'_>) -> Vec<Symbol> {
    let (mut symbols, body) = match site.is_entry() {
        true => {
            let document = Document::new(site.text, None);
            (fields(site.text, document.yaml.entries()), document.fences.body)
        }
        false => (Vec::new(), Span::new(0, site.text.len())),
    };
    let headings = markdown::parse(site.text, body).headings;
    symbols.extend(sections(site.text, &headings));
    symbols
}

/// The skills whose names fit `query`, the best fitting first: all, for an empty one, by name.
pub fn workspace_symbols(workspace: &Workspace, query: &str) -> Vec<Found> {
    let query = query.trim().trim_start_matches(['/', '$']).to_lowercase();
    let mut fitting: Vec<(u32, &Summary)> =
        workspace.skills().filter_map(|kept| Some((fit(&kept.summary.name, &query)?, &kept.summary))).collect();
    fitting.sort_by_key(|(cost, summary)| (*cost, &summary.name, &summary.dir));
    let found = fitting.into_iter().take(MOST).map(|(_, summary)| Found {
        name: summary.name.clone(),
        root: summary.root.clone(),
        place: Place { file: summary.entry.clone(), span: summary.name_span },
    });
    found.collect()
}

/// How badly a name fits a query in lower case: the whole, its beginning, a word's beginning, a part, its letters in
/// order.
fn fit(name: &str, query: &str) -> Option<u32> {
    let name = name.to_lowercase();
    match name.find(query) {
        Some(0) if name.len() == query.len() => return Some(0),
        Some(0) => return Some(1),
        Some(at) if !name[..at].ends_with(char::is_alphanumeric) => return Some(2),
        Some(_) => return Some(3),
        None => {}
    }
    let mut letters = name.chars();
    query.chars().all(|wanted| letters.any(|c| c == wanted)).then_some(4)
}

fn fields(text: &str, entries: &[Entry]) -> Vec<Symbol> {
    let field = |entry: &Entry| {
        let name_span = entry.key.span;
        let (detail, children) = match entry.value.as_ref().map(|node| (&node.value, node.span)) {
            Some((Value::Mapping(inner), _)) => (None, fields(text, inner)),
            Some((Value::Scalar { text, .. }, _)) => (Some(shortened(text)), Vec::new()),
            Some((Value::Sequence(_), span)) => (Some(shortened(span.slice(text))), Vec::new()),
            None => (None, Vec::new()),
        };
        let span = Span::new(name_span.start, entry.span().end.max(name_span.end));
        let name = named(name_span.slice(text));
        let detail = detail.filter(|detail| !detail.is_empty());
        Symbol { name, detail, kind: SymbolKind::Field, span, name_span, children }
    };
    entries.iter().map(field).collect()
}

/// Sections, each in the nearest one of a higher level before it, up to the next of its own level or above.
fn sections(text: &str, headings: &[Heading]) -> Vec<Symbol> {
    let mut left = headings.iter().enumerate().peekable();
    let mut out = Vec::new();
    while let Some((at, heading)) = left.next() {
        let mut count = 0;
        while left.next_if(|(_, next)| next.level > heading.level).is_some() {
            count += 1;
        }
        let end = headings.get(at + count + 1).map_or(text.len(), |next| next.span.start);
        let span = Span::new(heading.span.start, end).trim(text);
        out.push(Symbol {
            name: named(&heading.title),
            detail: None,
            kind: SymbolKind::Section,
            span: Span::new(heading.span.start, span.end.max(heading.span.end)),
            name_span: heading.span,
            children: sections(text.get(..end).unwrap_or(text), headings.get(at + 1..=at + count).unwrap_or_default()),
        });
    }
    out
}

/// Clients refuse a symbol without a name.
fn named(name: &str) -> String {
    let name = name.trim();
    if name.is_empty() { "(without a name)".to_owned() } else { name.to_owned() }
}

fn shortened(value: &str) -> String {
    let line: String = value.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_lie_in_each_other() {
        let text = "# A\n\n## B\n\nx\n\n### C\n\n## D\n\n# E\n";
        let markdown = markdown::parse(text, Span::new(0, text.len()));
        let outline = sections(text, &markdown.headings);
        fn shape(symbols: &[Symbol], text: &str) -> Vec<String> {
            let one = |symbol: &Symbol| {
                std::iter::once(format!("{} {:?}", symbol.name, symbol.span.slice(text)))
                    .chain(shape(&symbol.children, text).into_iter().map(|line| format!("  {line}")))
                    .collect::<Vec<_>>()
            };
            symbols.iter().flat_map(one).collect()
        }
        assert_eq!(
            shape(&outline, text),
            [
                "A \"# A\\n\\n## B\\n\\nx\\n\\n### C\\n\\n## D\"",
                "  B \"## B\\n\\nx\\n\\n### C\"",
                "    C \"### C\"",
                "  D \"## D\"",
                "E \"# E\"",
            ]
        );
    }

    #[test]
    fn the_best_fitting_names_come_first() {
        for (name, query, cost) in [
            ("release-notes", "release-notes", Some(0)),
            ("release-notes", "rel", Some(1)),
            ("release-notes", "notes", Some(2)),
            ("release-notes", "lease", Some(3)),
            ("release-notes", "rlnt", Some(4)),
            ("release-notes", "ntrl", None),
            ("ÄB", "äb", Some(0)),
            ("x", "", Some(1)),
        ] {
            assert_eq!(fit(name, query), cost, "{name} {query}");
        }
    }
}
