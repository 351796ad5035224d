//! What is known of the workspace, kept up with what the client tells.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tower_lsp::ls_types::{self, MessageType, Uri};

use super::settings::of_folder;
use super::state::{Known, Pending, Shared, Snapshot, is_open, uris_of};
use super::texts::Texts;
use super::{convert, faults, untitled};
use crate::files::{Cancel, Files, Kind};
use crate::rules::Diagnostic;
use crate::skill::ENTRY;
use crate::text::Span;
use crate::workspace::{Settings, Workspace};

/// The folders with their skills, and what the client does not know yet.
#[derive(Default)]
pub struct Engine {
    now: Option<Snapshot>,
    folders: Vec<Folder>,
    /// Files about which something else may be true than the client was told.
    stale: BTreeSet<PathBuf>,
    /// The same for documents without a file.
    stale_fileless: BTreeSet<Uri>,
    /// Under which URIs the client was told of a file.
    told: HashMap<PathBuf, BTreeSet<Uri>>,
    /// What was last said to be wrong in the settings.
    problems: Vec<String>,
    /// How often texts were checked, for the tests of coalescing.
    checks: usize,
    /// Something was taken in that the client was not told of: a request may take it in before the publisher does.
    is_untold: bool,
    /// Whether settings or hosts may be others than when it was last asked.
    is_laid_out_anew: bool,
}

/// A folder of the workspace, or one that stands for a skill opened on its own.
struct Folder {
    path: PathBuf,
    real: PathBuf,
    is_loose: bool,
    /// Its configuration file.
    config: Option<PathBuf>,
    workspace: Workspace,
}

/// The diagnostics of one document, to be published.
#[derive(Debug)]
pub struct Publication {
    /// The document.
    pub uri: Uri,
    /// Its version, when it is open.
    pub version: Option<i32>,
    /// All that there is to say.
    pub diagnostics: Vec<ls_types::Diagnostic>,
}

impl Engine {
    /// Takes in all that happened since the last time; whether anything did.
    pub fn catch_up(&mut self, shared: &Shared) -> bool {
        let (pending, snapshot, cancel) = {
            let mut state = shared.state();
            let pending = std::mem::take(&mut state.pending);
            if pending.is_empty() && self.now.is_some() {
                return false;
            }
            if pending.layout || pending.rescan {
                state.scan = Cancel::default();
            }
            (pending, state.snapshot(), state.scan.clone())
        };
        self.now = Some(snapshot.clone());
        self.checks += 1;
        self.is_untold = true;
        let before: Vec<PathBuf> = self.folders.iter().map(|folder| folder.path.clone()).collect();
        if pending.layout || pending.rescan {
            self.lay_out(shared, &snapshot, pending.rescan, &cancel);
            self.is_laid_out_anew |= pending.rescan;
        }
        self.take_in(&snapshot, &pending, &before);
        self.stale_fileless.extend(pending.fileless);
        true
    }

    /// Whether settings or hosts may be others than when this was last asked, so that what is shown beside texts may be.
    pub fn take_anew(&mut self) -> bool {
        std::mem::take(&mut self.is_laid_out_anew)
    }

    /// Whether anything was taken in since the last time this was asked.
    pub fn take_untold(&mut self) -> bool {
        std::mem::take(&mut self.is_untold)
    }

    /// What the client is to be told now.
    pub fn publications(&mut self) -> Vec<Publication> {
        let Some(now) = self.now.clone() else { return Vec::new() };
        let mut uris: BTreeSet<Uri> = BTreeSet::new();
        for file in std::mem::take(&mut self.stale) {
            let new = uris_of(&now, &file);
            uris.extend(self.told.remove(&file).unwrap_or_default());
            uris.extend(new.iter().cloned());
            let is_faulty = || self.is_configuration(&now, &file) && !faults::of(&now.files, &file).is_empty();
            if !self.about(&file).is_empty() || is_faulty() {
                self.told.insert(file, new);
            }
        }
        uris.extend(std::mem::take(&mut self.stale_fileless));
        let mut texts = Texts::new(&now.files, now.can.encoding);
        uris.into_iter().map(|uri| self.publication(&now, uri, &mut texts)).collect()
    }

