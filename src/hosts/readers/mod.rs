//! How hosts turn the text of a skill into name, description and other keys: one file per family.

mod data;
mod reading;

use serde::Deserialize;

use crate::skill::Document;

pub use data::Data;
pub use reading::{Outcome, Reading, Readings};

/// A way to read front matter. Hosts that read alike share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "each is named after the program that reads so")]
pub enum Reader {
    Yaml,
    YamlSome,
    ClaudeCode,
    Vscode,
    Codex,
    GeminiCli,
    Opencode,
    Goose,
    Zed,
    QwenCode,
    Pi,
    Continue,
    GrayMatter,
    MistralVibe,
    LettaCode,
    Strands,
    SpringAi,
    Toolnexus,
    SingleLine,
    Haystack,
    PythonFrontmatter,
    Cline,
    Crush,
    KimiCli,
    Mux,
    Crewai,
    MsAgentFramework,
    Deepagents,
    Nanobot,
    Strictyaml,
    QuickValidate,
}

impl Reader {
    /// Number of readers.
    const COUNT: usize = Reader::QuickValidate as usize + 1;

    /// Reads a text as this reader does.
    fn read(self, document: &Document) -> Reading {
        reading::simple(self, document)
    }
}
