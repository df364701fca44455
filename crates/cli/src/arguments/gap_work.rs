//! The arguments of `gaps answer`, `fix`, `report`, `dismiss`, `reopen` and `review`.

use std::path::PathBuf;

use clap::Args;
use rutter_tools::positive;

use super::output_format::report_format;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    rutter gaps answer 3f2a 'Retries a request until it succeeds or the budget is spent.'\n  \
    rutter gaps answer 3f2a < answer.md               first paragraph: summary; the rest: details\n  \
    rutter gaps answer 3f2a                           opens your editor")]
pub struct AnswerGapArgs {
    /// Id of the gap, or its first characters
    pub gap: String,
    /// The answer; `-` reads it from standard input [default: your editor at a terminal, else standard input]
    #[arg(value_name = "TEXT")]
    pub words: Vec<String>,
    /// The same as TEXT
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "words")]
    pub text: Option<String>,
    /// Your name [default: git's user.name, else `user`]
    #[arg(long, value_name = "NAME")]
    pub by: Option<String>,
}

#[derive(Debug, Args)]
#[command(
    arg = report_format(),
    after_help = "Examples:\n  \
    rutter gaps report --out gaps.md               as Markdown\n  \
    rutter gaps report --run 20261115-0930 --json  what one run of `rutter gaps resolve` did"
)]
pub struct GapReportArgs {
    /// Report on this run of `rutter gaps resolve`; an id or its first characters [default: everything so far]
    #[arg(long, value_name = "ID")]
    pub run: Option<String>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct GapDismissArgs {
    /// Id of the gap, or its first characters
    pub gap: String,
    /// Why it is not a gap
    #[arg(value_name = "TEXT", required_unless_present = "why")]
    pub text: Option<String>,
    /// The same as TEXT
    #[arg(long, value_name = "TEXT", conflicts_with = "text")]
    pub why: Option<String>,
    /// Your name [default: git's user.name, else `user`]
    #[arg(long, value_name = "NAME")]
    pub by: Option<String>,
}

#[derive(Debug, Args)]
pub struct GapReopenArgs {
    /// Id of the gap, or its first characters
    pub gap: String,
    /// Your name [default: git's user.name, else `user`]
    #[arg(long, value_name = "NAME")]
    pub by: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    rutter gaps review                           the most important gaps first\n  \
    rutter gaps review --rule broken-mention     one rule\n  \
    printf 'd vendored code\\ns\\nq\\n' | rutter gaps review")]
pub struct GapReviewArgs {
    /// Only in this folder or file
    #[arg(long, value_name = "PATH")]
    pub under: Option<String>,
    /// Only of this rule; may be given several times
    #[arg(long = "rule", value_name = "RULE")]
    pub rules: Vec<String>,
    /// Review at most N gaps
    #[arg(short = 'n', long, default_value_t = 50, value_name = "N", value_parser = positive)]
    pub limit: usize,
    /// Your name [default: git's user.name, else `user`]
    #[arg(long, value_name = "NAME")]
    pub by: Option<String>,
}

#[derive(Debug, Args)]
pub struct FixDocsArgs {
    /// Make the edits; a document that changed meanwhile is left as it is
    #[arg(long)]
    pub apply: bool,
}
