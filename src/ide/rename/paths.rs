//! A path written anew once its target or its file has moved, with every letter kept that need not change.

use std::path::{Component, Path, PathBuf};

use percent_encoding::percent_decode_str;

use crate::ide::pointer::{Aim, Pointer, Way, Written, joined};
use crate::skill::PLUGIN_ROOT;
use crate::text::{Edit, Span};

/// Files and directories that get another path.
#[derive(Clone, Debug, Default)]
pub struct Moves(Vec<(PathBuf, PathBuf)>);

impl Moves {
    /// Of these, from and to.
    pub fn new(moves: Vec<(PathBuf, PathBuf)>) -> Self {
        Moves(moves)
    }

    /// Each, from and to.
    pub fn iter(&self) -> impl Iterator<Item = &(PathBuf, PathBuf)> {
        self.0.iter()
    }

    /// Where a path is afterwards; as it is, where nothing above it moves.
    pub fn after(&self, path: &Path) -> PathBuf {
        let innermost =
            self.0.iter().filter(|(from, _)| path.starts_with(from)).max_by_key(|(from, _)| from.as_os_str().len());
        let moved = innermost.and_then(|(from, to)| {
            let rest = path.strip_prefix(from).ok()?;
            Some(if rest.as_os_str().is_empty() { to.clone() } else { to.join(rest) })
        });
        moved.unwrap_or_else(|| path.to_owned())
    }

    /// Whether a path moves.
    pub fn moves(&self, path: &Path) -> bool {
        self.0.iter().any(|(from, _)| path.starts_with(from))
    }
}

/// The edit of a pointer's path in `file`, whose text is `text`; none where it still leads where it did. `home` is the
/// directory of the skill to which the file belongs afterwards.
pub fn follow(text: &str, file: &Path, pointer: &Pointer, moves: &Moves, home: Option<&Path>) -> Option<Edit> {
    let (way, prefix, is_link) = match &pointer.written {
        Written::Link(way) => (way, "", true),
        Written::Plugin(way) => (way, PLUGIN_ROOT, true),
        Written::Code(way) => (way, "", false),
        Written::Mention(_) => return None,
    };
    let (Aim::File { path: target, .. } | Aim::Directory(target) | Aim::Skill(target)) = &pointer.aim;
    let raw = pointer.span.slice(text);
    let body = raw.strip_prefix(prefix)?;
    let path = &body[..body.find(['#', '?']).filter(|_| is_link).unwrap_or(body.len())];
    if path.trim_matches('/').is_empty() {
        return None;
    }
    let span = Span::at(pointer.span.start + prefix.len());
    let span = Span::new(span.start, span.start + path.len());
    let via = via_after(way, target, moves);
    let base = base_after(way, file, moves, home)?;
    let rooted = prefix.is_empty() || !path.starts_with('/');
    let inner = if rooted { path } else { path.trim_start_matches('/') };
    if is_same(&joined(&base, &decoded(inner, is_link)), &via) {
        return None;
    }
    let style = Style { is_link, in_angles: text.get(..pointer.span.start)?.ends_with('<') };
    let written = in_place(inner, way, moves, style)
        .filter(|written| is_same(&joined(&base, &decoded(written, is_link)), &via))
        .unwrap_or_else(|| rewritten(inner, &base, &via, style));
    let written = if rooted { written } else { format!("/{written}") };
    (written != path).then(|| Edit::replace(span, written))
}

#[derive(Clone, Copy)]
struct Style {
    is_link: bool,
    in_angles: bool,
}

/// Where a path leads afterwards, links of the file system in it not followed.
fn via_after(way: &Way, target: &Path, moves: &Moves) -> PathBuf {
    if moves.moves(&way.via) || !moves.moves(target) {
        return moves.after(&way.via);
    }
    // It goes through a link to what moves: what both paths end in is what can change.
    let (mut alias, mut real) = (way.via.clone(), target.to_owned());
    while alias != real && alias.file_name() == real.file_name() && alias.pop() && real.pop() {}
    match moves.after(target).strip_prefix(&real) {
        Ok(rest) => alias.join(rest),
        Err(_) => moves.after(target),
    }
}

/// The directory from which a path is seen afterwards.
fn base_after(way: &Way, file: &Path, moves: &Moves, home: Option<&Path>) -> Option<PathBuf> {
    let new = moves.after(file);
    if way.from_file {
        return new.parent().map(Path::to_owned);
    }
    let base = moves.after(&way.base);
    // A file that comes to another skill is no longer seen from the old one.
    let leaves = file.starts_with(&way.base) && home.is_none_or(|home| !home.starts_with(&base)) && new != *file;
    if leaves { new.parent().map(Path::to_owned) } else { Some(base) }
}

/// The path with the name of what moves exchanged where it stands, when it only gets another name.
fn in_place(path: &str, way: &Way, moves: &Moves, style: Style) -> Option<String> {
    let mut at = way.base.clone();
    let mut changed = false;
    let parts = path.split('/').map(|part| {
        at = joined(&at, &decoded(part, style.is_link));
        let renamed = moves.iter().find(|(from, to)| *from == at && from.parent() == to.parent());
        match renamed.and_then(|(_, to)| to.file_name()) {
            Some(name) if !matches!(part, "" | "." | "..") => {
                changed = true;
                encoded(&name.to_string_lossy(), style)
            }
            _ => part.to_owned(),
        }
    });
    let parts: Vec<String> = parts.collect();
    changed.then(|| parts.join("/"))
}

