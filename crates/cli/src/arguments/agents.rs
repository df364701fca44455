//! The arguments of `agents`.

use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Args)]
pub struct AgentsArgs {
    #[command(subcommand)]
    pub command: AgentsCommand,
}

#[derive(Debug, Subcommand)]
pub enum AgentsCommand {
    /// List the known agents, their files and where rutter is installed
    List,
    /// Tell an agent of rutter as an MCP server
    ///
    /// Runs the agent's own command (`claude mcp add`, `codex mcp add`, `gemini mcp add`, `code --add-mcp`) where
    /// it is installed, else writes the agent's configuration file if there is none. A file that exists is never
    /// edited: what belongs into it is shown. Everything is shown and asked for before it is done.
    #[command(after_help = "Examples:\n  \
        rutter agents install claude-code                 for this repository\n  \
        rutter agents install codex --scope user          for all your repositories\n  \
        rutter agents install vscode --print              only show what would be done")]
    Install {
        /// `claude-code`, `cursor`, `codex`, `gemini`, `vscode`, `zed` or `opencode`
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        how: HowArgs,
        /// Offer no tool that records entries
        #[arg(long)]
        read_only: bool,
        /// Also add a marked block to `AGENTS.md` that says when to ask rutter
        #[arg(long)]
        instructions: bool,
    },
    /// Take rutter away from an agent
    Remove {
        /// Name of the agent, as in `install`
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        how: HowArgs,
        /// Also remove the marked block from `AGENTS.md`
        #[arg(long)]
        instructions: bool,
    },
}

#[derive(Debug, Clone, Args)]
pub struct HowArgs {
    /// For this repository, or for all your repositories
    #[arg(long, value_enum, default_value_t = ScopeArg::Project)]
    pub scope: ScopeArg,
    /// Show what would be done without doing it
    #[arg(long)]
    pub print: bool,
    /// Do it without asking
    #[arg(short, long)]
    pub yes: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ScopeArg {
    Project,
    User,
}
