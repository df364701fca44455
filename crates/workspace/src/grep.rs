//! Searches the working tree with ripgrep's engine and prints as ripgrep does.
//!
//! It reads the files and not the index, so that it is always current. Threads search batches of
//! files and the caller's thread prints them in the order of their paths, whichever is done first.
//! What waits to be printed is bounded: a thread that is too far ahead waits. Start at [`grep`], or at
//! [`grep_places`] for the places of the matches alone.

mod chunked_output;
mod error;
mod files;
mod piece;
mod places;
mod request;
mod worker;

use std::io::{self, ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::{Duration, Instant};

use grep_printer::Stats;
use grep_regex::RegexMatcher;

pub use error::GrepError;
pub use request::{Boundary, Case, Color, GrepOutput, GrepRequest, PatternKind};

pub use places::FilePlaces;

use files::{Candidate, find_files};
use piece::{Batch, Piece};
use worker::{Worker, build_matcher, separator};

use crate::tree::WorkingTree;

/// Files a thread searches at a time: enough that handing them over costs nothing.
const BATCH_FILES: usize = 16;

/// Batches a thread may be ahead of the printing.
const BATCHES_AHEAD: usize = 8;

/// Pieces of output that a batch may have waiting.
const PIECES_AHEAD: usize = 2;

/// Totals of a search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GrepReport {
    /// Matching lines; files if the output lists those.
    pub matches: u64,
    pub files_searched: u64,
    /// What could not be read, each with its path and the reason.
    pub problems: Vec<String>,
}

/// Searches the files under `root` and writes what it finds, sorted by path.
///
/// Ends early, with the totals so far, when `cancelled` is set or `out` is closed.
pub fn grep(
    root: &Path,
    request: &GrepRequest,
    out: &mut dyn Write,
    cancelled: &AtomicBool,
) -> Result<GrepReport, GrepError> {
    let started = Instant::now();
    if request.output == GrepOutput::Nothing {
        return grep_places(root, request, cancelled, |_| ControlFlow::Break(()));
    }
    let matcher = build_matcher(request)?;
    let tree = open_tree(root)?;
    let (candidates, problems) = find_files(root, &tree, request, cancelled)?;
    let mut report = GrepReport { problems, ..GrepReport::default() };
    let mut stats = Stats::new();
    let mut is_first = true;
    let mut is_begun = false;
    let print = |piece: Piece| match piece {
        Piece::Output(bytes) => {
            if let Some(line) = separator(request).filter(|_| !is_first && !is_begun) {
                writeln!(out, "{line}")?;
            }
            (is_first, is_begun) = (false, true);
            out.write_all(&bytes)
        }
        Piece::Done(batch) => {
            is_begun = false;
            report.add(batch.report);
            stats += batch.stats;
            Ok(())
        }
    };
    let written = search_in_order(&tree, request, &matcher, &candidates, cancelled, print)
        .and_then(|()| match request.output {
            GrepOutput::Json => write_summary(out, started.elapsed(), &stats),
            GrepOutput::Lines | GrepOutput::Files | GrepOutput::Counts | GrepOutput::Nothing => {
                Ok(())
            }
        })
        .and_then(|()| out.flush());
    match written {
        Err(source) if source.kind() != ErrorKind::BrokenPipe => Err(GrepError::Write { source }),
        Ok(()) | Err(_) => Ok(report),
    }
}

/// Searches the files under `root` and hands the places of matches to `take`, file by file in the order
/// of their paths, until it wants no more.
pub fn grep_places(
    root: &Path,
    request: &GrepRequest,
    cancelled: &AtomicBool,
    mut take: impl FnMut(FilePlaces) -> ControlFlow<()>,
) -> Result<GrepReport, GrepError> {
    let request = &GrepRequest { output: GrepOutput::Nothing, ..request.clone() };
    let matcher = build_matcher(request)?;
    let tree = open_tree(root)?;
    let (candidates, problems) = find_files(root, &tree, request, cancelled)?;
    let mut report = GrepReport { problems, ..GrepReport::default() };
    let gather = |piece: Piece| {
        let Piece::Done(batch) = piece else { return Ok(()) };
        let Batch { report: part, places, .. } = *batch;
        report.add(part);
        let is_enough = places.into_iter().any(|places| take(places).is_break());
        if is_enough { Err(ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    };
    // The only error is that `take` has enough.
    let _ = search_in_order(&tree, request, &matcher, &candidates, cancelled, gather);
    Ok(report)
}

fn open_tree(root: &Path) -> Result<WorkingTree, GrepError> {
    let missing = |_| GrepError::Missing { path: root.display().to_string() };
    WorkingTree::open(root).map_err(missing)
}

impl GrepReport {
    fn add(&mut self, other: GrepReport) {
        self.matches += other.matches;
        self.files_searched += other.files_searched;
        self.problems.extend(other.problems);
    }
}

/// Searches on all cores and hands the batches to `print` in order, until it fails.
fn search_in_order(
    tree: &WorkingTree,
    request: &GrepRequest,
    matcher: &RegexMatcher,
    candidates: &[Candidate],
    cancelled: &AtomicBool,
    mut print: impl FnMut(Piece) -> io::Result<()>,
) -> io::Result<()> {
    let n_threads = thread::available_parallelism().map_or(1, |n| n.get());
    let n_threads = n_threads.min(candidates.len().div_ceil(BATCH_FILES));
    let batches = Mutex::new(candidates.chunks(BATCH_FILES));
    thread::scope(|scope| {
        let (order_sender, order) = sync_channel(n_threads * BATCHES_AHEAD);
        for _ in 0..n_threads {
            let (batches, order_sender) = (&batches, order_sender.clone());
            // One lock covers taking a batch and queuing its output, so that the order of paths holds. A full
            // queue blocks here, which bounds the memory.
            let take_batch = move || {
                let mut batches = batches.lock().ok()?;
                let files = batches.next()?;
                let (done, batch) = sync_channel(PIECES_AHEAD);
                order_sender.send(batch).ok()?;
                Some((files, done))
            };
            scope.spawn(move || {
                let mut worker = Worker::new(tree, request, matcher.clone(), cancelled);
                while let Some((files, done)) = take_batch() {
                    if worker.search(files, &done).is_none() {
                        return;
                    }
                }
            });
        }
        drop(order_sender);
        for batch in order {
            loop {
                // A batch that ends without `Done` was cancelled.
                let Ok(piece) = batch.recv() else { return Ok(()) };
                let is_done = matches!(piece, Piece::Done(_));
                print(piece)?;
                if is_done {
                    break;
                }
            }
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
