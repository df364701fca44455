//! `explore` and `runs`: letting a model work, and looking at what it did.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::ModelArgs;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    rutter explore                                   with the model whose key is set\n  \
    rutter explore src/net --max-cost 0.20           one folder, for twenty cents at most\n  \
    rutter explore --verbose --model ollama::qwen3   every call and result as it happens\n  \
    rutter explore --endpoint http://127.0.0.1:8080  a server of your own")]
pub struct ExploreArgs {
    /// Explore what lies here rather than the whole repository
    #[arg(value_name = "PATH")]
    pub path: Option<PathBuf>,
    #[command(flatten)]
    pub model: ModelArgs,
    #[command(flatten)]
    pub permissions: PermissionArgs,
}

/// What the model may do.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "What the model may do")]
pub struct PermissionArgs {
    /// `ask` lets it look; `plan` also lets it record entries; `build` also lets it write files and
    /// run commands, each of which you confirm [default: plan]
    #[arg(long, value_enum, value_name = "MODE")]
    pub mode: Option<ModeArg>,
    /// Confirm everything beforehand, where nobody is there to be asked
    #[arg(long)]
    pub yes: bool,
    /// Let commands run even where the system cannot shut them in
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
    rutter runs list                 what was done, newest first\n  \
    rutter runs show                 what the newest run came to\n  \
    rutter runs show 20260115        the run whose id begins so\n  \
    rutter runs show --json          every event of it, for scripts\n  \
    rutter runs replay | less        every call and result again, offline")]
pub struct RunsArgs {
    #[command(subcommand)]
    pub command: RunsCommand,
}

#[derive(Debug, Subcommand)]
pub enum RunsCommand {
    /// List the runs, newest first
    List {
        /// At most this many
        #[arg(short = 'n', long, default_value_t = 20, value_name = "N")]
        limit: usize,
    },
    /// Show what a run came to: turns, calls, entries, tokens, cost
    ///
    /// With `--json` every event of it is printed, one a line.
    Show {
        /// The run's id, or the beginning of it; the newest when left out
        #[arg(value_name = "RUN")]
        run: Option<String>,
    },
    /// Play a run again, as `--verbose` showed it, without asking any model
    Replay {
        /// The run's id, or the beginning of it; the newest when left out
        #[arg(value_name = "RUN")]
        run: Option<String>,
    },
}
