//! The files in which a workspace instructs its agents: they speak of skills, and belong to none.

use std::path::{Path, PathBuf};

use crate::workspace::Workspace;

/// Where such files stand in a workspace, as their products document it.
const FILES: [&str; 8] = [
    "AGENTS.md",
    "AGENT.md",
    "CLAUDE.md",
    "CLAUDE.local.md",
    "GEMINI.md",
    ".claude/CLAUDE.md",
    ".github/copilot-instructions.md",
    "QWEN.md",
];

/// The paths at which a workspace may have such files.
pub fn paths(workspace: &Workspace) -> impl Iterator<Item = PathBuf> + '_ {
    let base = &workspace.settings().base;
    FILES.iter().map(move |file| base.join(file))
}

/// Whether a file is one.
pub fn is_one(workspace: &Workspace, file: &Path) -> bool {
    paths(workspace).any(|path| path == file)
}
