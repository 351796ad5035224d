//! Each reader, from the text to its values.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use super::cut::{self, Block, Cut};
use super::library::{Fault, Values};
use super::{Data, Library, Outcome, Reader, lines, rescue, tools, vscode, vscode_2026_03};
use crate::skill::Document;
use crate::syntax::fences::Fence;
use crate::syntax::yaml::Yaml;
use crate::text::Span;

/// What a reader gives, before anybody asks why.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Raw {
    pub(super) outcome: Outcome,
    pub(super) values: Arc<Values>,
    /// Why YAML gave up, with offsets into the text that the library got.
    pub(super) fault: Option<Fault>,
}

impl Raw {
    pub(super) fn read(values: impl Into<Arc<Values>>) -> Self {
        Raw { outcome: Outcome::Read, values: values.into(), fault: None }
    }

    pub(super) fn without(outcome: Outcome) -> Self {
        Raw { outcome, values: Arc::default(), fault: None }
    }

    fn broken(fault: Fault) -> Self {
        Raw { fault: Some(fault), ..Raw::without(Outcome::Broken) }
    }

    pub(super) fn get(&self, key: &str) -> Option<&Data> {
        self.values.iter().find(|(own, _)| **own == *key).map(|(_, data)| data)
    }
}

/// A text with what several readers make of it.
pub(super) struct Source<'a> {
    pub(super) document: Cow<'a, Document>,
    /// What each library makes of the author's own block, with and without its last line break.
    libraries: [OnceLock<Result<Arc<Values>, Fault>>; 2 * Library::COUNT],
}

impl<'a> Source<'a> {
    pub(super) fn new(document: Cow<'a, Document>) -> Self {
        Source { document, libraries: [const { OnceLock::new() }; 2 * Library::COUNT] }
    }

    pub(super) fn text(&self) -> &str {
        &self.document.text
    }

    /// The text as Python's text mode gives it.
    fn python(&self) -> Cow<'_, str> {
        cut::unified(self.text())
    }

    /// What a library makes of a block; of the author's own, it is worked out once.
    fn library(&self, library: Library, block: &Block<'_>) -> Result<Arc<Values>, Fault> {
        let Some(yaml) = self.own(block) else { return library.read(&block.text, block.span, None).map(Arc::new) };
        let ended = block.slice().trim_end_matches(' ').ends_with(['\n', '\r']);
        let known = &self.libraries[2 * (library as usize) + usize::from(ended)];
        known.get_or_init(|| library.read(&block.text, block.span, Some(yaml)).map(Arc::new)).clone()
    }

    /// The YAML of the author's block, if `block` is the same but for blank lines around it.
    fn own(&self, block: &Block<'_>) -> Option<&Yaml> {
        let Cow::Borrowed(text) = block.text else { return None };
        let own = self.document.fences.block;
        let same = std::ptr::eq(text.as_ptr(), self.text().as_ptr()) && own.covers(block.span);
        let around = [Span::new(own.start, block.span.start), Span::new(block.span.end, own.end)];
        let blank = |span: &Span| span.slice(text).bytes().all(|byte| matches!(byte, b'\n' | b'\r'));
        (same && around.iter().all(blank)).then_some(&self.document.yaml)
    }

    /// Reads a cut with a library; a block that is nothing, or no mapping, is as good as an empty one where `lenient`.
    pub(super) fn yaml(&self, library: Library, cut: Cut<'_>, lenient: Lenient) -> Raw {
        let block = match cut {
            Cut::Block(block) => block,
            Cut::None => return Raw::without(Outcome::NoFrontMatter),
            Cut::Broken => return Raw::without(Outcome::Broken),
        };
        match self.library(library, &block) {
            Ok(values) => Raw::read(values),
            Err(fault) if lenient.takes(&fault) => Raw::read(Values::new()),
            Err(fault) => Raw::broken(fault),
        }
    }

    /// The same into a type of Rust with these fields: only they must not stand twice.
    fn serde(&self, cut: Cut<'_>, fields: &[&str]) -> Raw {
        let doubled = match &cut {
            Cut::Block(block) => self.doubled(block, fields),
            _ => None,
        };
        match doubled {
            Some(key) => Raw::broken(Fault::Twice(key)),
            None => self.yaml(Library::SerdeYaml, cut, Lenient::No),
        }
    }

    fn doubled(&self, block: &Block<'_>, fields: &[&str]) -> Option<String> {
        let yaml = match self.own(block) {
            Some(yaml) => Cow::Borrowed(yaml),
            None => Cow::Owned(crate::syntax::yaml::parse(&block.text, block.span)),
        };
        let times = |field: &str| yaml.entries().iter().filter(|entry| entry.key.text() == Some(field)).count();
        fields.iter().find(|field| times(field) > 1).map(|field| (*field).to_owned())
    }
}

