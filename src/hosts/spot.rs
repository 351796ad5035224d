//! Where in a text a cause stands.

use super::Cause;
use crate::skill::Document;
use crate::text::Span;

impl Cause {
    /// The bytes that somebody who looks for this cause wants to see. What lies outside the text (a root, a link, another
    /// skill) is shown at its opening.
    pub fn spot(&self, document: &Document) -> Span {
        let value =
            |key: &str| document.value(key).map(|value| if value.span.is_empty() { value.key } else { value.span });
        let key = |key: &str| {
            let entry = document.yaml.get(key).map(|entry| entry.key.span);
            entry.or_else(|| document.value(key).map(|value| value.key))
        };
        let opening = document.opening();
        let found = match self {
            Cause::ByteOrderMark => document.fences.bom,
            Cause::NotFirst => document.fences.lead.as_ref().map(|lead| lead.span),
            Cause::OpeningFence => document.fences.opening.map(|fence| Span::new(fence.dashes.start, fence.rest.end)),
            Cause::ClosingFence => document.fences.closing.map(|fence| Span::new(fence.dashes.start, fence.rest.end)),
            Cause::Yaml => document.yaml.error.as_ref().map(|error| Span::at(error.at.min(document.text.len()))),
            Cause::Feature(feature) => feature
                .find(&document.text, document.fences.block, &document.yaml)
                .map(|at| Span::new(at, at + document.text[at..].chars().next().map_or(0, char::len_utf8))),
            Cause::DuplicateKey(name) | Cause::UnknownKey(name) | Cause::NoEffect(name) | Cause::Indented(name) => {
                key(name)
            }
            Cause::Comment(key)
            | Cause::MultiLine(key)
            | Cause::Escape(key)
            | Cause::NotText(key)
            | Cause::Type(key)
            | Cause::Markup(key) => value(key),
            Cause::NameForm | Cause::NameTooLong | Cause::NameDiffers | Cause::NameReserved | Cause::Shadowed => {
                value("name")
            }
            Cause::NameMissing => value("name"),
            Cause::DescriptionMissing | Cause::DescriptionTooLong => value("description"),
            Cause::CompatibilityTooLong => value("compatibility"),
            Cause::BreaksOutput("body") => Some(document.fences.body),
            Cause::BreaksOutput(part) => value(part),
            Cause::NoFrontMatter
            | Cause::NotClosed
            | Cause::LineEnds
            | Cause::Dashes
            | Cause::FileName
            | Cause::Depth
            | Cause::Root
            | Cause::Linked
            | Cause::Unreachable
            | Cause::FileTooLarge => None,
        };
        found.unwrap_or(opening)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_found_in_the_text() {
        let text = "---\nname: Big Name\ndescription: Use: it.\nextra: 1\n---\nbody\n";
        let document = Document::new(text, None);
        for (cause, expected) in [
            (Cause::NameForm, "Big Name"),
            (Cause::UnknownKey("extra".to_owned()), "extra"),
            (Cause::DescriptionTooLong, "Use: it."),
            (Cause::Root, "---"),
            (Cause::UnknownKey("gone".to_owned()), "---"),
        ] {
            assert_eq!(cause.spot(&document).slice(text), expected, "{cause:?}");
        }
        assert!(text[Cause::Yaml.spot(&document).start..].starts_with(": it."));
    }
}
