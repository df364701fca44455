//! The command line: commands, the flags that every command takes, and their help texts.
//!
//! Options that a tool takes are declared once, in `rutter-tools`, and flattened in here.

mod agents;
mod chat;
mod entries;
mod explore;
mod gap_work;
mod gaps;
mod grep;
mod help;
mod mcp;
mod model;
mod output_format;
mod read;
mod resolve;
mod review;
mod team;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use rutter_tools::code::{
    changed, impact, overview, path, references, search, similar, symbol, why,
};
use rutter_tools::positive;

pub use agents::{AgentsArgs, AgentsCommand, HowArgs, ScopeArg};
pub use chat::{AskArgs, ChatArgs, MetricsArgs};
pub use entries::{EntriesArgs, EntriesCommand, ListArgs};
pub use explore::{ExploreArgs, ModeArg, PermissionArgs, RunsArgs, RunsCommand};
pub use gap_work::{AnswerGapArgs, FixDocsArgs, GapReportArgs, GapReviewArgs};
pub use gaps::{GapsArgs, GapsCommand, ListGapsArgs};
pub use grep::GrepArgs;
pub use help::command_line;
pub use mcp::{McpArgs, ServeArgs, ServedArgs};
pub use model::{DispatchArg, EffortArg, ModelArgs};
pub use output_format::OutputFormat;
pub use resolve::ResolveArgs;
pub use review::ReviewArgs;
pub use team::{
    PublishArgs, PublishedArgs, RepositoriesCommand, TeamArgs, TeamCommand, UsersCommand,
};

/// A whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "rutter",
    version,
    propagate_version = true,
    max_term_width = 100,
    about = "Understand a codebase: index it in a second, search it in milliseconds, offline.\n\n\
             The first query builds the index, and every later one updates it.",
    override_usage = "rutter [OPTIONS] <COMMAND>\n       rutter [OPTIONS] \"where are files walked\""
)]
pub struct Arguments {
    #[command(flatten)]
    pub global: GlobalArgs,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Global options")]
pub struct GlobalArgs {
    /// Use exactly this folder as the repository [default: the nearest parent folder with a
    /// `.rutter` or `.git`, else the current folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Keep all data of rutter in this folder [default: `.rutter` in the root]
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// Store of a team
    #[arg(long, global = true, value_name = "URL", hide = true)]
    pub store: Option<String>,
    /// Index of a team
    #[arg(long, global = true, value_name = "URL", hide = true)]
    pub index: Option<String>,
    /// Output format
    #[arg(long, global = true, value_parser = output_format::common_formats(), default_value = "text")]
    pub format: OutputFormat,
    /// Print JSON; the same as `--format json`
    #[arg(long, global = true)]
    pub json: bool,
    /// Answer from the index as it is, without checking for changed files first
    #[arg(long, global = true)]
    pub no_refresh: bool,
    /// Print no progress and no remarks
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print more about what is being done
    #[arg(long, global = true)]
    pub verbose: bool,
    /// When to use colour
    #[arg(long, global = true, value_enum, default_value_t = When::Auto)]
    pub color: When,
}

/// The output format of most commands. Commands with more formats read [`OutputFormat`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// The commands, in the order of the groups in `help.rs`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Search by question, name or error message
    Search(SearchArgs),
    /// Find code similar to a given piece: related patterns, duplicates
    ///
    /// The piece is the chunk at a line, a chunk named by a search hit, or text of your own. Its own
    /// file is left out unless you ask for it. Each hit says whether it is a duplicate: nearly the
    /// same text, or the same with other names.
    Similar(SimilarArgs),
    /// Search lines by regular expression, with ripgrep's engine
    ///
    /// Searches the files as they are now, without the index. Prints `path:line:text`, sorted by path.
    /// Flags have ripgrep's names and meaning.
    Grep(GrepArgs),
    /// Show where a symbol is defined, what uses it and what it uses
    Symbol(SymbolArgs),
    /// List every use of a symbol with its line of code
    ///
    /// Calls, reads, writes, types, values, imports and mentions in documents, by file, tests last. Uses that
    /// may mean something else are counted for each definition they may mean. Where a language does not record
    /// such uses, the answer says so and counts the lines that contain the name.
    References(ReferencesArgs),
    /// List direct and transitive users of a symbol
    Impact(impact::Args),
    /// Show how one symbol reaches another
    ///
    /// The shortest chain of uses, over certain ones if there is such a chain. Says whether nothing was found
    /// within the allowed steps, or nothing uses the second symbol at all.
    Path(path::Args),
    /// Show what a folder is for; list the symbols of a file
    ///
    /// Of a folder its purpose as its own files say, its size by language, its folders, its most central types
    /// and what was recorded about them. Of a file its symbols, in order.
    Overview(overview::Args),
    /// List the symbols that changed since a commit, and who is affected
    ///
    /// Compares the working tree with a commit, symbol by symbol; moved or reformatted code has not changed.
    /// Lists direct and transitive users, the tests that reach what changed, and entries that went stale.
    Changed(changed::Args),
    /// List the commits that shaped a file or some of its lines
    ///
    /// For each line the commit that last changed it, apart from white space and moves; newest first, with its
    /// message. Lines that are not committed are listed apart.
    Why(why::Args),

