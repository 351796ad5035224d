use crate::hosts::Usage;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, ListingContext, Severity};
use crate::text::Span;

rule! {
    /// The descriptions together take more room than a host has for its list of skills.
    ///
    /// ## Why it matters
    /// A model learns of skills from a list in its prompt, and that list has a budget. What does not fit is cut or left
    /// out without a word, and the model never uses those skills.
    ///
    /// ## Use instead
    /// Shorter descriptions, beginning with the longest; fewer skills in one workspace.
    "listing-budget", None, Listing(check)
}

fn check(ctx: &ListingContext<'_>, out: &mut Vec<Diagnostic>) {
    let over: Vec<_> = ctx.usages.iter().filter(|usage| usage.is_over()).collect();
    if over.is_empty() {
        return;
    }
    let mut message = format!("The list of {} skills takes more room than a model has for it.", ctx.count);
    for usage in &over {
        let Usage { host, used, room, .. } = usage;
        let (about, at_least) =
            (if usage.fallback { "about " } else { "" }, if usage.at_least { "at least " } else { "" });
        let does = usage.over.unwrap_or("has no room for the rest");
        let unit = usage.unit;
        message += &format!(" {} has {about}{room} {unit} for a list of {at_least}{used}, and {does}.", host.title);
    }
    if let Some(longest) = ctx.longest {
        let count = longest.description.chars().count();
        message += &format!(" The longest is that of `{}` with {count} characters.", longest.name);
    }
    let mut diagnostic = Diagnostic::new(&RULE, Severity::Info, ctx.base, Span::default(), message);
    diagnostic.hosts = over.iter().map(|usage| usage.host.id.as_str()).collect();
    out.push(match ctx.longest {
        Some(longest) => diagnostic.with_related(&longest.entry, longest.name_span, "the longest description"),
        None => diagnostic,
    });
}
