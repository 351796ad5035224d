//! Renaming on real files: nothing is wrong afterwards that was not before, and the way back gives the same bytes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

#[path = "benches/generate.rs"]
#[allow(dead_code, reason = "each test file uses its part")]
mod generate;
#[path = "renames/world.rs"]
mod world;

use proptest::prelude::*;
use skill_lsp::rules::Change;
use world::World;

/// A skill of a generated workspace: how its name is written, whether it is faulty, and how it points at which skill's which
/// page.
type Drawn = (usize, usize, Vec<(usize, usize, usize)>);

fn skill() -> impl Strategy<Value = Drawn> {
    (0..4usize, 0..3usize, proptest::collection::vec((0..POINTERS.len(), 0..5usize, 0..3usize), 0..8))
}

/// How texts point: `{n}` is another skill's name, `{d}` its directory, `{p}` a page of the own skill.
const POINTERS: [&str; 16] = [
    "Run /{n} first.",
    "Use ${n}, then `{n}`.",
    "The {n} skill does it.",
    "See [it](../{d}/SKILL.md) and [a part](../{d}/SKILL.md#set-up).",
    "See [x](<../{d}/refs/{p}>).",
    "See `skills/{d}/refs/plain.md`.",
    "[text][r{i}]\n\n[r{i}]: ../{d}/refs/{p} \"T\"",
    "[page](refs/{p}) ![i](./refs/{p}) `refs/{p}`",
    "[part](refs/{p}#set-up) [again](refs/{p}#set-up-1)",
    "[here](#set-up) [twice](#Set-up)",
    "[gone](refs/none.md) [bad](refs/{p}#none)",
    "```\n/{n} now\n```",
    "🦀 /{n}\r",
    "<a id=\"own-id\"></a> [id](#own-id)",
    "[up](../{d})",
    "* [x](refs/../refs/{p})",
];

const PAGES: [&str; 3] = ["a%20b.md", "plain.md", "é.md"];