    /// The files that are spoken of, by the URIs that the client knows them by.
    pub fn uris_spoken_of(&self) -> BTreeSet<Uri> {
        let Some(now) = &self.now else { return BTreeSet::new() };
        let files = self.folders.iter().flat_map(Folder::files_spoken_of);
        let fileless = now.fileless.keys().cloned();
        files.flat_map(|file| uris_of(now, &file)).chain(fileless).collect()
    }

    /// The diagnostics of one document as it is now.
    pub fn publication_of(&self, uri: Uri) -> Option<Publication> {
        let now = self.now.as_ref()?;
        let mut texts = Texts::new(&now.files, now.can.encoding);
        Some(self.publication(now, uri, &mut texts))
    }

    /// What there is to say of a document, without fileless ones.
    pub fn said(&self, uri: &Uri) -> Vec<Diagnostic> {
        let Some(now) = &self.now else { return Vec::new() };
        // A file under two paths has most of its faults twice: the path under which more hosts mind is kept.
        let mut said: BTreeMap<(Span, &str, usize), Diagnostic> = BTreeMap::new();
        for file in self.files_of(now, uri) {
            let mut count: HashMap<(Span, &str), usize> = HashMap::new();
            for one in self.about(&file) {
                let nth = count.entry((one.span, one.code)).and_modify(|nth| *nth += 1).or_default();
                let key = (one.span, one.code, *nth);
                if said.get(&key).is_none_or(|other| other.hosts.len() < one.hosts.len()) {
                    said.insert(key, one.clone());
                }
            }
        }
        said.into_values().collect()
    }

    /// The files as they were at the last catching up.
    pub fn now(&self) -> Option<&Snapshot> {
        self.now.as_ref()
    }

    /// How often texts were checked.
    pub fn checks(&self) -> usize {
        self.checks
    }

    /// The folders' workspaces, in the client's order.
    pub fn workspaces(&self) -> impl Iterator<Item = &Workspace> {
        self.folders.iter().map(|folder| &folder.workspace)
    }

    /// The folder in which a file counts, with its configuration file.
    pub fn home_of(&self, file: &Path) -> Option<(&Workspace, &Path, Option<&Path>)> {
        let folder = self.folder_of(file)?;
        Some((&folder.workspace, &folder.path, folder.config.as_deref()))
    }

    /// The workspace of a file: the one that knows its skill, else the one of the innermost folder around it.
    pub fn workspace_around(&self, file: &Path) -> Option<&Workspace> {
        let around = || {
            let around = self.folders.iter().filter(|folder| file.starts_with(&folder.path));
            around.max_by_key(|folder| folder.path.as_os_str().len())
        };
        self.folder_of(file).or_else(around).map(|folder| &folder.workspace)
    }

    /// The workspace's path of a document's file: the one of those in a skill, where links give it several.
    pub fn file_of(&self, uri: &Uri) -> Option<PathBuf> {
        self.files_of(self.now.as_ref()?, uri).into_iter().next()
    }

    /// The URI by which the client knows a file.
    pub fn uri_of(&self, file: &Path) -> Option<Uri> {
        uris_of(self.now.as_ref()?, file).into_iter().next()
    }

    fn publication(&self, now: &Snapshot, uri: Uri, texts: &mut Texts<'_>) -> Publication {
        let known = now.documents.iter().find(|known| known.uri == uri);
        let version = known.map(|known| known.version);
        let said = match now.fileless.get(&uri) {
            Some(text) => {
                let said = untitled::check(text);
                if let Some(first) = said.first() {
                    texts.put(&first.file, text.to_string());
                }
                said
            }
            None => self.said(&uri),
        };
        let uri_of = |file: &Path| uris_of(now, file).into_iter().next();
        let mut diagnostics: Vec<_> =
            said.iter().map(|one| convert::diagnostic(one, texts, &now.can, &uri_of)).collect();
        if let Some(file) = convert::path(&uri).filter(|file| self.is_configuration(now, file)) {
            diagnostics.extend(faults::diagnostics(&now.files, &file, texts));
        }
        Publication { uri, version, diagnostics }
    }

    /// Whether a file is the configuration of a folder, or open: others count for nobody.
    fn is_configuration(&self, now: &Snapshot, file: &Path) -> bool {
        self.folders.iter().any(|folder| folder.config.as_deref() == Some(file)) || is_open(now, file)
    }

