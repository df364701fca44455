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
    /// Add rutter to an agent's configuration file as an MCP server
    ///
    /// Shows the change and asks before writing it. Nothing else in the file changes: the entries
    /// and comments of others stay.
    #[command(after_help = "Examples:\n  \
        rutter agents install claude-code                 for this repository\n  \
        rutter agents install codex --scope user          for all your repositories\n  \
        rutter agents install vscode --print              only show the change")]
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
    /// Remove rutter from an agent's configuration file
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
    /// Which file to change: this repository's, or your own for all repositories
    #[arg(long, value_enum, default_value_t = ScopeArg::Project)]
    pub scope: ScopeArg,
    /// Show the change without writing it
    #[arg(long)]
    pub print: bool,
    /// Write the change without asking
    #[arg(short, long)]
    pub yes: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ScopeArg {
    Project,
    User,
}
