//! Words in a Markdown body that may name a skill: `/name`, `$name`, `` `name` ``, "the a-name skill".
//!
//! Which of them are names is for those to say who know the skills; here stands only where one could.

use super::markdown::Markdown;
use crate::text::Span;

/// A word that may be a skill's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The name alone.
    pub span: Span,
    /// The name with what marks it as one: `/name`.
    pub whole: Span,
    /// How it is marked.
    pub form: Form,
}

/// How a name is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `/name`, also `/plugin:name`.
    Slash,
    /// `$name`.
    Dollar,
    /// A code span that holds nothing else.
    Code,
    /// A word with a hyphen beside the word "skill".
    Word,
}

/// The words of `body` that may be names, in order of the text. In code blocks only a command at the beginning of its line
/// counts: elsewhere a slash begins a path and a dollar a variable.
pub fn candidates(text: &str, body: Span, markdown: &Markdown) -> Vec<Mention> {
    let mut found = marked(text, body, markdown);
    found.extend(markdown.code.iter().filter_map(|code| in_code(text, code.span)));
    let code: Vec<Span> = markdown.code.iter().map(|code| code.span).collect();
    found.extend(words(text, body).filter(|word| !inside(&markdown.blocks, word.span) && !inside(&code, word.span)));
    found.sort_by_key(|mention| mention.span);
    found.dedup_by_key(|mention| mention.span);
    // Destinations of links by reference stand elsewhere, and several links may share one.
    let mut targets: Vec<Span> = markdown.links.iter().map(|link| link.target).collect();
    targets.sort_unstable();
    let mut end = 0;
    for target in &mut targets {
        end = end.max(target.end);
        target.end = end;
    }
    found.retain(|mention| !inside(&targets, mention.span));
    found
}

fn marked(text: &str, body: Span, markdown: &Markdown) -> Vec<Mention> {
    let source = body.slice(text);
    let marks = memchr::memchr2_iter(b'/', b'$', source.as_bytes()).filter_map(|at| {
        let form = if source.as_bytes().get(at) == Some(&b'/') { Form::Slash } else { Form::Dollar };
        if !source.get(..at)?.chars().next_back().is_none_or(may_stand_before) {
            return None;
        }
        let rest = source.get(at + 1..)?;
        let run = rest.find(|c: char| !is_name(c) && (c != ':' || form == Form::Dollar)).unwrap_or(rest.len());
        let run = rest.get(..run)?.trim_end_matches(':');
        // A plugin's skill is called by both names.
        let name = run.rsplit(':').next().unwrap_or(run);
        if !starts_like_a_name(name) || !may_stand_behind(rest.get(run.len()..)?) {
            return None;
        }
        let whole = Span::new(at, at + 1 + run.len()).shift(body.start);
        Some(Mention { span: Span::new(whole.end - name.len(), whole.end), whole, form })
    });
    marks
        .filter(|mention| {
            !inside(&markdown.blocks, mention.span)
                || (mention.form == Form::Slash && begins_its_line(text, mention.whole.start))
        })
        .collect()
}

fn in_code(text: &str, span: Span) -> Option<Mention> {
    let name = span.slice(text);
    if !starts_like_a_name(name) || !name.chars().all(is_name) {
        return None;
    }
    // One word between backticks may be any word: beside "skill", or with a hyphen, it is a name.
    let is_called_so = || {
        let before = text.get(..span.start)?.trim_end_matches(is_markup);
        let after = text.get(span.end..)?.trim_start_matches(is_markup);
        Some(ends_with_skill(before) || starts_with_skill(after))
    };
    (name.contains('-') || is_called_so() == Some(true)).then_some(Mention { span, whole: span, form: Form::Code })
}

/// Words with a hyphen right before or behind "skill".
fn words(text: &str, body: Span) -> impl Iterator<Item = Mention> + '_ {
    let source = body.slice(text);
    memchr::memmem::find_iter(source.as_bytes(), "kill").flat_map(move |at| {
        let skill = at.checked_sub(1).filter(|start| matches!(source.as_bytes().get(*start), Some(b's' | b'S')));
        let neighbours = skill.map(|start| {
            let before = source.get(..start).unwrap_or_default();
            let word_before = word_at_end(before.trim_end_matches(is_markup), before);
            let rest = source.get(at + "kill".len()..).unwrap_or_default();
            let rest = rest.strip_prefix('s').unwrap_or(rest);
            if before.ends_with(is_name) || rest.starts_with(is_name) {
                return [None, None];
            }
            let word_after = word_at_start(rest.trim_start_matches(is_markup), rest);
            let end = |rest: &str| source.len() - rest.len();
            [
                word_before.map(|word| Span::new(word.0, word.1)),
                word_after.map(|(skipped, len)| Span::new(end(rest) + skipped, end(rest) + skipped + len)),
            ]
        });
        neighbours.into_iter().flatten().flatten().map(move |span| {
            let span = span.shift(body.start);
            Mention { span, whole: span, form: Form::Word }
        })
    })
}