/// Which blocks without a mapping a host takes for empty ones.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lenient {
    No,
    /// Those that hold nothing.
    Nothing,
    /// Those that hold text or a list as well.
    Any,
}

impl Lenient {
    fn takes(self, fault: &Fault) -> bool {
        match fault {
            Fault::Nothing => self != Lenient::No,
            Fault::NoMapping => self == Lenient::Any,
            Fault::Twice(_) | Fault::Feature(_) | Fault::At(_) => false,
        }
    }
}

/// Reads a text as a reader does.
pub(super) fn read(reader: Reader, source: &Source<'_>) -> Raw {
    let text = source.text();
    match reader {
        Reader::Yaml | Reader::ClaudeCode => as_meant(reader, source),
        Reader::SomeYaml => agreed(source),
        Reader::ClineSdk => source.yaml(Library::Yaml, cut::regex(text, true), Lenient::Any),
        Reader::Vscode => own_reader(cut::vscode(text), vscode::read),
        Reader::Vscode202603 => own_reader(cut::vscode(text), vscode_2026_03::read),
        Reader::Codex => codex(source),
        Reader::GeminiCli => gemini(source),
        Reader::Opencode => opencode(source),
        Reader::Goose => source.serde(cut::goose(text), &["name", "description", "metadata"]),
        Reader::Zed => zed(source),
        Reader::QwenCode => qwen(source),
        Reader::Pi => source.yaml(Library::Yaml, cut::pi(text), Lenient::Any),
        Reader::Continue => match cut::continue_(text) {
            Some(cut) => source.yaml(Library::Yaml, cut, Lenient::Any),
            None => Raw::without(Outcome::Unknown),
        },
        Reader::GrayMatter => gray_matter(source, cut::gray_matter(text)),
        Reader::MistralVibe => source.yaml(Library::PyYaml, cut::boundaries(source.python(), true), Lenient::Nothing),
        Reader::LettaCode => {
            let text = cut::without_cr(text.strip_prefix(crate::text::BOM).unwrap_or(text));
            by_lines(cut::exact(text), |block| Some(lines::letta_unquoted(block)))
        }
        Reader::Strands => strands(source),
        Reader::SpringAi => by_lines(cut::spring(text), |block| Some(lines::spring(block))),
        Reader::Toolnexus => tools::toolnexus(source),
        Reader::SingleLine => tools::single_line(source),
        Reader::Haystack => source.yaml(Library::PyYaml, cut::haystack(source.python()), Lenient::Nothing),
        Reader::PythonFrontmatter => {
            source.yaml(Library::PyYaml, cut::boundaries(source.python(), false), Lenient::Any)
        }
        Reader::Cline => source.yaml(Library::JsYamlJson, cut::regex(text, true), Lenient::Any),
        Reader::Crush => source.yaml(Library::YamlV3, cut::crush(text), Lenient::Nothing),
        Reader::KimiCli => source.yaml(Library::PyYaml, cut::kimi(source.python()), Lenient::No),
        Reader::Mux => source.yaml(Library::Yaml, cut::mux(text), Lenient::No),
        Reader::Crewai => source.yaml(Library::PyYaml, cut::crewai(source.python()), Lenient::No),
        Reader::MsAgentFramework => by_lines(cut::agent_framework(text), |block| Some(lines::agent_framework(block))),
        Reader::Deepagents => source.yaml(Library::PyYaml, cut::python_regex(Cow::Borrowed(text), true), Lenient::No),
        Reader::Nanobot => source.yaml(Library::PyYaml, cut::python_regex(source.python(), false), Lenient::No),
        Reader::SkillsRef => {
            let text = source.python();
            match cut::skills_ref(&text) {
                // A text that is not rewritten stays the document's own, of which the YAML is known.
                Cut::Block(Block { span, .. }) => {
                    source.yaml(Library::StrictYaml, Cut::Block(Block { span, text: text.clone() }), Lenient::No)
                }
                _ => Raw::without(Outcome::Broken),
            }
        }
        Reader::QuickValidate => {
            let text = source.python();
            match cut::regex(&text, false) {
                Cut::Block(Block { span, .. }) => {
                    source.yaml(Library::PyYaml, Cut::Block(Block { span, text: text.clone() }), Lenient::No)
                }
                _ => Raw::without(Outcome::NoFrontMatter),
            }
        }
    }
}