    /// Ask a question about the code; citations of the answer are checked
    ///
    /// A language model searches and reads with tools that cannot leave the repository, then answers. A
    /// citation is checked before it is shown: its file and lines exist, the code there contains what
    /// the sentence names, and it was shown to the model. One that does not hold is marked. Without a
    /// model, the places that fit the question best are listed.
    Ask(AskArgs),
    /// Talk about the code: questions, follow-ups, commands
    ///
    /// `/help` lists the commands; `@` completes files and symbols. Every step is saved, so that
    /// `--resume` goes on after a crash. The model can only read unless `--mode` or `/mode` says
    /// otherwise.
    Chat(ChatArgs),
    /// Let a language model explore the code and record what it learns
    ///
    /// The model lists, searches and reads through tools that cannot leave the repository, and
    /// records what each major symbol is for. Every entry is checked against the code; what the
    /// model did not read or made up is never checked. Another run continues where entries are
    /// missing.
    Explore(ExploreArgs),
    /// List, review, check, export and import what was recorded
    Entries(EntriesArgs),
    /// Find and fill what is missing or wrong in the documentation
    ///
    /// Rules find public symbols without a description, files without an overview, documents that name
    /// code that no longer exists, imports that lead nowhere, and entries that are stale or cannot be
    /// relied on.
    Gaps(GapsArgs),

    /// Show the code in a browser; serve its API and agents over HTTP
    ///
    /// One address for the page, the API (`/api`, described by `/api/openapi.json`) and agents (`/mcp`, Model
    /// Context Protocol). It listens on this machine alone and asks for a token that is new at every start and
    /// part of the printed address. To let other machines connect, give `--bind` and a token of your own.
    /// Values that look secret are masked. The page writes to no file of the repository.
    ///
    /// With `--team` it serves a team's store to people who install nothing. Users have tokens of their own
    /// (`rutter team users`) and see the repositories that carry one of their labels: entries, gaps and runs as
    /// they were recorded. What users ask for goes into an audit log.
    Serve(ServeArgs),
    /// Serve a coding agent over standard input and output
    ///
    /// Agents start this command, which speaks the Model Context Protocol; people need not. It serves the
    /// folders that the client has open, else the current repository, and never writes to their files. The
    /// first call builds the index in the background.
    Mcp(McpArgs),
    /// Install rutter in Claude Code, Cursor, Codex and other agents
    Agents(AgentsArgs),
    /// Write the pages of `serve` as files, for a site to publish
    ///
    /// Files, symbols, entries, gaps and the map as HTML with links between them; search by names. Needs no
    /// server to be read but one that hands out files. Values that look secret are masked; runs and questions
    /// are left out.
    Export(ExportArgs),
    /// Publish to a team's store; manage its repositories and users
    Team(TeamArgs),

    /// Update the index
    ///
    /// Reads the files that changed since the last run, or all of them the first time. Skips and
    /// counts files that are hidden, ignored (`.gitignore`, `.ignore`, `.rutterignore`), binary,
    /// generated, minified or too large. Ctrl-C keeps what is done; the next run continues. If a
    /// language model is configured, it then explores the code, as `rutter explore` does.
    Index(IndexArgs),
    /// Show the contents of the index and whether it is current
    Status(StatusArgs),
    /// Check the installation, the index and the language model
    Doctor(ModelArgs),
    /// List, show and replay recorded runs of language models
    Runs(RunsArgs),
    /// Show how models were used: calls, tokens, cost, citations
    ///
    /// Counted from the recorded runs of this repository. Nothing leaves this machine.
    Metrics(MetricsArgs),
    /// Print a completion script for a shell
    Completions { shell: Shell },
}

