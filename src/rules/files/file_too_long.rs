use crate::hosts::grouped;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Severity, SkillContext};
use crate::skill::ENTRY;
use crate::skill::limits::READ_UNITS;
use crate::text::{Span, utf16_cut, utf16_len};

rule! {
    /// A text file is longer than one read of the list/read tool gives.
    ///
    /// ## Why it matters
    /// The tool returns the first 200,000 characters (UTF-16 units) and sets `truncated`; there is no way to read the
    /// rest.
    ///
    /// ## Use instead
    /// Split the file into several.
    "file-too-long", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let skill = ctx.skill;
    if let Some(cut) = utf16_cut(ctx.text(), READ_UNITS) {
        let message = said(ENTRY, skill.len, ctx.text());
        let line = ctx.text()[cut..].find(['\n', '\r']).map_or(ctx.text().len(), |at| cut + at);
        out.push(ctx.fixed(&RULE, Severity::Warning, Span::new(cut, line.max(cut + 1).min(ctx.text().len())), message));
    }
    for page in &skill.pages {
        let Some(cut) = utf16_cut(&page.text, READ_UNITS) else { continue };
        let message = said(&page.path, page.len, &page.text);
        let mut diagnostic = ctx.fixed(&RULE, Severity::Warning, Span::at(cut), message);
        diagnostic.file = skill.path_of(&page.path);
        out.push(diagnostic);
    }
}

fn said(path: &str, len: u64, text: &str) -> String {
    let size = match len > text.len() as u64 {
        true => format!("{} bytes", grouped(usize::try_from(len).unwrap_or(usize::MAX))),
        false => format!("{} characters", grouped(utf16_len(text))),
    };
    format!(
        "`{path}` has {size}; the list/read tool returns the first {} characters and marks the result as \
         truncated. What follows from here cannot be read: split the file.",
        grouped(READ_UNITS)
    )
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::codes;

    #[test]
    fn exactly_the_cap_is_whole() {
        let text = |units: usize| format!("---\nname: demo\n---\n{}", "x".repeat(units - 19));
        assert!(codes(&super::RULE, &text(200_000)).is_empty());
        assert_eq!(codes(&super::RULE, &text(200_001)), ["file-too-long"]);
    }
}
