//! The binary: arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    skill_lsp::cli::run(std::env::args_os(), &|level| {
        skill_lsp::lsp::serve(skill_lsp::lsp::Level::of_word(level).unwrap_or_default())
    })
}
