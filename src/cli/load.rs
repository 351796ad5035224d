use std::process::ExitCode;

use serde_json::{Value, json};

use super::args::{Catalog, Load, ResultFormat};
use super::tool::{print, read_json};
use super::{Failure, output, settings};
use crate::files::{Cancel, Disk};
use crate::tool::load::{Options, Skip, definition, list_skills, load_skills};

/// `skill-lsp load`.
pub fn load(args: &Load) -> Result<ExitCode, Failure> {
    if args.schema {
        return print(&definition());
    }
    let Some(options) = &args.options else {
        return Err(Failure(
            "options are missing: JSON such as '{\"dirs\": \"skills\", \"args\": {\"name\": \"release-guide\"}}', or -"
                .to_owned(),
        ));
    };
    let json = read_json(options)?;
    let call = json.get("args").cloned().unwrap_or(Value::Null);
    let cwd = settings::current_dir()?;
    let source = load_skills(&Disk, &cwd, &Options::from_json(&json)?, &Cancel::default())?;
    warn(&source.warnings);
    let result = source.execute(&Disk, &call, &Cancel::default())?;
    let code = if result.is_error { ExitCode::from(1) } else { ExitCode::SUCCESS };
    match args.format {
        ResultFormat::Json => print(&result)?,
        ResultFormat::Text => output::result(&format!("{}\n", result.output)),
    };
    Ok(code)
}

/// `skill-lsp catalog`.
pub fn catalog(args: &Catalog) -> Result<ExitCode, Failure> {
    let cwd = settings::current_dir()?;
    let cancel = Cancel::default();
    let options = match &args.options {
        Some(json) => Options::from_json(&read_json(json)?)?,
        None => settings::workspace_options(&cwd, &cancel)?,
    };
    if args.all {
        let found = list_skills(&Disk, &cwd, &options, &cancel)?;
        return match args.format {
            ResultFormat::Json => print(&found),
            ResultFormat::Text => {
                warn(&found.warnings);
                let skills = found.skills.iter().map(|skill| {
                    let described = skill.description.as_deref().unwrap_or("(no description)");
                    format!("\x1b[1m{}\x1b[0m  {described}\n    {}\n", skill.name, skill.location)
                });
                Ok(output::result(&(skills.collect::<String>() + &skipped(&found.skipped))))
            }
        };
    }
    let found = load_skills(&Disk, &cwd, &options, &cancel)?;
    match args.format {
        ResultFormat::Json => print(&json!({
            "prompt": found.prompt,
            "skills": found.skills,
            "skipped": found.skipped,
            "warnings": found.warnings,
        })),
        ResultFormat::Text => {
            warn(&found.warnings);
            Ok(output::result(&format!("{}\n{}", found.prompt, skipped(&found.skipped))))
        }
    }
}

fn skipped(skipped: &[Skip]) -> String {
    let lines = skipped.iter().map(|skip| {
        let reason = serde_json::to_value(skip.reason).ok();
        let reason = reason.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned();
        format!("\x1b[33mskipped\x1b[0m  {}: {reason}\n", skip.location)
    });
    lines.collect()
}

fn warn(warnings: &[String]) {
    warnings.iter().for_each(|warning| output::note(warning));
}
