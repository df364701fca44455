//! The arguments of `gaps`.

use clap::{Args, Subcommand, ValueEnum};
use rutter_domain::GapState;
use rutter_tools::positive;

use super::ResolveArgs;
use super::gap_work::{
    AnswerGapArgs, FixDocsArgs, GapDismissArgs, GapReopenArgs, GapReportArgs, GapReviewArgs,
};
use super::output_format::gaps_format;

#[derive(Debug, Args)]
pub struct GapsArgs {
    #[command(subcommand)]
    pub command: GapsCommand,
}

#[derive(Debug, Subcommand)]
pub enum GapsCommand {
    /// List what is missing or wrong, and how complete the documentation is
    ///
    /// Gaps are listed by priority: severity × how much depends on it × how visible it is.
    List(ListGapsArgs),
    /// Answer a gap yourself
    ///
    /// Your answer is recorded as an entry with you as its author, under the same checks as those of a
    /// model; only whether you have read the code is not asked. For a gap that no description closes,
    /// such as a broken mention, the answer is kept as the reason why it is not a gap.
    Answer(AnswerGapArgs),
    /// Fill gaps with entries, by a language model or without one
    ///
    /// Each gap is worked on step by step: what doc comments and documents say becomes an entry
    /// without a model; for the rest, rutter looks up code and documents, and the model writes an
    /// entry from them, which is checked like any other. A gap counts as resolved when its rule no
    /// longer finds it. What no step can close becomes a question for a person. Every step is stored,
    /// so several processes can share the work and a stopped run can be resumed.
    Resolve(Box<ResolveArgs>),
    /// Repair mentions in documents of what was renamed or moved
    ///
    /// Prints a unified diff, and changes nothing without `--apply`. Only certain edits are proposed. A file is known
    /// to have moved if git recorded its rename, or if exactly one file still has its name. A symbol is known to be
    /// renamed if the commit that removed its name added one definition that is the same but for the name. Everything
    /// else that is broken is a gap of the rule `broken-mention`.
    Fix(FixDocsArgs),
    /// Report what was done about gaps, what is left, and at what cost
    ///
    /// Completeness before and after, resolved gaps with their evidence, open ones with every attempt,
    /// questions for people, cost and time.
    Report(GapReportArgs),
    /// Go through the gaps one by one: answer, dismiss, look at the lines, skip
    ///
    /// Keys: `a` answer (your editor at a terminal; else the rest of the line or the next line), then `y`
    /// to record it after its difference to what is there and the findings of the checks are shown; `d`
    /// dismiss, with a reason; `o` show the lines; `s` skip; `q` quit. If standard input is not a
    /// terminal, it holds these lines.
    Review(GapReviewArgs),
    /// Dismiss a gap; it is not listed again and counts as documented
    Dismiss(GapDismissArgs),
    /// Open a dismissed gap again
    Reopen(GapReopenArgs),
    /// List the rules with examples and current settings
    ///
    /// Rules are switched and weighted in `config.toml`: `[gaps.rules.missing-overview]` with `enabled`,
    /// `severity` (`low`, `medium`, `high`) and `weight`.
    Rules,
}

#[derive(Debug, Args)]
#[command(
    arg = gaps_format(),
    after_help = "Examples:\n  \
    rutter gaps list --under src --limit 10\n  \
    rutter gaps list --rule broken-mention --rule stale-entry\n  \
    rutter gaps list --changed-since main --new        # in a pull request\n  \
    rutter gaps list --fail-under 80 --quiet\n  \
    rutter gaps list --format sarif > gaps.sarif       # for code scanning\n\n\
    A comment silences rules in place: `rutter: ignore(missing-description)` on the line or before it, \
    `rutter: ignore-file(missing-overview)` in the first lines of a file."
)]
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
    /// as SARIF]
    #[arg(short = 'n', long, value_name = "N", value_parser = positive)]
    pub limit: Option<usize>,
    /// A finding is only that completeness (of `--under`, if given) is lower than this
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
