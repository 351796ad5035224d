//! The parts of a Markdown body that name something: links, images, code spans, headings.

use std::collections::HashMap;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

use crate::text::Span;

/// A link or an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The whole construct, from its first bracket on.
    pub span: Span,
    /// Where the destination is written (in the definition, for a reference link), without angle brackets.
    pub target: Span,
    /// The destination, Markdown escapes undone; still percent-encoded.
    pub destination: String,
    /// `![…](…)`.
    pub image: bool,
}

/// Text between backticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeSpan {
    /// What stands between the backticks, blanks around it left out.
    pub span: Span,
}

/// A heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The heading's source, without its line break.
    pub span: Span,
    /// 1 to 6.
    pub level: u8,
    /// Its text without markup.
    pub title: String,
    /// The anchor that Markdown viewers give it: the way GitHub does it, numbered when it recurs.
    pub anchor: String,
}

/// A link target that HTML gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Id {
    /// Where its name is written.
    pub span: Span,
    /// As it is written.
    pub name: String,
}

/// What a Markdown text names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Markdown {
    /// Links and images in order of the text.
    pub links: Vec<Link>,
    /// Code spans in order of the text; code blocks are not among them.
    pub code: Vec<CodeSpan>,
    /// Headings in order of the text.
    pub headings: Vec<Heading>,
    /// `id` and `name` attributes in HTML, which can be link targets as well.
    pub ids: Vec<Id>,
    /// Code blocks with their fences, in order of the text.
    pub blocks: Vec<Span>,
    /// The headings by number and the ids by number, each in order of their anchors: a text can have as many links as
    /// headings.
    by_anchor: (Vec<u32>, Vec<u32>),
}

impl Markdown {
    /// Whether nothing was found: also of texts that were not parsed as Markdown.
    pub fn is_empty(&self) -> bool {
        *self == Markdown::default()
    }

    /// Whether `#anchor` leads somewhere in this text. Viewers compare without letter case.
    pub fn has_anchor(&self, anchor: &str) -> bool {
        self.place_of(anchor).is_some()
    }

    /// Where `#anchor` leads: a heading, or an id in HTML.
    pub fn place_of(&self, anchor: &str) -> Option<Span> {
        let wanted = anchor.to_lowercase();
        let heading = self.heading_of(&wanted).and_then(|at| self.headings.get(at)).map(|heading| heading.span);
        heading.or_else(|| {
            let name = |at: &u32| self.ids.get(*at as usize).map(|id| id.name.to_lowercase()).unwrap_or_default();
            let first = self.by_anchor.1.partition_point(|at| name(at) < wanted);
            let id = self.by_anchor.1.get(first).filter(|at| name(at) == wanted)?;
            self.ids.get(*id as usize).map(|id| id.span)
        })
    }

    /// The number of the first heading with this anchor, which is in lower case.
    pub fn heading_of(&self, anchor: &str) -> Option<usize> {
        let own = |at: &u32| self.headings.get(*at as usize).map_or("", |heading| heading.anchor.as_str());
        let first = self.by_anchor.0.partition_point(|at| own(at) < anchor);
        self.by_anchor.0.get(first).filter(|at| own(at) == anchor).map(|at| *at as usize)
    }

    /// Whether HTML gives a place this name, which is in lower case.
    pub fn has_id(&self, name: &str) -> bool {
        self.ids.iter().any(|id| id.name.to_lowercase() == name)
    }
}

