//! `rutter-fuzz`: what `cargo xtask fuzz` and the suite run, and the children that they start.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use clap::Parser;
use rutter_fuzz::campaign::{self, Batch, CampaignOptions, Slow};
use rutter_fuzz::{
    ChildLimits, Group, InputSource, Kind, Plan, catalog, check_file, corpus, run_batch,
};

// The program that is shipped uses it too; without it, memory would be measured of another one.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Tries every boundary where foreign bytes come in with broken inputs.
#[derive(Parser)]
enum Command {
    /// Runs a campaign and keeps what broke something.
    Run(RunArgs),
    /// Runs the corpus and a few inputs of each target, the same ones each time.
    Short {
        /// Where inputs that fail are kept.
        #[arg(long)]
        keep: Option<PathBuf>,
    },
    /// Tries one input from a file.
    Check {
        #[arg(long)]
        target: String,
        file: PathBuf,
    },
    /// Runs numbered inputs; started by the other commands.
    #[command(hide = true)]
    Batch {
        #[arg(long)]
        target: String,
        #[arg(long)]
        source: String,
        #[arg(long)]
        from: u64,
        #[arg(long)]
        count: u64,
    },
}

#[derive(clap::Args)]
struct RunArgs {
    /// Goes on for this long, over all targets in turn.
    #[arg(long, conflicts_with_all = ["files", "soups", "damaged", "messages"])]
    minutes: Option<f64>,
    /// Number of mutated source files, over all languages.
    #[arg(long, default_value_t = 0)]
    files: u64,
    /// Number of token soups, over all languages.
    #[arg(long, default_value_t = 0)]
    soups: u64,
    /// Number of damaged data folders.
    #[arg(long, default_value_t = 0)]
    damaged: u64,
    /// Number of broken queries, sheets, replies and messages.
    #[arg(long, default_value_t = 0)]
    messages: u64,
    /// Only targets whose names begin so.
    #[arg(long)]
    target: Option<String>,
    /// The number of the first input; the time of day when left out.
    #[arg(long)]
    seed: Option<u64>,
    /// Children at a time.
    #[arg(long)]
    jobs: Option<usize>,
    /// Where inputs that fail are kept; the corpus when left out.
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Ends a child that holds more memory than this, in megabytes.
    #[arg(long, default_value_t = 2_048)]
    limit_memory: u64,
    /// Names the targets and ends.
    #[arg(long)]
    list: bool,
}

fn main() -> anyhow::Result<ExitCode> {
    match Command::parse() {
        Command::Run(args) => run(&args),
        Command::Short { keep } => run_short(keep),
        Command::Check { target, file } => {
            let bytes =
                std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
            check_file(&catalog::plan(&target)?, &bytes)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Batch { target, source, from, count } => {
            let source = InputSource::parse(&source).context("no such source of inputs")?;
            run_batch(&catalog::plan(&target)?, source, from, count)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn run(args: &RunArgs) -> anyhow::Result<ExitCode> {
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
    let is_counted = args.files + args.soups + args.damaged + args.messages > 0;
    let minutes = if is_counted { None } else { Some(args.minutes.unwrap_or(1.0)) };
    let until = minutes.map(|minutes| Instant::now() + Duration::from_secs_f64(minutes * 60.0));
    let options = options(until, Slow::Failure, args.keep.clone(), args.jobs, args.limit_memory);
    let replayed = replay(&plans)?;
    let report = if is_counted {
        let counted = counted_batches(&plans, args, seed);
        campaign::run(replayed.into_iter().chain(counted), &options)?
    } else {
        campaign::run(replayed.into_iter().chain(endless_batches(plans, seed)), &options)?
    };
    Ok(finish(&report))
}

fn run_short(keep: Option<PathBuf>) -> anyhow::Result<ExitCode> {
    let plans = catalog::plans();
    let options = options(None, Slow::Remark, keep, None, 1_024);
    let mut batches = replay(&plans)?;
    for plan in plans {
        for kind in Kind::ALL {
            let source = InputSource::Made(kind);
            batches.push(Batch { plan: plan.clone(), source, from: 0, count: plan.n_short });
        }
    }
    Ok(finish(&campaign::run(batches.into_iter(), &options)?))
}

fn options(
    until: Option<Instant>,
    slow: Slow,
    keep: Option<PathBuf>,
    n_workers: Option<usize>,
    limit_megabytes: u64,
) -> CampaignOptions {
    let n_cores = std::thread::available_parallelism().map_or(1, usize::from);
    CampaignOptions {
        n_workers: n_workers.unwrap_or(n_cores),
        until,
        slow,
        keep: keep.unwrap_or_else(corpus::folder),
        limits: ChildLimits {
            silence: Duration::from_secs(90),
            memory_bytes: limit_megabytes << 20,
        },
    }
}

fn finish(report: &rutter_fuzz::report::Report) -> ExitCode {
    println!("\n{report}");
    if report.is_clean() {
        println!("{} inputs, nothing broke", report.n_inputs());
        ExitCode::SUCCESS
    } else {
        println!("{} inputs, some broke something", report.n_inputs());
        ExitCode::FAILURE
    }
}

/// The corpus of each target.
fn replay(plans: &[Plan]) -> anyhow::Result<Vec<Batch>> {
    let mut batches = Vec::new();
    for plan in plans {
        let count = corpus::kept(&plan.name)?.len() as u64;
        if count > 0 {
            batches.push(Batch { plan: plan.clone(), source: InputSource::Corpus, from: 0, count });
        }
    }
    Ok(batches)
}

/// As many inputs as one child runs: a death costs the start of another child, and no more.
fn batch_size(plan: &Plan) -> u64 {
    match plan.group {
        Group::Syntax => 250,
        Group::Damage => 20,
        Group::Exchange => 50,
    }
}

/// All targets in turn, without end.
fn endless_batches(plans: Vec<Plan>, seed: u64) -> impl Iterator<Item = Batch> {
    (0..).flat_map(move |round| {
        let batches: Vec<Batch> = plans
            .iter()
            .flat_map(|plan| {
                let count = batch_size(plan);
                let batch = move |kind| Batch {
                    plan: plan.clone(),
                    source: InputSource::Made(kind),
                    from: seed + round * count,
                    count,
                };
                Kind::ALL.map(batch)
            })
            .collect();
        batches
    })
}

/// The requested number of inputs of each kind, evenly over the targets of their group.
fn counted_batches(plans: &[Plan], args: &RunArgs, seed: u64) -> Vec<Batch> {
    let mut batches = Vec::new();
    let half = |count: u64| (count - count / 2, count / 2);
    let (damaged, damaged_twice) = half(args.damaged);
    let (messages, message_soups) = half(args.messages);
    for (group, kind, total) in [
        (Group::Syntax, Kind::Mutated, args.files),
        (Group::Syntax, Kind::Soup, args.soups),
        (Group::Damage, Kind::Mutated, damaged),
        (Group::Damage, Kind::Soup, damaged_twice),
        (Group::Exchange, Kind::Mutated, messages),
        (Group::Exchange, Kind::Soup, message_soups),
    ] {
        let group: Vec<&Plan> = plans.iter().filter(|plan| plan.group == group).collect();
        for (at, plan) in group.iter().enumerate() {
            let share =
                total / group.len() as u64 + u64::from((at as u64) < total % group.len() as u64);
            let size = batch_size(plan);
            for from in (0..share).step_by(usize::try_from(size).unwrap_or(1)) {
                batches.push(Batch {
                    plan: (*plan).clone(),
                    source: InputSource::Made(kind),
                    from: seed + from,
                    count: size.min(share - from),
                });
            }
        }
    }
    batches
}
