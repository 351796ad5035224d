//! The log: standard error, and the client's own log.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use tokio::sync::mpsc;
use tower_lsp::Client;
use tower_lsp::ls_types::MessageType;

/// How much is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
#[repr(u8)]
pub enum Level {
    /// Nothing.
    Off,
    /// What went wrong.
    Error,
    /// What a client or a setting has wrong.
    #[default]
    Warn,
    /// What is done.
    Info,
    /// Every step.
    Debug,
}

impl Level {
    /// The level of a word of the settings.
    pub fn of_word(word: &str) -> Option<Self> {
        Some(match word {
            "off" => Level::Off,
            "error" => Level::Error,
            "warn" | "warning" => Level::Warn,
            "info" => Level::Info,
            "debug" | "trace" => Level::Debug,
            _ => return None,
        })
    }
}

/// Writes to standard error at once, and to the client in order, without keeping anybody waiting.
#[derive(Clone, Debug)]
pub struct Log {
    level: Arc<AtomicU8>,
    lines: mpsc::UnboundedSender<(Level, String)>,
}

impl Log {
    /// A log, and the lines that are for the client; see [`to_client`].
    pub fn new(level: Level) -> (Self, mpsc::UnboundedReceiver<(Level, String)>) {
        let (lines, receiver) = mpsc::unbounded_channel();
        (Log { level: Arc::new(AtomicU8::new(level as u8)), lines }, receiver)
    }

    /// A log that nobody reads.
    #[cfg(test)]
    pub fn silent() -> Self {
        Log::new(Level::Off).0
    }

    /// Changes how much is logged from now on.
    pub fn set_level(&self, level: Level) {
        self.level.store(level as u8, Ordering::Relaxed);
    }

    /// Logs what went wrong.
    pub fn error(&self, message: impl Into<String>) {
        self.write(Level::Error, message.into());
    }

    /// Logs what a client or a setting has wrong.
    pub fn warn(&self, message: impl Into<String>) {
        self.write(Level::Warn, message.into());
    }

    /// Logs what is done.
    pub fn info(&self, message: impl Into<String>) {
        self.write(Level::Info, message.into());
    }

    fn write(&self, level: Level, message: String) {
        if level as u8 > self.level.load(Ordering::Relaxed) {
            return;
        }
        let word = match level {
            Level::Error => "error",
            Level::Warn => "warning",
            _ => "info",
        };
        // Nothing is left to do where even this cannot be written.
        let _ = writeln!(std::io::stderr(), "skill-lsp: {word}: {message}");
        let _ = self.lines.send((level, message));
    }
}

/// Hands the log's lines to the client, until the log is gone.
pub async fn to_client(client: Client, mut lines: mpsc::UnboundedReceiver<(Level, String)>) {
    while let Some((level, message)) = lines.recv().await {
        let kind = match level {
            Level::Error => MessageType::ERROR,
            Level::Warn => MessageType::WARNING,
            _ => MessageType::INFO,
        };
        client.log_message(kind, message).await;
    }
}
