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
        .custom_method(ext::TREE, Server::skill_tree)
        .custom_method(ext::DRAFT, Server::skill_draft)
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};

    use super::*;

    async fn send(to: &mut DuplexStream, message: Value) {
        let body = message.to_string();
        to.write_all(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes()).await.unwrap();
    }

    async fn receive(from: &mut DuplexStream) -> Value {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(from.read_u8().await.unwrap());
        }
        let length = String::from_utf8(head).unwrap().split_once(": ").unwrap().1.trim().parse().unwrap();
        let mut body = vec![0; length];
        from.read_exact(&mut body).await.unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    /// All messages are there at once, so nothing but the server decides about their order.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_burst_that_is_there_at_once_is_taken_in_order() {
        let (mut client, input) = tokio::io::duplex(4 << 20);
        let (output, mut answers) = tokio::io::duplex(4 << 20);
        let server = tokio::spawn(serve_over(input, output, Level::Off));
        send(&mut client, json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}))
            .await;
        receive(&mut answers).await;
        send(&mut client, json!({"jsonrpc": "2.0", "method": "initialized", "params": {}})).await;
        let uri = "untitled:one";
        let text = "---\nname: a\ndescription: Use\n---\n";
        let document = json!({"uri": uri, "languageId": "markdown", "version": 0, "text": text});
        let open = json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}});
        send(&mut client, open).await;
        // The columns of each edit are right only for the text that the one before left.
        let expected = 16 + 500;
        for version in 1..=500 {
            let place = json!({"line": 2, "character": 15 + version});
            let change =
                json!({"range": {"start": place, "end": place}, "text": if version == 500 { "x: y" } else { "x" }});
            let params = json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]});
            send(&mut client, json!({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params})).await;
        }
        let mut versions = Vec::new();
        loop {
            let message = receive(&mut answers).await;
            versions.push(message["params"]["version"].as_i64().unwrap());
            if versions.last() == Some(&500) {
                let place = &message["params"]["diagnostics"][0]["range"]["start"];
                assert_eq!(*place, json!({"line": 2, "character": expected}));
                break;
            }
        }
        assert!(versions.is_sorted() && versions.len() < 20, "{versions:?}");
        send(&mut client, json!({"jsonrpc": "2.0", "id": 2, "method": "shutdown"})).await;
        receive(&mut answers).await;
        send(&mut client, json!({"jsonrpc": "2.0", "method": "exit"})).await;
        assert_eq!(server.await.unwrap(), Ended { code: 0, why: None });
    }
}