/// The hyphenated word at the end of `text`, which is `whole` without the blanks at its end.
fn word_at_end(text: &str, whole: &str) -> Option<(usize, usize)> {
    let start =
        text.rfind(|c: char| !is_name(c)).map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    let free = text.get(..start)?.chars().next_back().is_none_or(may_stand_before);
    let blank = text.len() < whole.len() && !whole.get(text.len()..)?.contains("\n\n");
    (free && blank && is_distinct(text.get(start..)?)).then_some((start, text.len()))
}

/// The hyphenated word at the start of `text`, which is `whole` without the blanks before it: how far in, how long.
fn word_at_start(text: &str, whole: &str) -> Option<(usize, usize)> {
    let end = text.find(|c: char| !is_name(c)).unwrap_or(text.len());
    let skipped = whole.len() - text.len();
    let blank = skipped > 0 && !whole.get(..skipped)?.contains("\n\n");
    (blank && is_distinct(text.get(..end)?) && may_stand_behind(text.get(end..)?)).then_some((skipped, end))
}

fn is_distinct(word: &str) -> bool {
    word.contains('-') && starts_like_a_name(word) && !word.ends_with('-')
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '-' || c == '_'
}

fn starts_like_a_name(word: &str) -> bool {
    word.starts_with(char::is_alphanumeric)
}

/// Blanks, emphasis, quotes and backticks, which may stand between a name and what it is called.
fn is_markup(c: char) -> bool {
    c.is_whitespace() || matches!(c, '*' | '`' | '"' | '\'' | '“' | '”' | ':')
}

fn may_stand_before(c: char) -> bool {
    c.is_whitespace()
        || !c.is_ascii() && !c.is_alphanumeric()
        || matches!(c, '"' | '\'' | '`' | '(' | '[' | '{' | '*' | '_' | '|' | ',' | ';' | ':')
}

fn may_stand_behind(rest: &str) -> bool {
    let mut next = rest.chars();
    match next.next() {
        Some('/' | '\\' | '=' | '@' | '$' | '{' | '(' | '<') => false,
        // The end of a sentence, not of a file's name.
        Some('.') => next.next().is_none_or(|c| !c.is_alphanumeric()),
        _ => true,
    }
}

fn ends_with_skill(text: &str) -> bool {
    ["skill", "skills", "Skill", "Skills"]
        .iter()
        .any(|word| text.strip_suffix(word).is_some_and(|rest| !rest.ends_with(is_name)))
}

fn starts_with_skill(text: &str) -> bool {
    ["skill", "skills", "Skill"]
        .iter()
        .any(|word| text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(is_name)))
}

/// Whether one of some spans, in order of the text and none beyond the end of the next, covers a span.
fn inside(blocks: &[Span], span: Span) -> bool {
    let after = blocks.partition_point(|block| block.start <= span.start);
    after.checked_sub(1).and_then(|at| blocks.get(at)).is_some_and(|block| block.covers(span))
}

fn begins_its_line(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let line = before.rfind(['\n', '\r']).map_or(before, |end| before.get(end + 1..).unwrap_or_default());
    line.chars().all(|c| c.is_whitespace() || c == '>')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::markdown;

    /// The names found, each with its form's first letter.
    fn found(text: &str) -> Vec<String> {
        let body = Span::new(0, text.len());
        let found = candidates(text, body, &markdown::parse(text, body));
        found.iter().map(|one| format!("{:?} {}", one.form, one.span.slice(text))).collect()
    }

    #[test]
    fn names_that_are_marked() {
        for (text, expected) in [
            ("Run /deploy or $deploy.", vec!["Slash deploy", "Dollar deploy"]),
            ("Run `/deploy now`, (/a-b) and **/c**.", vec!["Slash deploy", "Slash a-b", "Slash c"]),
            ("/kit:deploy: first", vec!["Slash deploy"]),
            ("🦀 /deploy 日本/deploy", vec!["Slash deploy"]),
            ("and/or, a/b, /usr/bin, /etc.conf, ./x, ~/y, https://h/x, 1/2, $HOME/x, $x=1, ${x}", vec![]),
            ("[x](/deploy) and [/deploy](x.md)", vec!["Slash deploy"]),
            (
                "Use `release-notes`, `log`, the `log` skill, or skill: `plan`",
                vec!["Code release-notes", "Code log", "Code plan"],
            ),
            (
                "the release-notes skill, a good skill, Skill **code-review**",
                vec!["Word release-notes", "Word code-review"],
            ),
            ("```\n/deploy now\ncat /etc $deploy\n```\n", vec!["Slash deploy"]),
            ("kill-9 skillful-x", vec![]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn the_mark_belongs_to_the_whole() {
        let text = "see /kit:deploy";
        let body = Span::new(0, text.len());
        let found = candidates(text, body, &markdown::parse(text, body));
        assert_eq!(found[0].whole.slice(text), "/kit:deploy");
    }
}