    /// The workspace's paths of a document's file; none where the client knows the file by another URI.
    fn files_of(&self, now: &Snapshot, uri: &Uri) -> BTreeSet<PathBuf> {
        if let Some(known) = now.documents.iter().find(|known| known.uri == *uri) {
            let paths = known.path.iter().chain(&known.real);
            return paths.flat_map(|path| self.folders.iter().flat_map(|folder| folder.spellings(path))).collect();
        }
        let Some(path) = convert::path(uri) else { return BTreeSet::new() };
        if is_open(now, &path) { BTreeSet::new() } else { BTreeSet::from([path]) }
    }

    fn about(&self, file: &Path) -> Vec<&Diagnostic> {
        self.folder_of(file).map(|folder| folder.workspace.about(file)).unwrap_or_default()
    }

    /// The innermost folder around a file that knows its skill, else any that has something to say.
    fn folder_of(&self, file: &Path) -> Option<&Folder> {
        let knows = |folder: &&Folder| folder.workspace.skill_around(file).is_some();
        let around = self.folders.iter().filter(|folder| file.starts_with(&folder.path));
        let innermost = around.filter(knows).max_by_key(|folder| folder.path.as_os_str().len());
        innermost
            .or_else(|| self.folders.iter().find(knows))
            .or_else(|| self.folders.iter().find(|folder| !folder.workspace.about(file).is_empty()))
    }

    /// Opens the folders that are new, and those that stand for skills opened on their own; forgets those that are gone.
    fn lay_out(&mut self, shared: &Shared, now: &Snapshot, rescan: bool, cancel: &Cancel) {
        let mut old = std::mem::take(&mut self.folders);
        if rescan {
            old.iter().for_each(|folder| self.stale.extend(folder.files_spoken_of()));
            old.clear();
        }
        let mut problems = Vec::new();
        let mut next = now.folders.iter().map(|path| (path.clone(), false));
        loop {
            // Once the client's folders are open: a skill that is in none of them stands alone.
            let alone = || now.documents.iter().find_map(|known| self.loose(now, known)).map(|path| (path, true));
            let Some((path, is_loose)) = next.next().or_else(alone) else { break };
            let known = old.iter().position(|folder| folder.path == path && folder.is_loose == is_loose);
            let folder = match known {
                Some(known) => old.swap_remove(known),
                None => Folder::open(shared, now, path, is_loose, cancel, &mut problems),
            };
            if known.is_none() {
                self.stale.extend(folder.files_spoken_of());
            }
            self.folders.push(folder);
        }
        old.iter().for_each(|folder| self.stale.extend(folder.files_spoken_of()));
        problems.dedup();
        if !problems.is_empty() && problems != self.problems {
            let message = format!("skill-lsp: some settings do not apply: {}", problems.join("; "));
            shared.log.warn(message.clone());
            let client = shared.client.clone();
            tokio::runtime::Handle::current()
                .spawn(async move { client.show_message(MessageType::WARNING, message).await });
        }
        if rescan || !problems.is_empty() {
            self.problems = problems;
        }
    }

    /// The directory of the skill in which an open file lies, when no folder knows it.
    fn loose(&self, now: &Snapshot, known: &Known) -> Option<PathBuf> {
        let path = known.path.as_ref()?;
        let is_inside = |folder: &Folder| {
            path.starts_with(&folder.path) && !folder.is_loose
                || folder.spellings(path).iter().any(|path| folder.workspace.skill_around(path).is_some())
        };
        if self.folders.iter().any(is_inside) {
            return None;
        }
        let is_skill = |dir: &&Path| matches!(now.files.kind(&dir.join(ENTRY)), Ok(Kind::File));
        let dir = path.ancestors().skip(1).find(is_skill)?;
        (!self.folders.iter().any(|folder| folder.path == dir)).then(|| dir.to_owned())
    }

