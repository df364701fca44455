//! Compares indexing with bare tree-sitter parsing: what everything but the parser costs.

use super::Bench;
use crate::measure::Comparison;
use crate::process::LIMIT;
use crate::report::{Report, Target, Unit, mebibytes};
use crate::{parse, tree};

pub fn run(bench: &Bench, report: &mut Report) -> anyhow::Result<()> {
    let root = tree::mixed(&bench.work, bench.n_files)?;
    let rutter = bench.rutter(&root, "index");
    rutter.index_from_nothing(LIMIT)?;
    // Exactly what rutter indexed: what it skips is not to count as parsing.
    let files = rutter.files()?;
    let (_, parsed) = parse::parse_all(&files, bench.n_threads);
    let pair = Comparison::measure(
        bench.n_repeats,
        || Ok(rutter.index_from_nothing(LIMIT)?.1.elapsed),
        || Ok(parse::parse_all(&files, bench.n_threads).0),
    )?;
    report.add("index", "files", parsed.n_files as f64, Unit::Files);
    report.add("index", "source", mebibytes(parsed.n_bytes), Unit::Mebibytes);
    report.add("index", "index on disk", mebibytes(rutter.index_bytes()), Unit::Mebibytes);
    report.add("index", "parsing alone", pair.theirs.median().as_secs_f64(), Unit::Seconds);
    report.add("index", "full index", pair.ours.median().as_secs_f64(), Unit::Seconds);
    report.check("index", "index / parsing", pair.ratio(), Unit::Times, Target::AtMost(2.0));
    report.add("index", "the same in processor time", pair.cpu_ratio(), Unit::Times);
    Ok(())
}
