//! The binary: arguments in, exit code out.

use std::process::ExitCode;

/// Checking a workspace takes and gives back memory millions of times, on all threads at once.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    skill_lsp::cli::run(std::env::args_os(), &|level| {
        skill_lsp::lsp::serve(skill_lsp::lsp::Level::of_word(level).unwrap_or_default())
    })
}
