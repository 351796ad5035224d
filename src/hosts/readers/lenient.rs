//! Blocks that YAML 1.2 refuses, rewritten as the libraries take them that let them pass.

/// The block with a blank before the `#` at `at` that follows a closing quote or bracket right away.
pub(super) fn with_comment_apart(block: &str, at: usize) -> Option<String> {
    let (before, rest) = (block.get(..at)?, block.get(at..)?);
    (rest.starts_with('#') && before.ends_with(['"', '\'', ']', '}'])).then(|| format!("{before} {rest}"))
}

/// The block without the tabs that begin its lines, after spaces or not; `None` when there are none.
pub(super) fn without_tabs(block: &str) -> Option<String> {
    let mut changed = false;
    let line = |line: &str| {
        let rest = line.trim_start_matches(' ');
        if !rest.starts_with('\t') {
            return line.to_owned();
        }
        changed = true;
        format!("{}{}", &line[..line.len() - rest.len()], rest.trim_start_matches([' ', '\t']))
    };
    let out: String = block.split_inclusive('\n').map(line).collect();
    changed.then_some(out)
}
