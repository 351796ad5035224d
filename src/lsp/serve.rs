//! The server's life: from the first byte to the exit code.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Notify;
use tower_lsp::LspService;

use super::guard::{Ending, Guard};
use super::log::{self, Level, Log};
use super::server::Server;
use super::{ext, publish};

/// Messages that may be worked on at once: far more than anybody sends, since one that waits keeps its place.
const CONCURRENCY: usize = 256;

/// How long answers that are on their way may take once the client said `exit`.
const GRACE: Duration = Duration::from_millis(300);

/// How the server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The exit code: 0 for `exit` after `shutdown`, else 1.
    pub code: u8,
    /// Why, when the client did not say `exit`.
    pub why: Option<&'static str>,
}

/// Serves over standard input and output.
pub fn serve(level: Level) -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "skill-lsp: the server cannot start: {error}");
            return ExitCode::from(2);
        }
    };
    let ended = runtime.block_on(serve_over(tokio::io::stdin(), tokio::io::stdout(), level));
    if let Some(why) = ended.why {
        let _ = writeln!(std::io::stderr(), "skill-lsp: error: the server ends: {why}");
    }
    // The thread that reads standard input may wait for ever.
    runtime.shutdown_background();
    ExitCode::from(ended.code)
}

/// Serves over any two streams.
pub async fn serve_over(input: impl AsyncRead + Unpin, output: impl AsyncWrite, level: Level) -> Ended {
    let (log, lines) = Log::new(level);
    let (service, socket) = LspService::build(|client| Server::new(client, log.clone()))
        .custom_method(ext::EXECUTE, Server::skill_execute)
        .custom_method(ext::LOAD, Server::skill_load)
        .custom_method(ext::CATALOG, Server::skill_catalog)
        .custom_method(ext::HOSTS, Server::skill_hosts)
        .custom_method("window/workDoneProgress/cancel", Server::cancel_progress)
        .finish();
    let shared = Arc::clone(service.inner().shared());
    let orphaned = Arc::clone(service.inner().orphaned());
    let publisher = tokio::spawn(publish::run(Arc::clone(&shared)));
    let logger = tokio::spawn(log::to_client(shared.client.clone(), lines));
    let ending: Arc<Ending> = Arc::default();
    let exit = Arc::new(Notify::new());
    let on_exit = Arc::clone(&exit);
    let guard = Guard::new(service, Arc::clone(&ending), log, Arc::new(move || on_exit.notify_one()));
    let serving = tower_lsp::Server::new(input, output, socket).concurrency_level(CONCURRENCY).serve(guard);
    let why = tokio::select! {
        () = serving => "its input ended, or is no message of the protocol, before the client said `exit`",
        () = async { exit.notified().await; tokio::time::sleep(GRACE).await } => "the client said `exit`",
        () = orphaned.notified() => "the client's process is gone",
    };
    publisher.abort();
    logger.abort();
    shared.state().scan.set();
    Ended { code: ending.code(), why: (!ending.is_said()).then_some(why) }
}
