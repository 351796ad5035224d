use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use serde_json::{Value, json};

use super::args::{Hosts, ListFormat};
use super::render::{count, relative, shown};
use super::{Failure, output, settings};
use crate::files::{Cancel, Disk};
use crate::hosts::{self, Host, Verdict};
use crate::workspace::{Settings, View, Workspace, views};

/// `skill-lsp hosts`.
pub fn run(args: &Hosts) -> Result<ExitCode, Failure> {
    if args.list {
        return Ok(output::result(&table(args.format)?));
    }
    let base = settings::current_dir()?;
    let here = [".".into()];
    let paths = if args.paths.is_empty() { &here[..] } else { &args.paths[..] };
    let starts = settings::starts(paths, &base)?;
    let mut config = settings::config(None, starts.first().unwrap_or(&base))?;
    settings::override_with(&mut config, &args.hosts, &[], &[])?;
    // Named hosts are shown as they are named; else one skill is shown to all of them.
    let named = config.hosts.clone();
    let settings = Settings { config, base: base.clone(), home: settings::home(), starts };
    let cancel = Cancel::default();
    let workspace = Workspace::open(&Disk, settings, &cancel, &|_, _| {});
    let every: Vec<&'static Host> = hosts::table().iter().collect();
    let asked = match named.is_empty() && workspace.skills().count() == 1 {
        true => &every,
        false => &named,
    };
    let views = views(&Disk, &workspace, asked, &|_| true, &cancel);
    let text = match args.format {
        ListFormat::Json => {
            let list: Vec<Value> = views.iter().map(|view| json(view, &base)).collect();
            serde_json::to_string_pretty(&list)? + "\n"
        }
        ListFormat::Markdown => markdown(&views),
        ListFormat::Text if named.len() <= COLUMNS && !named.is_empty() => columns(&views, &base),
        ListFormat::Text => blocks(&views, &base),
    };
    // What cannot be read is no skill to ask about, but there it is.
    let unread = workspace.diagnostics().into_iter().filter(|said| UNREADABLE.contains(&said.code));
    unread.for_each(|said| output::error(&said.message));
    Ok(output::result(&text))
}

/// What `check` says of skills that cannot be read.
const UNREADABLE: [&str; 2] = ["entry-unreadable", "directory-unreadable"];

/// With more hosts than this a skill gets a block of its own instead of a row.
const COLUMNS: usize = 4;

/// One skill's view as data.
pub fn json(view: &View, base: &Path) -> Value {
    let hosts: Vec<Value> = view
        .verdicts
        .iter()
        .map(|verdict| {
            let reasons: Vec<Value> = verdict
                .reasons
                .iter()
                .map(|reason| {
                    let (cause, key) = reason.cause.word();
                    json!({
                        "cause": cause,
                        "key": key,
                        "effect": reason.effect.word(),
                        "does": reason.does,
                        "source": reason.source,
                    })
                })
                .collect();
            json!({
                "host": verdict.host,
                "title": hosts::title(verdict.host),
                "state": verdict.word(),
                "loads": verdict.loads,
                "name": verdict.name.as_deref(),
                "description": verdict.description.as_deref(),
                "listed": verdict.listed,
                "open": verdict.open.as_ref().filter(|_| verdict.loads.is_none()),
                "reasons": reasons,
            })
        })
        .collect();
    json!({
        "skill": view.skill,
        "directory": relative(&view.dir, base),
        "file": relative(&view.entry, base),
        "given": view.given,
        "hosts": hosts,
    })
}

/// A block a skill: the states, and under each the hosts that share a reason.
fn blocks(views: &[View], base: &Path) -> String {
    let mut out = String::new();
    for view in views {
        out += &format!("\x1b[1m{}\x1b[0m  {}\n", view.skill, shown(&view.dir, base));
        for state in ["loads", "differs", "lost", "unknown"] {
            let hosts: Vec<&Verdict> = view.verdicts.iter().filter(|verdict| verdict.word() == state).collect();
            if hosts.is_empty() {
                continue;
            }
            out += &format!("  {}  {}\n", coloured(state), count(hosts.len(), "host"));
            for (does, titles) in grouped(&hosts) {
                let titles = titles.join(", ");
                out += &if does.is_empty() { format!("      {titles}\n") } else { format!("      {titles}: {does}\n") };
            }
        }
        out.push('\n');
    }
    out + &summary(views)
}

