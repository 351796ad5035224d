//! A workspace on disk in which things are renamed as an editor would.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use skill_lsp::files::{Cancel, Disk};
use skill_lsp::ide::Site;
use skill_lsp::ide::actions::{Asked, actions};
use skill_lsp::ide::pointer::Around;
use skill_lsp::ide::rename::{Powers, follow_files, rename};
use skill_lsp::rules::Change;
use skill_lsp::text::apply;
use skill_lsp::workspace::{Kept, Settings, Workspace};

pub struct World {
    guard: tempfile::TempDir,
}

impl World {
    pub fn empty() -> Self {
        World { guard: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self) -> PathBuf {
        self.guard.path().canonicalize().unwrap().join("w")
    }

    pub fn write(&self, file: &str, text: &str) {
        let path = self.path_of(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn text(&self, file: &str) -> String {
        fs::read_to_string(self.path_of(file)).unwrap()
    }

    /// All files with their bytes, as text where they are.
    pub fn everything(&self) -> Vec<(String, String)> {
        let root = self.path();
        let walk = walkdir::WalkDir::new(&root).sort_by_file_name().into_iter().map(Result::unwrap);
        let files = walk.filter(|entry| !entry.file_type().is_dir());
        files
            .map(|entry| {
                let path = entry.path().strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
                let content = match entry.path_is_symlink() {
                    true => fs::read_link(entry.path()).unwrap().into_os_string().into_encoded_bytes(),
                    false => fs::read(entry.path()).unwrap(),
                };
                (path, content.iter().map(|byte| char::from(*byte)).collect::<String>())
            })
            .map(|(path, latin)| match String::from_utf8(latin.chars().map(|c| c as u8).collect()) {
                Ok(text) => (path, text),
                Err(_) => (path, latin),
            })
            .collect()
    }

    pub fn workspace(&self) -> Workspace {
        let base = self.path();
        let settings = Settings { starts: vec![base.clone()], base, ..Settings::default() };
        Workspace::open_with_names(&Disk, settings, &Cancel::new(), &|_, _| {})
    }

    pub fn names(&self) -> Vec<String> {
        self.workspace().skills().map(|kept| kept.summary.name.clone()).collect()
    }

    /// How often each code is said.
    pub fn said(&self) -> BTreeMap<&'static str, usize> {
        let mut said = BTreeMap::new();
        for one in self.workspace().diagnostics() {
            *said.entry(one.code).or_default() += 1;
        }
        said
    }

    /// What is said that was not.
    pub fn new_faults(&self, before: &BTreeMap<&'static str, usize>) -> Vec<String> {
        let more = |code: &str, count: usize| count > before.get(code).copied().unwrap_or(0);
        let now = self.said();
        let new: Vec<&str> = now.iter().filter(|(code, count)| more(code, **count)).map(|(code, _)| *code).collect();
        let workspace = self.workspace();
        let said = workspace.diagnostics().into_iter().filter(|one| new.contains(&one.code));
        said.map(|one| format!("{} {}: {}", one.file.display(), one.code, one.message)).collect()
    }

    /// Renames the skill of this name where its name is written; by its directory where none is.
    pub fn rename_skill(&self, old: &str, new: &str) -> Result<Vec<Change>, String> {
        let workspace = self.workspace();
        let is_it =
            |kept: &&Kept| kept.summary.name == old || kept.found.dir.file_name().is_some_and(|name| name == old);
        let skill = workspace.skills().find(is_it).ok_or(format!("no {old}"))?;
        let (entry, dir) = (skill.summary.entry.clone(), skill.found.dir.clone());
        let text = decoded(&entry);
        let offset = skill.summary.name_span.start;
        if text[offset..].starts_with("---") {
            let to = dir.with_file_name(new);
            let around = Around { files: &Disk, workspace: &workspace };
            let mut changes = follow_files(around, vec![(dir.clone(), to.clone())]);
            changes.push(Change::Rename { from: dir, to });
            make(&changes);
            return Ok(changes);
        }
        let site = Site { files: &Disk, workspace: &workspace, file: &entry, text: &text, offset };
        let changes = rename(&site, new, Powers { renames: true })?;
        make(&changes);
        Ok(changes)
    }

    pub fn rename_heading(&self, file: &str, heading: &str, title: &str) -> Result<(), String> {
        let (workspace, file) = (self.workspace(), self.path_of(file));
        let text = decoded(&file);
        let offset = text.find(heading).unwrap() + heading.len() - 1;
        let site = Site { files: &Disk, workspace: &workspace, file: &file, text: &text, offset };
        make(&rename(&site, title, Powers { renames: false })?);
        Ok(())
    }

    /// Does what is offered under a title at a text; whether it was.
    pub fn act(&self, file: &str, at: &str, title: &str) -> bool {
        let (workspace, file) = (self.workspace(), self.path_of(file));
        let text = decoded(&file);
        let offset = text.find(at).unwrap() + 1;
        let site = Site { files: &Disk, workspace: &workspace, file: &file, text: &text, offset };
        let asked = Asked { powers: Powers { renames: true }, creates: true, wants: &|_| true };
        let found = actions(&site, &asked).into_iter().find(|action| action.title == title);
        found.iter().for_each(|action| make(&action.changes));
        found.is_some()
    }

    /// Moves a file or a directory as an editor does that asks first.
    pub fn move_file(&self, from: &str, to: &str) {
        let workspace = self.workspace();
        let (from, to) = (self.path_of(from), self.path_of(to));
        let around = Around { files: &Disk, workspace: &workspace };
        let mut changes = follow_files(around, vec![(from.clone(), to.clone())]);
        changes.push(Change::Rename { from, to });
        make(&changes);
    }

    fn path_of(&self, file: &str) -> PathBuf {
        self.path().join(file)
    }
}

fn decoded(file: &Path) -> String {
    skill_lsp::text::decode(fs::read(file).unwrap()).text
}

/// Makes the changes, one after the other.
fn make(changes: &[Change]) {
    for change in changes {
        match change {
            Change::Edit { file, edits } => {
                let text = fs::read_to_string(file).unwrap();
                fs::write(file, apply(&text, edits).unwrap()).unwrap();
            }
            Change::Rename { from, to } => {
                fs::create_dir_all(to.parent().unwrap()).unwrap();
                assert!(!to.exists(), "{}", to.display());
                fs::rename(from, to).unwrap();
            }
            Change::Create { file, text } => {
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                assert!(!file.exists(), "{}", file.display());
                fs::write(file, text).unwrap();
            }
        }
    }
}
