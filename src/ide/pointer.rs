//! What a text points at: paths, anchors, names of skills.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;

use crate::files::{Cancel, Files, Kind};
use crate::rules::{self, Finding};
use crate::skill::limits::PARSED_BYTES;
use crate::skill::{PLUGIN_ROOT, Skill, Summary};
use crate::syntax::markdown::{self, Markdown};
use crate::syntax::mentions::{self, Form};
use crate::text::{Span, decode};
use crate::workspace::{Loaded, Workspace, load, plugin_root};

/// What a text points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A file, or a place in it.
    File {
        /// The file, as the workspace knows it.
        path: PathBuf,
        /// What follows the `#`, decoded.
        anchor: Option<String>,
    },
    /// A directory that is no skill's.
    Directory(PathBuf),
    /// A skill, by its directory.
    Skill(PathBuf),
}

/// A place in a text that points at something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The whole link, or the name with its mark.
    pub whole: Span,
    /// Where the path or the name is written.
    pub span: Span,
    /// What it points at.
    pub aim: Aim,
    /// How it is written.
    pub written: Written,
}

/// How a pointer is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// As a path in a link or an image.
    Link(Way),
    /// As a path in a code span.
    Code(Way),
    /// As a path from the root of the plugin around the skill.
    Plugin(Way),
    /// As a skill's name.
    Mention(Form),
}

/// How a path is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The directory from which it is seen.
    pub base: PathBuf,
    /// Where it leads, links in it not followed.
    pub via: PathBuf,
    /// Whether `base` is the directory of the file in which it stands, and goes with it.
    pub from_file: bool,
}

/// The skills, and the files they are read from.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// The files, open documents laid over the disk.
    pub files: &'a dyn Files,
    /// The skills.
    pub workspace: &'a Workspace,
}

/// A Markdown text that belongs to no skill, such as the instructions of an agent.
pub struct Loose {
    /// The text.
    pub text: String,
    /// What it names.
    pub markdown: Markdown,
}

impl Loose {
    /// Reads a text.
    pub fn new(text: String) -> Self {
        let markdown = markdown::parse(&text, Span::new(0, text.len()));
        Loose { text, markdown }
    }

    /// Reads a file; none where it is not there or cannot be read.
    pub fn read(files: &dyn Files, path: &Path) -> Option<Self> {
        files.read(path, PARSED_BYTES).ok().map(|content| Loose::new(decode(content.bytes).text))
    }
}

/// One Markdown file, as far as its pointers are concerned.
struct Page<'a> {
    file: &'a Path,
    text: &'a str,
    body: Span,
    markdown: &'a Markdown,
}

