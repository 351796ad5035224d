use crate::rules::rule::rule;
use crate::rules::{AgentsContext, Diagnostic, Severity};

rule! {
    /// A name in the filter matches no skill.
    ///
    /// ## Why it matters
    /// The load tool warns and goes on: with a name misspelt, an allow list lets nothing through, and a drop list drops
    /// nothing. Names are compared letter by letter.
    ///
    /// ## Example
    /// ```toml
    /// [agents.filter]
    /// release-guid = true
    /// ```
    ///
    /// ## Use instead
    /// The name as the skill has it.
    "filter-matches-nothing", None, Agents(check)
}

fn check(ctx: &AgentsContext<'_>, out: &mut Vec<Diagnostic>) {
    for (name, span) in ctx.filter {
        if ctx.names.iter().any(|other| other == name) {
            continue;
        }
        let scored = ctx.names.iter().map(|other| (strsim::jaro_winkler(name, other), other));
        let near = scored.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(likeness, _)| *likeness > 0.85);
        let hint = near.map(|(_, near)| format!(" Did you mean `{near}`?")).unwrap_or_default();
        let message = format!("No skill has the name `{name}`; the load tool warns of it and goes on.{hint}");
        out.push(Diagnostic::new(&RULE, Severity::Warning, ctx.file, *span, message));
    }
}
