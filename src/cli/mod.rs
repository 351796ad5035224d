//! The commands. Results go to standard output, everything else to standard error.
//!
//! Exit codes: 0, nothing at or above the failing severity; 1, something was found, or the tool refused; 2, the command
//! could not run.

mod args;
mod check;
mod explain;
mod fix;
mod hosts;
mod load;
mod new;
mod output;
mod progress;
mod render;
mod settings;
mod tool;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser as _;

use args::{Args, Command};
pub use hosts::{json as hosts_json, rows as hosts_table};

/// Why a command could not run, in words for people.
#[derive(Debug)]
pub struct Failure(pub String);

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure(error.to_string())
    }
}

/// Runs the command line and gives the exit code. `serve` is the language server, which gets the word for how much it is to
/// log.
pub fn run(arguments: impl IntoIterator<Item = OsString>, serve: &dyn Fn(&str) -> ExitCode) -> ExitCode {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    // Editors pass `--stdio` alone.
    if arguments.get(1).is_some_and(|first| first == "--stdio") {
        arguments.insert(1, "serve".into());
    }
    let args = match Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(error) => {
            // Help and version are results; clap knows the stream and the code of each.
            let code = error.exit_code();
            return if error.print().is_ok() {
                ExitCode::from(u8::try_from(code).unwrap_or(2))
            } else {
                ExitCode::from(2)
            };
        }
    };
    output::choose_colour(args.color);
    let done = match args.command {
        Command::Check(args) => check::run(&args),
        Command::New(args) => new::run(&args),
        Command::Tool(args) => tool::run(&args),
        Command::Load(args) => load::load(&args),
        Command::Catalog(args) => load::catalog(&args),
        Command::Hosts(args) => hosts::run(&args),
        Command::Explain(args) => explain::explain(&args),
        Command::Rules(args) => explain::rules(&args),
        Command::Serve(args) => Ok(serve(args.log_level.word())),
        Command::Completions(args) => Ok(args::completions(args.shell)),
    };
    match done {
        Ok(code) => code,
        Err(Failure(message)) => {
            output::error(&message);
            ExitCode::from(2)
        }
    }
}