impl Around<'_> {
    /// The skill in this directory, read anew.
    pub fn load(&self, dir: &Path) -> Option<Box<Skill>> {
        let kept = self.workspace.skill(dir)?;
        match load(self.files, &kept.found, &Cancel::default()) {
            Loaded::Skill(skill) => Some(skill),
            Loaded::Stray(_) => None,
        }
    }

    /// All that a file of a skill points at, in order of the text.
    pub fn in_skill(&self, skill: &Skill, file: &Path) -> Vec<Pointer> {
        let Some(page) = page(skill, file) else { return Vec::new() };
        let found = rules::findings_in(skill, file);
        let mut pointers: Vec<Pointer> = found.iter().filter_map(|one| self.of_finding(skill, &page, one)).collect();
        pointers.extend(self.plugin_paths(skill, &page));
        pointers.extend(self.paths_elsewhere(&page, Some(&skill.dir), &found));
        pointers.extend(self.mentions(&page, &pointers));
        in_order(pointers)
    }

    /// All that a text outside of skills points at, as far as it is a skill's, in order of the text.
    pub fn in_loose(&self, file: &Path, loose: &Loose) -> Vec<Pointer> {
        let body = Span::new(0, loose.text.len());
        let page = Page { file, text: &loose.text, body, markdown: &loose.markdown };
        let mut pointers = self.paths_elsewhere(&page, None, &[]);
        pointers.extend(self.mentions(&page, &pointers));
        in_order(pointers)
    }

    fn of_finding(&self, skill: &Skill, page: &Page<'_>, finding: &Finding<'_>) -> Option<Pointer> {
        let to = finding.to.as_ref()?;
        let path = if to.path.is_empty() { skill.dir.clone() } else { skill.path_of(&to.path) };
        let aim = match to.is_file {
            true => Aim::File { path, anchor: to.anchor.as_deref().map(str::to_owned) },
            false => self.directory(path),
        };
        let base = match to.from_file {
            true => page.file.parent()?.to_owned(),
            false => skill.dir.clone(),
        };
        let way = Way { base, via: joined(&skill.dir, &to.via), from_file: to.from_file };
        let written = if finding.is_link { Written::Link(way) } else { Written::Code(way) };
        Some(Pointer { whole: finding.whole, span: finding.span, aim, written })
    }

    fn directory(&self, path: PathBuf) -> Aim {
        if self.workspace.skill(&path).is_some() { Aim::Skill(path) } else { Aim::Directory(path) }
    }

    fn plugin_paths(&self, skill: &Skill, page: &Page<'_>) -> Vec<Pointer> {
        let there = |path: &str| skill.plugin_paths.get(path) == Some(&true);
        let links = page.markdown.links.iter().filter_map(|link| {
            let path = link.destination.strip_prefix(PLUGIN_ROOT)?.strip_prefix('/')?;
            let (path, anchor) = match path.split_once('#') {
                Some((path, anchor)) => (path, Some(percent_decode_str(anchor).decode_utf8_lossy().into_owned())),
                None => (path, None),
            };
            let path = path.split('?').next().filter(|path| there(path))?;
            let base = plugin_root(self.files, &skill.dir)?.to_owned();
            let path = joined(&base, path);
            let way = Way { base, via: path.clone(), from_file: false };
            let aim = match self.files.kind(&path).ok()? {
                Kind::Directory => self.directory(path),
                _ => Aim::File { path, anchor },
            };
            Some(Pointer { whole: link.span, span: link.target, aim, written: Written::Plugin(way) })
        });
        if skill.plugin_paths.is_empty() { Vec::new() } else { links.collect() }
    }

    /// Paths that lead to files of skills and that `known` does not follow: out of `own`, or from outside of all skills.
    fn paths_elsewhere(&self, page: &Page<'_>, own: Option<&Path>, known: &[Finding<'_>]) -> Vec<Pointer> {
        let here = page.file.parent().unwrap_or(page.file);
        let settings = self.workspace.settings();
        let mut bases: Vec<(&Path, bool)> = vec![(here, true)];
        bases.extend(own.map(|dir| (dir, false)));
        let known_spans: HashSet<Span> =
            known.iter().filter(|finding| finding.to.is_some()).map(|finding| finding.span).collect();
        let is_known = |span: Span| known_spans.contains(&span);
        let links = page.markdown.links.iter().filter(|link| !is_known(link.target)).filter_map(|link| {
            let (path, anchor) = match link.destination.split_once('#') {
                Some((path, anchor)) => (path, Some(percent_decode_str(anchor).decode_utf8_lossy().into_owned())),
                None => (link.destination.as_str(), None),
            };
            let path = percent_decode_str(path.split('?').next()?).decode_utf8().ok()?;
            let (aim, way) = self.elsewhere(&path, &bases, anchor)?;
            Some(Pointer { whole: link.span, span: link.target, aim, written: Written::Link(way) })
        });
        let mut code_bases = bases.clone();
        code_bases.push((&settings.base, false));
        let code = page.markdown.code.iter().filter(|code| !is_known(code.span)).filter_map(|code| {
            // One with blanks is a command rather than a path.
            let path = Some(code.span.slice(page.text)).filter(|path| !path.contains(char::is_whitespace))?;
            let (aim, way) = self.elsewhere(path, &code_bases, None)?;
            Some(Pointer { whole: code.span, span: code.span, aim, written: Written::Code(way) })
        });
        links.chain(code).collect()
    }

    /// What a relative path leads to, seen from one of these directories, when that lies in a skill of the workspace.
    fn elsewhere(&self, path: &str, bases: &[(&Path, bool)], anchor: Option<String>) -> Option<(Aim, Way)> {
        if !path.contains('/') || path.starts_with(['/', '\\', '~']) || path.contains([':', '*', '<', '$', '{', '\n']) {
            return None;
        }
        bases.iter().find_map(|(base, from_file)| {
            let via = joined(base, path);
            let home = self.workspace.skill_around(&via)?;
            // Looked for, not read: what another skill holds is read as that skill's. A link in it may lead anywhere.
            let inside = self.files.real_path(&via).ok()?.starts_with(self.files.real_path(home).ok()?);
            if !inside {
                return None;
            }
            let aim = match self.files.kind(&via).ok()? {
                Kind::File => Aim::File { path: via.clone(), anchor: anchor.clone() },
                Kind::Directory => self.directory(via.clone()),
                Kind::Link | Kind::Other => return None,
            };
            Some((aim, Way { base: (*base).to_owned(), via, from_file: *from_file }))
        })
    }

    /// The strongest skill that is called so: by its name, else by its directory in a root, as some hosts do.
    pub fn called(&self, name: &str) -> Option<&Summary> {
        let by_directory = || self.workspace.roots().find_map(|root| self.workspace.skill(&root.path.join(name)));
        let named = self.workspace.named(name).first().copied();
        named.or_else(|| by_directory().map(|kept| &kept.summary))
    }

    fn mentions(&self, page: &Page<'_>, known: &[Pointer]) -> Vec<Pointer> {
        let found = mentions::candidates(page.text, page.body, page.markdown);
        // By start, each with the furthest end so far: what lies between is taken.
        let mut taken: Vec<Span> = known.iter().map(|pointer| pointer.span).collect();
        taken.sort_unstable();
        let mut end = 0;
        for span in &mut taken {
            end = end.max(span.end);
            span.end = end;
        }
        let is_taken = |span: Span| {
            let at = taken.partition_point(|other| other.start <= span.start);
            at.checked_sub(1).and_then(|at| taken.get(at)).is_some_and(|other| other.end >= span.end)
        };
        let named = found.into_iter().filter_map(|mention| {
            let skill = self.called(mention.span.slice(page.text))?;
            (!is_taken(mention.span)).then(|| Pointer {
                whole: mention.whole,
                span: mention.span,
                aim: Aim::Skill(skill.dir.clone()),
                written: Written::Mention(mention.form),
            })
        });
        named.collect()
    }
}

