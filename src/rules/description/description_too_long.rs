use crate::hosts::{Cause, grouped};
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext, tail};
use crate::skill::Form;
use crate::skill::limits::DESCRIPTION_CHARS;

rule! {
    /// The description is too long.
    ///
    /// ## Why it matters
    /// The specification allows 1,024 characters. Some hosts skip a skill with a longer description, some cut it.
    ///
    /// ## Use instead
    /// Say first what the skill does and when to use it; put the rest into the body.
    "description-too-long", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(value) = ctx.document().value("description") else { return };
    if !matches!(value.form, Form::Scalar(_) | Form::Line) {
        return;
    }
    let audience = ctx.audience(&Cause::DescriptionTooLong);
    if audience.is_empty() {
        return;
    }
    let (count, bytes) = (value.text.trim().chars().count(), value.text.trim().len());
    let what = match count > DESCRIPTION_CHARS {
        true => {
            format!("The description has {} characters; {} are allowed.", grouped(count), grouped(DESCRIPTION_CHARS))
        }
        false if bytes > DESCRIPTION_CHARS => format!(
            "The description has {count} characters, but {} bytes, and not everybody counts characters: {} bytes are \
             allowed then.",
            grouped(bytes),
            grouped(DESCRIPTION_CHARS),
        ),
        false => format!("The description has {count} characters."),
    };
    let span = tail::beyond(ctx.text(), &value, DESCRIPTION_CHARS);
    out.extend(ctx.report_to(audience, &RULE, span, what));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::check;

    #[test]
    fn characters_count_not_bytes() {
        let long = "é".repeat(1024);
        check(&super::RULE, &format!("---\nname: demo\ndescription: {long}\n---\n"));
        let marked = format!("{}^ warning: The description has 1,025 characters", " ".repeat(13 + 1024));
        check(&super::RULE, &format!("---\nname: demo\ndescription: {long}x\n{marked}\n---\n"));
    }
}
