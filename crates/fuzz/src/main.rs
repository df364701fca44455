//! `rutter-fuzz`: what `cargo xtask fuzz` and the suite run, and the children that they start.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Parser;
use rutter_fuzz::batch::{self, Batch};
use rutter_fuzz::campaign::{self, CampaignLength};
use rutter_fuzz::{Plan, catalog, corpus};

// The shipped program uses it too; with another allocator, the measured memory would be another.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Tries every boundary where foreign bytes come in with broken inputs.
#[derive(Parser)]
enum Command {
    /// Runs the corpus, then new inputs, and keeps what broke something.
    Run(RunArgs),
    /// Runs the corpus and a few inputs of each target, the same ones each time.
    Short {
        /// Folder for inputs that fail.
        #[arg(long)]
        keep: PathBuf,
    },
    /// Runs the inputs of one target; started by the other commands.
    #[command(hide = true)]
    Batch {
        folder: PathBuf,
        #[command(flatten)]
        batch: Batch,
    },
}

#[derive(clap::Args)]
struct RunArgs {
    /// Time to go on for, over all targets in turn.
    #[arg(long, default_value_t = 1.0, conflicts_with = "rounds")]
    minutes: f64,
    /// Batches of each target: 250 texts of a language, 20 damaged data folders, 50 of anything else.
    #[arg(long)]
    rounds: Option<u64>,
    /// Runs only targets whose names begin so.
    #[arg(long)]
    target: Option<String>,
    /// Seed of the first batch; the time of day when left out.
    #[arg(long)]
    seed: Option<u64>,
    /// Folder for inputs that fail; the corpus when left out.
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Names the targets and ends.
    #[arg(long)]
    list: bool,
}

fn main() -> anyhow::Result<ExitCode> {
    match Command::parse() {
        Command::Run(args) => run(args),
        Command::Short { keep } => try_all(&catalog::plans(), CampaignLength::Short, 0, keep),
        Command::Batch { folder, batch } => {
            batch::run(&batch, &folder)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn run(args: RunArgs) -> anyhow::Result<ExitCode> {
    let plans: Vec<Plan> = catalog::plans()
        .into_iter()
        .filter(|plan| args.target.as_ref().is_none_or(|begin| plan.name.starts_with(begin)))
        .collect();
    if args.list {
        plans.iter().for_each(|plan| println!("{}", plan.name));
        return Ok(ExitCode::SUCCESS);
    }
    anyhow::ensure!(!plans.is_empty(), "no target has such a name; `--list` names them");
    let seed = args.seed.unwrap_or_else(|| {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
    });
    println!("seed {seed}, {} targets", plans.len());
    let until = || Instant::now() + Duration::from_secs_f64(args.minutes * 60.0);
    let length = args.rounds.map_or_else(|| CampaignLength::Until(until()), CampaignLength::Rounds);
    try_all(&plans, length, seed, args.keep.unwrap_or_else(corpus::folder))
}

fn try_all(
    plans: &[Plan],
    length: CampaignLength,
    seed: u64,
    keep: PathBuf,
) -> anyhow::Result<ExitCode> {
    let report = campaign::run(plans, length, seed, keep)?;
    println!("\n{report}");
    if report.is_clean() {
        println!("{} inputs, nothing broke", report.n_inputs());
        Ok(ExitCode::SUCCESS)
    } else {
        println!("{} inputs, some broke something", report.n_inputs());
        Ok(ExitCode::FAILURE)
    }
}