#[derive(Debug, Args)]
pub struct IndexArgs {
    /// Repository to index; the same as `--root`
    #[arg(value_name = "DIR", conflicts_with = "root")]
    pub dir: Option<PathBuf>,
    /// Rebuild the index from scratch
    #[arg(long)]
    pub full: bool,
    /// Index only; do not explore with a language model
    #[arg(long)]
    pub local: bool,
    /// Skip larger files; remembered until given again [default: 2097152]
    #[arg(long, value_name = "BYTES")]
    pub max_file_size: Option<u64>,
    /// Keep running and update the index after each change, until Ctrl-C
    #[arg(long)]
    pub watch: bool,
    /// Update the index for later queries, unless another process writes it
    #[arg(long, hide = true)]
    pub in_background: bool,
    #[command(flatten)]
    pub embedder: EmbedderArgs,
    #[command(flatten)]
    pub model: ModelArgs,
}

/// The embedder, which computes the vectors for search by meaning.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Embedding")]
pub struct EmbedderArgs {
    /// Embedder for search by meaning: `built-in`, `none`, `ollama:MODEL`, `openai:MODEL`,
    /// `gemini:MODEL`, `voyage:MODEL`, `cohere:MODEL` or `openai-compatible:MODEL`; remembered
    /// until the index is rebuilt with another [default: built-in, which needs no service or key]
    #[arg(long, value_name = "EMBEDDER")]
    pub embedder: Option<String>,
    /// Address of the service, if not its usual one
    #[arg(long, value_name = "URL", requires = "embedder")]
    pub embedder_endpoint: Option<String>,
    /// Number of dimensions, if the service lets you choose
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
    /// What to search for; several words make one query
    #[arg(value_name = "QUERY", required_unless_present = "batch", conflicts_with = "batch")]
    pub words: Vec<String>,
    #[command(flatten)]
    pub options: search::SearchOptions,
    /// Show this many lines of each excerpt [default: 6; at a terminal as many as fit the screen, of five files]
    #[arg(long, value_name = "N", value_parser = positive, conflicts_with_all = ["tokens", "all", "batch"])]
    pub lines: Option<usize>,
    /// Whether the command line sets the number of files or excerpts.
    #[arg(skip)]
    pub is_sized: bool,
    #[command(flatten)]
    pub published: PublishedArgs,
    /// Explain the rank of each hit
    #[arg(long, conflicts_with = "all")]
    pub explain: bool,
    /// Read one query per line from standard input, and answer each with one line of JSON
    #[arg(long, conflicts_with = "all")]
    pub batch: bool,
}

#[derive(Debug, Args)]
pub struct ReferencesArgs {
    #[command(flatten)]
    pub references: references::Args,
    #[command(flatten)]
    pub published: PublishedArgs,
}

#[derive(Debug, Args)]
pub struct SymbolArgs {
    #[command(flatten)]
    pub symbol: symbol::Args,
    #[command(flatten)]
    pub published: PublishedArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    rutter similar src/net/retry.rs:42            similar to the code at this line\n  \
    rutter similar src/net/retry.rs:42 --json     with `duplicate` for each hit\n  \
    rutter similar 'src/net/retry.rs#3'           the `chunk` of a hit, quoted\n  \
    rutter similar --text 'for x in xs: total += x' --lang python\n  \
    git diff | rutter similar --text - --code     does this exist already?")]
pub struct SimilarArgs {
    /// A line of a file, or the chunk of a hit: `FILE:LINE` or `FILE#N`
    #[arg(value_name = "PLACE", required_unless_present = "text", conflicts_with = "text")]
    pub place: Option<String>,
    /// Compare with this text; `-` reads it from standard input
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub text: Option<String>,
    #[command(flatten)]
    pub options: similar::SimilarOptions,
}

#[derive(Debug, Args)]
pub struct StatusArgs {
    /// List the indexed files
    #[arg(long, conflicts_with = "skipped")]
    pub files: bool,
    /// List the files and folders that are not in the index, each with its reason
    #[arg(long)]
    pub skipped: bool,
    /// With `--skipped`: at most this many
    #[arg(short = 'n', long, default_value_t = 200, value_name = "N", requires = "skipped")]
    pub limit: usize,
    /// With `--skipped`: pass over this many first, to page
    #[arg(long, default_value_t = 0, value_name = "N", requires = "skipped")]
    pub skip: usize,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  \
    rutter export --html site")]
pub struct ExportArgs {
    /// Folder to write to; it must not exist, or be empty or an earlier export
    #[arg(long, value_name = "DIR", required = true)]
    pub html: PathBuf,
    /// At most this many symbols get a page of their own
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    pub symbols: usize,
}
