//! The parent's side: hands inputs to child processes in batches, and keeps those that broke something.
//!
//! A child that dies, hangs or takes too much memory names the input it was at; the next child goes on
//! after it. Start at [`run`].

use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::batch::{InputSource, Line, input};
use crate::child::{ChildLimits, End, watch};
use crate::minimise::{Effort, minimise};
use crate::report::{Failure, Fault, Most, Report};
use crate::{Group, Plan, corpus};

/// How a campaign is run.
#[derive(Debug, Clone)]
pub struct CampaignOptions {
    pub n_workers: usize,
    /// No batch is begun after this.
    pub until: Option<Instant>,
    /// Whether inputs over their target's time are failures.
    pub slow: Slow,
    /// Where inputs that fail are kept.
    pub keep: PathBuf,
    pub limits: ChildLimits,
}

/// What a slow input is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slow {
    Failure,
    /// Only counted: a suite that runs beside others must not fail by the clock.
    Remark,
}

/// Inputs of one target that one child runs.
#[derive(Debug, Clone)]
pub struct Batch {
    pub plan: Plan,
    pub source: InputSource,
    pub from: u64,
    pub count: u64,
}

/// Failures of one kind and place are kept this many times; more are counted.
const KEPT_OF_A_KIND: usize = 1;
/// Making an input smaller takes at most this long.
const MINIMISE_TIME: Duration = Duration::from_secs(60);
const MINIMISE_TRIALS: usize = 1_500;
const PRINT_EVERY: Duration = Duration::from_secs(15);

/// Runs the batches in order, several at a time, until they or the time are used up.
pub fn run(
    batches: impl Iterator<Item = Batch> + Send,
    options: &CampaignOptions,
) -> anyhow::Result<Report> {
    let batches = Mutex::new(batches);
    let report = Mutex::new(Report::default());
    let printed_at = Mutex::new(Instant::now());
    let next = || {
        print_progress(&printed_at, &report);
        if options.until.is_some_and(|until| Instant::now() >= until) {
            return None;
        }
        batches.lock().ok()?.next()
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..options.n_workers.max(1))
            .map(|_| {
                scope.spawn(|| -> anyhow::Result<()> {
                    while let Some(batch) = next() {
                        run_batch(&batch, options, &report)?;
                    }
                    Ok(())
                })
            })
            .collect();
        for worker in workers {
            worker.join().map_err(|_| anyhow::anyhow!("a worker has panicked"))??;
        }
        anyhow::Ok(())
    })?;
    let mut report = report.into_inner().map_err(|_| anyhow::anyhow!("a worker has panicked"))?;
    report.failures.sort_by(|left, right| left.target.cmp(&right.target));
    Ok(report)
}

/// Says now and then how far it is.
fn print_progress(printed_at: &Mutex<Instant>, report: &Mutex<Report>) {
    let (Ok(mut printed_at), Ok(report)) = (printed_at.lock(), report.lock()) else { return };
    if printed_at.elapsed() > PRINT_EVERY {
        *printed_at = Instant::now();
        println!("{} inputs so far, {} failures", report.n_inputs(), report.n_failures());
    }
}

