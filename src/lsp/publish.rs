//! The one task by which diagnostics leave.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tower_lsp::ls_types::{Diagnostic, Uri};

use super::engine::Publication;
use super::ext::Changed;
use super::state::Shared;
use super::{guard, scan};

/// How long the client may take to ask for diagnostics anew.
const PATIENCE: Duration = Duration::from_secs(10);

/// Catches up with what happens and tells the client, as long as the server runs. Whatever happens while it is at work is
/// the next round's, all of it at once.
pub async fn run(shared: Arc<Shared>) {
    let mut sent: HashMap<Uri, (Option<i32>, Vec<Diagnostic>)> = HashMap::new();
    let mut pace = Pace::default();
    loop {
        shared.wake.notified().await;
        pace.wait().await;
        let Some(round) = look(&shared).await else { continue };
        let (pull, tell_changes) = {
            let state = shared.state();
            (state.can.pull, state.settings.changed)
        };
        let mut differs = false;
        for publication in round.publications {
            let version = shared.state().documents.get(&publication.uri).map(|open| open.version);
            // A newer text has come, whose diagnostics are on their way; older ones would overtake nothing but sense.
            if version != publication.version {
                continue;
            }
            let (before, had) = match sent.get(&publication.uri) {
                Some((version, diagnostics)) => (*version, diagnostics.as_slice()),
                None => (None, &[][..]),
            };
            let Publication { uri, version, diagnostics } = publication;
            let is_newer = version.is_some() && version != before && !diagnostics.is_empty();
            let is_other = had != diagnostics;
            differs |= is_other;
            if !is_other && !is_newer {
                continue;
            }
            if !pull {
                shared.client.publish_diagnostics(uri.clone(), diagnostics.clone(), version).await;
            }
            if diagnostics.is_empty() && version.is_none() {
                sent.remove(&uri);
            } else {
                sent.insert(uri, (version, diagnostics));
            }
        }
        pace.done();
        if round.happened {
            shared.generation.send_modify(|generation| *generation += 1);
            if tell_changes {
                shared.client.send_notification::<Changed>(serde_json::json!({})).await;
            }
        }
        if round.anew {
            refresh(&shared);
        }
        if pull && differs {
            let client = shared.client.clone();
            tokio::spawn(async move {
                let _ = tokio::time::timeout(PATIENCE, client.workspace_diagnostic_refresh()).await;
            });
        }
    }
}

/// Has the client ask for lenses and hints anew, where it can be told so.
fn refresh(shared: &Shared) {
    let can = Arc::clone(&shared.state().can);
    if can.lens_refresh {
        let client = shared.client.clone();
        tokio::spawn(async move { tokio::time::timeout(PATIENCE, client.code_lens_refresh()).await });
    }
    if can.hint_refresh {
        let client = shared.client.clone();
        tokio::spawn(async move { tokio::time::timeout(PATIENCE, client.inlay_hint_refresh()).await });
    }
}

/// Texts that change faster than they are checked are checked less often: a first change is taken in at once, and only while
/// changes keep coming one upon the other does each round wait a little longer for more of them.
#[derive(Default)]
struct Pace {
    last: Option<Instant>,
    rounds: u32,
}

impl Pace {
    /// Changes that come so soon after a round belong to one burst: nobody types that fast, nor does a key that is held.
    const SOON: Duration = Duration::from_millis(20);
    const STEP: Duration = Duration::from_millis(2);
    const MOST: Duration = Duration::from_millis(40);

    async fn wait(&mut self) {
        if self.last.is_some_and(|last| last.elapsed() < Self::SOON) {
            self.rounds += 1;
            tokio::time::sleep((Self::STEP * self.rounds).min(Self::MOST)).await;
        } else {
            self.rounds = 0;
        }
    }

    fn done(&mut self) {
        self.last = Some(Instant::now());
    }
}

struct Round {
    happened: bool,
    /// Whether what is shown beside texts may be other than before, though the texts are not.
    anew: bool,
    publications: Vec<Publication>,
}

async fn look(shared: &Arc<Shared>) -> Option<Round> {
    let own = Arc::clone(shared);
    let work = tokio::task::spawn_blocking(move || {
        let mut engine = own.engine();
        engine.catch_up(&own);
        Round { happened: engine.take_untold(), anew: engine.take_anew(), publications: engine.publications() }
    });
    let done = tokio::select! {
        biased;
        done = work => done,
        () = scan::show(shared) => return None,
    };
    match done {
        Ok(round) => Some(round),
        Err(error) => {
            let panic = error.try_into_panic().ok();
            let why = panic.as_ref().map_or("it was stopped", |panic| guard::words(panic.as_ref()));
            shared.log.error(format!("checking failed: {why}"));
            None
        }
    }
}
