//! What handlers change: under one lock, held for moments.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, watch};
use tower_lsp::Client;
use tower_lsp::ls_types::Uri;

use super::capabilities::Can;
use super::convert;
use super::engine::Engine;
use super::log::Log;
use super::scan::Meter;
use super::settings::ClientSettings;
use crate::files::{Cancel, Disk, Overlay};
use crate::text::{BOM, Document};

/// What the handlers, the publisher and the workers share.
pub struct Shared {
    /// The client.
    pub client: Client,
    /// The log.
    pub log: Log,
    /// Woken when there is something to catch up with.
    pub wake: Notify,
    /// Counts the times that something may have become different.
    pub generation: watch::Sender<u64>,
    /// How far the scan is.
    pub meter: Meter,
    state: Mutex<State>,
    engine: Mutex<Engine>,
}

impl Shared {
    /// For one client.
    pub fn new(client: Client, log: Log) -> Self {
        let generation = watch::Sender::new(0);
        let (state, engine) = (Mutex::new(State::new()), Mutex::default());
        Shared { client, log, wake: Notify::new(), generation, meter: Meter::default(), state, engine }
    }

    /// The state. Never held across an await; a panic elsewhere leaves it usable, since each change is whole.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of the workspace. Only for blocking threads: a scan holds it as long as it takes. Never taken while
    /// the state is held.
    pub fn engine(&self) -> MutexGuard<'_, Engine> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the client has told.
pub struct State {
    /// What the client can do.
    pub can: Arc<Can>,
    /// The workspace's folders.
    pub folders: Vec<PathBuf>,
    /// The client's settings.
    pub settings: Arc<ClientSettings>,
    /// Open documents, by the URI that the client uses.
    pub documents: BTreeMap<Uri, Open>,
    /// What has not been caught up with.
    pub pending: Pending,
    /// Ends the scan that is going on.
    pub scan: Cancel,
    overlay: Overlay,
}

/// An open document.
pub struct Open {
    /// Its text.
    pub text: Document,
    /// Its version, as the client counts.
    pub version: i32,
    /// Its file, by the path that the URI has; none for a document that is no file.
    pub path: Option<PathBuf>,
    /// The file's real path.
    pub real: Option<PathBuf>,
    /// Whether the file begins with a byte order mark, which the client keeps and does not show.
    pub is_marked: bool,
    /// Whether the text changed since it was laid over the files.
    pub is_dirty: bool,
}

/// What happened since the last look.
#[derive(Clone, Debug, Default)]
pub struct Pending {
    /// Folders came or went, or documents were opened or closed.
    pub layout: bool,
    /// Everything is to be read anew.
    pub rescan: bool,
    /// Files that were created, changed or deleted.
    pub changed: BTreeSet<PathBuf>,
    /// Open files whose text was edited.
    pub edited: BTreeSet<PathBuf>,
    /// Documents without a file that were opened, edited or closed.
    pub fileless: BTreeSet<Uri>,
}

/// The files as the client shows them at one moment. Cheap to clone.
#[derive(Clone)]
pub struct Snapshot {
    /// The files with the open text.
    pub files: Overlay,
    /// The open documents.
    pub documents: Arc<Vec<Known>>,
    /// What the client can do.
    pub can: Arc<Can>,
    /// The workspace's folders.
    pub folders: Vec<PathBuf>,
    /// The client's settings.
    pub settings: Arc<ClientSettings>,
    /// Texts of documents without a file.
    pub fileless: Arc<BTreeMap<Uri, Arc<str>>>,
}

/// An open document in a snapshot.
#[derive(Clone, Debug)]
pub struct Known {
    /// As the client knows it.
    pub uri: Uri,
    /// Its version.
    pub version: i32,
    /// Its file by that URI.
    pub path: Option<PathBuf>,
    /// Its file's real path.
    pub real: Option<PathBuf>,
}

impl State {
    fn new() -> Self {
        State {
            can: Arc::default(),
            folders: Vec::new(),
            settings: Arc::default(),
            documents: BTreeMap::new(),
            pending: Pending::default(),
            scan: Cancel::default(),
            overlay: Overlay::new(Disk),
        }
    }

    /// The real path of a file, which need not be there.
    pub fn real(&self, path: &Path) -> PathBuf {
        self.overlay.real(path)
    }

    /// Whether a file begins with a byte order mark on the disk that is not in its open text: editors take it for a part of
    /// the encoding, and neither send nor drop it. Before anything but a fence it does no harm.
    pub fn hides_mark(&self, path: &Path, text: &str) -> bool {
        let content = self.overlay.below().read(path, BOM.len_utf8());
        text.starts_with("---") && content.is_ok_and(|content| content.bytes == BOM.to_string().as_bytes())
    }

    /// Forgets the open text of a file.
    pub fn uncover(&mut self, path: &Path) {
        self.overlay.remove(path);
    }

    /// The files as they are now.
    pub fn snapshot(&mut self) -> Snapshot {
        for open in self.documents.values_mut().filter(|open| open.is_dirty) {
            open.is_dirty = false;
            if let Some(path) = &open.path {
                match open.is_marked {
                    true => self.overlay.set_marked(path, &open.text.text()),
                    false => self.overlay.set(path, open.text.text()),
                }
            }
        }
        let known = self.documents.iter().map(|(uri, open)| Known {
            uri: uri.clone(),
            version: open.version,
            path: open.path.clone(),
            real: open.real.clone(),
        });
        let fileless = self.documents.iter().filter(|(_, open)| open.path.is_none());
        Snapshot {
            files: self.overlay.clone(),
            documents: Arc::new(known.collect()),
            can: Arc::clone(&self.can),
            folders: self.folders.clone(),
            settings: Arc::clone(&self.settings),
            fileless: Arc::new(fileless.map(|(uri, open)| (uri.clone(), open.text.text())).collect()),
        }
    }
}

/// The URIs under which the client knows a file: those of its open documents, else the file's own.
pub fn uris_of(now: &Snapshot, file: &Path) -> BTreeSet<Uri> {
    let open = open_as(now, file);
    if open.is_empty() { convert::uri(file).into_iter().collect() } else { open }
}

/// Whether a file is open under whatever path.
pub fn is_open(now: &Snapshot, file: &Path) -> bool {
    !open_as(now, file).is_empty()
}

fn open_as(now: &Snapshot, file: &Path) -> BTreeSet<Uri> {
    if now.documents.is_empty() {
        return BTreeSet::new();
    }
    // Links are looked through only where a document of that name is open under whatever path.
    let by_path = |known: &&Known| known.path.as_deref() == Some(file);
    let real = now.files.real(file);
    let by_file = |known: &&Known| known.real.as_ref() == Some(&real);
    now.documents.iter().filter(|known| by_path(known) || by_file(known)).map(|known| known.uri.clone()).collect()
}

impl Pending {
    /// Whether nothing happened.
    pub fn is_empty(&self) -> bool {
        !self.layout && !self.rescan && self.changed.is_empty() && self.edited.is_empty() && self.fileless.is_empty()
    }
}
