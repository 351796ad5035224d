use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args as ClapArgs, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::rules::Severity;

/// See, while you write agent skills, what an agent will really get.
///
/// A skill is a folder with a SKILL.md. Some forty agent products load such folders, each in its own way, and most drop a
/// bad one without a word. skill-lsp says it beforehand.
#[derive(Debug, Parser)]
#[command(name = "skill-lsp", version, max_term_width = 100, arg_required_else_help = true)]
pub struct Args {
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: When,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum When {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check skills and say what is wrong with them, where, and for whom
    Check(Check),
    /// Write a new skill that has no diagnostics
    New(New),
    /// Run the list/read tool and print what an agent gets
    Tool(Tool),
    /// Run the load tool and print what an agent gets
    Load(Load),
    /// Print the catalog of skills that an agent gets in its prompt
    Catalog(Catalog),
    /// Show what each host makes of the skills
    Hosts(Hosts),
    /// Explain a rule
    Explain(Explain),
    /// List all rules
    Rules(Rules),
    /// Run the language server on standard input and output
    Serve(Serve),
    /// Print a completion script for a shell
    Completions(Completions),
}

/// Check skills and say what is wrong with them, where, and for whom.
///
/// A path may be a skill, a folder of skills, or any folder above some: everything below it is looked at.
///
/// Exit code 0: nothing at or above the failing severity; 1: something was found; 2: could not run.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  skill-lsp check\n  skill-lsp check .claude/skills --host codex --host zed\n  \
                        skill-lsp check --fix\n  skill-lsp check --format json > report.json")]
pub struct Check {
    /// Skills, or folders with skills below them
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// A folder of skills, in priority order; may be given several times
    #[arg(long = "root", value_name = "DIR")]
    pub roots: Vec<PathBuf>,
    /// Speak for this host (`all` for every one) instead of those that read the folder; may be given several times
    #[arg(long = "host", value_name = "ID")]
    pub hosts: Vec<String>,
    /// How to print what is found
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
    /// Make the safe fixes
    #[arg(long)]
    pub fix: bool,
    /// Make the fixes that need a decision as well
    #[arg(long)]
    pub unsafe_fixes: bool,
    /// Show what the fixes would change, and change nothing
    #[arg(long)]
    pub diff: bool,
    /// Only these rules
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub select: Vec<String>,
    /// Not these rules
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub ignore: Vec<String>,
    /// The lowest severity that makes the exit code 1
    #[arg(long, value_name = "SEVERITY", default_value = "error")]
    pub fail_on: FailOn,
    /// Read this configuration instead of the nearest skill-lsp.toml
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,
    /// Read no configuration
    #[arg(long)]
    pub no_config: bool,
}

/// Write a new skill that has no diagnostics, and print the path of its SKILL.md.
///
/// Where something would be wrong with it, that is said, nothing is written, and the exit code is 1.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example:\n  skill-lsp new release-notes --root .claude/skills \\\n    \
                        --description \"Writes release notes. Use when a version is tagged.\"")]
pub struct New {
    /// The skill's name, which is its directory's as well: lower-case letters, digits and single hyphens
    #[arg(value_name = "NAME")]
    pub name: String,
    /// What it does and when an agent is to use it, in a sentence or two
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub description: String,
    /// The folder of skills to put it into. Without: the strongest one of the workspace
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, with the source
    Text,
    /// One JSON object
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Workflow commands, for annotations on GitHub
    Github,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    Error,
    Warning,
    Info,
    Hint,
    Never,
}

impl FailOn {
    /// Whether a severity makes the command fail.
    pub fn includes(self, severity: Severity) -> bool {
        match self {
            FailOn::Error => severity <= Severity::Error,
            FailOn::Warning => severity <= Severity::Warning,
            FailOn::Info => severity <= Severity::Info,
            FailOn::Hint => true,
            FailOn::Never => false,
        }
    }
}

/// Run the list/read tool and print what an agent gets.
///
/// Prints the decoded result; a refusal prints `{"error": {"message": …}}` and exits with 1. Nothing of a skill is run.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  skill-lsp tool '{\"action\": \"list\"}'\n  \
                        skill-lsp tool --root skills '{\"action\": \"read\", \"skill\": \"release-guide\"}'")]