/// Front matter as the specification wants it: `---` alone on the very first line, closed by such a line, YAML between them,
/// each key once. It says nothing of a byte order mark, so what follows one is judged as if it were not there.
///
/// Claude Code's source is closed. What its change log tells is here too: a byte order mark does not matter, nor a colon in
/// an unquoted value; where front matter stands otherwise than it should, the outcome is not known.
fn as_meant(reader: Reader, source: &Source<'_>) -> Raw {
    let Document { text, fences, .. } = &*source.document;
    let Some(opening) = fences.opening else { return Raw::without(Outcome::NoFrontMatter) };
    let claude = reader == Reader::ClaudeCode;
    let clean = |fence: Fence| fence.is_clean(text) && fence.line_break.slice(text) != "\r";
    if fences.lead.is_some() || !clean(opening) || !fences.closing.is_some_and(clean) {
        return Raw::without(if claude { Outcome::Unknown } else { Outcome::NoFrontMatter });
    }
    let block = Block { text: Cow::Borrowed(text), span: fences.block };
    match source.library(if claude { Library::JsYaml } else { Library::Yaml }, &block) {
        Ok(values) => Raw::read(values),
        Err(Fault::Nothing) => Raw::read(Values::new()),
        Err(Fault::Twice(_)) if claude => Raw::without(Outcome::Unknown),
        Err(fault) if claude => mended(block.slice()).map_or(Raw::broken(fault), Raw::read),
        Err(fault) => Raw::broken(fault),
    }
}

/// What all libraries agree on, where it is not known which one reads; where they differ in the name, the description or
/// whether it is YAML at all, the outcome is not known.
fn agreed(source: &Source<'_>) -> Raw {
    if !source.document.has_front_matter() {
        return Raw::without(Outcome::NoFrontMatter);
    }
    let first = as_meant(Reader::Yaml, source);
    if first.outcome != Outcome::Read || source.document.fences.bom.is_some() {
        return Raw::without(Outcome::Unknown);
    }
    let Document { text, fences, .. } = &*source.document;
    let block = Block { text: Cow::Borrowed(text), span: fences.block };
    let mut values = (*first.values).clone();
    for library in [Library::PyYaml, Library::JsYaml3, Library::SerdeYaml, Library::YamlV3, Library::Yaml] {
        match source.library(library, &block) {
            Ok(other) => {
                let mut rest = other.iter();
                // Libraries keep the order of the text.
                values.retain(|(key, data)| {
                    let mut from_here = rest.clone();
                    let found = from_here.find(|(own, _)| own == key);
                    found.is_some_and(|(_, own)| {
                        rest = from_here;
                        own == data
                    })
                });
            }
            Err(Fault::Nothing) => values.clear(),
            Err(_) => return Raw::without(Outcome::Unknown),
        }
    }
    let kept = |key: &str| values.iter().any(|(own, _)| **own == *key);
    let agreed = ["name", "description"].iter().all(|key| first.get(key).is_none() || kept(key));
    if agreed { Raw::read(values) } else { Raw::without(Outcome::Unknown) }
}

/// A block whose unquoted values with `: ` are put in quotes.
fn mended(block: &str) -> Option<Values> {
    let mended = rescue::codex(block, |_| true)?;
    Library::JsYaml.read(&mended, Span::new(0, mended.len()), None).ok()
}

fn own_reader(cut: Cut<'_>, read: impl Fn(&str) -> Option<Values>) -> Raw {
    by_lines(cut, |block| Some(read(block).unwrap_or_default()))
}

pub(super) fn by_lines(cut: Cut<'_>, read: impl FnOnce(&str) -> Option<Values>) -> Raw {
    match cut {
        Cut::Block(block) => read(block.slice()).map_or(Raw::without(Outcome::Broken), Raw::read),
        Cut::None => Raw::without(Outcome::NoFrontMatter),
        Cut::Broken => Raw::without(Outcome::Broken),
    }
}

