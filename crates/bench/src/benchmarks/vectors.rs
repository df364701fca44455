//! The cost of search by meaning: an index with vectors beside one without, a scan of a million.

use std::hint::black_box;

use rutter_search::{HEAD, Rows, similarities};

use super::Bench;
use crate::measure::{Comparison, Times, time};
use crate::process::LIMIT;
use crate::report::{Report, Target, Unit, ms};
use crate::tree;

const N_ROWS: usize = 1_000_000;
const DIMS: usize = 256;

pub fn run(bench: &Bench, report: &mut Report) -> anyhow::Result<()> {
    let root = tree::mixed(&bench.work, bench.n_files)?;
    let with = bench.rutter(&root, "with-vectors");
    let without = bench.rutter(&root, "without-vectors").embedder("none");
    let pair = Comparison::measure(
        bench.n_repeats,
        || Ok(with.index_from_nothing(LIMIT)?.1.elapsed),
        || Ok(without.index_from_nothing(LIMIT)?.1.elapsed),
    )?;
    report.add("vectors", "full index", pair.ours.median().as_secs_f64(), Unit::Seconds);
    report.add("vectors", "full index without", pair.theirs.median().as_secs_f64(), Unit::Seconds);
    let ratio = pair.ratio();
    report.check("vectors", "index with / without", ratio, Unit::Times, Target::AtMost(1.25));
    report.add("vectors", "the same in processor time", pair.cpu_ratio(), Unit::Times);

    let rows: Vec<i8> =
        (0..N_ROWS * DIMS).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as i8).collect();
    let query = rows[..DIMS].to_vec();
    let (heads, tails) = rows.split_at(N_ROWS * HEAD);
    let lengths = vec![1.0_f32.to_le_bytes(); N_ROWS];
    let rows = Rows { heads, tails: Some(tails), inverse_lengths: &lengths };
    let mut out = vec![0.0; N_ROWS];
    let mut times = Times::default();
    for _ in 0..bench.n_repeats * 4 {
        times.push(time(|| similarities(&query, rows, black_box(&mut out))).0);
    }
    let scan = ms(times.median());
    let what = "a million vectors compared";
    report.check("vectors", what, scan, Unit::Milliseconds, Target::AtMost(25.0));
    Ok(())
}
