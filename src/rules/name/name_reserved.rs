use crate::hosts::{self, Cause};
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, SkillContext};

rule! {
    /// The name holds a word that a host reserves.
    ///
    /// ## Why it matters
    /// An upload with such a name is refused.
    ///
    /// ## Use instead
    /// Another name.
    "name-reserved", None, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(value) = super::text_value(ctx) else { return };
    let audience = ctx.audience(&Cause::NameReserved);
    let hosts = audience.hosts();
    let word = hosts.iter().find_map(|id| hosts::find(id).ok()?.reserved_in(&value.text));
    let what = match word {
        Some(word) => format!("The name `{}` holds `{word}`, a word that is reserved.", value.text.trim()),
        None => format!("The name `{}` is reserved.", value.text.trim()),
    };
    out.extend(ctx.report_to(audience, &RULE, value.span, what));
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::check_for;

    #[test]
    fn the_word_is_said() {
        let drawn = "
---
name: my-Claude-tool
      ^^^^^^^^^^^^^^ error: holds `claude`, a word that is reserved.
description: Keeps notes.
---
";
        check_for("claude-upload", &super::RULE, drawn);
    }
}
