//! The arguments of `gaps`.

use clap::{Args, Subcommand, ValueEnum};
use rutter_domain::GapState;

#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  \
    rutter gaps --under src --limit 10\n  \
    rutter gaps --rule broken-mention --rule stale-entry\n  \
    rutter gaps --changed-since main --new        # in a pull request\n  \
    rutter gaps --fail-under 80 --quiet\n  \
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
    /// List at most this many; completeness is always of everything
    #[arg(short = 'n', long, value_name = "N", default_value_t = 50)]
    pub limit: usize,
    /// Exit with 1 if completeness (of `--under`, if given) is lower than this, else with 0
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent)]
    pub fail_under: Option<f64>,
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
