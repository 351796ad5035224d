//! What can be true of a skill: one file per rule, one table of all.

mod agents;
mod audience;
mod context;
mod description;
mod diagnostic;
mod fields;
mod files;
#[cfg(test)]
mod fixture;
mod front_matter;
mod harmless;
mod lines_fix;
mod links;
mod name;
mod place;
pub mod quote;
mod rule;
mod suppress;
mod tail;
mod workspace;

pub use audience::Audience;
pub use context::{
    AgentsContext, DataSkill, ListingContext, NameContext, RootContext, SkillContext, WorkspaceContext, shown,
};
pub use diagnostic::{Change, Diagnostic, Fix, Related, Severity};
pub use links::{End, Finding, To, findings_in};
pub use rule::{Check, Fixes, Rule};
pub use suppress::Suppressions;

use crate::skill::Stray;

/// All rules, in the order in which a reader of the text meets their subjects.
pub static RULES: &[&Rule] = &[
    &front_matter::front_matter_missing::RULE,
    &front_matter::front_matter_not_first::RULE,
    &front_matter::byte_order_mark::RULE,
    &front_matter::carriage_return_only::RULE,
    &front_matter::front_matter_not_closed::RULE,
    &front_matter::fence_trailing_text::RULE,
    &front_matter::unquoted_colon::RULE,
    &front_matter::comment_cuts_value::RULE,
    &front_matter::dashes_inside::RULE,
    &front_matter::escape_kept::RULE,
    &front_matter::quote_ends_early::RULE,
    &front_matter::quote_not_closed::RULE,
    &front_matter::reserved_start::RULE,
    &front_matter::tab_indentation::RULE,
    &front_matter::yaml_syntax::RULE,
    &front_matter::yaml_feature::RULE,
    &front_matter::duplicate_key::RULE,
    &front_matter::key_typo::RULE,
    &name::name_missing::RULE,
    &name::name_not_text::RULE,
    &name::name_multi_line::RULE,
    &name::name_form::RULE,
    &name::name_too_long::RULE,
    &name::name_differs::RULE,
    &name::name_reserved::RULE,
    &description::description_missing::RULE,
    &description::description_not_text::RULE,
    &description::description_multi_line::RULE,
    &description::description_too_long::RULE,
    &fields::field_type::RULE,
    &fields::unknown_key::RULE,
    &fields::no_effect::RULE,
    &fields::markup::RULE,
    &fields::compatibility_too_long::RULE,
    &place::root_not_read::RULE,
    &place::depth::RULE,
    &place::link_not_followed::RULE,
    &place::nested_skill::RULE,
    &place::unreachable::RULE,
    &place::file_too_large::RULE,
    &place::breaks_output::RULE,
    &files::entry_file_name::RULE,
    &files::symlink_escape::RULE,
    &files::symlink_broken::RULE,
    &files::file_too_long::RULE,
    &files::too_many_files::RULE,
    &files::not_utf8::RULE,
    &files::file_unreadable::RULE,
    &files::body_too_long::RULE,
    &links::link_missing_file::RULE,
    &links::link_leaves_skill::RULE,
    &links::link_case::RULE,
    &links::link_missing_anchor::RULE,
    &front_matter::not_as_written::RULE,
    &workspace::name_collision::RULE,
    &workspace::linked_twice::RULE,
    &workspace::listing_budget::RULE,
    &workspace::not_a_skill::RULE,
    &agents::filter_matches_nothing::RULE,
    &agents::data_skill::RULE,
    &workspace::entry_unreadable::RULE,
    &workspace::directory_unreadable::RULE,
];

/// The rule with this code.
pub fn find(code: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.code == code)
}

/// All that is true of one skill alone, in the order of the table.
pub fn check_skill(ctx: &SkillContext<'_>) -> Vec<Diagnostic> {
    let mut said = gather(|check, out| {
        if let Check::Skill(check) = check {
            check(ctx, out);
        }
    });
    let rest = gather(|check, out| {
        if let Check::Rest(check) = check {
            check(ctx, &said, out);
        }
    });
    said.extend(rest);
    for diagnostic in &mut said {
        diagnostic.fixes.retain(|fix| harmless::is_harmless(ctx, fix));
    }
    said
}

/// All that is true of the skills that have one name.
pub fn check_name(ctx: &NameContext<'_>) -> Vec<Diagnostic> {
    gather(|check, out| {
        if let Check::Name(check) = check {
            check(ctx, out);
        }
    })
}

/// What there is to say of the skills of a root together.
pub fn check_root(ctx: &RootContext<'_>) -> Vec<Diagnostic> {
    gather(|check, out| {
        if let Check::Root(check) = check {
            check(ctx, out);
        }
    })
}

/// What there is to say of the list of all skills.
pub fn check_listing(ctx: &ListingContext<'_>) -> Vec<Diagnostic> {
    gather(|check, out| {
        if let Check::Listing(check) = check {
            check(ctx, out);
        }
    })
}

/// What there is to say of something that looks like a skill and is none.
pub fn check_stray(ctx: &WorkspaceContext<'_>, stray: &Stray) -> Vec<Diagnostic> {
    gather(|check, out| {
        if let Check::Stray(check) = check {
            check(ctx, stray, out);
        }
    })
}

/// What there is to say of the options that the configuration gives to the load tool.
pub fn check_agents(ctx: &AgentsContext<'_>) -> Vec<Diagnostic> {
    gather(|check, out| {
        if let Check::Agents(check) = check {
            check(ctx, out);
        }
    })
}

/// What all rules say, in the order of the table, each asked in the same way.
fn gather(ask: impl Fn(&Check, &mut Vec<Diagnostic>)) -> Vec<Diagnostic> {
    let mut said = Vec::new();
    RULES.iter().for_each(|rule| ask(&rule.check, &mut said));
    said
}