/// The path as it is seen from `base`, with the spelling of the old one where both have the same names at an end.
fn rewritten(path: &str, base: &Path, via: &Path, style: Style) -> String {
    let mut new: Vec<String> = seen_from(base, via);
    if path.starts_with("./") && new.first().is_none_or(|first| first != "..") {
        new.insert(0, ".".to_owned());
    }
    let old: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let same = |part: &&str, name: &String| decoded(part, style.is_link) == **name;
    let head = old.iter().zip(&new).take_while(|(part, name)| same(part, name)).count();
    let most = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(part, name)| same(part, name)).count();
    let middle = new.get(head..new.len() - tail).unwrap_or_default().iter().map(|name| encoded(name, style));
    let parts = old.iter().take(head).map(|part| (*part).to_owned());
    let parts = parts.chain(middle).chain(old.iter().skip(old.len() - tail).map(|part| (*part).to_owned()));
    let mut out = parts.collect::<Vec<_>>().join("/");
    if out.is_empty() {
        out.push('.');
    }
    if path.ends_with('/') {
        out.push('/');
    }
    out
}

/// The names on the way from a directory to a path.
pub fn seen_from(base: &Path, path: &Path) -> Vec<String> {
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (base.components().collect(), path.components().collect());
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..".to_owned(), from.len() - shared);
    let down = to.iter().skip(shared).map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect()
}

/// A path as it is meant: Markdown's escapes and the percent signs of a URL undone.
fn decoded(part: &str, is_link: bool) -> String {
    if !is_link {
        return part.to_owned();
    }
    let mut plain = String::with_capacity(part.len());
    let mut letters = part.chars().peekable();
    while let Some(c) = letters.next() {
        match letters.peek() {
            Some(next) if c == '\\' && next.is_ascii_punctuation() => plain.extend(letters.next()),
            _ => plain.push(c),
        }
    }
    percent_decode_str(&plain).decode_utf8_lossy().into_owned()
}

/// A name as it must be written in the place of another.
pub fn encoded_in_link(name: &str) -> String {
    encoded(name, Style { is_link: true, in_angles: false })
}

fn encoded(name: &str, style: Style) -> String {
    if !style.is_link {
        return name.to_owned();
    }
    let odd = |c: char| {
        c.is_ascii_control()
            || matches!(c, '<' | '>' | '%' | '#' | '?' | '\\' | '&' | '"' | '`')
            || (!style.in_angles && matches!(c, ' ' | '(' | ')'))
    };
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if odd(c) { out += &format!("%{:02X}", u32::from(c)) } else { out.push(c) }
    }
    out
}

/// Whether two paths have the same names; one may end in a slash.
fn is_same(one: &Path, other: &Path) -> bool {
    one.components().eq(other.components())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A link in `/r/own/p/a.md` after moves, with what stands before it.
    #[track_caller]
    fn followed(raw: &str, from: &str, to: &str) -> String {
        let text = format!("[x]({raw})");
        let inner = raw.trim_start_matches('<').trim_end_matches('>');
        let start = text.find(inner).unwrap();
        let span = Span::new(start, start + inner.len());
        let file = Path::new("/r/own/p/a.md");
        let base = file.parent().unwrap().to_owned();
        let path = inner.split(['#', '?']).next().unwrap();
        let via = joined(&base, &decoded(path, true));
        let way = Way { base, via: via.clone(), from_file: true };
        let aim = Aim::File { path: via, anchor: None };
        let pointer = Pointer { whole: span, span, aim, written: Written::Link(way) };
        let moves = Moves::new(vec![(from.into(), to.into())]);
        match follow(&text, file, &pointer, &moves, Some(Path::new("/r/own"))) {
            Some(edit) => crate::text::apply(&text, &[edit]).unwrap()["[x](".len()..].trim_end_matches(')').to_owned(),
            None => "-".to_owned(),
        }
    }

    #[test]
    fn paths_follow_and_keep_their_spelling() {
        let page = "/r/own/p/b.md";
        for (raw, from, to, expected) in [
            ("b.md#x", page, "/r/own/p/c.md", "c.md#x"),
            ("./b.md?raw", page, "/r/own/p/c.md", "./c.md?raw"),
            ("../p/../p/b.md", page, "/r/own/p/c.md", "../p/../p/c.md"),
            ("b.md", page, "/r/own/c d(1).md", "../c%20d%281%29.md"),
            ("<b.md>", page, "/r/own/c d(1).md", "<../c d(1).md>"),
            ("my%20dir/b\\_c.md", "/r/own/p/my dir", "/r/own/q/my dir", "../q/my%20dir/b\\_c.md"),
            ("./b.md", page, "/r/own/p/q/b.md", "./q/b.md"),
            ("b.md", "/r/own/p", "/r/own/q", "-"),
            ("../x.md", "/r/own/p", "/r/own/q/p", "../../x.md"),
            ("../x.md", "/r/own/p/a.md", "/r/own/a.md", "x.md"),
            ("../../other/x.md", "/r/other", "/r/new-one", "../../new-one/x.md"),
            ("../../other/x.md", "/r/own", "/s/own", "../../../r/other/x.md"),
            ("b.md", "/r/own/p/z.md", "/r/own/p/y.md", "-"),
            ("é.md", "/r/own/p/é.md", "/r/own/p/ü.md", "ü.md"),
        ] {
            assert_eq!(followed(raw, from, to), expected, "{raw} {from} {to}");
        }
    }
}