/// Hosts by what they do, in order of first appearance.
fn grouped(verdicts: &[&Verdict]) -> Vec<(String, Vec<&'static str>)> {
    let mut groups: Vec<(String, Vec<&'static str>)> = Vec::new();
    for verdict in verdicts {
        let does = verdict.why();
        match groups.iter_mut().find(|(own, _)| *own == does) {
            Some((_, titles)) => titles.push(hosts::title(verdict.host)),
            None => groups.push((does, vec![hosts::title(verdict.host)])),
        }
    }
    groups
}

/// A row a skill and a column a host; under a row the reasons of what is not plain.
fn columns(views: &[View], base: &Path) -> String {
    let Some(first) = views.first() else { return summary(views) };
    let name = |view: &View| shown(&view.dir, base);
    let width = views.iter().map(|view| name(view).chars().count()).max().unwrap_or(0).clamp(5, 60);
    let titles: Vec<&str> = first.verdicts.iter().map(|verdict| hosts::title(verdict.host)).collect();
    let cell = titles.iter().map(|title| title.chars().count()).max().unwrap_or(0).max(7);
    let mut out = format!("\x1b[1m{:width$}\x1b[0m", "skill");
    for title in &titles {
        out += &format!("  \x1b[1m{title:cell$}\x1b[0m");
    }
    out.push('\n');
    for view in views {
        out += &format!("{:width$}", name(view));
        for verdict in &view.verdicts {
            let pad = " ".repeat(cell - verdict.word().len());
            out += &format!("  {}{pad}", coloured(verdict.word()));
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
        for verdict in &view.verdicts {
            let why = verdict.why();
            if !why.is_empty() {
                out += &format!("    {}: {why}\n", hosts::title(verdict.host));
            }
        }
    }
    out.push('\n');
    out + &summary(views)
}

fn coloured(state: &str) -> String {
    let colour = match state {
        "loads" => 32,
        "differs" => 33,
        "lost" => 31,
        _ => 90,
    };
    format!("\x1b[{colour}m{state}\x1b[0m")
}

fn summary(views: &[View]) -> String {
    if views.is_empty() {
        return "No skills found: a skill is a folder with a SKILL.md.\n".to_owned();
    }
    let given: BTreeSet<&str> = views.iter().filter_map(|view| view.given.as_deref()).collect();
    let note = match given.iter().copied().collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        roots => format!(
            "No host looks in {} by itself; skills there are judged as if each host did.\n",
            roots.iter().map(|root| format!("`{root}`")).collect::<Vec<_>>().join(", ")
        ),
    };
    let number = |state| views.iter().flat_map(|view| &view.verdicts).filter(|verdict| verdict.word() == state).count();
    let parts = ["loads", "differs", "lost", "unknown"].map(|state| format!("{} {state}", number(state)));
    format!("{note}{}: {}.\n", count(views.len(), "skill"), parts.join(", "))
}

fn markdown(views: &[View]) -> String {
    let mut out = "| skill | host | state | why |\n| --- | --- | --- | --- |\n".to_owned();
    for view in views {
        for verdict in &view.verdicts {
            let why = verdict.why().replace('|', "\\|");
            out += &format!("| {} | {} | {} | {why} |\n", view.skill, hosts::title(verdict.host), verdict.word());
        }
    }
    out
}

/// The host table as data.
pub fn rows() -> Value {
    let rows = hosts::table().iter().map(|host| {
        let sources = host.sources.values();
        let sources: Vec<Value> = sources
            .map(|source| json!({"url": source.url, "asOf": source.as_of, "found": source.found.word()}))
            .collect();
        json!({"id": host.id, "title": host.title, "roots": roots(host), "sources": sources})
    });
    Value::Array(rows.collect())
}

/// The host table itself: every host with the sources of what is known of it.
fn table(format: ListFormat) -> Result<String, Failure> {
    Ok(match format {
        ListFormat::Json => serde_json::to_string_pretty(&rows())? + "\n",
        ListFormat::Markdown => {
            let mut out = "| id | host | roots | sources |\n| --- | --- | --- | --- |\n".to_owned();
            for host in hosts::table() {
                let sources: Vec<String> = host.sources.values().map(|source| format!("<{}>", source.url)).collect();
                out += &format!(
                    "| `{}` | {} | {} | {} |\n",
                    host.id,
                    host.title,
                    roots(host).join(", "),
                    sources.join(" ")
                );
            }
            out
        }
        ListFormat::Text => {
            let mut out = String::new();
            for host in hosts::table() {
                out += &format!("\x1b[1m{}\x1b[0m  {}\n", host.id, host.title);
                let roots = roots(host);
                if !roots.is_empty() {
                    out += &format!("    looks in {}\n", roots.join(", "));
                }
                for source in host.sources.values() {
                    out += &format!("    {} ({}, {})\n", source.url, source.found.word(), source.as_of);
                }
            }
            out
        }
    })
}

fn roots(host: &Host) -> Vec<&str> {
    host.roots.iter().flat_map(|roots| &roots.list).filter_map(|root| root.path.as_deref()).collect()
}
