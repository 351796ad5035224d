//! What cannot be read, is not there, is too large or of the wrong kind: said at its place, and everything else is checked.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{check_json, repository, run};
use serde_json::Value;

const ROOT: &str = ".agents/skills";
const SOUND: &str = "---\nname: NAME\ndescription: Does a thing.\n---\n\nText.\n";

/// A workspace with one faulty skill that must be spoken of, whatever stands beside it.
fn workspace() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    skill(dir.path(), "witness", "---\nname: witness\ndescription: Has: a colon.\n---\n");
    dir
}

fn skill(base: &Path, name: &str, text: &str) {
    let dir = base.join(ROOT).join(name);
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("SKILL.md"), text.replace("NAME", name)).unwrap();
}

/// The codes said of files below a skill's directory, beside the witness, which is always there.
#[track_caller]
fn said_of(base: &Path, name: &str) -> Vec<String> {
    let (report, status) = check_json(base, &[]);
    assert_eq!(status, 1, "{report:#}");
    let found: &Vec<Value> = report["diagnostics"].as_array().unwrap();
    let codes = |name: &str| -> Vec<String> {
        let dir = format!("{ROOT}/{name}");
        let about = found.iter().filter(|found| Path::new(found["file"].as_str().unwrap()).starts_with(&dir));
        about.map(|found| found["code"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(codes("witness"), ["unquoted-colon"], "{report:#}");
    codes(name)
}

#[test]
fn a_path_that_is_not_there_cannot_be_checked() {
    let dir = workspace();
    let result = run(dir.path(), &["check", "nowhere"]);
    assert_eq!((result.status, result.stdout.as_str()), (2, ""));
    assert!(result.stderr.contains("nowhere"), "{}", result.stderr);
}

#[test]
fn arguments_that_mean_nothing_are_named_with_the_nearest() {
    let dir = workspace();
    for (arguments, named, near) in [
        (&["check", "--select", "name-frm"][..], "name-frm", "name-form"),
        (&["check", "--host", "cluade-code"], "cluade-code", "claude-code"),
        (&["explain", "name-frm"], "name-frm", "name-form"),
        (&["chek"], "chek", "check"),
    ] {
        let result = run(dir.path(), arguments);
        assert_eq!((result.status, result.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(result.stderr.contains(named) && result.stderr.contains(near), "{arguments:?}: {}", result.stderr);
    }
}

#[test]
fn a_faulty_configuration_is_told_at_its_places() {
    let dir = workspace();
    fs::write(dir.path().join("skill-lsp.toml"), "hots = []\n[severity]\nname-form = \"loud\"\n").unwrap();
    let result = run(dir.path(), &["check"]);
    assert_eq!((result.status, result.stdout.as_str()), (2, ""));
    for place in ["skill-lsp.toml:1:1", "skill-lsp.toml:3:13"] {
        assert!(result.stderr.contains(place), "{place}: {}", result.stderr);
    }
    assert_eq!(run(dir.path(), &["check", "--no-config"]).status, 1);
}

#[test]
fn a_large_file_is_told_of_and_costs_little() {
    let dir = workspace();
    let text = SOUND.to_owned() + &"x ".repeat(15 << 20);
    skill(dir.path(), "large", &text);
    let start = Instant::now();
    assert_eq!(said_of(dir.path(), "large"), ["file-too-large", "file-too-long"]);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn bytes_that_are_no_text_are_told_of() {
    let dir = workspace();
    let path = dir.path().join(ROOT).join("bytes");
    fs::create_dir_all(&path).unwrap();
    fs::write(path.join("SKILL.md"), b"---\nname: bytes\ndescription: Does \xff a thing.\n---\n").unwrap();
    assert_eq!(said_of(dir.path(), "bytes"), ["not-utf8"]);
    let severity = || {
        let (report, _) = check_json(dir.path(), &["--select", "not-utf8"]);
        report["diagnostics"][0]["severity"].as_str().unwrap().to_owned()
    };
    assert_eq!(severity(), "warning");
    // In UTF-16 there is no front matter for anybody.
    let wide: Vec<u8> = "\u{feff}---\nname: bytes\n---\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(path.join("SKILL.md"), wide).unwrap();
    assert_eq!(said_of(dir.path(), "bytes"), ["not-utf8"]);
    assert_eq!(severity(), "error");
}

#[test]
fn a_directory_named_as_the_entry_is_no_entry() {
    let dir = workspace();
    fs::create_dir_all(dir.path().join(ROOT).join("folder/SKILL.md")).unwrap();
    assert_eq!(said_of(dir.path(), "folder"), ["entry-unreadable"]);
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_skill-lsp"))
        .args(["check", "tests/workspace"])
        .current_dir(repository())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code().is_some_and(|code| code < 3) && !stderr.contains("panicked"), "{stderr}");
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::os::unix::process::CommandExt;

    use super::*;

    #[test]
    fn nothing_waits_for_what_never_comes() {
        let dir = workspace();
        let path = dir.path().join(ROOT).join("pipe");
        fs::create_dir_all(&path).unwrap();
        assert!(Command::new("mkfifo").arg(path.join("SKILL.md")).status().unwrap().success());
        assert_eq!(said_of(dir.path(), "pipe"), ["entry-unreadable"]);
        let hosts = run(dir.path(), &["hosts", &format!("{ROOT}/pipe")]);
        assert!(hosts.stderr.contains("pipe/SKILL.md` cannot be read"), "{}", hosts.stderr);
        fs::remove_file(path.join("SKILL.md")).unwrap();
        skill(dir.path(), "pipe", SOUND);
        assert!(Command::new("mkfifo").arg(path.join("page.md")).status().unwrap().success());
        assert_eq!(said_of(dir.path(), "pipe"), Vec::<String>::new());
        // A link to it leads to something, which is no file.
        skill(dir.path(), "pipe", &format!("{SOUND}[x](page.md)\n"));
        let said = run(dir.path(), &["check"]).stdout;
        assert!(said.contains("`page.md` is neither a file nor a directory: reading it is an error."), "{said}");
    }

    #[test]
    fn links_that_lead_elsewhere_in_a_circle_or_nowhere() {
        let dir = workspace();
        for (name, to) in [("device", "/dev/zero"), ("circle", "SKILL.md"), ("gone", "nothing.md")] {
            let path = dir.path().join(ROOT).join(name);
            fs::create_dir_all(&path).unwrap();
            symlink(to, path.join("SKILL.md")).unwrap();
            assert_eq!(said_of(dir.path(), name), ["entry-unreadable"], "{name}");
        }
        let root = dir.path().join(ROOT);
        symlink("two", root.join("one")).unwrap();
        symlink("one", root.join("two")).unwrap();
        assert_eq!(said_of(dir.path(), "one"), ["directory-unreadable"]);
        // Beside a root, what is no skill was not meant as one.
        symlink("nowhere", dir.path().join("result")).unwrap();
        fs::create_dir(dir.path().join("docs")).unwrap();
        fs::write(dir.path().join("docs/page.md"), SOUND.replace("NAME", "page")).unwrap();
        let said = run(dir.path(), &["check"]).stdout;
        assert!(!said.contains("result") && !said.contains("docs"), "{said}");
        // A skill that holds its own root does not end in itself.
        skill(dir.path(), "inward", SOUND);
        symlink("..", root.join("inward/up")).unwrap();
        assert_eq!(said_of(dir.path(), "inward"), ["symlink-escape"]);
    }

    #[test]
    fn a_file_that_is_read_only_stays_as_it_is() {
        let dir = workspace();
        let file = dir.path().join(ROOT).join("witness/SKILL.md");
        let before = fs::read_to_string(&file).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
        let result = run(dir.path(), &["check", "--fix"]);
        assert_eq!(result.status, 2, "{}", result.stderr);
        assert!(result.stderr.contains("SKILL.md cannot be written: it is read-only"), "{}", result.stderr);
        assert_eq!(fs::read_to_string(&file).unwrap(), before);
    }

    /// What is said to somebody who is not the system's administrator, who may read everything.
    fn said_to_a_user(base: &Path) -> String {
        let program = tempfile::tempdir().unwrap();
        let copy = program.path().join("skill-lsp");
        fs::copy(assert_cmd::cargo::cargo_bin("skill-lsp"), &copy).unwrap();
        let mut command = Command::new(&copy);
        command.args(["check", "--format", "json"]).current_dir(base).env_clear().stdin(Stdio::null());
        if fs::metadata(program.path()).unwrap().uid() == 0 {
            for dir in [base, program.path()] {
                fs::set_permissions(dir, fs::Permissions::from_mode(0o755)).unwrap();
            }
            command.uid(NOBODY).gid(NOBODY);
        }
        let output = command.output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        let found = report["diagnostics"].as_array().unwrap().iter();
        let lines = found.map(|one| format!("{} {}", one["file"].as_str().unwrap(), one["code"].as_str().unwrap()));
        lines.collect::<Vec<_>>().join("\n").replace(&format!("{ROOT}/"), "")
    }

    const NOBODY: u32 = 65_534;

    #[test]
    fn what_may_not_be_read_is_told_of_and_nothing_else_is_said_of_it() {
        let dir = workspace();
        let root = dir.path().join(ROOT);
        for name in ["dir", "entry", "inner", "page"] {
            skill(dir.path(), name, &format!("{SOUND}See [x](refs/x.md#there) and [y](refs/y.md).\n"));
            fs::create_dir(root.join(name).join("refs")).unwrap();
            for page in ["x", "y"] {
                fs::write(root.join(name).join(format!("refs/{page}.md")), "# There\n").unwrap();
            }
        }
        // Where a link into a closed directory leads nobody knows.
        symlink("refs/x.md", root.join("inner/alias.md")).unwrap();
        let closed = ["dir", "entry/SKILL.md", "inner/refs", "page/refs/x.md"].map(|path| root.join(path));
        for path in &closed {
            fs::set_permissions(path, fs::Permissions::from_mode(0o000)).unwrap();
        }
        let said = said_to_a_user(dir.path());
        for path in &closed {
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        assert_eq!(
            said,
            "dir directory-unreadable\nentry/SKILL.md entry-unreadable\ninner/refs directory-unreadable\n\
             page/refs/x.md file-unreadable\nwitness/SKILL.md unquoted-colon"
        );
    }

    #[test]
    fn a_backslash_parts_no_directories_here() {
        let dir = workspace();
        skill(dir.path(), "a\\b", SOUND);
        assert_eq!(said_of(dir.path(), "a\\b"), ["name-form"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn names_that_are_not_utf8_stop_nothing() {
        use std::os::unix::ffi::OsStrExt;
        let dir = workspace();
        let path = dir.path().join(ROOT).join(std::ffi::OsStr::from_bytes(b"odd\xff"));
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join("SKILL.md"), SOUND.replace("NAME", "odd")).unwrap();
        skill(dir.path(), "beside", SOUND);
        fs::write(dir.path().join(ROOT).join("beside").join(std::ffi::OsStr::from_bytes(b"page\xfe.md")), "x").unwrap();
        assert_eq!(said_of(dir.path(), "beside"), Vec::<String>::new());
        assert_eq!(said_of(dir.path(), "odd\u{fffd}"), ["name-differs"]);
    }

    #[test]
    fn escapes_of_a_terminal_stay_out_of_the_output() {
        let dir = workspace();
        skill(
            dir.path(),
            "escape",
            "---\nname: \"\\e[31mred\\a\"\ndescription: \"x\\e]0;title\\a\"\nk\u{1b}[2J: [x](\u{1b}[2J)\n---\n",
        );
        for format in ["text", "github", "json", "sarif"] {
            let result = run(dir.path(), &["check", "--format", format, "--color", "never"]);
            assert!(
                !result.stdout.contains('\u{1b}') && !result.stdout.contains('\u{7}'),
                "{format}: {}",
                result.stdout
            );
        }
        let table = run(dir.path(), &["hosts", "--host", "all", "--color", "never"]).stdout;
        assert!(!table.contains('\u{1b}') && !table.contains('\u{7}'), "{table}");
    }
}