/// Runs one batch, in as many children as it takes.
fn run_batch(
    batch: &Batch,
    options: &CampaignOptions,
    report: &Mutex<Report>,
) -> anyhow::Result<()> {
    let end = batch.from + batch.count;
    let mut from = batch.from;
    while from < end {
        let args = [
            "batch".to_owned(),
            "--target".to_owned(),
            batch.plan.name.clone(),
            "--source".to_owned(),
            batch.source.name().to_owned(),
            "--from".to_owned(),
            from.to_string(),
            "--count".to_owned(),
            (end - from).to_string(),
        ];
        let mut at = None;
        let mut failed = Vec::new();
        let mut done = None;
        let ended = watch(&args, options.limits, &mut |line| match line {
            Line::Begin(number) => at = Some(number),
            Line::Panic(number, text) => failed.push((number, Fault::Panic, text)),
            Line::Broken(number, text) => failed.push((number, Fault::Broken, text)),
            Line::Slow(number, took) => {
                failed.push((number, Fault::Slow, format!("{:.1} s", took.as_secs_f64())));
            }
            Line::Heavy(number, n_bytes) => {
                failed.push((number, Fault::Memory, format!("{} MB", n_bytes >> 20)));
            }
            Line::Done { longest, at, peak_bytes, bytes_per_byte } => {
                done = Some(Most { longest, at, peak_bytes, bytes_per_byte });
            }
        })?;
        let next = match (&ended, at) {
            (End::Done, _) => end,
            (End::Died(how), None) => {
                anyhow::bail!("a child of {} died before its first input: {how}", batch.plan.name)
            }
            (End::Hung | End::Bloated(_), None) => {
                anyhow::bail!("a child of {} does not come to its first input", batch.plan.name)
            }
            (_, Some(at)) => at + 1,
        };
        match (ended, at) {
            (End::Died(how), Some(at)) => failed.push((at, Fault::Abort, how)),
            (End::Hung, Some(at)) => {
                let seconds = options.limits.silence.as_secs();
                failed.push((at, Fault::Hang, format!("no end after {seconds} s")));
            }
            (End::Bloated(n_bytes), Some(at)) => {
                failed.push((at, Fault::Memory, format!("{} MB", n_bytes >> 20)));
            }
            (End::Done, _) | (_, None) => {}
        }
        let mut new = Vec::new();
        {
            let mut report = report.lock().map_err(|_| anyhow::anyhow!("a worker has panicked"))?;
            report.count(&batch.plan.name, batch.source, next - from, done);
            for (number, fault, text) in failed {
                if fault == Fault::Slow && options.slow == Slow::Remark {
                    report.remark_slow(&batch.plan.name);
                    continue;
                }
                let failure = Failure {
                    target: batch.plan.name.clone(),
                    source: batch.source,
                    number,
                    fault,
                    text,
                    kept: None,
                };
                if report.note(&failure) <= KEPT_OF_A_KIND {
                    new.push(failure);
                }
            }
        }
        for mut failure in new {
            println!("{failure}");
            failure.kept = Some(keep(batch, &failure, options)?);
            let mut report = report.lock().map_err(|_| anyhow::anyhow!("a worker has panicked"))?;
            report.failures.push(failure);
        }
        from = next;
    }
    Ok(())
}

/// Makes the input of a failure smaller and writes it to the folder of kept inputs.
fn keep(batch: &Batch, failure: &Failure, options: &CampaignOptions) -> anyhow::Result<PathBuf> {
    let whole = input(&batch.plan, batch.source, failure.number)?;
    if batch.source == InputSource::Corpus {
        let names = corpus::kept(&batch.plan.name)?;
        let name = names.get(usize::try_from(failure.number)?).map(|(name, _)| name.as_str());
        return Ok(corpus::folder().join(&batch.plan.name).join(name.unwrap_or_default()));
    }
    let folder = tempfile::tempdir().context("no folder for trials")?;
    let file = folder.path().join("input");
    let limits = match failure.fault {
        // A trial that hangs must not take as long as the first time.
        Fault::Hang => ChildLimits { silence: options.limits.silence / 4, ..options.limits },
        Fault::Panic | Fault::Broken | Fault::Slow | Fault::Abort | Fault::Memory => options.limits,
    };
    let signature = failure.signature();
    let fails = |bytes: &[u8]| {
        if std::fs::write(&file, bytes).is_err() {
            return false;
        }
        let args = ["check", "--target", &batch.plan.name, &file.to_string_lossy()];
        let mut found = None;
        let ended = watch(&args.map(str::to_owned), limits, &mut |line| match line {
            Line::Panic(_, text) => found = Some((Fault::Panic, text)),
            Line::Broken(_, text) => found = Some((Fault::Broken, text)),
            Line::Slow(_, took) => {
                found.get_or_insert((Fault::Slow, format!("{:.1} s", took.as_secs_f64())));
            }
            Line::Heavy(..) => found = Some((Fault::Memory, String::new())),
            Line::Begin(_) | Line::Done { .. } => {}
        });
        let found = match ended {
            Ok(End::Died(how)) => Some((Fault::Abort, how)),
            Ok(End::Hung) => Some((Fault::Hang, String::new())),
            Ok(End::Bloated(_)) => Some((Fault::Memory, String::new())),
            Ok(End::Done) => found,
            Err(_) => None,
        };
        found.is_some_and(|(fault, text)| {
            Failure { fault, text, ..failure.clone() }.signature() == signature
        })
    };
    let effort = Effort { n_trials: MINIMISE_TRIALS, until: Instant::now() + MINIMISE_TIME };
    let smallest = match batch.plan.group {
        // A recipe is worth nothing without the whole of a line.
        Group::Damage => {
            let lines: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
            minimise(&lines, effort, |lines| fails(&lines.concat())).concat()
        }
        Group::Syntax | Group::Exchange => minimise(&whole, effort, fails),
    };
    corpus::keep(&options.keep, &batch.plan.name, failure.fault.name(), &smallest)
}
