//! An index with nothing to do beside a walk over the tree: what it costs to know that.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ignore::WalkState;

use super::Bench;
use crate::measure::{Comparison, Times, time};
use crate::process::LIMIT;
use crate::report::{Report, Target, Unit, ms};
use crate::tree;

pub fn run(bench: &Bench, report: &mut Report) -> anyhow::Result<()> {
    let root = tree::mixed(&bench.work, bench.n_files)?;
    let rutter = bench.rutter(&root, "unchanged");
    rutter.index_from_nothing(LIMIT)?;
    let mut starts = Times::default();
    let mut n_walked = 0;
    let pair = Comparison::measure(
        bench.n_repeats * 4,
        || {
            starts.push(rutter.start()?);
            Ok(rutter.index(LIMIT)?.1.elapsed)
        },
        || {
            let (elapsed, n_files) = walk(&root, bench.n_threads);
            n_walked = n_files;
            Ok(elapsed)
        },
    )?;
    let start = starts.median();
    let net = pair.ours.median().saturating_sub(start);
    let net_ratio = net.as_secs_f64() / pair.theirs.median().as_secs_f64();
    report.add("unchanged", "files walked", n_walked as f64, Unit::Files);
    report.add("unchanged", "walk and stat", ms(pair.theirs.median()), Unit::Milliseconds);
    report.add("unchanged", "process start", ms(start), Unit::Milliseconds);
    report.add("unchanged", "index, whole process", ms(pair.ours.median()), Unit::Milliseconds);
    report.add("unchanged", "whole process / walk", pair.ratio(), Unit::Times);
    report.check("unchanged", "index / walk", net_ratio, Unit::Times, Target::AtMost(2.0));
    Ok(())
}

/// Looks at the size and time of every file, on that many threads.
fn walk(root: &std::path::Path, n_threads: usize) -> (Duration, usize) {
    let n_files = AtomicUsize::new(0);
    let (elapsed, ()) = time(|| {
        tree::walker(root).threads(n_threads).build_parallel().run(|| {
            Box::new(|entry| {
                let metadata = entry.ok().and_then(|entry| entry.metadata().ok());
                if metadata.is_some_and(|data| data.is_file() && data.modified().is_ok()) {
                    n_files.fetch_add(1, Ordering::Relaxed);
                }
                WalkState::Continue
            })
        });
    });
    (elapsed, n_files.into_inner())
}
