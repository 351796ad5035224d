use super::Judge;
use crate::hosts::{Cause, Effect, Place};

impl Judge<'_> {
    /// Whether the host gets to see the skill at all; if not, one reason says why.
    pub(super) fn finds(&mut self) -> bool {
        let host = self.host;
        let hindrance = match self.subject.place {
            _ if !self.has_entry_name() => {
                let names = host.file.names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ");
                Some((Cause::FileName, format!("looks for {names} only"), &host.file.from))
            }
            Some(place) => self.hindered(&place),
            None => None,
        };
        match hindrance {
            Some((cause, does, source)) => {
                self.push(cause, Effect::Lost, does, source);
                false
            }
            None => true,
        }
    }

    fn hindered(&self, place: &Place<'_>) -> Option<(Cause, String, &'static String)> {
        let host = self.host;
        if let (true, Some(roots)) = (host.leaves_out(place.root, place.scope), &host.roots) {
            return Some((Cause::Root, format!("does not read `{}`", place.root), &roots.from));
        }
        let stands = place.depth();
        if let Some(depth) = &host.depth
            && (stands < depth.min || depth.max.is_some_and(|max| stands > max))
        {
            return Some((Cause::Depth, depth_clause(depth.min, depth.max), &depth.from));
        }
        let links = host.links.as_ref()?;
        if place.linked_directory && links.directory == Some(false) {
            return Some((Cause::Linked, "does not follow a link to a skill's directory".to_owned(), &links.from));
        }
        let entry = self.subject.entry;
        let lost = place.linked_entry && links.file == Some(false);
        lost.then(|| (Cause::Linked, format!("skips a `{entry}` that is a link"), &links.from))
    }

    fn has_entry_name(&self) -> bool {
        let file = &self.host.file;
        let entry = self.subject.entry;
        file.names.iter().any(|name| match file.exact_case {
            Some(true) if file.suffix => entry.ends_with(name),
            Some(true) => name == entry,
            // Where it is not known whether letter case counts, it depends on the file system.
            _ => name.eq_ignore_ascii_case(entry),
        })
    }
}

fn depth_clause(min: usize, max: Option<usize>) -> String {
    match (min, max) {
        (1, Some(1)) => "looks only in the directories right in the root".to_owned(),
        (0, Some(1)) => "looks only in the root and the directories right in it".to_owned(),
        (_, Some(max)) => format!("looks at most {max} directories below the root"),
        (min, None) => format!("looks only {min} directories below the root and deeper"),
    }
}