    fn take_in(&mut self, now: &Snapshot, pending: &Pending, before: &[PathBuf]) {
        let never = Cancel::default();
        for folder in &mut self.folders {
            let spelled = |paths: &BTreeSet<PathBuf>, folder: &Folder| -> Vec<PathBuf> {
                paths.iter().flat_map(|path| folder.candidates(now, path)).collect()
            };
            // What was opened just now has been read as it is.
            let is_new = pending.rescan || !before.contains(&folder.path);
            let (changed, edited) = (spelled(&pending.changed, folder), spelled(&pending.edited, folder));
            if !is_new {
                let said = folder.workspace.change(&now.files, &changed, &never);
                self.stale.extend(said);
                let said = folder.workspace.edit(&now.files, &edited, &never);
                self.stale.extend(said);
            }
            let seen = edited.iter().chain(&changed).flat_map(|path| folder.workspace.spellings(path));
            self.stale.extend(seen);
        }
    }
}

impl Folder {
    fn open(
        shared: &Shared,
        now: &Snapshot,
        path: PathBuf,
        is_loose: bool,
        cancel: &Cancel,
        problems: &mut Vec<String>,
    ) -> Self {
        let home = std::env::home_dir().filter(|home| home.is_absolute());
        let found = of_folder(now.files.below(), &path, home.as_deref(), &now.settings);
        problems.extend(found.problems);
        let mut starts = vec![path.clone()];
        let elsewhere = found.config.roots.iter().filter(|root| !root.starts_with(&path) && !is_loose);
        starts.extend(elsewhere.filter(|root| now.files.kind(root).is_ok()).cloned());
        starts.retain(|start| now.files.kind(start).is_ok());
        let base = if is_loose { path.parent().unwrap_or(&path).to_owned() } else { path.clone() };
        let settings = Settings { config: found.config, base, home, starts };
        let workspace =
            Workspace::open_with_names(&now.files, settings, cancel, &|done, total| shared.meter.set(done, total));
        let skills = workspace.skills().count();
        let ended = if cancel.is_set() { ", cancelled: the rest is not checked until the next rescan" } else { "" };
        shared.log.info(format!("{}: {skills} skills{ended}", path.display()));
        let real = now.files.real_path(&path).unwrap_or_else(|_| path.clone());
        Folder { path, real, is_loose, config: found.file, workspace }
    }

    /// The files about which there may be something to say, its configuration among them.
    fn files_spoken_of(&self) -> BTreeSet<PathBuf> {
        let mut files = self.workspace.files_spoken_of();
        files.extend(self.config.clone());
        files
    }

    /// A path as this folder's files are found: below the folder by its own name.
    fn own(&self, path: &Path) -> PathBuf {
        match path.strip_prefix(&self.real) {
            Ok(rest) if self.real != self.path => self.path.join(rest),
            _ => path.to_owned(),
        }
    }

    fn spellings(&self, path: &Path) -> Vec<PathBuf> {
        let mut all = self.workspace.spellings(path);
        all.extend(self.workspace.spellings(&self.own(path)));
        all
    }

    /// The spellings of a changed file that this folder knows; where it knows none, its own.
    fn candidates(&self, now: &Snapshot, path: &Path) -> Vec<PathBuf> {
        let known =
            |path: &Path| self.workspace.spellings(path).iter().any(|path| self.workspace.skill_around(path).is_some());
        let open = now.documents.iter().find(|known| known.path.as_deref() == Some(path));
        let real = open.and_then(|known| known.real.clone());
        let mut all = vec![path.to_owned(), self.own(path)];
        all.extend(real.map(|real| [self.own(&real), real]).into_iter().flatten());
        all.sort();
        all.dedup();
        if all.iter().any(|path| known(path)) {
            all.retain(|path| known(path));
        } else {
            all.retain(|other| other == path);
        }
        all
    }
}

/// Runs work on what is known, caught up with, on a blocking thread.
pub async fn with<T: Send + 'static>(
    shared: &Arc<Shared>,
    work: impl FnOnce(&mut Engine) -> T + Send + 'static,
) -> tower_lsp::jsonrpc::Result<T> {
    let own = Arc::clone(shared);
    let done = tokio::task::spawn_blocking(move || {
        let mut engine = own.engine();
        if engine.catch_up(&own) {
            // What was taken in here is the publisher's to tell.
            own.wake.notify_one();
        }
        work(&mut engine)
    });
    done.await.map_err(|error| {
        shared.log.error(format!("a request failed: {error}"));
        tower_lsp::jsonrpc::Error::internal_error()
    })
}
