use crate::rules::rule::rule;
use crate::rules::{Diagnostic, NameContext, Severity, shown};
use crate::skill::Summary;

rule! {
    /// Two links of one root lead to the same skill.
    ///
    /// ## Why it matters
    /// The load tool enters no directory twice: it has the skill once, by the link whose name comes first, and passes over
    /// the other without a word. Products that look at each link by itself have it twice.
    ///
    /// ## Use instead
    /// One link.
    "linked-twice", None, Name(check)
}

fn check(ctx: &NameContext<'_>, out: &mut Vec<Diagnostic>) {
    let is_called_so = |skill: &Summary| skill.name.to_lowercase() == ctx.key;
    let linked: Vec<_> = ctx.alike.iter().filter(|skill| skill.dir != skill.real_dir && is_called_so(skill)).collect();
    for (at, skill) in linked.iter().enumerate() {
        let mut before = linked.iter().take(at);
        let Some(first) = before.find(|other| other.real_dir == skill.real_dir && other.root == skill.root) else {
            continue;
        };
        let message = format!(
            "`{}` leads to the same directory as `{}`: the load tool has the skill once, as `{}`, and passes over this link.",
            name(skill),
            shown(ctx.base, &first.dir),
            name(first),
        );
        let said = Diagnostic::new(&RULE, Severity::Info, &skill.entry, skill.name_span, message);
        out.push(said.with_related(&first.entry, first.name_span, "the link that counts"));
    }
}

fn name(skill: &Summary) -> String {
    skill.dir.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