const CODEX_FIELDS: [&str; 3] = ["name", "description", "metadata"];

fn codex(source: &Source<'_>) -> Raw {
    let first = source.serde(cut::codex(source.text()), &CODEX_FIELDS);
    let (Outcome::Broken, Cut::Block(block)) = (first.outcome, cut::codex(source.text())) else { return folded(first) };
    let reads = |value: &str| {
        let read = Library::SerdeYaml.read(value, Span::new(0, value.len()), None);
        !matches!(read, Err(Fault::At(_) | Fault::Feature(_) | Fault::Twice(_)))
    };
    let Some(mended) = rescue::codex(block.slice(), reads) else { return first };
    let span = Span::new(0, mended.len());
    let second = source.serde(Cut::Block(Block { text: Cow::Owned(mended), span }), &CODEX_FIELDS);
    if second.outcome == Outcome::Read { folded(second) } else { first }
}

/// Name and description on one line, with one blank where there were any.
fn folded(mut raw: Raw) -> Raw {
    let needs = |data: &Data| data.text().is_some_and(|text| !text.split(' ').eq(text.split_whitespace()));
    if raw.values.iter().any(|(_, data)| needs(data)) {
        for (key, data) in Arc::make_mut(&mut raw.values) {
            if matches!(&**key, "name" | "description")
                && let Data::Text(text) = data
            {
                *text = text.split_whitespace().collect::<Vec<_>>().join(" ").into();
            }
        }
    }
    raw
}

fn gemini(source: &Source<'_>) -> Raw {
    let first = source.yaml(Library::JsYaml, cut::regex(source.text(), false), Lenient::No);
    let both = ["name", "description"].iter().all(|key| matches!(first.get(key), Some(Data::Text(_))));
    let (false, Cut::Block(block)) = (both, cut::regex(source.text(), false)) else { return first };
    // Without both, the host has nothing; what YAML read tells then why.
    match lines::gemini(block.slice()) {
        Some(values) => Raw::read(values),
        None => first,
    }
}

fn gray_matter(source: &Source<'_>, cut: Cut<'_>) -> Raw {
    source.yaml(Library::JsYaml3, cut, Lenient::Any)
}

fn opencode(source: &Source<'_>) -> Raw {
    let text = source.text();
    let first = gray_matter(source, cut::gray_matter(text));
    let (Outcome::Broken, Cut::Block(block)) = (first.outcome, cut::regex(text, false)) else { return first };
    let mended = rescue::opencode(block.slice());
    let rewritten = format!("---\n{mended}{}", text.get(block.span.end..).unwrap_or(""));
    let second = match cut::gray_matter(&rewritten) {
        Cut::Block(Block { span, text }) => {
            gray_matter(source, Cut::Block(Block { span, text: Cow::Owned(text.into_owned()) }))
        }
        _ => return first,
    };
    if second.outcome == Outcome::Read { second } else { first }
}

fn zed(source: &Source<'_>) -> Raw {
    let mut last = Raw::without(Outcome::Broken);
    for block in cut::zed(source.text()) {
        last = source.serde(Cut::Block(block), &["name", "description", "disable-model-invocation"]);
        if last.outcome == Outcome::Read {
            break;
        }
    }
    last
}

fn qwen(source: &Source<'_>) -> Raw {
    let text = source.text();
    let cut = || cut::exact(cut::without_cr(text.strip_prefix(crate::text::BOM).unwrap_or(text)));
    let first = source.yaml(Library::Yaml, cut(), Lenient::No);
    match (first.outcome, cut()) {
        (Outcome::Broken, Cut::Block(block)) => Raw::read(lines::qwen(block.slice())),
        _ => first,
    }
}

fn strands(source: &Source<'_>) -> Raw {
    let cut = || cut::strands(source.python());
    let first = source.yaml(Library::PyYaml, cut(), Lenient::Any);
    let (Some(Fault::At(_) | Fault::Feature(_)), Cut::Block(block)) = (&first.fault, cut()) else { return first };
    let mended = rescue::strands(block.slice());
    let span = Span::new(0, mended.len());
    let second = source.yaml(Library::PyYaml, Cut::Block(Block { text: Cow::Owned(mended), span }), Lenient::Any);
    if second.outcome == Outcome::Read { second } else { first }
}
