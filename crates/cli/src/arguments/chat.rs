//! The arguments of `ask`, `chat` and `metrics`.

use clap::Args;

use super::{ModelArgs, PermissionArgs};

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    rutter ask \"which function parses the configuration?\"\n  \
    git diff | rutter ask \"what does this change break?\"\n  \
    rutter ask --json \"where are retries made?\"      answer, citations, calls, usage\n  \
    rutter ask --resume last \"and who calls it?\"     goes on where the last question ended")]
pub struct AskArgs {
    /// The question; several words make one. Text on standard input follows it, or is the question
    #[arg(value_name = "QUESTION")]
    pub words: Vec<String>,
    /// Refuse an answer none of whose citations holds
    #[arg(long)]
    pub strict: bool,
    #[command(flatten)]
    pub session: ChatSessionArgs,
    #[command(flatten)]
    pub model: ModelArgs,
    #[command(flatten)]
    pub permissions: PermissionArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    rutter chat                       ask; `/help` lists the commands\n  \
    rutter chat --resume              goes on with the last chat\n  \
    rutter chat --resume login-bug    the chat of this name, or whose id starts so\n  \
    rutter chat --mode build          the model may write and run commands, if you confirm")]
pub struct ChatArgs {
    /// Edit the prompt as vi does
    #[arg(long)]
    pub vi: bool,
    /// Mark an answer none of whose citations holds as refused
    #[arg(long)]
    pub strict: bool,
    #[command(flatten)]
    pub session: ChatSessionArgs,
    #[command(flatten)]
    pub model: ModelArgs,
    #[command(flatten)]
    pub permissions: PermissionArgs,
}

/// The chat that a question belongs to.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Chat")]
pub struct ChatSessionArgs {
    /// Go on with an earlier chat: its id, its first characters, its name, or `last`
    #[arg(long, value_name = "ID|NAME|last", num_args = 0..=1, default_missing_value = "last")]
    pub resume: Option<String>,
    /// Give the chat a name
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    rutter metrics                    the last 30 days\n  \
    rutter metrics --since 7d         the last week; also 24h, 4w or 2026-11-01\n  \
    rutter metrics --json             by day, for scripts")]
pub struct MetricsArgs {
    /// Count only runs since then: `24h`, `7d`, `4w`, or a date such as `2026-11-01`
    #[arg(long, value_name = "WHEN", default_value = "30d")]
    pub since: String,
}
