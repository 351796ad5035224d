//! The text of a block scalar (`|`, `>`) as VS Code's reader puts it together.

pub(super) fn block_text(style: char, chomping: Option<char>, lines: &[String], trailing: usize) -> String {
    let mut text = if style == '|' { lines.join("\n") } else { folded(lines) };
    if trailing > 0 {
        text.truncate(text.trim_end_matches('\n').len());
    }
    let has_content = lines.iter().any(|line| !line.is_empty());
    match chomping {
        Some('-') => {}
        Some(_) if has_content => text += &"\n".repeat(trailing + 1),
        Some(_) => text = "\n".repeat(trailing),
        None if has_content => text.push('\n'),
        None => {}
    }
    text
}

fn folded(lines: &[String]) -> String {
    let mut text = String::new();
    let (mut last_indented, mut in_empty, mut seen) = (false, false, false);
    for (at, line) in lines.iter().enumerate() {
        if line.is_empty() {
            text.push('\n');
            in_empty = true;
            continue;
        }
        let indented = line.starts_with([' ', '\t']);
        let joint = match () {
            () if at == 0 => "",
            () if in_empty && !((last_indented || indented) && seen) => "",
            () if in_empty || indented || last_indented => "\n",
            () => " ",
        };
        text += joint;
        text += line;
        (last_indented, in_empty, seen) = (indented, false, true);
    }
    text
}