/// Parses the bytes `body` of `text`; all places are offsets into `text`.
pub fn parse(text: &str, body: Span) -> Markdown {
    let source = body.slice(text);
    let mut found = Markdown::default();
    if memchr::memchr3(b'[', b'`', b'#', source.as_bytes()).is_none() && !source.contains(['<', '=', '-', '~']) {
        return found;
    }
    let parser =
        Parser::new_ext(source, Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS | Options::ENABLE_STRIKETHROUGH);
    let definitions: HashMap<String, Span> = parser
        .reference_definitions()
        .iter()
        .map(|(label, definition)| (label.to_lowercase(), Span::from(definition.span.clone())))
        .collect();
    // Most texts have none, and most links name none.
    let defined =
        |id: &str| if id.is_empty() || definitions.is_empty() { None } else { definitions.get(&id.to_lowercase()) };
    // Each open link with the end of its text, as far as it has been seen: its destination follows.
    let mut open: Vec<(Link, usize)> = Vec::new();
    let mut heading: Option<Heading> = None;
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (event, range) in parser.into_offset_iter() {
        let span = Span::from(range);
        if let (Some((_, inner_end)), false) = (open.last_mut(), is_link_end(&event)) {
            *inner_end = (*inner_end).max(span.end);
        }
        match event {
            Event::Start(Tag::Link { link_type, dest_url, id, .. }) => {
                open.push((start_link(source, span, link_type, &dest_url, defined(&id)), span.start + 1));
            }
            Event::Start(Tag::Image { link_type, dest_url, id, .. }) => {
                let link = start_link(source, span, link_type, &dest_url, defined(&id));
                open.push((Link { image: true, ..link }, span.start + 2));
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                if let Some((mut link, inner_end)) = open.pop() {
                    if link.target == link.span {
                        link.target = inline_target(source, link.span, inner_end);
                    }
                    if !is_call(source, link.span) {
                        found.links.push(link);
                    }
                }
            }
            Event::Start(Tag::Heading { level, .. }) => {
                let span = Span::new(span.start, span.start + span.slice(source).trim_end().len());
                heading = Some(Heading { span, level: level as u8, title: String::new(), anchor: String::new() });
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some(mut heading) = heading.take() {
                    heading.anchor = numbered(anchor(&heading.title), &mut seen);
                    found.headings.push(heading);
                }
            }
            Event::Html(_) | Event::InlineHtml(_) => collect_ids(source, span, &mut found.ids),
            Event::Start(Tag::CodeBlock(_)) => found.blocks.push(span),
            Event::Code(code) => {
                if let Some(heading) = &mut heading {
                    heading.title += &code;
                }
                found.code.push(CodeSpan { span: inside_backticks(source, span) });
            }
            Event::Text(text) => {
                if let Some(heading) = &mut heading {
                    heading.title += &text;
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some(heading) = &mut heading {
                    heading.title.push(' ');
                }
            }
            _ => {}
        }
    }
    found.links.sort_by_key(|link| link.span);
    found.by_anchor = by_anchor(&found);
    shift(&mut found, body.start);
    found
}

fn by_anchor(found: &Markdown) -> (Vec<u32>, Vec<u32>) {
    let numbers = |count: usize| (0..u32::try_from(count).unwrap_or(u32::MAX)).collect::<Vec<u32>>();
    let (mut headings, mut ids) = (numbers(found.headings.len()), numbers(found.ids.len()));
    headings.sort_by_key(|at| found.headings.get(*at as usize).map(|heading| heading.anchor.as_str()));
    ids.sort_by_cached_key(|at| found.ids.get(*at as usize).map(|id| id.name.to_lowercase()));
    (headings, ids)
}

fn is_link_end(event: &Event<'_>) -> bool {
    matches!(event, Event::End(TagEnd::Link | TagEnd::Image))
}

/// A link whose destination stands elsewhere gets its place now; an inline one has its whole span until its end is seen.
fn start_link(source: &str, span: Span, kind: LinkType, destination: &str, definition: Option<&Span>) -> Link {
    let target = match (kind, definition) {
        (LinkType::Inline, _) => span,
        (LinkType::Autolink | LinkType::Email, _) => Span::new(span.start + 1, span.end.saturating_sub(1)),
        (_, Some(&definition)) => definition_target(source, definition),
        _ => span,
    };
    Link { span, target, destination: destination.to_owned(), image: false }
}

/// The destination in `[text](destination "title")`, whose text ends at `inner_end`.
fn inline_target(source: &str, link: Span, inner_end: usize) -> Span {
    let tail = Span::new(inner_end.min(link.end), link.end);
    match tail.slice(source).find("](") {
        Some(at) => destination_at(source, Span::new(tail.start + at + 2, link.end)),
        None => link,
    }
}

/// The destination in `[label]: destination "title"`.
fn definition_target(source: &str, definition: Span) -> Span {
    match definition.slice(source).find("]:") {
        Some(at) => destination_at(source, Span::new(definition.start + at + 2, definition.end)),
        None => definition,
    }
}

fn destination_at(source: &str, rest: Span) -> Span {
    let text = rest.slice(source);
    let start = rest.start + (text.len() - text.trim_start().len());
    let text = Span::new(start, rest.end).slice(source);
    if let Some(inner) = text.strip_prefix('<') {
        let end = inner.find('>').unwrap_or(inner.len());
        return Span::new(start + 1, start + 1 + end);
    }
    let mut depth = 0;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '(' => depth += 1,
            ')' if depth == 0 => return Span::new(start, start + at),
            ')' => depth -= 1,
            c if c.is_whitespace() => return Span::new(start, start + at),
            _ => {}
        }
    }
    Span::new(start, rest.end)
}

