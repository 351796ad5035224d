use crate::rules::rule::rule;
use crate::rules::{AgentsContext, DataSkill, Diagnostic, Severity};

rule! {
    /// A skill given as data never reaches an agent.
    ///
    /// ## Why it matters
    /// Skills in directories come before those given as data, and the first one of a name wins; one without a name is
    /// skipped.
    ///
    /// ## Example
    /// ```toml
    /// [[agents.skills]]
    /// name = ""
    /// content = "Refunds within 30 days."
    /// ```
    ///
    /// ## Use instead
    /// A name that no other skill has.
    "data-skill", None, Agents(check)
}

fn check(ctx: &AgentsContext<'_>, out: &mut Vec<Diagnostic>) {
    for DataSkill { name, span, taken_by } in ctx.data {
        let message = match (name.is_empty(), taken_by) {
            (true, _) => "This skill has no name; the load tool skips it.".to_owned(),
            (false, Some(other)) => {
                format!(
                    "The name `{name}` is already used by `{other}`, which comes first; the load tool skips this one."
                )
            }
            (false, None) => continue,
        };
        out.push(Diagnostic::new(&RULE, Severity::Warning, ctx.file, *span, message));
    }
}
