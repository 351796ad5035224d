use crate::hosts;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, Fix, Severity, SkillContext};
use crate::text::Edit;

rule! {
    /// A key is nearly a known one.
    ///
    /// ## Why it matters
    /// Keys are compared letter by letter: `Description` or `desciption` is a key of its own, and the real one is missing.
    ///
    /// ## Example
    /// ```yaml
    /// desciption: Collects notes.
    /// ```
    ///
    /// ## Use instead
    /// ```yaml
    /// description: Collects notes.
    /// ```
    "key-typo", Safe, Skill(check)
}

fn check(ctx: &SkillContext<'_>, out: &mut Vec<Diagnostic>) {
    let yaml = &ctx.document().yaml;
    for entry in yaml.entries() {
        let Some(key) = entry.key.text() else { continue };
        let Some(meant) = meant(key) else { continue };
        if yaml.get(meant).is_some() {
            continue;
        }
        let message = format!("No host knows the key `{key}`; `{meant}` is missing and looks like what is meant.");
        let fix = Fix::edit(
            format!("Change it to `{meant}`"),
            true,
            &ctx.skill.entry,
            vec![Edit::replace(entry.key.span, meant)],
        );
        out.push(ctx.fixed(&RULE, Severity::Warning, entry.key.span, message).with_fix(fix));
    }
}

/// The known key that `key` most likely is; none for keys that some host knows, and for those far from all.
fn meant(key: &str) -> Option<&'static str> {
    let keys = hosts::keys();
    if keys.contains(key) {
        return None;
    }
    let folded = fold(key);
    keys.iter().copied().find(|known| fold(known) == folded).or_else(|| {
        let near = keys.iter().copied().filter(|known| {
            COMMON.contains(known) && known.len() >= 7 && strsim::osa_distance(&folded, &fold(known)) <= 1
        });
        near.min()
    })
}

/// Keys so common that one letter off is a slip; a rarer key one letter off may well be the author's own.
const COMMON: [&str; 8] = [
    "allowed-tools",
    "argument-hint",
    "compatibility",
    "description",
    "disable-model-invocation",
    "license",
    "metadata",
    "user-invocable",
];

/// Without what people vary: letter case, `-`, `_` and blanks.
fn fold(key: &str) -> String {
    key.chars().filter(|c| !"-_ ".contains(*c)).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{check, fixed};

    #[test]
    fn a_slip_in_a_known_key() {
        check(
            &super::RULE,
            "
---
name: a
desciption: b
^^^^^^^^^^ warning: looks like what is meant
---
",
        );
        assert_eq!(fixed(&super::RULE, "---\nName: a\n---\n"), "---\nname: a\n---\n");
        assert_eq!(fixed(&super::RULE, "---\nallowedtools: a\n---\n"), "---\nallowed-tools: a\n---\n");
    }

    #[test]
    fn own_keys_and_keys_of_hosts_are_fine() {
        check(
            &super::RULE,
            "---\nname: a\ndescription: b\nversion: 1\nauthor: x\npaths: y\nmy-key: z\nnames: q\n---\n",
        );
    }
}
