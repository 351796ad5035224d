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
    let Some(most) = over.iter().map(|usage| usage.used).max() else { return };
    let mut message = format!(
        "The names and descriptions of {} skills take {most} characters together, more than there is room for in the list \
         that a model gets.",
        ctx.count
    );
    for usage in &over {
        let unit = if usage.bytes { "bytes" } else { "characters" };
        let does = usage
            .host
            .listing
            .as_ref()
            .and_then(|listing| listing.over.as_deref())
            .unwrap_or("has no room for the rest");
        message += &format!(" {} has about {} {unit} and {does}.", usage.host.title, usage.room);
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
