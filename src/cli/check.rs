use std::mem::ManuallyDrop;
use std::process::ExitCode;

use super::args::{Check, Format};
use super::progress::Progress;
use super::render::{self, Report};
use super::{Failure, fix, output, settings};
use crate::files::{Cancel, Disk, Files, Overlay};
use crate::workspace::{Settings, Workspace, fix_all};

/// `skill-lsp check`.
pub fn run(args: &Check) -> Result<ExitCode, Failure> {
    let base = settings::current_dir()?;
    let here = [".".into()];
    let paths = if args.paths.is_empty() && args.roots.is_empty() { &here[..] } else { &args.paths[..] };
    let roots = settings::roots_of(&args.roots, &base)?;
    let mut starts = roots.clone();
    starts.extend(settings::starts(paths, &base)?);
    let mut config = match args.no_config {
        true => Default::default(),
        false => settings::config(args.config.as_deref(), starts.first().unwrap_or(&base))?,
    };
    settings::override_with(&mut config, &args.hosts, &args.select, &args.ignore)?;
    if !roots.is_empty() {
        config.roots = roots;
    }
    let progress = Progress::new();
    let settings = Settings { config, base: base.clone(), home: settings::home(), starts };
    // Not taken apart when it is done with: the process ends soon, and for thousands of skills that takes longer.
    let check = |files: &dyn Files| {
        let meter = |done, total| progress.skills(done, total);
        ManuallyDrop::new(Workspace::open(files, settings.clone(), &Cancel::default(), &meter))
    };
    let mut found = Report::of(&check(&Disk));
    if args.fix || args.unsafe_fixes || args.diff {
        let mut overlay = Overlay::new(Disk);
        let owned = |files: &dyn Files| check(files).diagnostics().into_iter().cloned().collect();
        let fixed = fix_all(&mut overlay, found.diagnostics, args.unsafe_fixes, &owned);
        if args.diff {
            progress.finish();
            return Ok(fix::show(&fixed, &base));
        }
        fix::write(&fixed)?;
        found = Report::of(&check(&Disk));
        progress.finish();
        output::note(&fix::summary(&fixed));
    }
    progress.finish();
    let text = match args.format {
        Format::Text => render::text(&found, &base),
        Format::Json => render::json(&found, &base),
        Format::Sarif => render::sarif(&found, &base),
        Format::Github => render::github(&found, &base),
    };
    let printed = output::result(&text);
    Ok(if printed == ExitCode::SUCCESS && fails(&found, args) { ExitCode::from(1) } else { printed })
}

fn fails(found: &Report, args: &Check) -> bool {
    found.diagnostics.iter().any(|diagnostic| args.fail_on.includes(diagnostic.severity))
}