pub struct Tool {
    /// The tool's arguments as JSON, or - for standard input
    #[arg(value_name = "JSON")]
    pub call: Option<String>,
    /// A folder of skills, in priority order; may be given several times. Without any: those of the workspace
    #[arg(long = "root", value_name = "DIR")]
    pub roots: Vec<PathBuf>,
    /// No folder at all
    #[arg(long, conflicts_with = "roots")]
    pub no_roots: bool,
    /// Print the tool's definition, as an agent is told of it
    #[arg(long)]
    pub schema: bool,
}

/// Run the load tool and print what an agent gets.
///
/// The options are those of `loadSkills`, with the call under `args`. Prints `{output, isError, metadata?}`.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example:\n  skill-lsp load '{\"dirs\": [\"skills\"], \"args\": {\"name\": \"release-guide\"}}'"
)]
pub struct Load {
    /// Options as JSON (`dirs`, `skills`, `filter`, `sampleLimit`, `args`), or - for standard input
    #[arg(value_name = "JSON")]
    pub options: Option<String>,
    /// Print the tool's definition, as an agent is told of it
    #[arg(long)]
    pub schema: bool,
    /// How to print the result
    #[arg(long, value_name = "FORMAT", default_value = "json")]
    pub format: ResultFormat,
}

/// Print the catalog of skills that an agent gets in its prompt.
///
/// The options are those of `loadSkills`. Prints `{prompt, skills, skipped, warnings}`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example:\n  skill-lsp catalog '{\"dirs\": [\"skills\"]}' --format text")]
pub struct Catalog {
    /// Options as JSON (`dirs`, `skills`, `filter`, `sampleLimit`), or - for standard input. Without: the roots of the
    /// workspace, and what its skill-lsp.toml says under [agents]
    #[arg(value_name = "JSON")]
    pub options: Option<String>,
    /// All skills and what was skipped, whatever the filter says (`listSkills`)
    #[arg(long)]
    pub all: bool,
    /// How to print the result
    #[arg(long, value_name = "FORMAT", default_value = "json")]
    pub format: ResultFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ResultFormat {
    /// JSON
    Json,
    /// For people
    Text,
}

/// Show what each host makes of the skills: loads, differs, lost, and why.
///
/// Without --host: the hosts that read the folder a skill stands in; for a single skill, all.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  skill-lsp hosts .claude/skills/release-notes\n  \
                        skill-lsp hosts --host claude-code --host codex\n  skill-lsp hosts --list")]
pub struct Hosts {
    /// Skills, or folders with skills below them
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Only this host (`all` for every one); may be given several times
    #[arg(long = "host", value_name = "ID")]
    pub hosts: Vec<String>,
    /// How to print the table
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ListFormat,
    /// List the hosts that are known, with the sources of what is known of them
    #[arg(long, conflicts_with = "paths")]
    pub list: bool,
}

#[derive(Debug, ClapArgs)]
pub struct Explain {
    /// The rule's code, such as `unquoted-colon`
    #[arg(value_name = "CODE")]
    pub code: String,
}

#[derive(Debug, ClapArgs)]
pub struct Rules {
    /// How to print them
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ListFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// For people
    Text,
    /// JSON
    Json,
    /// Markdown
    Markdown,
}

/// Run the language server on standard input and output; editors start it.
#[derive(Debug, ClapArgs)]
pub struct Serve {
    /// Speak over standard input and output: what it does anyway
    #[arg(long)]
    pub stdio: bool,
    /// How much to log, to standard error and to the editor
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    pub log_level: LogLevel,
    /// The editor's process, as some clients pass it; the protocol tells it as well
    #[arg(long = "clientProcessId", hide = true)]
    pub client_process_id: Option<u32>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum LogLevel {
    Off,
    Error,
    Warn,
    Info,
    Debug,
}

impl LogLevel {
    /// The word for it in settings.
    pub fn word(self) -> &'static str {
        match self {
            LogLevel::Off => "off",
            LogLevel::Error => "error",
            LogLevel::Warn => "warn",
            LogLevel::Info => "info",
            LogLevel::Debug => "debug",
        }
    }
}

#[derive(Debug, ClapArgs)]
pub struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// Prints the completion script of a shell.
pub fn completions(shell: clap_complete::Shell) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "skill-lsp", &mut script);
    super::output::result(&String::from_utf8_lossy(&script))
}
