use crate::hosts::Cause;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Severity, SkillContext};
use crate::text::Span;

rule! {
    /// A Markdown file is not UTF-8.
    ///
    /// ## Why it matters
    /// Hosts and tools read skills as UTF-8: bytes that are none become `U+FFFD`, or the file is refused.
    ///
    /// ## Use instead
    /// Save the file as UTF-8.
    "not-utf8", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let skill = ctx.skill;
    let pages = skill.pages.iter().map(|page| (skill.path_of(&page.path), &page.text, page.invalid_at));
    let entry = (skill.entry.clone(), &skill.document.text, skill.document.invalid_at);
    for (file, text, invalid_at) in std::iter::once(entry).chain(pages) {
        let Some(at) = invalid_at else { continue };
        let wide =
            text.starts_with('\u{fffd}') && text.bytes().filter(|byte| *byte == 0).count() * 3 > text.chars().count();
        let message = match wide {
            true => {
                "The file is not UTF-8 (it looks like UTF-16); readers see no text in it. Save it as UTF-8.".to_owned()
            }
            false => format!(
                "Byte {} of the file is not UTF-8; readers put U+FFFD (�) in its place. Save the file as UTF-8.",
                at + 1
            ),
        };
        let width = text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let span = Span::new(at, at + width);
        // Where the very first byte is none, readers find no front matter: that is said here, and nowhere else.
        let hides_all = at == 0 && file == skill.entry && !ctx.document().has_front_matter();
        let lost = hides_all.then(|| ctx.report(&RULE, &Cause::NoFrontMatter, span, message.clone())).flatten();
        let said = lost.unwrap_or_else(|| ctx.fixed(&RULE, Severity::Warning, span, message));
        out.push(Diagnostic { file, ..said });
    }
}