/// `Type[T](x)`: code that only looks like a link, since a word stands right before its bracket.
fn is_call(source: &str, link: Span) -> bool {
    let before = source.get(..link.start).and_then(|text| text.chars().next_back());
    link.slice(source).starts_with('[') && before.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn inside_backticks(source: &str, span: Span) -> Span {
    let whole = span.slice(source);
    let ticks = whole.len() - whole.trim_start_matches('`').len();
    Span::new(span.start + ticks, span.end.saturating_sub(ticks)).trim(source)
}

/// The anchor of a heading as GitHub makes it: lower case, blanks to hyphens, only letters, digits, `-` and `_` kept.
pub fn anchor(title: &str) -> String {
    let title = title.trim();
    let mut anchor = String::with_capacity(title.len());
    for c in title.chars() {
        match c {
            ' ' => anchor.push('-'),
            'a'..='z' | '0'..='9' | '-' | '_' => anchor.push(c),
            c if c.is_ascii() => anchor.extend(c.is_ascii_uppercase().then(|| c.to_ascii_lowercase())),
            c if c.is_alphanumeric() => anchor.extend(c.to_lowercase()),
            _ => {}
        }
    }
    anchor
}

fn numbered(base: String, seen: &mut HashMap<String, usize>) -> String {
    let count = seen.entry(base.clone()).or_insert(0);
    *count += 1;
    match *count {
        1 => base,
        count => format!("{base}-{}", count - 1),
    }
}

/// The values of `id="…"` and `name="…"` in a piece of HTML.
fn collect_ids(source: &str, piece: Span, ids: &mut Vec<Id>) {
    let html = piece.slice(source);
    for attribute in ["id=", "name="] {
        for (at, _) in html.match_indices(attribute) {
            let at = at + attribute.len();
            let rest = html.get(at..).unwrap_or_default();
            let (skipped, value) = match rest.chars().next() {
                Some(quote @ ('"' | '\'')) => (1, rest.get(1..).and_then(|rest| rest.split(quote).next())),
                _ => (0, rest.split([' ', '>']).next()),
            };
            let start = piece.start + at + skipped;
            ids.extend(value.map(|value| Id { span: Span::new(start, start + value.len()), name: value.to_owned() }));
        }
    }
}

fn shift(found: &mut Markdown, by: usize) {
    for link in &mut found.links {
        link.span = link.span.shift(by);
        link.target = link.target.shift(by);
    }
    for code in &mut found.code {
        code.span = code.span.shift(by);
    }
    for heading in &mut found.headings {
        heading.span = heading.span.shift(by);
    }
    for id in &mut found.ids {
        id.span = id.span.shift(by);
    }
    for block in &mut found.blocks {
        *block = block.shift(by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn markdown(text: &str) -> Markdown {
        parse(text, Span::new(0, text.len()))
    }

    /// Each link as (destination, its source).
    fn links(text: &str) -> Vec<(String, &str)> {
        markdown(text).links.into_iter().map(|link| (link.destination, link.target.slice(text))).collect()
    }

    fn pairs(expected: &[(&str, &'static str)]) -> Vec<(String, &'static str)> {
        expected.iter().map(|(destination, source)| ((*destination).to_owned(), *source)).collect()
    }

    #[test]
    fn destinations_and_their_places() {
        assert_eq!(
            links("[a](x.md) ![b](<y z.md> \"t\") [c](plan%20(v2).md) [d [e] `f]`](g.md 'h') <https://i.j>"),
            pairs(&[
                ("x.md", "x.md"),
                ("y z.md", "y z.md"),
                ("plan%20(v2).md", "plan%20(v2).md"),
                ("g.md", "g.md"),
                ("https://i.j", "https://i.j")
            ])
        );
    }

    #[test]
    fn reference_links_point_at_their_definition() {
        assert_eq!(links("See [this][r] and [r].\n\n[r]: refs/a.md 'A'\n"), pairs(&[("refs/a.md", "refs/a.md"); 2]));
    }

    #[test]
    fn an_image_in_a_link_is_two() {
        assert_eq!(links("[![i](i.png)](t.md)"), pairs(&[("t.md", "t.md"), ("i.png", "i.png")]));
    }

    #[test]
    fn code_is_no_link() {
        assert_eq!(links("`[a](b.md)`\n\n```\n[a](b.md)\n```\n\nList[int](x) and dict[str](y)\n"), []);
    }

    #[test]
    fn code_spans_without_their_backticks() {
        let text = "Run `scripts/a.sh` or `` b`c ``.";
        let spans: Vec<&str> = markdown(text).code.iter().map(|code| code.span.slice(text)).collect();
        assert_eq!(spans, ["scripts/a.sh", "b`c"]);
    }

    #[test]
    fn headings_have_the_anchors_viewers_give_them() {
        let text = "# Hello, World!\n\n## `code` and *more*\n\nÜber uns\n---\n\n# Hello World\n<a id=\"own\"></a>\n";
        let found = markdown(text);
        let anchors: Vec<&str> = found.headings.iter().map(|heading| heading.anchor.as_str()).collect();
        assert_eq!(anchors, ["hello-world", "code-and-more", "über-uns", "hello-world-1"]);
        assert!(found.has_anchor("own") && found.has_anchor("Hello-World") && !found.has_anchor("world"));
        assert_eq!(found.headings[0].span.slice(text), "# Hello, World!");
        let places = ["own", "hello-world-1"].map(|anchor| found.place_of(anchor).unwrap().slice(text));
        assert_eq!(places, ["own", "# Hello World"]);
    }
}
