use super::{Action, Kind};
use crate::ide::Site;
use crate::ide::pointer::joined;
use crate::rules::{Change, End, findings_in};
use crate::skill::Skill;
use crate::syntax::markdown;

/// Makes the file that the link at the site names and that is not there.
pub fn action(site: &Site<'_>, skill: &Skill) -> Option<Action> {
    let findings = findings_in(skill, site.file);
    let missing = findings.iter().filter(|finding| finding.end == End::Missing);
    let here = missing.filter(|one| one.span.touches(site.offset) || one.whole.touches(site.offset));
    let finding = here.min_by_key(|finding| finding.whole.len())?;
    let (path, anchor) = match finding.path.split_once('#') {
        Some((path, anchor)) if finding.is_link => (path, Some(anchor)),
        _ => (finding.path.as_str(), None),
    };
    let path = path.split('?').next().unwrap_or(path);
    let base = if finding.is_link { site.file.parent()? } else { &skill.dir };
    let file = joined(base, path);
    // A directory, a path out of the skill, or into another one, is no file to make here.
    let own = file.starts_with(&skill.dir) && site.workspace.skill_around(&file) == Some(&skill.dir);
    // A link that leads nowhere would be written through.
    if site.files.is_link(&file).unwrap_or(false) {
        return None;
    }
    let through_link = site.files.real_path(file.ancestors().skip(1).find(|dir| site.files.kind(dir).is_ok())?).ok()?;
    let inside = through_link.starts_with(site.files.real_path(&skill.dir).ok()?);
    if path.ends_with('/') || path.contains(['\0', '\\', ':', '$', '{']) || !own || !inside {
        return None;
    }
    let name = file.file_name()?.to_string_lossy().into_owned();
    let stem = file.file_stem()?.to_string_lossy().replace(['-', '_'], " ");
    let is_page = file.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("md"));
    let text = match anchor.filter(|anchor| !anchor.is_empty()) {
        _ if !is_page => String::new(),
        Some(anchor) if markdown::anchor(&stem) != *anchor => format!("# {stem}\n\n## {}\n", title(anchor)),
        _ => format!("# {stem}\n"),
    };
    let changes = vec![Change::Create { file, text }];
    Some(Action { title: format!("Make the file `{name}`"), kind: Kind::QuickFix, changes })
}

/// A heading that has this anchor.
fn title(anchor: &str) -> String {
    let words = anchor.replace('-', " ");
    if markdown::anchor(&words) == anchor { words } else { anchor.to_owned() }
}
