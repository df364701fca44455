//! The parent's side: runs targets in child processes, several at a time, and gathers what failed.
//!
//! A child that dies leaves the input that it died of. A target that failed is not tried again in the
//! same campaign, because most later failures would have the same cause. Start at [`run`].

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::Context;

use crate::batch::{Batch, BatchSummary, Failure, input_file, summary_file};
use crate::{Plan, corpus};

/// The end of a dying child's output that is shown.
const OUTPUT_BYTES: usize = 600;

/// The length of a campaign.
#[derive(Debug, Clone, Copy)]
pub enum CampaignLength {
    /// The corpus and the inputs of the short run.
    Short,
    /// The corpus, then this many batches of each target.
    Rounds(u64),
    /// Batches of all targets in turn; none is begun after this.
    Until(Instant),
}

/// The summaries of a campaign, by the names of targets.
#[derive(Debug, Default)]
pub struct Report(BTreeMap<String, BatchSummary>);

/// Runs the targets; the seed of the first round is `seed`, and later rounds count up from it.
pub fn run(
    plans: &[Plan],
    length: CampaignLength,
    seed: u64,
    keep: PathBuf,
) -> anyhow::Result<Report> {
    let report = Mutex::new(Report::default());
    let taken = Mutex::new(0);
    let next_batch = || {
        loop {
            let mut taken = lock(&taken);
            let plan = &plans[*taken % plans.len()];
            let round = (*taken / plans.len()) as u64;
            let is_over = match length {
                CampaignLength::Short => round > 0,
                CampaignLength::Rounds(n_rounds) => round > n_rounds,
                CampaignLength::Until(end) => Instant::now() >= end,
            };
            if is_over || lock(&report).n_failed() == plans.len() {
                return None;
            }
            *taken += 1;
            if lock(&report).has_failed(&plan.name) {
                continue;
            }
            let n_inputs = match (length, round) {
                (CampaignLength::Short, _) => plan.n_short,
                // The corpus of every target comes before any new input.
                (CampaignLength::Rounds(_) | CampaignLength::Until(_), 0) => 0,
                (CampaignLength::Rounds(_) | CampaignLength::Until(_), _) => plan.n_batch,
            };
            return Some(Batch {
                target: plan.name.clone(),
                seed: seed.wrapping_add(round),
                n_inputs,
                corpus: round == 0,
                keep: keep.clone(),
            });
        }
    };
    let work = || -> anyhow::Result<()> {
        while let Some(batch) = next_batch() {
            let summary = run_batch(&batch)?;
            for Failure { text, kept } in &summary.failures {
                println!("{}: {text}\n    kept as {}", batch.target, kept.display());
            }
            lock(&report).add(batch.target, summary);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let n_workers = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..n_workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| {
            worker.join().map_err(|_| anyhow::anyhow!("a worker has panicked"))?
        })
    })?;
    Ok(report.into_inner().unwrap_or_else(PoisonError::into_inner))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a batch in a child process.
fn run_batch(batch: &Batch) -> anyhow::Result<BatchSummary> {
    let folder = tempfile::tempdir().context("cannot create a folder for a child")?;
    let output = Command::new(std::env::current_exe().context("cannot find this program")?)
        .arg("batch")
        .arg(folder.path())
        .args(batch.to_args())
        .output()
        .context("cannot start a child")?;
    if output.status.success() {
        let json = fs::read(summary_file(folder.path())).context("a child left no summary")?;
        return Ok(serde_json::from_slice(&json)?);
    }
    let start = output.stderr.len().saturating_sub(OUTPUT_BYTES);
    let stderr = String::from_utf8_lossy(&output.stderr[start..]).trim().replace('\n', " ⏎ ");
    let input = fs::read(input_file(folder.path())).with_context(|| {
        format!("a child of {} died before its first input: {stderr}", batch.target)
    })?;
    // A child that ends itself says why in its last line.
    let last = stderr.rsplit(" ⏎ ").next().unwrap_or_default();
    let text = if last.starts_with("hang: ") || last.starts_with("memory: ") {
        last.to_owned()
    } else {
        format!("abort: {}: {stderr}", output.status)
    };
    let kept = corpus::keep(&batch.keep, &batch.target, &text, &input)?;
    Ok(BatchSummary { failures: vec![Failure { text, kept }], ..BatchSummary::default() })
}

impl Report {
    pub fn n_inputs(&self) -> u64 {
        self.0.values().map(|summary| summary.n_inputs).sum()
    }

    pub fn is_clean(&self) -> bool {
        self.n_failed() == 0
    }

    fn n_failed(&self) -> usize {
        self.0.values().filter(|summary| !summary.failures.is_empty()).count()
    }

    fn has_failed(&self, target: &str) -> bool {
        self.0.get(target).is_some_and(|summary| !summary.failures.is_empty())
    }

    fn add(&mut self, target: String, new: BatchSummary) {
        let sum = self.0.entry(target).or_default();
        sum.n_inputs += new.n_inputs;
        sum.longest = sum.longest.max(new.longest);
        sum.peak_bytes = sum.peak_bytes.max(new.peak_bytes);
        sum.bytes_per_byte = sum.bytes_per_byte.max(new.bytes_per_byte);
        sum.failures.extend(new.failures);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["inputs", "failures", "longest", "peak", "per byte"];
        let [inputs, failures, longest, peak, per_byte] = head;
        writeln!(
            f,
            "{:<26} {inputs:>8} {failures:>8} {longest:>9} {peak:>8} {per_byte:>8}",
            "target"
        )?;
        for (target, summary) in &self.0 {
            let BatchSummary { n_inputs, longest, peak_bytes, bytes_per_byte, failures } = summary;
            writeln!(
                f,
                "{target:<26} {n_inputs:>8} {:>8} {:>6} ms {:>5} MB {bytes_per_byte:>8}",
                failures.len(),
                longest.as_millis(),
                peak_bytes >> 20,
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_report_sums_the_batches_of_a_target() {
        let mut report = Report::default();
        let clean = BatchSummary {
            n_inputs: 3,
            longest: Duration::from_millis(5),
            ..BatchSummary::default()
        };
        report.add("syntax-ruby".to_owned(), clean.clone());
        assert!(report.is_clean());
        let failure = Failure { text: "panic: a".to_owned(), kept: PathBuf::from("panic-1") };
        let failed =
            BatchSummary { n_inputs: 1, failures: vec![failure], ..BatchSummary::default() };
        report.add("syntax-ruby".to_owned(), failed);
        report.add("syntax-zig".to_owned(), clean);
        assert!(report.has_failed("syntax-ruby") && !report.has_failed("syntax-zig"));
        assert_eq!((report.n_inputs(), report.n_failed()), (7, 1));
        assert_eq!(report.0["syntax-ruby"].longest, Duration::from_millis(5));
    }
}
