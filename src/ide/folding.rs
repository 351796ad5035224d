//! What can be folded: the front matter and its longer values, sections, code blocks, comments.

use super::Site;
use super::symbols::{Symbol, SymbolKind, document_symbols};
use crate::skill::Document;
use crate::syntax::markdown;
use crate::text::Span;

/// Something that can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// All of it, its last line's break left out.
    pub span: Span,
    /// What it is.
    pub kind: FoldKind,
}

/// What a [`Fold`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// The front matter, a value, a section, a code block.
    Region,
    /// An HTML comment.
    Comment,
}

/// All that can be folded and stands on more than one line, by place.
pub fn folds(site: &Site<'_>) -> Vec<Fold> {
    let text = site.text;
    let mut spans: Vec<Span> = Vec::new();
    let mut body = Span::new(0, text.len());
    if site.is_entry() {
        let fences = Document::new(text, None).fences;
        body = fences.body;
        if let (Some(opening), Some(closing)) = (fences.opening, fences.closing) {
            spans.push(Span::new(opening.dashes.start, closing.line().end));
        }
    }
    fn collect(symbols: &[Symbol], spans: &mut Vec<Span>) {
        for symbol in symbols {
            // A section that consists of its heading has nothing to hide.
            if symbol.kind == SymbolKind::Field || symbol.span.end > symbol.name_span.end {
                spans.push(symbol.span);
            }
            collect(&symbol.children, spans);
        }
    }
    collect(&document_symbols(site), &mut spans);
    spans.extend(markdown::parse(text, body).blocks);
    let regions = spans.into_iter().map(|span| Fold { span: span.trim(text), kind: FoldKind::Region });
    let comments = comments(text, body).map(|span| Fold { span, kind: FoldKind::Comment });
    let mut folds: Vec<Fold> =
        regions.chain(comments).filter(|fold| fold.span.slice(text).contains(['\n', '\r'])).collect();
    folds.sort_by_key(|fold| (fold.span.start, std::cmp::Reverse(fold.span.end)));
    folds.dedup();
    folds
}

/// The comments of the body.
fn comments(text: &str, body: Span) -> impl Iterator<Item = Span> + '_ {
    let mut from = body.start;
    std::iter::from_fn(move || {
        let start = from + Span::new(from, body.end).slice(text).find("<!--")?;
        let end = start + Span::new(start, body.end).slice(text).find("-->")? + "-->".len();
        from = end;
        Some(Span::new(start, end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::Fixture;

    #[test]
    fn what_folds() {
        let text = "---\nname: a\ndescription: >\n  x\n  y\nmetadata:\n  k: v\n---\n\n# A\n\n```sh\nx\n```\n\n<!-- b\nc -->\n\n## D\n\ne\n\n# F\n<|>";
        for breaks in ["\n", "\r\n"] {
            let fixture = Fixture::new(&[("skills/a/SKILL.md", &text.replace('\n', breaks))]);
            let folds = folds(&fixture.site());
            let shown: Vec<(String, FoldKind)> = folds
                .iter()
                .map(|fold| {
                    let text = fold.span.slice(&fixture.text);
                    let mut lines = text.lines();
                    (format!("{}…{}", lines.next().unwrap(), lines.next_back().unwrap()), fold.kind)
                })
                .collect();
            let shown: Vec<(&str, FoldKind)> = shown.iter().map(|(text, kind)| (text.as_str(), *kind)).collect();
            let region = FoldKind::Region;
            assert_eq!(
                shown,
                [
                    ("---…---", region),
                    ("description: >…  y", region),
                    ("metadata:…  k: v", region),
                    ("# A…e", region),
                    ("```sh…```", region),
                    ("<!-- b…c -->", FoldKind::Comment),
                    ("## D…e", region),
                ]
            );
        }
    }
}
