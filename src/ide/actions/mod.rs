//! What an author may want to do with a place, beyond what the rules mend.

mod join;
mod missing_file;
mod move_skill;
mod quote_value;
mod split;

use super::rename::Powers;
use super::{Home, Site};
use crate::rules::Change;

/// Something that can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What it does, as an order.
    pub title: String,
    /// Of which kind it is.
    pub kind: Kind,
    /// What it changes.
    pub changes: Vec<Change>,
}

/// The kinds of an [`Action`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It mends something.
    QuickFix,
    /// It takes something out into a file of its own.
    Extract,
    /// It writes the same in another way.
    Rewrite,
    /// It moves something elsewhere.
    Move,
}

/// What the editor can do besides editing texts, and which kinds it asks for.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// Its powers.
    pub powers: Powers,
    /// Whether it makes files.
    pub creates: bool,
    /// Whether a kind is wanted.
    pub wants: &'a dyn Fn(Kind) -> bool,
}

/// All that can be done at the site.
pub fn actions(site: &Site<'_>, asked: &Asked<'_>) -> Vec<Action> {
    let Some(Home::Skill(skill)) = site.home() else { return Vec::new() };
    let mut actions = Vec::new();
    if (asked.wants)(Kind::Rewrite) {
        actions.extend(quote_value::action(site, &skill));
        actions.extend(join::action(site, &skill));
    }
    if (asked.wants)(Kind::QuickFix) && asked.creates {
        actions.extend(missing_file::action(site, &skill));
    }
    if (asked.wants)(Kind::Extract) && asked.creates {
        actions.extend(split::action(site, &skill));
    }
    if (asked.wants)(Kind::Move) && asked.powers.renames {
        actions.extend(move_skill::actions(site, &skill));
    }
    actions
}

/// An edit of the site's file that keeps sound front matter sound.
fn edit(site: &Site<'_>, title: String, edit: crate::text::Edit) -> Option<Action> {
    let before = crate::skill::Document::new(site.text, None);
    let after = crate::text::apply(site.text, std::slice::from_ref(&edit)).ok()?;
    let after = crate::skill::Document::new(after, None);
    let is_sound = after.yaml.error.is_none() || before.yaml.error.is_some();
    let changes = vec![Change::Edit { file: site.file.to_owned(), edits: vec![edit] }];
    (is_sound && after.has_front_matter()).then_some(Action { title, kind: Kind::Rewrite, changes })
}

#[cfg(test)]
mod tests;
