use std::process::ExitCode;

use serde_json::json;

use super::args::{Explain, ListFormat, Rules};
use super::{Failure, output};
use crate::rules::{self, Fixes, Rule};
use crate::workspace::code;

/// `skill-lsp explain`.
pub fn explain(args: &Explain) -> Result<ExitCode, Failure> {
    let rule = rules::find(code(&args.code).map_err(Failure)?).ok_or_else(|| Failure("no such rule".to_owned()))?;
    Ok(output::result(&format!("# {}\n\n{}\nFix: {}.\n", rule.code, rule.markdown(), fix(rule))))
}

/// `skill-lsp rules`.
pub fn rules(args: &Rules) -> Result<ExitCode, Failure> {
    let text = match args.format {
        ListFormat::Text => {
            let width = rules::RULES.iter().map(|rule| rule.code.len()).max().unwrap_or(0);
            rules::RULES
                .iter()
                .map(|rule| format!("\x1b[1m{:width$}\x1b[0m  {}\n", rule.code, rule.summary()))
                .collect()
        }
        ListFormat::Json => {
            let list: Vec<_> = rules::RULES
                .iter()
                .map(|rule| json!({"code": rule.code, "summary": rule.summary(), "fix": fix(rule), "page": rule.markdown()}))
                .collect();
            serde_json::to_string_pretty(&list)? + "\n"
        }
        ListFormat::Markdown => markdown(),
    };
    Ok(output::result(&text))
}

/// All rules as one Markdown page.
pub fn markdown() -> String {
    let mut page =
        "# Rules\n\nMade by `skill-lsp rules --format markdown`.\n\n| code | says | fix |\n| --- | --- | --- |\n"
            .to_owned();
    for rule in rules::RULES {
        page += &format!("| [`{0}`](#{0}) | {1} | {2} |\n", rule.code, rule.summary().replace('|', "\\|"), fix(rule));
    }
    for rule in rules::RULES {
        let body = rule.markdown().replace("\n## ", "\n### ");
        page += &format!("\n## {}\n\n{body}", rule.code);
    }
    page
}

fn fix(rule: &Rule) -> &'static str {
    match rule.fixes {
        Fixes::None => "none",
        Fixes::Safe => "safe",
        Fixes::Unsafe => "needs a decision",
    }
}
