//! What a selection grows to, step by step.

use pulldown_cmark::{Event, Options, Parser};

use super::Site;
use super::symbols::{Symbol, document_symbols};
use crate::skill::Document;
use crate::syntax::markdown;
use crate::syntax::yaml::{Node, Value};
use crate::text::{Span, lines};

/// The ranges around the site's place, the smallest first, each wholly in the next: a word, a link's parts, a paragraph, a
/// section, a field, the front matter, the text.
pub fn selections(site: &Site<'_>) -> Vec<Span> {
    let (text, offset) = (site.text, site.offset);
    let mut around = vec![Span::new(0, text.len())];
    let mut body = Span::new(0, text.len());
    if site.is_entry() {
        let document = Document::new(text, None);
        let fences = &document.fences;
        body = fences.body;
        if let Some(opening) = fences.opening {
            let end = fences.closing.map_or(fences.block.end, |closing| closing.line().end);
            around.push(Span::new(opening.dashes.start, end));
            around.push(fences.block.trim(text));
            if fences.block.touches(offset) {
                around.extend(document.yaml.root.as_ref().map(nodes).unwrap_or_default());
            }
        }
    }
    if body.touches(offset) {
        around.push(body.trim(text));
        around.extend(blocks(text, body));
        let markdown = markdown::parse(text, body);
        around.extend(markdown.links.iter().flat_map(|link| [link.span, link.target]));
        around.extend(markdown.code.iter().map(|code| code.span));
        fn sections(symbols: &[Symbol], out: &mut Vec<Span>) {
            for symbol in symbols {
                out.extend([symbol.span, symbol.name_span]);
                sections(&symbol.children, out);
            }
        }
        sections(&document_symbols(site), &mut around);
    }
    around.extend(lines(text, 0).map(|(line, _)| line.trim(text)).find(|line| line.touches(offset)));
    around.push(word(text, offset));
    around.retain(|span| span.touches(offset) && !span.is_empty());
    around.sort_by_key(|span| (span.len(), span.start));
    let mut nested: Vec<Span> = Vec::new();
    for span in around {
        // What only overlaps would make the selection jump.
        if nested.last().is_none_or(|last| span.covers(*last) && span != *last) {
            nested.push(span);
        }
    }
    nested
}

/// The spans of a value, of the entries and items in it, and of theirs.
fn nodes(node: &Node) -> Vec<Span> {
    let mut spans = vec![node.span];
    match &node.value {
        Value::Scalar { .. } => {}
        Value::Sequence(items) => spans.extend(items.iter().flat_map(nodes)),
        Value::Mapping(entries) => {
            for entry in entries {
                spans.extend([entry.span(), entry.key.span]);
                spans.extend(entry.value.iter().flat_map(nodes));
            }
        }
    }
    spans
}

/// The spans of all that Markdown makes of the body: lists, items, paragraphs, emphasis.
fn blocks(text: &str, body: Span) -> Vec<Span> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS | Options::ENABLE_STRIKETHROUGH;
    let parser = Parser::new_ext(body.slice(text), options).into_offset_iter();
    let starts = parser.filter(|(event, _)| matches!(event, Event::Start(_)));
    starts.map(|(_, range)| Span::from(range).shift(body.start).trim(text)).collect()
}

fn word(text: &str, offset: usize) -> Span {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (before, after) = (text.get(..offset).unwrap_or_default(), text.get(offset..).unwrap_or_default());
    let start = before.len() - before.chars().rev().take_while(|c| is_word(*c)).map(char::len_utf8).sum::<usize>();
    let end = offset + after.chars().take_while(|c| is_word(*c)).map(char::len_utf8).sum::<usize>();
    Span::new(start, end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::Fixture;

    #[track_caller]
    fn shown(drawn: &str) -> Vec<String> {
        let fixture = Fixture::new(&[("skills/a/SKILL.md", drawn)]);
        selections(&fixture.site()).iter().map(|span| span.slice(&fixture.text).to_owned()).collect()
    }

    #[test]
    fn a_selection_grows_through_what_is_around() {
        let text = "---\nname: a\nmetadata:\n  k: v w\n---\n\n# T\n\nSee [the 🦀 one](x.md) now.\n\n# U\n";
        let body = "# T\n\nSee [the 🦀 one](x.md) now.\n\n# U";
        assert_eq!(
            shown(&text.replace("x.md", "x.<|>md")),
            [
                "md",
                "x.md",
                "[the 🦀 one](x.md)",
                "See [the 🦀 one](x.md) now.",
                "# T\n\nSee [the 🦀 one](x.md) now.",
                body,
                text
            ]
        );
        assert_eq!(
            shown(&text.replace("v w", "v <|>w")),
            [
                "w",
                "v w",
                "k: v w",
                "metadata:\n  k: v w",
                "name: a\nmetadata:\n  k: v w",
                "---\nname: a\nmetadata:\n  k: v w\n---",
                text
            ]
        );
        assert_eq!(shown("<|>"), Vec::<String>::new());
    }
}
