//! The arguments of `gaps resolve`.

use std::path::PathBuf;

use clap::Args;
use rutter_tools::positive;

use super::ModelArgs;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    rutter gaps resolve --dry-run                   what would be done, and about what it would cost\n  \
    rutter gaps resolve --limit 20 --max-cost 0.50  the 20 gaps that matter most\n  \
    rutter gaps resolve --under src/net --jobs 4    four gaps at a time\n  \
    rutter gaps resolve --resume                    go on after Ctrl-C, a cap or a crash\n\n\
    `--max-turns` counts for each attempt [default: 4]; `--max-tokens` and `--max-cost` count for the \
    whole run, over all jobs. Replies are always cached, so that no request is paid for twice.")]
pub struct ResolveArgs {
    /// Only gaps in this folder or file, relative to the root
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    pub under: Option<PathBuf>,
    /// Only gaps of this rule, such as `missing-description`; may be repeated
    #[arg(long = "rule", value_name = "RULE", conflicts_with = "resume")]
    pub rules: Vec<String>,
    /// Work on N gaps at a time [default: 1]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub jobs: Option<u8>,
    /// Ask a person after N attempts [default: 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_attempts: Option<u32>,
    /// Accept entries whose author is at least this sure, from 0 to 1 [default: 0.5]
    #[arg(long, value_name = "X", value_parser = share)]
    pub confidence: Option<f32>,
    /// Work on at most N gaps; if there are more, a model chooses among the most important ones
    #[arg(short = 'n', long, value_name = "N", conflicts_with = "resume", value_parser = positive)]
    pub limit: Option<usize>,
    /// Go on with the last run that did not end, with its options
    #[arg(long)]
    pub resume: bool,
    /// Print what would be done, with an estimate of requests, tokens and cost; send nothing
    #[arg(long, conflicts_with = "resume")]
    pub dry_run: bool,
    #[command(flatten)]
    pub model: ModelArgs,
}

fn share(typed: &str) -> Result<f32, String> {
    match typed.parse::<f32>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        Ok(_) | Err(_) => Err("give a number from 0 to 1, such as 0.7".to_owned()),
    }
}