/// Skills `one-0` to `one-4`, pointing at each other in all ways.
fn world(skills: &[Drawn]) -> World {
    let world = World::empty();
    for (number, (form, broken, pointers)) in skills.iter().enumerate() {
        let name = format!("one-{number}");
        let line = match form {
            0 => format!("name: {name}\n"),
            1 => format!("name: \"{name}\"\n"),
            2 => format!("name:   '{name}'  # its name\n"),
            _ => String::new(),
        };
        let description = if *broken == 0 { "Use: it." } else { "Does one thing." };
        let pointed = |(i, at): (usize, &(usize, usize, usize))| {
            let (n, page) = (at.1 % skills.len(), PAGES[at.2]);
            let text = POINTERS[at.0]
                .replace("{i}", &i.to_string())
                .replace("{n}", &format!("one-{n}"))
                .replace("{d}", &format!("one-{n}"));
            // In angle brackets and code the name stands as it is.
            let plain = text.contains(['<', '`']) && !text.contains("](refs");
            text.replace("{p}", &if plain { page.replace("%20", " ") } else { page.to_owned() })
        };
        let body: Vec<String> = pointers.iter().enumerate().map(pointed).collect();
        let body = format!(
            "# {name}\n\n## Set up\n\n{}{}\n\n### Set up\n\n## Set up\n",
            "Line.\n".repeat(9),
            body.join("\n\n")
        );
        world.write(
            &format!("skills/{name}/SKILL.md"),
            &format!("---\n{line}description: {description}\n---\n\n{body}"),
        );
        for page in ["a b.md", "plain.md", "é.md"] {
            let text = "# Page\n\n## Set up\n\n[up](../SKILL.md#set-up) [other](plain.md)\n\n## Set up\n";
            world.write(&format!("skills/{name}/refs/{page}"), text);
        }
    }
    world.write("AGENTS.md", "Use /one-0, `one-1` and [two](skills/one-2/SKILL.md#set-up).\n");
    world
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_skill_there_and_back(skills in proptest::collection::vec(skill(), 2..5), at in any::<prop::sample::Index>()) {
        let world = world(&skills);
        let name = format!("one-{}", at.index(skills.len()));
        let (before, said) = (world.everything(), world.said());
        let there = world.rename_skill(&name, "two-words").map_err(TestCaseError::fail)?;
        let renames = there.iter().filter(|change| matches!(change, Change::Rename { .. })).count();
        prop_assert_eq!(renames, 1);
        prop_assert_eq!(world.new_faults(&said), Vec::<String>::new());
        let old = format!("{name}/");
        for (file, text) in world.everything() {
            prop_assert!(!text.contains(&old) && !text.contains(&format!("/{name} ")), "{} still in {}:\n{}", name, file, text);
        }
        world.rename_skill("two-words", &name).map_err(TestCaseError::fail)?;
        prop_assert_eq!(world.everything(), before);
    }

    #[test]
    fn a_heading_keeps_its_links(
        skills in proptest::collection::vec(skill(), 2..5),
        title in prop_oneof![Just("Next steps"), Just("`code` & more"), Just("Über 🦀 uns"), Just("one-0"), Just("Set up"), Just("1. x")],
        page in any::<bool>(),
    ) {
        let world = world(&skills);
        let said = world.said();
        let file = if page { "skills/one-1/refs/plain.md" } else { "skills/one-1/SKILL.md" };
        world.rename_heading(file, "## Set up", title).map_err(TestCaseError::fail)?;
        prop_assert_eq!(world.new_faults(&said), Vec::<String>::new());
        let text = world.text(file);
        prop_assert!(text.contains(&format!("## {title}\n")), "{}", text);
    }

    #[test]
    fn a_section_moves_out_with_its_links(skills in proptest::collection::vec(skill(), 2..5)) {
        let world = world(&skills);
        let said = world.said();
        let done = world.act("skills/one-1/SKILL.md", "## Set", "Move this section to `references/set-up.md`");
        // A link whose definition stands elsewhere keeps the section where it is.
        prop_assume!(done);
        prop_assert_eq!(world.new_faults(&said), Vec::<String>::new(), "{:#?}", world.everything());
        prop_assert!(world.text("skills/one-1/references/set-up.md").contains("### Set up"));
    }

    #[test]
    fn a_skill_moves_to_another_root(skills in proptest::collection::vec(skill(), 2..5)) {
        let world = world(&skills);
        world.write("other/skills/here/SKILL.md", "---\nname: here\ndescription: Does one thing.\n---\n\n[x](../../../skills/one-1/refs/plain.md#set-up)\n");
        let said = world.said();
        prop_assert!(world.act("skills/one-1/SKILL.md", "---", "Move the skill to `other/skills`"));
        prop_assert_eq!(world.new_faults(&said), Vec::<String>::new(), "{:#?}", world.everything());
    }

    #[test]
    fn links_follow_files(
        skills in proptest::collection::vec(skill(), 2..5),
        (from, to) in prop_oneof![
            Just(("skills/one-1/refs/plain.md", "skills/one-1/refs/other name.md")),
            Just(("skills/one-1/refs/a b.md", "skills/one-1/top (1).md")),
            Just(("skills/one-1/refs", "skills/one-1/references")),
            Just(("skills/one-1/refs/é.md", "skills/one-1/refs/deep/é.md")),
            Just(("skills/one-1", "skills/one-9")),
            Just(("skills/one-0", "skills/Not A Name")),
        ],
    ) {
        let world = world(&skills);
        let (before, said) = (world.everything(), world.said());
        world.move_file(from, to);
        // A directory that can be no name leaves the skill with its own.
        let new: Vec<String> = world.new_faults(&said).into_iter().filter(|fault| !to.contains("Not A Name") || !fault.contains("name-differs")).collect();
        prop_assert_eq!(new, Vec::<String>::new(), "{:#?}", world.everything());
        world.move_file(to, from);
        prop_assert_eq!(world.new_faults(&said), Vec::<String>::new());
        if !to.contains([' ', '(']) && !to.contains("top") && !to.contains("deep") {
            prop_assert_eq!(world.everything(), before);
        }
    }
}

#[test]
fn a_name_follows_its_directory_into_another_one() {
    let world = World::empty();
    world.write("skills/one/SKILL.md", "---\nname: one\ndescription: Does one thing.\n---\n\n# One\n");
    world.write(
        "skills/two/SKILL.md",
        "---\nname: two\ndescription: Does it.\n---\n\nRun /one, see [it](../one/SKILL.md).\n",
    );
    world.move_file("skills/one", "skills/group/new-one");
    // How deep it stands is another matter.
    assert!(world.text("skills/group/new-one/SKILL.md").starts_with("---\nname: new-one\n"));
    assert!(world.text("skills/two/SKILL.md").ends_with("Run /new-one, see [it](../group/new-one/SKILL.md).\n"));
}

#[test]
fn skills_of_the_benches_there_and_back() {
    let world = World::empty();
    generate::generate(&world.path(), 24, generate::SEED).unwrap();
    let (before, said) = (world.everything(), world.said());
    let mut renamed = 0;
    for name in world.names() {
        let Ok(_) = world.rename_skill(&name, "another-name") else { continue };
        renamed += 1;
        assert_eq!(world.new_faults(&said), Vec::<String>::new(), "{name}");
        match world.rename_skill("another-name", &name) {
            Ok(_) => assert!(world.everything() == before, "{name}"),
            // A name that was wrong before is not given again.
            Err(_) => return_to(&world, &before),
        }
    }
    assert!(renamed > 20, "{renamed}");
}

fn return_to(world: &World, files: &[(String, String)]) {
    std::fs::remove_dir_all(world.path()).unwrap();
    for (file, text) in files {
        world.write(file, text);
    }
}
