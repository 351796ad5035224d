use std::path::Path;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::source::{Source, Sources};
use super::{Report, count, shown};
use crate::rules::{Diagnostic, Severity};
use crate::text::Span;

/// For people: each diagnostic with its source, and a summary.
pub fn text(found: &Report, base: &Path) -> String {
    let mut sources = Sources::default();
    let renderer = Renderer::styled().term_width(120);
    let mut out = String::new();
    for diagnostic in &found.diagnostics {
        out += &one(diagnostic, base, &mut sources, &renderer);
        out += "\n\n";
    }
    out += &summary(found);
    out
}

fn one(diagnostic: &Diagnostic, base: &Path, sources: &mut Sources, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
        Severity::Hint => Level::HELP.with_name("hint"),
    };
    let (head, rest) = first_sentence(&diagnostic.message);
    let title = level.primary_title(head).id(diagnostic.code);
    let place = shown(&diagnostic.file, base);
    let (excerpt, line, span) = excerpt(sources.get(&diagnostic.file), diagnostic.span);
    let mut group = Group::with_title(title);
    let origin = annotate_snippets::Origin::path(place.clone());
    let excerpt_is_empty = excerpt.is_empty();
    group = match excerpt_is_empty {
        true => group.element(origin),
        false => group.element(
            Snippet::source(excerpt).path(place).line_start(line).annotation(AnnotationKind::Primary.span(span.into())),
        ),
    };
    if !rest.is_empty() {
        group = group.element(Level::NOTE.message(rest));
    }
    for related in &diagnostic.related {
        // What is no text, such as a link, has no lines.
        let line = match sources.get(&related.file).text.is_empty() {
            true => String::new(),
            false => format!(":{}", sources.range(&related.file, related.span).0.line + 1),
        };
        let place = format!("{}: {}{line}", related.message, shown(&related.file, base));
        group = group.element(Level::NOTE.message(place));
    }
    if let Some(fix) = diagnostic.fixes.first() {
        let how = if fix.safe { "--fix" } else { "--unsafe-fixes" };
        group = group.element(Level::HELP.message(format!("{} ({how})", fix.title)));
    }
    let rendered = renderer.render(&[group]);
    match rendered.split_once('\n') {
        // The arrow of a file without an excerpt stands where that of the others does.
        Some((title, below)) if excerpt_is_empty => format!("{title}\n {}", below.replace('\n', "\n ")),
        _ => rendered,
    }
}

/// What is wrong, and the rest: who is affected and what to do.
fn first_sentence(message: &str) -> (&str, &str) {
    match message.find(". ") {
        Some(end) => (&message[..end + 1], message[end + 2..].trim()),
        None => (message, ""),
    }
}

/// The lines that a span stands on, the first one's number from 1, and the span in them. Very long lines are cut around the
/// span, long spans after three lines.
fn excerpt(source: &Source, span: Span) -> (String, usize, Span) {
    let text = &source.text;
    let place = |offset| source.index.position(text, offset, Default::default()).line as usize;
    let (first, last) = (place(span.start), place(span.end));
    let line = source.index.line(text, first);
    let end = source.index.line(text, last.min(first + 2)).end;
    let (start, end) = window(text, Span::new(line.start, end), span);
    let shown = Span::new(start, end);
    let clipped = Span::new(span.start.clamp(start, end) - start, span.end.clamp(start, end) - start);
    (printable(shown.slice(text)), first + 1, clipped)
}

/// At most this many bytes of a line before and after a span are shown.
const AROUND: usize = 160;

fn window(text: &str, lines: Span, span: Span) -> (usize, usize) {
    let mut start = lines.start.max(span.start.saturating_sub(AROUND));
    let mut end = lines.end.min(span.end.min(span.start + AROUND) + AROUND);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    (start, end.max(start))
}

/// Control characters replaced, so that a file cannot speak to the terminal; the number of bytes stays.
fn printable(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() && !matches!(c, '\n' | '\t') && c.len_utf8() == 1 { ' ' } else { c })
        .collect()
}

fn summary(found: &Report) -> String {
    let skills = format!("{} with {}", count(found.skills, "skill"), count(found.files, "file"));
    if found.diagnostics.is_empty() {
        return match found.skills == 0 {
            true => "No skills found: a skill is a folder with a SKILL.md.\n".to_owned(),
            false => format!("{skills}: nothing to say.\n"),
        };
    }
    let parts = [
        (found.number(Severity::Error), "error"),
        (found.number(Severity::Warning), "warning"),
        (found.number(Severity::Info), "info"),
        (found.number(Severity::Hint), "hint"),
    ];
    let parts: Vec<String> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| count(*n, what)).collect();
    format!("{skills}: {}.\n", parts.join(", "))
}
