//! The arguments of `explore` and `runs`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use rutter_tools::positive;

use super::ModelArgs;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    rutter explore                                   the model whose key is set\n  \
    rutter explore src/net --max-cost 0.20           one folder, at most 20 cents\n  \
    rutter explore --verbose --model ollama::qwen3   print every call and result\n  \
    rutter explore --endpoint http://127.0.0.1:8080  your own server")]
pub struct ExploreArgs {
    /// Folder or file to explore, rather than the whole repository
    #[arg(value_name = "PATH")]
    pub path: Option<PathBuf>,
    #[command(flatten)]
    pub model: ModelArgs,
    #[command(flatten)]
    pub permissions: PermissionArgs,
}

#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Permissions")]
pub struct PermissionArgs {
    /// `ask` lets the model read; `plan` also lets it record entries; `build` also lets it write
    /// files and run commands, each of which you confirm [default: plan]
    #[arg(long, value_enum, value_name = "MODE")]
    pub mode: Option<ModeArg>,
    /// Confirm every write and command in advance
    #[arg(long)]
    pub yes: bool,
    /// Run commands even if the system cannot sandbox them
    #[arg(long)]
    pub unconfined: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ModeArg {
    Ask,
    Plan,
    Build,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    rutter runs list                 all runs, newest first\n  \
    rutter runs show                 summary of the newest run\n  \
    rutter runs show 20260115        the run whose id starts with this\n  \
    rutter runs show --json          every event of it, for scripts\n  \
    rutter runs replay | less        every call and result, offline")]
pub struct RunsArgs {
    #[command(subcommand)]
    pub command: RunsCommand,
}

#[derive(Debug, Subcommand)]
pub enum RunsCommand {
    /// List the runs, newest first
    List {
        /// List at most N runs
        #[arg(short = 'n', long, default_value_t = 20, value_name = "N", value_parser = positive)]
        limit: usize,
    },
    /// Show the summary of a run: turns, calls, entries, tokens, cost
    ///
    /// `--json` prints all of its events, one per line.
    Show {
        /// Id of the run, or its first characters [default: the newest run]
        #[arg(value_name = "RUN")]
        run: Option<String>,
    },
    /// Print a run again as `--verbose` showed it, without calling a model
    Replay {
        /// Id of the run, or its first characters; or id or name of a chat, for all its questions
        /// [default: the newest run]
        #[arg(value_name = "RUN|CHAT")]
        run: Option<String>,
    },
}
