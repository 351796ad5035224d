use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, SkillContext, quote};
use crate::syntax::yaml::{Entry, Style};
use crate::text::{Edit, Span};

rule! {
    /// A ` #` cuts a value short.
    ///
    /// ## Why it matters
    /// In YAML a `#` after a blank begins a comment: the rest of the line is dropped without a word. Readers that take
    /// the line as it stands keep it, so hosts show different texts.
    ///
    /// ## Example
    /// ```yaml
    /// description: Adds tags such as #urgent to notes
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// description: "Adds tags such as #urgent to notes"
    /// ```
    "comment-cuts-value", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let document = ctx.document();
    for key in ["name", "description"] {
        let Some(entry) = document.yaml.get(key) else { continue };
        let Some((value, comment)) = cut(ctx, entry) else { continue };
        let text = ctx.text();
        let kept = value.slice(text);
        let what = format!(
            "` #` begins a comment, so in YAML this {key} ends at `{}`; `{}` is dropped.",
            tail(kept),
            shortened(comment.slice(text))
        );
        let cause = Cause::Comment(key.to_owned());
        let Some(diagnostic) = ctx.report(&RULE, &cause, Span::new(comment.start, comment.start + 1), what) else {
            continue;
        };
        let whole = Span::new(value.start, comment.end).trim(text);
        let edit = Edit::replace(whole, quote::quoted(whole.slice(text)));
        // Somebody may have meant a comment: quoting is right where the text reads on.
        let reads_on = !comment.slice(text).starts_with("# ");
        out.push(diagnostic.with_fix(Fix::edit("Quote the whole text", reads_on, &ctx.skill.entry, vec![edit])));
    }
}

/// The value and the comment behind it on the same line, when text stands before the `#`.
fn cut(ctx: &SkillContext<'_>, entry: &Entry) -> Option<(Span, Span)> {
    let value = entry.value.as_ref()?;
    if value.style() != Some(Style::Plain) || value.span.is_empty() {
        return None;
    }
    let text = ctx.text();
    let comment = ctx.document().yaml.comments.iter().find(|comment| comment.start >= value.span.end)?;
    let between = Span::new(value.span.end, comment.start).slice(text);
    (!between.contains(['\n', '\r'])).then_some((value.span, *comment))
}

fn tail(text: &str) -> &str {
    text.char_indices().rev().nth(19).map_or(text, |(at, _)| &text[at..])
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(30) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, fixed};

    #[test]
    fn the_text_behind_a_hash() {
        check(
            &super::RULE,
            "
---
name: tagger
description: Adds tags such as #urgent to notes
                               ^ warning: ends at `Adds tags such as`
---
",
        );
        assert_eq!(fixed(&super::RULE, "---\ndescription: a #b c\n---\n"), "---\ndescription: \"a #b c\"\n---\n");
    }

    #[test]
    fn hashes_in_words_quotes_and_blocks_are_text() {
        check(&super::RULE, "---\nname: 'a #b'\ndescription: C# and F# #\n---\n".replace(" #\n", "\n").as_str());
        check(&super::RULE, "---\nname: a\ndescription: |\n  a #b\n---\n");
    }
}
