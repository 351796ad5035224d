//! Paths as Node writes them; they are text that the model sees.

use std::path::Path;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// A path in normal form: no `.`, no empty names, `..` only where it leads up from a relative start.
pub(super) fn normal(path: &str) -> String {
    let absolute = path.starts_with('/');
    let mut names: Vec<&str> = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." if names.last().is_some_and(|&last| last != "..") => drop(names.pop()),
            ".." if absolute => {}
            name => names.push(name),
        }
    }
    let joined = names.join("/");
    match (absolute, joined.is_empty()) {
        (true, _) => format!("/{joined}"),
        (false, true) => ".".to_owned(),
        (false, false) => joined,
    }
}

/// `name` below `dir`, which is in normal form.
pub(super) fn join(dir: &str, name: &str) -> String {
    match dir {
        _ if name.is_empty() => dir.to_owned(),
        "." => name.to_owned(),
        "/" => format!("/{name}"),
        dir => format!("{dir}/{name}"),
    }
}

/// What Node 20 encodes in the path of a file URL, beside controls and all that is not ASCII.
const ENCODED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}')
    .add(b'~');

/// The `file:` URL of a directory, without a slash at the end: Node's `pathToFileURL`. A relative one is below `cwd`.
pub(super) fn file_url(cwd: &Path, dir: &str) -> String {
    let whole = std::path::absolute(cwd.join(dir)).unwrap_or_else(|_| cwd.join(dir));
    let mut path = whole.to_string_lossy().into_owned();
    if cfg!(windows) {
        path = format!("/{}", path.replace('\\', "/"));
    }
    format!("file://{}", utf8_percent_encode(&normal(&path), ENCODED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_forms_as_node_has_them() {
        for (path, expected) in [
            ("./skills/", "skills"),
            ("skills//a/../b", "skills/b"),
            (".", "."),
            ("a/..", "."),
            ("../a", "../a"),
            ("a/../../b", "../b"),
            ("/a/./b/", "/a/b"),
            ("/..", "/"),
            ("//a", "/a"),
        ] {
            assert_eq!(normal(path), expected, "{path}");
        }
        assert_eq!((join(".", "a"), join("/", "a"), join("b", "a")), ("a".into(), "/a".into(), "b/a".into()));
    }

    #[cfg(unix)]
    #[test]
    fn urls_as_node_has_them() {
        let cwd = Path::new("/w d");
        assert_eq!(file_url(cwd, "a/b"), "file:///w%20d/a/b");
        assert_eq!(file_url(cwd, "."), "file:///w%20d");
        assert_eq!(file_url(cwd, "/"), "file:///");
        assert_eq!(file_url(cwd, "../x"), "file:///x");
        let kept = "!$&'()*+,-.:;=@_09azAZ";
        assert_eq!(file_url(cwd, &format!("/{kept}")), format!("file:///{kept}"));
        assert_eq!(
            file_url(cwd, "/ \"#%<>?[\\]^`{|}~\n\u{7f}é"),
            "file:///%20%22%23%25%3C%3E%3F%5B%5C%5D%5E%60%7B%7C%7D%7E%0A%7F%C3%A9"
        );
    }
}
