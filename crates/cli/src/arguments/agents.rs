//! `agents`: telling coding agents of rutter.

use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Args)]
pub struct AgentsArgs {
    #[command(subcommand)]
    pub command: AgentsCommand,
}

#[derive(Debug, Subcommand)]
pub enum AgentsCommand {
    /// List the agents that rutter knows, and where it is installed
    List,
    /// Let an agent start rutter as its MCP server
    ///
    /// Shows the change to the agent's own file and asks. Everything else in that file stays as it
    /// is, comments and order too.
    #[command(after_help = "Examples:\n  \
        rutter agents install claude-code                 for this repository\n  \
        rutter agents install codex --scope user          for all of yours\n  \
        rutter agents install vscode --print              only show what would be written")]
    Install {
        /// The agent: `claude-code`, `cursor`, `codex`, `gemini`, `vscode`, `zed` or `opencode`
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        how: HowArgs,
        /// Let it look, and record nothing
        #[arg(long)]
        read_only: bool,
        /// Also add a marked block to `AGENTS.md` that says when to ask rutter
        #[arg(long)]
        instructions: bool,
    },
    /// Take rutter out of an agent's file again
    Remove {
        /// The agent, as in `install`
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        how: HowArgs,
        /// Also take the marked block out of `AGENTS.md`
        #[arg(long)]
        instructions: bool,
    },
}

#[derive(Debug, Clone, Args)]
pub struct HowArgs {
    /// Whose file: this repository's, or your own for all repositories
    #[arg(long, value_enum, default_value_t = ScopeArg::Project)]
    pub scope: ScopeArg,
    /// Write nothing; only show the change
    #[arg(long)]
    pub print: bool,
    /// Do not ask
    #[arg(short, long)]
    pub yes: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ScopeArg {
    Project,
    User,
}
