//! The Linux kernel: how time, memory and disk grow with a tree, up to 80,000 files.
//!
//! Debian has its source as `linux-source-6.1`; `--kernel DIR` is where that was unpacked, less its
//! `.gitignore`, in which Debian leaves out everything but its own folder. Smaller trees are samples
//! of it, so that a file of one is like a file of another.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;

use super::{Bench, query};
use crate::measure::Comparison;
use crate::parse::Parsed;
use crate::report::{Report, Target, Unit, mebibytes, ms};
use crate::{parse, queries, tree};

const SIZES: [usize; 3] = [1_000, 5_000, 20_000];

/// The longest that one index may take, and all the questions.
const LIMIT: Duration = Duration::from_secs(3600);

/// The measurements of one tree.
struct Growth {
    parsed: Parsed,
    index_bytes: u64,
    peak_bytes: u64,
    pair: Comparison,
}

pub fn run(bench: &Bench, report: &mut Report) -> anyhow::Result<()> {
    let whole = bench.kernel.as_ref().context("`kernel` needs `--kernel DIR`")?;
    let mut growth = Vec::new();
    for n_files in SIZES {
        let root = tree::sample(&bench.work, whole, n_files)?;
        let n_repeats = bench.n_repeats.div_ceil(2);
        growth.push(grow(bench, &root, &format!("kernel-{n_files}"), n_repeats)?);
    }
    let last = grow(bench, whole, "kernel", 1)?;
    let rutter = bench.rutter(whole, "kernel");
    let (warm, _) = query::ask_warm(&rutter, &queries::draw(&rutter.files()?, 200), 2)?;
    let seconds = last.pair.ours.median().as_secs_f64();
    report.add("kernel", "files", last.parsed.n_files as f64, Unit::Files);
    report.add("kernel", "full index", seconds, Unit::Seconds);
    report.check("kernel", "index / parsing", last.pair.ratio(), Unit::Times, Target::AtMost(2.0));
    let peak = mebibytes(last.peak_bytes);
    report.check("kernel", "peak memory", peak, Unit::Mebibytes, Target::AtMost(2048.0));
    report.add("kernel", "warm query, p50", ms(warm.median()), Unit::Milliseconds);
    let p95 = ms(warm.percentile(95));
    report.check("kernel", "warm query, p95", p95, Unit::Milliseconds, Target::AtMost(50.0));
    growth.push(last);
    report.table(table(&growth));
    Ok(())
}

/// Indexes one tree from nothing, in turns with parsing it.
fn grow(bench: &Bench, root: &Path, name: &str, n_repeats: usize) -> anyhow::Result<Growth> {
    eprintln!("{name}");
    let rutter = bench.rutter(root, name);
    let pair = Comparison::default();
    let mut growth = Growth { index_bytes: 0, peak_bytes: 0, parsed: Parsed::default(), pair };
    for _ in 0..n_repeats {
        let Growth { peak_bytes, parsed, pair, .. } = &mut growth;
        pair.round(
            || {
                let (_, run) = rutter.index_from_nothing(LIMIT)?;
                *peak_bytes = run.peak_bytes.max(*peak_bytes);
                Ok(run.elapsed)
            },
            || {
                let (elapsed, all) = parse::parse_all(&rutter.files()?, bench.n_threads);
                *parsed = all;
                Ok(elapsed)
            },
        )?;
    }
    growth.index_bytes = rutter.index_bytes();
    Ok(growth)
}

fn table(growth: &[Growth]) -> String {
    let mut table = String::from(
        "| files | source | full index | per file | index / parsing | in processor time | peak memory \
         | index on disk |\n| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for row in growth {
        let time = row.pair.ours.median();
        let written = writeln!(
            table,
            "| {} | {:.0} MiB | {:.1} s | {:.2} ms | {:.2} × | {:.2} × | {:.0} MiB | {:.0} MiB |",
            row.parsed.n_files,
            mebibytes(row.parsed.n_bytes),
            time.as_secs_f64(),
            ms(time) / row.parsed.n_files.max(1) as f64,
            row.pair.ratio(),
            row.pair.cpu_ratio(),
            mebibytes(row.peak_bytes),
            mebibytes(row.index_bytes),
        );
        written.expect("writing to a string cannot fail");
    }
    table
}
