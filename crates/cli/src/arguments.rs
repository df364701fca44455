//! What can be asked for on the command line.

mod agents;
mod entries;
mod explore;
mod mcp;
mod model;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use rutter_tools::code::{impact, search, similar, symbol, symbols};

pub use agents::{AgentsArgs, AgentsCommand, HowArgs, ScopeArg};
pub use entries::{EntriesArgs, EntriesCommand, ListArgs};
pub use explore::{ExploreArgs, ModeArg, PermissionArgs, RunsArgs, RunsCommand};
pub use mcp::{McpArgs, ServeArgs, ServedArgs};
pub use model::{DispatchArg, ModelArgs};

/// Understand a codebase: index it in a second, search it in a millisecond, offline.
///
/// `rutter search "where are files walked"` is all it takes: the index is made at the first
/// question and brought up to date at every further one.
#[derive(Debug, Parser)]
#[command(
    name = "rutter",
    version,
    propagate_version = true,
    max_term_width = 100,
    after_help = "Exit codes: 0 found or done, 1 nothing found, 2 bad usage or an error, 130 stopped by Ctrl-C."
)]
pub struct Arguments {
    #[command(flatten)]
    pub global: GlobalArgs,
    #[command(subcommand)]
    pub command: Command,
}

/// Flags that every command takes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Everywhere")]
pub struct GlobalArgs {
    /// Take exactly this folder as the repository [default: the nearest folder upward that holds
    /// `.rutter` or `.git`, else the current one]
    #[arg(long, global = true, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Put everything rutter writes there [default: `.rutter` in the root]
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// How to print answers
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Print answers as JSON, like `--format json`
    #[arg(long, global = true)]
    pub json: bool,
    /// Answer from the index as it is, without looking for changed files to read first
    #[arg(long, global = true)]
    pub no_refresh: bool,
    /// No progress, no remarks
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say more about what is done
    #[arg(long, global = true)]
    pub verbose: bool,
    /// When to use colour
    #[arg(long, global = true, value_enum, default_value_t = When::Auto)]
    pub color: When,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum When {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Bring the index up to date
    ///
    /// Reads what changed since the last time, or everything the first time. Skips hidden,
    /// ignored (`.gitignore`, `.ignore`, `.rutterignore`), binary, generated, minified and
    /// over-large files, and counts them. Ctrl-C keeps what is done; the next run goes on. With a
    /// language model configured it then explores the code, as `rutter explore` does.
    Index(IndexArgs),
    /// Let a language model explore the code and record what it learns
    ///
    /// The model lists, searches and reads through tools that cannot leave the repository, and
    /// records what each major symbol is for. What it writes is checked against the code; nothing
    /// unread or made up becomes a verified entry. A further run goes on where knowledge is missing.
    Explore(ExploreArgs),
    /// Look at what models did here: each run is recorded
    Runs(RunsArgs),
    /// Find the code that a question, a name or an error message speaks of
    Search(SearchArgs),
    /// Find what is like a piece of code: related patterns, other implementations, likely copies
    ///
    /// The piece is the chunk that holds a line, a chunk named by a hit of a search, or a text of
    /// your own. What is in the same file is left out unless you ask for it. Each hit says whether
    /// it is a copy: nearly the same text, or the same with other names.
    Similar(SimilarArgs),
    /// Find lines by regular expression, with ripgrep's engine and conventions
    Grep(GrepArgs),
    /// List what a file defines
    Symbols(symbols::Args),
    /// Show where a name is defined, who uses it and what it uses
    Symbol(symbol::Args),
    /// Show who is affected when a symbol changes, directly or through others
    Impact(impact::Args),
    /// What was recorded of symbols: list it, check it against the code, exchange it
    Entries(EntriesArgs),
    /// Show what the index holds and whether it is current
    Status(StatusArgs),
    /// Serve coding agents over standard input and output, by the Model Context Protocol
    ///
    /// For an agent to start, not for people. It serves the folders that the client has open, else
    /// the current repository; it never writes to their files. The index is made in the background
    /// at the first question.
    Mcp(McpArgs),
    /// Tell coding agents of rutter: Claude Code, Cursor, Codex, Gemini CLI, VS Code, Zed, opencode
    Agents(AgentsArgs),
    /// Serve over HTTP, on this machine and for who has the token
    Serve(ServeArgs),
    /// Look whether everything rutter relies on is in order, and try the language model
    Doctor(ModelArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell to complete in
        shell: Shell,
    },
}

#[derive(Debug, Args)]
pub struct IndexArgs {
    /// The repository; the same as `--root`
    #[arg(value_name = "DIR", conflicts_with = "root")]
    pub dir: Option<PathBuf>,
    /// Throw the index away and build it anew
    #[arg(long)]
    pub full: bool,
    /// Stop after the local part; no language model is asked
    #[arg(long)]
    pub local: bool,
    /// Skip files over this size; holds until it is given anew [default: 2097152]
    #[arg(long, value_name = "BYTES")]
    pub max_file_size: Option<u64>,
    /// Stay, and keep the index current until Ctrl-C
    #[arg(long)]
    pub watch: bool,
    #[command(flatten)]
    pub embedder: EmbedderArgs,
    #[command(flatten)]
    pub model: ModelArgs,
}

/// Who makes the vectors that search by meaning compares.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Search by meaning")]
pub struct EmbedderArgs {
    /// Let this make the vectors: `built-in`, `none`, `ollama:MODEL`, `openai:MODEL`,
    /// `gemini:MODEL`, `voyage:MODEL`, `cohere:MODEL` or `openai-compatible:MODEL`; holds until the
    /// index is made anew with another [default: built-in, which needs no service and no key]
    #[arg(long, value_name = "EMBEDDER")]
    pub embedder: Option<String>,
    /// Where that service is, unless it is where it usually is
    #[arg(long, value_name = "URL", requires = "embedder")]
    pub embedder_endpoint: Option<String>,
    /// How long its vectors shall be, where it leaves that open
    #[arg(long, value_name = "N", requires = "embedder")]
    pub embedder_dims: Option<u32>,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    rutter search \"where are files walked\"\n  \
    rutter search Parser::new --lang rust\n  \
    rutter search retry backoff --path 'src/**' --limit 3 --json\n  \
    rutter search \"how is a token refreshed\" --tokens 1500")]
