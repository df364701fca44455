//! The arguments of `gaps`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use rutter_domain::GapState;

use super::gap_work::{GapDismissArgs, GapReopenArgs, GapReviewArgs};
use super::output_format::gaps_format;

#[derive(Debug, Args)]
#[command(
    arg = gaps_format(),
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  \
    rutter gaps                                  the most important gaps\n  \
    rutter gaps --under src/net --rule missing-description\n  \
    rutter gaps --fail-under 80                  for CI: exit code 1 below 80 %\n  \
    rutter gaps --format sarif > gaps.sarif      for code scanning\n  \
    rutter gaps --badge docs/badge.svg --quiet\n  \
    rutter gaps --trend                          completeness per commit"
)]
pub struct GapsArgs {
    #[command(subcommand)]
    pub command: Option<GapsCommand>,
    #[command(flatten)]
    pub filter: GapFilterArgs,
    /// List only gaps in this state; may be repeated [default: open and requires-human-input]
    #[arg(long, value_enum, value_name = "STATE")]
    pub state: Vec<GapStateArg>,
    /// List at most N gaps [default: 50 as text, all in other formats]
    #[arg(short = 'n', long, value_name = "N")]
    pub limit: Option<usize>,
    /// Exit with code 1 if less than PCT percent is documented
    #[arg(long, value_name = "PCT", value_parser = percent)]
    pub fail_under: Option<f64>,
    /// Also write a badge with the percentage to this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub badge: Option<PathBuf>,
    /// Print completeness per commit instead of gaps
    ///
    /// Each run over the whole repository at a commit without uncommitted changes adds a point, in
    /// place of an earlier one of that commit.
    #[arg(long)]
    pub trend: bool,
}

/// Which gaps.
#[derive(Debug, Args)]
pub struct GapFilterArgs {
    /// Only in this folder or file
    #[arg(long, value_name = "DIR")]
    pub under: Option<String>,
    /// Only of this rule; may be repeated
    #[arg(long, value_name = "RULE")]
    pub rule: Vec<String>,
}

#[derive(Debug, Subcommand)]
pub enum GapsCommand {
    /// Decide that a gap is none; it is not listed again and counts as documented
    Dismiss(GapDismissArgs),
    /// Open a dismissed gap again
    Reopen(GapReopenArgs),
    /// Go through the gaps one by one: answer, dismiss, look at the lines, skip
    ///
    /// Keys: `a` answer (your editor at a terminal; else the rest of the line or the next line), then `y`
    /// to record it after its difference to what is there and the findings of the checks are shown; `d`
    /// dismiss, with a reason; `o` show the lines; `s` skip; `q` quit. If standard input is not a
    /// terminal, it holds these lines. Exit code 1: there was none, or you quit before the end.
    Review(GapReviewArgs),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GapStateArg {
    /// Nothing was done about it, or nothing that closed it
    Open,
    /// Every strategy was tried; a person has to answer
    RequiresHumanInput,
    /// A person decided that it is none
    Dismissed,
}

impl From<GapStateArg> for GapState {
    fn from(state: GapStateArg) -> GapState {
        match state {
            GapStateArg::Open => GapState::Open,
            GapStateArg::RequiresHumanInput => GapState::RequiresHumanInput,
            GapStateArg::Dismissed => GapState::Dismissed,
        }
    }
}

fn percent(text: &str) -> Result<f64, String> {
    let number: f64 =
        text.trim().trim_end_matches('%').parse().map_err(|_| "give a number".to_owned())?;
    match (0.0..=100.0).contains(&number) {
        true => Ok(number),
        false => Err("give a number between 0 and 100".to_owned()),
    }
}
