//! How much a read gives.

use super::*;

#[test]
fn a_read_gives_200_000_units_and_never_half_a_pair() {
    let x = "x".repeat(MAX_UNITS - 1);
    let mut invalid = b"\xff".repeat(MAX_UNITS);
    let fixture = fixture(&[
        ("s/a/SKILL.md", "x"),
        ("s/a/pair", &format!("{x}🦀")),
        ("s/a/fits", &format!("{x}é")),
        ("s/a/more", &format!("{x}éy")),
        ("s/a/wide", &"한".repeat(MAX_UNITS + 1)),
        ("s/a/wide-fits", &"한".repeat(MAX_UNITS)),
        ("s/a/pairs", &"🦀".repeat(MAX_UNITS)),
    ]);
    let length = |path: &str| {
        let (_, content, truncated) = fixture.read("a", path).unwrap();
        assert!(!content.contains('\u{fffd}') || path.starts_with("invalid"), "{path}");
        (content.encode_utf16().count(), truncated)
    };
    assert_eq!(length("pair"), (MAX_UNITS - 1, true));
    assert_eq!(length("fits"), (MAX_UNITS, false));
    assert_eq!(length("more"), (MAX_UNITS, true));
    assert_eq!(length("wide"), (MAX_UNITS, true));
    assert_eq!(length("wide-fits"), (MAX_UNITS, false));
    assert_eq!(length("pairs"), (MAX_UNITS, true));
    fs::write(fixture.root.join("s/a/invalid"), &invalid).unwrap();
    assert_eq!(length("invalid"), (MAX_UNITS, false));
    invalid.push(b'x');
    fs::write(fixture.root.join("s/a/invalid"), &invalid).unwrap();
    assert_eq!(length("invalid"), (MAX_UNITS, true));
}

#[test]
fn a_file_of_ten_gigabytes_costs_no_more_than_the_cap() {
    let fixture = fixture(&[("s/a/SKILL.md", "---\nname: a\n---\n")]);
    for path in ["s/a/big", "s/b/SKILL.md"] {
        fs::create_dir_all(fixture.root.join(path).parent().unwrap()).unwrap();
        fs::File::create(fixture.root.join(path)).unwrap().set_len(10 << 30).unwrap();
    }
    let start = std::time::Instant::now();
    assert_eq!(names(&fixture.list(&["s"])), ["a", "b"]);
    for (skill, path) in [("a", "big"), ("b", "")] {
        let (_, content, truncated) = fixture.read(skill, path).unwrap();
        assert_eq!((content.len(), truncated), (MAX_UNITS, true));
    }
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}