/// What a file of a skill names.
pub fn markdown_of<'a>(skill: &'a Skill, file: &'a Path) -> Option<&'a Markdown> {
    page(skill, file).map(|page| page.markdown)
}

/// The text of a file of a skill.
pub fn text_of<'a>(skill: &'a Skill, file: &'a Path) -> Option<&'a str> {
    page(skill, file).map(|page| page.text)
}

/// The Markdown files of a skill.
pub fn pages(skill: &Skill) -> impl Iterator<Item = PathBuf> + '_ {
    let others = skill.pages.iter().map(|page| skill.path_of(&page.path));
    std::iter::once(skill.entry.clone()).chain(others)
}

/// A path below a directory, `.` and `..` taken away by their words alone.
pub fn joined(base: &Path, path: &str) -> PathBuf {
    let mut whole = base.to_owned();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(whole.pop()),
            part => whole.push(part),
        }
    }
    whole
}

fn page<'a>(skill: &'a Skill, file: &'a Path) -> Option<Page<'a>> {
    if file == skill.entry {
        let body = skill.document.fences.body;
        return Some(Page { file, text: &skill.document.text, body, markdown: &skill.body });
    }
    let page = skill.pages.iter().find(|page| skill.path_of(&page.path) == file)?;
    let body = Span::new(0, page.text.len());
    Some(Page { file, text: &page.text, body, markdown: &page.markdown })
}

fn in_order(mut pointers: Vec<Pointer>) -> Vec<Pointer> {
    pointers.sort_by_key(|pointer| (pointer.whole, pointer.span));
    pointers
}
