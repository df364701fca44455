//! Searches the working tree as ripgrep does, with ripgrep's engine and in its words.
//!
//! It reads the files and not the index, so that it is always current. Threads search batches of
//! files and the caller's thread prints them in the order of their paths, whichever is done first;
//! only so many batches may wait to be printed. Start at [`grep`].

mod error;
mod files;
mod request;
mod worker;

use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::{Duration, Instant};

use grep_printer::Stats;
use grep_regex::RegexMatcher;

pub use error::GrepError;
pub use request::{
    Boundary, Case, Color, GrepOutput, GrepRequest, MatchExtent, PatternKind, Selection,
};

use files::{Candidate, find_files};
use worker::{Batch, Worker, build_matcher, separator};

/// Files a thread searches at a time: enough that handing them over costs nothing.
const BATCH_FILES: usize = 16;

/// Batches a thread may be ahead of the printing.
const BATCHES_AHEAD: usize = 8;

/// What a search came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GrepReport {
    /// Matching lines; with [`GrepOutput::Files`], files.
    pub matches: u64,
    pub files_with_matches: u64,
    pub files_searched: u64,
    /// What could not be read, each with its path and the reason.
    pub problems: Vec<String>,
}

/// Searches the files under `root` and writes what it finds, sorted by path.
///
/// When `cancelled` is set, or nobody reads `out` any more, it ends early with what it has counted.
pub fn grep(
    root: &Path,
    request: &GrepRequest,
    out: &mut dyn Write,
    cancelled: &AtomicBool,
) -> Result<GrepReport, GrepError> {
    let started = Instant::now();
    let matcher = build_matcher(request)?;
    let (candidates, problems) = find_files(root, request, cancelled)?;
    let mut report = GrepReport { problems, ..GrepReport::default() };
    let mut stats = Stats::new();
    let mut is_first = true;
    let print = |batch: Batch| {
        report.add(batch.report);
        stats += batch.stats;
        if batch.output.is_empty() {
            return Ok(());
        }
        if let Some(line) = separator(request).filter(|_| !is_first) {
            writeln!(out, "{line}")?;
        }
        is_first = false;
        out.write_all(&batch.output)
    };
    let written = search_in_order(root, request, &matcher, &candidates, cancelled, print)
        .and_then(|()| match request.output {
            GrepOutput::Json => write_summary(out, started.elapsed(), &stats),
            GrepOutput::Lines | GrepOutput::Files | GrepOutput::Counts => Ok(()),
        })
        .and_then(|()| out.flush());
    match written {
        Err(source) if source.kind() != ErrorKind::BrokenPipe => Err(GrepError::Write { source }),
        Ok(()) | Err(_) => Ok(report),
    }
}

impl GrepReport {
    fn add(&mut self, other: GrepReport) {
        self.matches += other.matches;
        self.files_with_matches += other.files_with_matches;
        self.files_searched += other.files_searched;
        self.problems.extend(other.problems);
    }
}

/// Searches on all cores and hands the batches to `print` in order, until it fails.
fn search_in_order(
    root: &Path,
    request: &GrepRequest,
    matcher: &RegexMatcher,
    candidates: &[Candidate],
    cancelled: &AtomicBool,
    mut print: impl FnMut(Batch) -> io::Result<()>,
) -> io::Result<()> {
    let n_threads = thread::available_parallelism().map_or(1, |n| n.get());
    let n_threads = n_threads.min(candidates.len().div_ceil(BATCH_FILES));
    let batches = Mutex::new(candidates.chunks(BATCH_FILES));
    thread::scope(|scope| {
        let (order_sender, order) = sync_channel(n_threads * BATCHES_AHEAD);
        for _ in 0..n_threads {
            let (batches, order_sender) = (&batches, order_sender.clone());
            // Taken and put in order under one lock; when too much waits to be printed, so does this.
            let take_batch = move || {
                let mut batches = batches.lock().ok()?;
                let files = batches.next()?;
                let (done, batch) = sync_channel(1);
                order_sender.send(batch).ok()?;
                Some((files, done))
            };
            scope.spawn(move || {
                let mut worker = Worker::new(root, request, matcher.clone());
                while let Some((files, done)) = take_batch() {
                    let Some(batch) = worker.search(files, cancelled) else { return };
                    if done.send(batch).is_err() {
                        return;
                    }
                }
            });
        }
        drop(order_sender);
        for batch in order {
            let Ok(batch) = batch.recv() else { break };
            print(batch)?;
        }
        Ok(())
    })
}

/// The line with which ripgrep ends its JSON; its printer leaves it to the program.
fn write_summary(out: &mut dyn Write, total: Duration, stats: &Stats) -> io::Result<()> {
    let duration = |elapsed: Duration| {
        let (human, nanos) = (elapsed.as_secs_f64(), elapsed.subsec_nanos());
        format!(r#"{{"human":"{human:0.6}s","nanos":{nanos},"secs":{}}}"#, elapsed.as_secs())
    };
    writeln!(
        out,
        r#"{{"data":{{"elapsed_total":{},"stats":{{"bytes_printed":{},"bytes_searched":{},"elapsed":{},"matched_lines":{},"matches":{},"searches":{},"searches_with_match":{}}}}},"type":"summary"}}"#,
        duration(total),
        stats.bytes_printed(),
        stats.bytes_searched(),
        duration(stats.elapsed()),
        stats.matched_lines(),
        stats.matches(),
        stats.searches(),
        stats.searches_with_match(),
    )
}

#[cfg(test)]
mod tests;
