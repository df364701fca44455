//! The arguments of `gaps`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use rutter_domain::GapState;
use rutter_tools::positive;

use super::gap_work::{GapDismissArgs, GapReopenArgs, GapReviewArgs};
use super::output_format::gaps_format;

#[derive(Debug, Args)]
#[command(
    arg = gaps_format(),
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  \
    rutter gaps --under src --limit 10\n  \
    rutter gaps --rule broken-mention --rule stale-entry\n  \
    rutter gaps --changed-since main --new        # in a pull request\n  \
    rutter gaps --fail-under 80 --quiet\n  \
    rutter gaps --format sarif > gaps.sarif       # for code scanning\n  \
    rutter gaps --badge docs/badge.svg --trend\n  \
    rutter gaps rules\n\n\
    A comment silences rules in place: `rutter: ignore(missing-description)` on the line or before it, \
    `rutter: ignore-file(missing-overview)` in the first lines of a file.\n\n\
    Exit codes: 0 no gaps, 1 gaps found; with `--fail-under`, 1 only if completeness is lower."
)]
pub struct GapsArgs {
    #[command(subcommand)]
    pub command: Option<GapsCommand>,
    #[command(flatten)]
    pub list: ListGapsArgs,
}

#[derive(Debug, Subcommand)]
pub enum GapsCommand {
    /// List the rules with examples and current settings
    ///
    /// Rules are switched and weighted in `config.toml`: `[gaps.rules.short-description]` with `enabled`,
    /// `severity` (`low`, `medium`, `high`) and `weight`.
    Rules,
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

#[derive(Debug, Clone, Args)]
pub struct ListGapsArgs {
    /// Only in this folder or file
    #[arg(long, value_name = "PATH")]
    pub under: Option<String>,
    /// Only of this rule; may be given several times (`rutter gaps rules` lists them)
    #[arg(long = "rule", value_name = "RULE")]
    pub rules: Vec<String>,
    /// Only in this state; may be given several times [default: open and requires_human_input]
    #[arg(long = "state", value_name = "STATE")]
    pub states: Vec<StateArg>,
    /// Only in files that differ from this commit, untracked files included
    #[arg(long, value_name = "REF")]
    pub changed_since: Option<String>,
    /// With `--changed-since`: only gaps that were not there at that commit, in any file
    #[arg(long, requires = "changed_since")]
    pub new: bool,
    /// List at most this many; completeness is always of everything [default: 50 as text or JSON, all
    /// in other formats]
    #[arg(short = 'n', long, value_name = "N", value_parser = positive)]
    pub limit: Option<usize>,
    /// Exit with 1 if completeness (of `--under`, if given) is lower than this, else with 0
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent)]
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum StateArg {
    Open,
    RequiresHumanInput,
    Dismissed,
}

impl From<StateArg> for GapState {
    fn from(state: StateArg) -> GapState {
        match state {
            StateArg::Open => GapState::Open,
            StateArg::RequiresHumanInput => GapState::RequiresHumanInput,
            StateArg::Dismissed => GapState::Dismissed,
        }
    }
}

fn parse_percent(written: &str) -> Result<f64, String> {
    match written.trim_end_matches('%').parse::<f64>() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent),
        Ok(_) | Err(_) => Err("give a number from 0 to 100".to_owned()),
    }
}
