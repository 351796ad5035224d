//! Which skills may speak of another: a few bytes for each, so that a question about one skill need not read all.

use percent_encoding::percent_decode_str;

use super::{Kept, Settings, Workspace};
use crate::files::{Cancel, Files};
use crate::skill::Skill;
use crate::syntax::markdown::Markdown;
use crate::syntax::mentions;
use crate::text::Span;

/// Names of directories that most skills have and none is called by.
const USUAL: [&str; 3] = ["references", "scripts", "assets"];

/// Hashes of the words in a skill that can name another: its mentions, and the directories on the paths that it gives. What
/// hashes alike is told apart when the skill is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names(Box<[u32]>);

impl Names {
    /// Of all the skill's Markdown.
    pub fn of(skill: &Skill) -> Self {
        let mut found = Vec::new();
        take(&mut found, &skill.document.text, skill.document.fences.body, &skill.body);
        for page in &skill.pages {
            take(&mut found, &page.text, Span::new(0, page.text.len()), &page.markdown);
        }
        found.sort_unstable();
        found.dedup();
        Names(found.into_boxed_slice())
    }

    /// Whether one of these words may be among them.
    pub fn may_hold(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.0.binary_search(&hash(word)).is_ok())
    }
}

impl Workspace {
    /// As [`Workspace::open`], keeping with each skill what may name others in it, so that [`Workspace::naming_one`] need
    /// not give all.
    pub fn open_with_names(
        files: &dyn Files,
        settings: Settings,
        cancel: &Cancel,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Self {
        Workspace::keeping_names(true, settings).opened(files, cancel, progress)
    }

    /// The skills in which one of these words may name a skill; all, where that is not kept.
    pub fn naming_one<'a>(&'a self, words: &'a [&'a str]) -> impl Iterator<Item = &'a Kept> {
        self.skills().filter(|kept| kept.names.as_ref().is_none_or(|names| names.may_hold(words)))
    }
}

fn take(found: &mut Vec<u32>, text: &str, body: Span, markdown: &Markdown) {
    // Texts that are no Markdown have none of these.
    if markdown.is_empty() {
        return;
    }
    found.extend(mentions::candidates(text, body, markdown).iter().map(|mention| hash(mention.span.slice(text))));
    let links = markdown.links.iter().map(|link| link.destination.as_str()).filter(|path| !path.contains("://"));
    for path in links {
        directories(found, path.split(['#', '?']).next().unwrap_or(path));
    }
    for code in markdown.code.iter().map(|code| code.span.slice(text)) {
        if code.contains('/') && !code.contains(char::is_whitespace) {
            directories(found, code);
        }
    }
}

fn directories(found: &mut Vec<u32>, path: &str) {
    let parts = path.split('/').filter(|part| !matches!(*part, "" | "." | ".." | "SKILL.md"));
    let parts = parts.filter(|part| !USUAL.contains(part));
    found.extend(parts.map(|part| hash(&percent_decode_str(part).decode_utf8_lossy())));
}

/// FNV-1a.
fn hash(word: &str) -> u32 {
    word.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
