//! How hosts turn the text of a skill into name, description and other keys.
//!
//! A reader cuts the block out of the text ([`cut`]) and gives it to a YAML library ([`library`]), to a reader of lines
//! ([`lines`]) or to VS Code's own ([`vscode`]); some rewrite a block that YAML refuses and try again ([`rescue`]).

mod by_key;
mod cut;
mod data;
mod explain;
mod feature;
mod lenient;
mod library;
mod lines;
mod plain;
mod read;
mod reading;
mod rescue;
mod scalar;
mod strict;
mod tools;
mod vscode;
mod vscode_2026_03;

use serde::Deserialize;

pub use data::Data;
pub use feature::Feature;
use library::Library;
pub use reading::{Difference, Outcome, Reading, Readings};

/// A way to read front matter. Hosts that read alike share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "each is named after the program that reads so")]
pub enum Reader {
    /// YAML as the specification wants it.
    Yaml,
    /// YAML, though which library is not known.
    SomeYaml,
    ClaudeCode,
    ClineSdk,
    Vscode,
    /// VS Code's reader up to March 2026.
    #[serde(rename = "vscode-2026-03")]
    Vscode202603,
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
    /// Only `name` and `description`, each on one line.
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
    SkillsRef,
    QuickValidate,
}

impl Reader {
    /// Number of readers.
    const COUNT: usize = Reader::QuickValidate as usize + 1;

    /// Whether it takes indented lines below a key for a map, like YAML.
    pub(crate) fn has_maps(self) -> bool {
        !matches!(self, Reader::LettaCode | Reader::SpringAi | Reader::MsAgentFramework)
    }

    /// Every reader.
    #[cfg(test)]
    pub(crate) const ALL: [Reader; Reader::COUNT] = [
        Reader::Yaml,
        Reader::SomeYaml,
        Reader::ClaudeCode,
        Reader::ClineSdk,
        Reader::Vscode,
        Reader::Vscode202603,
        Reader::Codex,
        Reader::GeminiCli,
        Reader::Opencode,
        Reader::Goose,
        Reader::Zed,
        Reader::QwenCode,
        Reader::Pi,
        Reader::Continue,
        Reader::GrayMatter,
        Reader::MistralVibe,
        Reader::LettaCode,
        Reader::Strands,
        Reader::SpringAi,
        Reader::Toolnexus,
        Reader::SingleLine,
        Reader::Haystack,
        Reader::PythonFrontmatter,
        Reader::Cline,
        Reader::Crush,
        Reader::KimiCli,
        Reader::Mux,
        Reader::Crewai,
        Reader::MsAgentFramework,
        Reader::Deepagents,
        Reader::Nanobot,
        Reader::SkillsRef,
        Reader::QuickValidate,
    ];
}
