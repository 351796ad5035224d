use super::*;
use crate::hosts::{Place, Scope, find};
use crate::skill::Document;

fn judged(id: &str, front: &str, directory: &str) -> Verdict {
    let text = format!("---\n{front}---\nBody\n");
    let document = Document::new(text.as_str(), None);
    let place = Place {
        root: ".agents/skills",
        scope: Scope::Given,
        path: directory,
        linked_directory: false,
        linked_entry: false,
    };
    let subject =
        Subject { document: &document, directory, entry: "SKILL.md", place: Some(place), bytes: text.len() as u64 };
    verdict(find(id).unwrap(), &subject, &Readings::new(&document))
}

fn told(verdict: &Verdict) -> Vec<(Cause, Effect)> {
    verdict.reasons.iter().map(|reason| (reason.cause.clone(), reason.effect)).collect()
}

#[test]
fn a_plain_skill_is_plain_everywhere() {
    for host in crate::hosts::table() {
        let verdict = judged(&host.id, "name: pdf-forms\ndescription: Fills in forms.\n", "pdf-forms");
        assert_eq!(verdict.reasons, [], "{}", host.id);
        assert_ne!(verdict.loads, Some(false), "{}", host.id);
        if host.reader.is_some() && host.name.is.is_some() {
            assert_eq!(verdict.name.as_deref(), Some("pdf-forms"), "{}", host.id);
            assert_eq!(verdict.description.as_deref(), Some("Fills in forms."), "{}", host.id);
            assert_eq!((verdict.loads, verdict.listed), (Some(true), Some(true)), "{}", host.id);
        }
    }
}

#[test]
fn a_name_that_is_not_the_directory_s() {
    let front = "name: forms\ndescription: Fills in forms.\n";
    let cases = [
        ("codex", Some(true), Some("forms"), vec![]),
        ("vscode", Some(true), Some("pdf"), vec![(Cause::NameDiffers, Effect::Differs)]),
        ("roo-code", Some(false), None, vec![(Cause::NameDiffers, Effect::Lost)]),
        ("pi", Some(true), Some("forms"), vec![(Cause::NameDiffers, Effect::Noted)]),
        // Its documentation wants them equal and does not say what happens otherwise.
        ("cursor", None, None, vec![]),
    ];
    for (id, loads, name, reasons) in cases {
        let verdict = judged(id, front, "pdf");
        assert_eq!((verdict.loads, verdict.name.as_deref()), (loads, name), "{id}");
        assert_eq!(told(&verdict), reasons, "{id}");
    }
    assert_eq!(judged("vscode", front, "pdf").reasons[0].does, "uses the directory's name `pdf` instead");
}

#[test]
fn a_long_description_in_each_unit() {
    // 1,000 characters, 2,000 UTF-16 units, 4,000 bytes.
    let front = format!("name: a\ndescription: {}\n", "🦀".repeat(1000));
    let left = |id| judged(id, &front, "a").description.map(|text| text.chars().count());
    assert_eq!(left("codex"), Some(1000));
    assert_eq!(left("vscode"), Some(512));
    assert_eq!(told(&judged("zed", &front, "a")), [(Cause::DescriptionTooLong, Effect::Noted)]);
    let longer = format!("name: a\ndescription: {}\n", "x".repeat(2000));
    let codex = judged("codex", &longer, "a").description.unwrap();
    assert_eq!((codex.len(), codex.ends_with("x…")), (1021 + "…".len(), true));
    assert_eq!(judged("claude-code", &longer, "a").description.map(|text| text.len()), Some(1536));
    assert_eq!(judged("gemini-cli", &longer, "a").reasons, []);
}

#[test]
fn a_skill_that_is_not_found_has_one_reason() {
    let document = Document::new("no front matter", None);
    let readings = Readings::new(&document);
    let at = |root, path, entry| Subject {
        document: &document,
        directory: "a",
        entry,
        place: Some(Place { root, scope: Scope::Project, path, linked_directory: true, linked_entry: true }),
        bytes: 15,
    };
    let cases = [
        ("codex", at(".claude/skills", "a", "SKILL.md"), Cause::Root, "does not read `.claude/skills`"),
        (
            "zed",
            at(".agents/skills", "group/a", "SKILL.md"),
            Cause::Depth,
            "looks only in the directories right in the root",
        ),
        ("codex", at(".agents/skills", "a", "SKILL.md"), Cause::Linked, "skips a `SKILL.md` that is a link"),
        ("claude-code", at(".claude/skills", "a", "skill.md"), Cause::FileName, "looks for `SKILL.md` only"),
    ];
    for (id, subject, cause, does) in cases {
        let verdict = verdict(find(id).unwrap(), &subject, &readings);
        assert_eq!(verdict.loads, Some(false), "{id}");
        assert_eq!(verdict.reasons.len(), 1, "{id}");
        assert_eq!((&verdict.reasons[0].cause, verdict.reasons[0].does.as_str()), (&cause, does), "{id}");
        assert!(verdict.reasons[0].source.starts_with("https://"), "{id}");
    }
}

#[test]
fn keys_that_a_host_does_not_know() {
    let front =
        "name: a\ndescription: b\nversion: 1.0.0\nagent: x\nuser-invocable: false\ndisable-model-invocation: true\n";
    let version = Cause::UnknownKey("version".to_owned());
    assert!(told(&judged("skills-ref", front, "a")).contains(&(version.clone(), Effect::Lost)));
    assert!(told(&judged("codex", front, "a")).contains(&(version.clone(), Effect::Noted)));
    let claude = judged("claude-code", front, "a");
    assert_eq!(
        told(&claude),
        [(Cause::Unreachable, Effect::Differs), (Cause::NoEffect("agent".to_owned()), Effect::Noted)]
    );
    assert_eq!(claude.listed, Some(false));
}

#[test]
fn what_a_cause_hides_is_told_as_well() {
    let document = Document::new("--- \nname: a\n---\t\nB\n", None);
    let subject = Subject { document: &document, directory: "a", entry: "SKILL.md", place: None, bytes: 10 };
    let verdict = verdict(find("steamharness").unwrap(), &subject, &Readings::new(&document));
    assert_eq!(
        told(&verdict),
        [
            (Cause::OpeningFence, Effect::Differs),
            (Cause::DescriptionMissing, Effect::Differs),
            (Cause::ClosingFence, Effect::Noted)
        ]
    );
}

/// Nobody is left with "unknown" alone.
#[test]
fn what_is_not_known_is_said() {
    let texts = [
        "name: x\n",
        "description: Y.\n",
        "name: X Y\ndescription: Y.\n",
        "name: x\ndescription: Use: it.\n",
        "name: [x]\ndescription: {a: b}\n",
        "name: 12\ndescription: true\n",
        "\tname: x\n",
        "",
    ];
    let mut open = std::collections::BTreeSet::new();
    for front in texts {
        for host in crate::hosts::table() {
            let verdict = judged(&host.id, front, "demo");
            if verdict.word() == "unknown" {
                assert!(verdict.why().ends_with("is not known"), "{} {front:?}: {verdict:#?}", host.id);
                open.insert(verdict.why());
            }
        }
    }
    for part in
        ["without a description", "without a name", "that is not YAML", "that is no text", "a name of this form"]
    {
        assert!(open.iter().any(|why| why.contains(part)), "{part}: {open:#?}");
    }
}
