use crate::hosts::Host;
use crate::rules::rule::rule;
use crate::rules::{Diagnostic, RootContext, Severity};
use crate::text::Span;

rule! {
    /// A host that was selected by name does not look where the skills stand.
    ///
    /// ## Why it matters
    /// Each host has its own directories for skills. In another one they do not exist for it. Said once for each root, at its
    /// first skill.
    ///
    /// ## Use instead
    /// Put the skills, or links to them, into a directory that the host reads.
    "root-not-read", None, Root(check)
}

fn check(ctx: &RootContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some((first, others)) = ctx.left_out_by.split_first() else { return };
    let RootContext { root, count, .. } = ctx;
    let it = if *count == 1 { "the skill in it does".to_owned() } else { format!("the {count} skills in it do") };
    let mut message = format!("{} does not look in `{root}`: {it} not exist there.", first.title);
    let own: Vec<String> = roots(first).map(|path| format!("`{path}`")).take(SHOWN).collect();
    if !own.is_empty() {
        message += &format!(" It looks in {}.", own.join(", "));
    }
    message += &match others {
        [] => String::new(),
        [other] => format!(" Neither does {}.", other.title),
        [other, more @ ..] => format!(" Neither do {} and {} more.", other.title, more.len()),
    };
    let mut said = Diagnostic::new(&RULE, Severity::Error, &ctx.first.entry, Span::default(), message);
    said.hosts = ctx.left_out_by.iter().map(|host| host.id.as_str()).collect();
    out.push(said);
}

/// How many of a host's own directories are named.
const SHOWN: usize = 3;

fn roots(host: &Host) -> impl Iterator<Item = &str> {
    host.roots.iter().flat_map(|roots| &roots.list).filter_map(|root| root.path.as_deref())
}
