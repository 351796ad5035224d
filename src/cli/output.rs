//! The two streams.

use std::io::{self, Write};
use std::process::ExitCode;

use anstream::ColorChoice;

use super::args::When;

/// Decides about colours for the whole run; `auto` means: on a terminal, unless the environment says no.
pub fn choose_colour(when: When) {
    match when {
        When::Auto => ColorChoice::Auto,
        When::Always => ColorChoice::Always,
        When::Never => ColorChoice::Never,
    }
    .write_global();
}

/// Prints a result; colours are stripped where they do not belong. A reader that went away is no failure; anything else
/// that keeps the result from its place is one, and said.
pub fn result(text: &str) -> ExitCode {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) if reason.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(reason) => {
            error(&format!("the result cannot be written: {reason}"));
            ExitCode::from(2)
        }
    }
}

/// Says why a command cannot run.
pub fn error(message: &str) {
    note(&format!("\x1b[1;31merror\x1b[0m: {message}"));
}

/// Says something beside the result.
pub fn note(message: &str) {
    // Nothing is left to do where even this cannot be written.
    let _ = writeln!(anstream::stderr(), "{message}");
}
