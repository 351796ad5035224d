use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A line on the terminal that counts, once something takes longer than half a second.
pub struct Progress {
    shown: bool,
    started: Instant,
    last: Mutex<Option<Instant>>,
}

impl Progress {
    /// Starts the clock; says nothing where standard error is no terminal.
    pub fn new() -> Self {
        Progress { shown: std::io::stderr().is_terminal(), started: Instant::now(), last: Mutex::new(None) }
    }

    /// `done` of `total` skills are checked.
    pub fn skills(&self, done: usize, total: usize) {
        if !self.shown || self.started.elapsed() < Duration::from_millis(500) {
            return;
        }
        let Ok(mut last) = self.last.try_lock() else { return };
        if last.is_some_and(|last| last.elapsed() < Duration::from_millis(100)) {
            return;
        }
        *last = Some(Instant::now());
        let _ = write!(std::io::stderr(), "\r\x1b[2Kchecked {done} of {total} skills");
    }

    /// Takes the line away.
    pub fn finish(&self) {
        if self.last.lock().is_ok_and(|last| last.is_some()) {
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
        }
    }
}
