use std::io::Read;
use std::path::PathBuf;
use std::process::ExitCode;

use serde::Serialize;
use serde_json::{Value, json};

use super::args::Tool;
use super::{Failure, output, settings};
use crate::files::{Cancel, Disk};
use crate::tool::list_read::{definition, run_skill_action};
use crate::workspace::{Settings, roots};

/// `skill-lsp tool`.
pub fn run(args: &Tool) -> Result<ExitCode, Failure> {
    if args.schema {
        return print(&definition());
    }
    let Some(call) = &args.call else {
        return Err(Failure(
            "a call is missing: JSON such as '{\"action\": \"list\"}', or - for standard input".to_owned(),
        ));
    };
    let call = read_json(call)?;
    let directories = directories(args)?;
    match run_skill_action(&Disk, &directories, &call, &Cancel::default()) {
        Ok(outcome) => print(&outcome),
        Err(error) => {
            print(&json!({"error": {"message": error.message}}))?;
            Ok(ExitCode::from(1))
        }
    }
}

/// The roots named, none at all, or those of the working directory's workspace.
fn directories(args: &Tool) -> Result<Vec<PathBuf>, Failure> {
    if args.no_roots || !args.roots.is_empty() {
        return Ok(args.roots.clone());
    }
    let base = settings::current_dir()?;
    let config = settings::config(None, &base)?;
    let settings = Settings { config, starts: vec![base.clone()], home: settings::home(), base };
    Ok(roots(&Disk, &settings, &Cancel::default()))
}

/// JSON from an argument, or from standard input for `-`.
///
/// # Errors
/// What is no JSON, with line and column.
pub fn read_json(argument: &str) -> Result<Value, Failure> {
    let mut text = argument.to_owned();
    if argument == "-" {
        text.clear();
        std::io::stdin().read_to_string(&mut text).map_err(|error| Failure(format!("standard input: {error}")))?;
    }
    serde_json::from_str(&text).map_err(|error| Failure(format!("this is not JSON: {error}")))
}

/// Prints a result as JSON.
pub fn print(result: &impl Serialize) -> Result<ExitCode, Failure> {
    Ok(output::result(&(serde_json::to_string_pretty(result)? + "\n")))
}
