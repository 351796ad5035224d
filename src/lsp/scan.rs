//! Progress of a scan, shown when it takes long.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};
use std::time::Duration;

use tower_lsp::ls_types::{ProgressToken, WorkDoneProgressCancelParams};

use super::state::Shared;

/// A scan that takes less is not shown.
const QUIET: Duration = Duration::from_millis(500);

/// How often it is told how far the scan is.
const EVERY: Duration = Duration::from_millis(200);

/// How long the client may take to make room for the progress.
const PATIENCE: Duration = Duration::from_secs(5);

/// How far the scan is.
#[derive(Debug, Default)]
pub struct Meter {
    done: AtomicUsize,
    total: AtomicUsize,
    token: AtomicI32,
}

impl Meter {
    /// So many skills of so many are done.
    pub fn set(&self, done: usize, total: usize) {
        self.done.fetch_max(done, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    fn get(&self) -> (usize, usize) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }

    fn reset(&self) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(0, Ordering::Relaxed);
    }

    fn is_token(&self, token: &ProgressToken) -> bool {
        *token == token_of(self.token.load(Ordering::Relaxed))
    }
}

fn token_of(number: i32) -> ProgressToken {
    ProgressToken::String(format!("skill-lsp/scan/{number}"))
}

/// Shows how far the scan is until it is dropped; never returns.
pub async fn show(shared: &Arc<Shared>) {
    shared.meter.reset();
    tokio::time::sleep(QUIET).await;
    if !shared.state().can.progress {
        return std::future::pending().await;
    }
    // Finding the skills comes first, and how many there are is known then; other work has none to count.
    while shared.meter.get().1 == 0 {
        tokio::time::sleep(EVERY).await;
    }
    let token = token_of(shared.meter.token.fetch_add(1, Ordering::Relaxed) + 1);
    let made = tokio::time::timeout(PATIENCE, shared.client.create_work_done_progress(token.clone())).await;
    if !matches!(made, Ok(Ok(()))) {
        return std::future::pending().await;
    }
    let progress = shared.client.progress(token, "Checking skills").with_percentage(0).with_cancel_button();
    let progress = progress.begin().await;
    let finished = Finished { shared: Arc::clone(shared), progress: Some(progress) };
    loop {
        tokio::time::sleep(EVERY).await;
        let (done, total) = shared.meter.get();
        let percentage = u32::try_from(done * 100 / total.max(1)).unwrap_or(100).min(100);
        if let Some(progress) = &finished.progress {
            progress.report_with_message(format!("{done} of {total}"), percentage, Some(true)).await;
        }
    }
}

type Ongoing = tower_lsp::OngoingProgress<tower_lsp::Bounded, tower_lsp::Cancellable>;

/// Says that the progress is over, when it is dropped.
struct Finished {
    shared: Arc<Shared>,
    progress: Option<Ongoing>,
}

impl Drop for Finished {
    fn drop(&mut self) {
        if let Some(progress) = self.progress.take() {
            let (done, _) = self.shared.meter.get();
            tokio::spawn(async move { progress.finish_with_message(format!("{done} skills")).await });
        }
    }
}

/// `window/workDoneProgress/cancel`.
pub fn cancel(shared: &Shared, params: &WorkDoneProgressCancelParams) {
    if shared.meter.is_token(&params.token) {
        shared.state().scan.set();
        shared.log.info("the scan was cancelled");
    }
}
