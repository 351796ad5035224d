//! Where a read may not go.

use super::*;

#[test]
fn where_a_read_may_not_go() {
    let fixture = fixture(&[("s/a/SKILL.md", "x"), ("s/a/d/f", "x"), ("s/ab/p", "x"), ("secret", "x")]);
    let absolute = fixture.root.join("s/a/SKILL.md");
    for (path, kind) in [
        ("../../secret", ErrorKind::Outside),
        ("../ab/p", ErrorKind::Outside),
        ("d/../../ab/p", ErrorKind::Outside),
        (absolute.to_str().unwrap(), ErrorKind::Outside),
        ("nothing", ErrorKind::NotFound),
        ("SKILL.md/x", ErrorKind::NotFound),
        ("skill.md%00", ErrorKind::NotFound),
        ("d%2Ff", ErrorKind::NotFound),
        (" ", ErrorKind::NotFound),
        ("d", ErrorKind::NotAFile),
        ("d/", ErrorKind::NotAFile),
        ("SKILL.md/", ErrorKind::NotAFile),
        (".", ErrorKind::NotAFile),
        ("./", ErrorKind::NotAFile),
    ] {
        assert_eq!(fixture.read("a", path), Err(kind), "{path}");
    }
    assert_eq!(fixture.read("a", "d//f").unwrap().0, "d/f");
    assert_eq!(fixture.read("a", "../a/d/f").unwrap().0, "d/f");
}

#[cfg(unix)]
#[test]
fn links_and_what_is_no_file() {
    use std::os::unix::fs::symlink;
    let fixture = fixture(&[
        ("out/SKILL.md", "---\nname: out\n---\n"),
        ("out/own", "own"),
        ("s/a/SKILL.md", "a"),
        ("s/a/d/f", "f"),
        ("s/b/entry.md", "---\nname: inside\n---\n"),
        ("s/.hidden/SKILL.md", ""),
        ("s/node_modules/SKILL.md", ""),
    ]);
    let at = |path: &str| fixture.root.join(path);
    let link = |target: &str, path: &str| {
        fs::create_dir_all(at(path).parent().unwrap()).unwrap();
        symlink(target, at(path)).unwrap();
    };
    let fifo = |path: &str| {
        fs::create_dir_all(at(path).parent().unwrap()).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(at(path)).status().unwrap().success());
    };
    link("../out", "s/linked");
    link("a", "s/again");
    link("entry.md", "s/b/SKILL.md");
    link("../a/SKILL.md", "s/leaving/SKILL.md");
    link("nothing", "s/broken/SKILL.md");
    link("SKILL.md", "s/circle/SKILL.md");
    fs::create_dir_all(at("s/directory/SKILL.md")).unwrap();
    fifo("s/fifo/SKILL.md");
    link("/dev/zero", "s/device/SKILL.md");
    link(at("s/a/d/f").to_str().unwrap(), "s/a/absolute");
    link("d/f", "s/a/file");
    link("d", "s/a/dir");
    link("../../out/own", "s/a/leak");
    link("../../out", "s/a/outside");
    link("loop", "s/a/loop");
    link("/dev/zero", "s/a/zero");
    fifo("s/a/fifo");

    let skills = fixture.list(&["s"]);
    assert_eq!(names(&skills), [".hidden", "a", "again", "inside", "node_modules", "out"]);
    assert_eq!(skills[1].files, ["SKILL.md", "absolute", "d/f", "file"]);
    assert_eq!(skills[3].files, ["SKILL.md", "entry.md"]);
    for (path, result) in [
        ("absolute", Ok("f")),
        ("file", Ok("f")),
        ("dir/f", Ok("f")),
        ("leak", Err(ErrorKind::Outside)),
        ("outside/own", Err(ErrorKind::Outside)),
        ("loop", Err(ErrorKind::Unreadable)),
        ("zero", Err(ErrorKind::Outside)),
        ("fifo", Err(ErrorKind::NotAFile)),
    ] {
        let found = fixture.read("a", path);
        assert_eq!(found.as_ref().map(|found| found.1.as_str()).map_err(|kind| *kind), result, "{path}");
        assert!(found.is_err() || found.unwrap().0 == path, "a link keeps its own name");
    }
    assert_eq!(fixture.read("out", "own").unwrap().1, "own");
    assert_eq!(fixture.read("leaving", ""), Err(ErrorKind::UnknownSkill));
    link("s", "root");
    assert_eq!(names(&fixture.list(&["root"])), names(&skills));
}

/// The disk, on which somebody puts another directory in a skill's place right before it is opened for the read.
#[cfg(unix)]
struct Swapping<'a> {
    fixture: &'a Fixture,
    opened: AtomicUsize,
}

#[cfg(unix)]
impl Files for Swapping<'_> {
    fn read(&self, path: &Path, limit: usize) -> std::io::Result<crate::files::Content> {
        Disk.read(path, limit)
    }
    fn entries(&self, dir: &Path) -> std::io::Result<Vec<crate::files::Entry>> {
        Disk.entries(dir)
    }
    fn kind(&self, path: &Path) -> std::io::Result<crate::files::Kind> {
        Disk.kind(path)
    }
    fn is_link(&self, path: &Path) -> std::io::Result<bool> {
        Disk.is_link(path)
    }
    fn real_path(&self, path: &Path) -> std::io::Result<PathBuf> {
        Disk.real_path(path)
    }
    fn scope(&self, dir: &Path) -> Result<Box<dyn crate::files::Scope>, crate::files::Refusal> {
        if self.opened.fetch_add(1, Ordering::SeqCst) == 1 {
            fs::rename(dir, self.fixture.root.join("moved")).unwrap();
            std::os::unix::fs::symlink("../private", dir).unwrap();
        }
        Disk.scope(dir)
    }
}

#[cfg(unix)]
#[test]
fn a_directory_put_in_place_of_a_skill_is_not_read() {
    let fixture = fixture(&[("s/a/SKILL.md", "---\nname: a\n---\n"), ("private/key", "secret")]);
    let files = Swapping { fixture: &fixture, opened: AtomicUsize::new(0) };
    let error = fixture.run(&files, &["s"], json!({"action": "read", "skill": "a", "path": "key"})).unwrap_err();
    assert_eq!(error.kind, ErrorKind::NotFound);
    assert_eq!(fs::read_to_string(fixture.root.join("s/a/key")).unwrap(), "secret", "the swap took place");
}
