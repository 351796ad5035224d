use super::fault::{self, Fault};
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext};
use crate::syntax::yaml::ErrorKind;

rule! {
    /// The front matter is not YAML.
    ///
    /// ## Why it matters
    /// Most hosts read the front matter with a YAML parser. Where it gives up they skip the skill or lose its name and
    /// description.
    ///
    /// ## Example
    /// ```yaml
    /// name: notes
    /// some text
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// name: notes
    /// ```
    "yaml-syntax", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(found) = fault::find(ctx) else { return };
    let Fault::Other(span) = found.fault else { return };
    let error = ctx.document().yaml.error.as_ref();
    let what = match error.map(|error| &error.kind) {
        Some(ErrorKind::SimpleKeyExpected) => {
            "This line is neither `key: value` nor part of a value above, so the front matter is not YAML.".to_owned()
        }
        Some(ErrorKind::MultipleDocumentsUnsupported) => {
            "`...` ends the YAML here and another document follows; the front matter must be one.".to_owned()
        }
        Some(ErrorKind::UnknownQuotedScalarEscape) => {
            "An escape in this quoted text does not exist in YAML; double the backslash or use single quotes."
                .to_owned()
        }
        Some(ErrorKind::UnexpectedCharacter { character }) if character.is_control() => format!(
            "An invisible character (U+{:04X}) stands here, so the front matter is not YAML; remove it.",
            u32::from(*character)
        ),
        _ => {
            format!("The front matter is not YAML from here on ({}).", error.map_or("", |error| error.message.as_str()))
        }
    };
    out.extend(fault::report(ctx, &RULE, span, what, None));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::check;

    #[test]
    fn text_between_keys() {
        check(
            &super::RULE,
            "
---
name: a
some text
^ error: neither `key: value` nor
description: b
---
",
        );
    }
}