pub struct SearchArgs {
    /// What to look for; several words make one query
    #[arg(value_name = "QUERY", required_unless_present = "batch", conflicts_with = "batch")]
    pub words: Vec<String>,
    #[command(flatten)]
    pub options: search::Options,
    /// Say why each hit ranks where it does
    #[arg(long)]
    pub explain: bool,
    /// Read one query a line from standard input, answer each with one line of JSON
    #[arg(long)]
    pub batch: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    rutter similar src/net/retry.rs:42            what is like the code at this line\n  \
    rutter similar src/net/retry.rs:42 --json     with `duplicate` for each hit\n  \
    rutter similar 'src/net/retry.rs#3'           the `chunk` of a hit; quote it for the shell\n  \
    rutter similar --text 'for x in xs: total += x' --lang python\n  \
    git diff | rutter similar --text - --code     is this written already?")]
pub struct SimilarArgs {
    /// A line of a file, or a chunk as hits name it: `FILE:LINE` or `FILE#N`
    #[arg(value_name = "PLACE", required_unless_present = "text", conflicts_with = "text")]
    pub place: Option<String>,
    /// Compare with this text; `-` reads it from standard input
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub text: Option<String>,
    #[command(flatten)]
    pub options: similar::Options,
}

#[derive(Debug, Args)]
pub struct StatusArgs {
    /// List the indexed files
    #[arg(long)]
    pub files: bool,
}

#[derive(Debug, Args)]
pub struct GrepArgs {
    /// A regular expression
    pub pattern: String,
    /// Only these files and folders, relative to the root
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// Ignore case
    #[arg(short = 'i', long)]
    pub ignore_case: bool,
    /// Ignore case unless the pattern holds a capital
    #[arg(short = 'S', long, conflicts_with = "ignore_case")]
    pub smart_case: bool,
    /// Whole words only
    #[arg(short = 'w', long)]
    pub word_regexp: bool,
    /// The pattern is plain text
    #[arg(short = 'F', long)]
    pub fixed_strings: bool,
    /// Lines that do not match
    #[arg(short = 'v', long)]
    pub invert_match: bool,
    /// Let matches span lines
    #[arg(short = 'U', long)]
    pub multiline: bool,
    /// Lines shown before and after each match
    #[arg(short = 'C', long, value_name = "N")]
    pub context: Option<usize>,
    /// Lines shown after each match
    #[arg(short = 'A', long, value_name = "N")]
    pub after_context: Option<usize>,
    /// Lines shown before each match
    #[arg(short = 'B', long, value_name = "N")]
    pub before_context: Option<usize>,
    /// Only files that match; `!` in front excludes; may be repeated
    #[arg(short = 'g', long, value_name = "GLOB")]
    pub glob: Vec<String>,
    /// Only this language; may be repeated
    #[arg(short = 't', long = "type", value_name = "LANGUAGE")]
    pub languages: Vec<String>,
    /// At most this many matching lines a file
    #[arg(short = 'm', long, value_name = "N")]
    pub max_count: Option<u64>,
    /// Only the paths of files that match
    #[arg(short = 'l', long, conflicts_with = "count")]
    pub files_with_matches: bool,
    /// Only the number of matching lines of each file
    #[arg(short = 'c', long)]
    pub count: bool,
}
