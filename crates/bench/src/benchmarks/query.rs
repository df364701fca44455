//! Questions: to a process that is warm, and to one that has to start.

use std::time::Duration;

use anyhow::ensure;

use super::Bench;
use crate::measure::{Times, cpu_time};
use crate::process::LIMIT;
use crate::report::{Report, Target, Unit, ms};
use crate::rutter::Rutter;
use crate::{queries, tree};

const N_QUERIES: usize = 200;

pub fn run(bench: &Bench, report: &mut Report) -> anyhow::Result<()> {
    let root = tree::mixed(&bench.work, bench.n_files)?;
    let rutter = bench.rutter(&root, "query");
    rutter.index_from_nothing(LIMIT)?;
    let files = rutter.files()?;
    let queries = queries::draw(&files, N_QUERIES);
    report.add("query", "files in the tree", files.len() as f64, Unit::Files);

    let (warm, warm_cpu) = ask_warm(&rutter, &queries, bench.n_repeats)?;
    let (p50, p99) = (ms(warm.median()), ms(warm.percentile(99)));
    report.check("query", "warm, p50", p50, Unit::Milliseconds, Target::AtMost(1.5));
    report.check("query", "warm, p99", p99, Unit::Milliseconds, Target::AtMost(10.0));

    report.add("query", "warm, processor time, mean", ms(warm_cpu), Unit::Milliseconds);

    let start = cpu_time();
    let mut cold = Times::default();
    for query in queries.iter().step_by(4) {
        cold.push(rutter.search(query)?.1.elapsed);
    }
    let mean_cpu = (cpu_time() - start) / u32::try_from(cold.len())?;
    let p50 = ms(cold.median());
    report.check("query", "whole command, p50", p50, Unit::Milliseconds, Target::AtMost(40.0));
    report.add("query", "whole command, p95", ms(cold.percentile(95)), Unit::Milliseconds);
    let what = "whole command, processor time, mean";
    report.add("query", what, ms(mean_cpu), Unit::Milliseconds);
    Ok(())
}

/// Asks everything once to warm up, then measures each question; the times that passed, and the
/// mean processor time.
pub fn ask_warm(
    rutter: &Rutter,
    queries: &[String],
    n_rounds: usize,
) -> anyhow::Result<(Times, Duration)> {
    let mut batch = rutter.batch()?;
    let mut n_answered = 0;
    for query in queries {
        let (answer, _) = batch.ask(query)?;
        n_answered += usize::from(answer["hits"].as_array().is_some_and(|hits| !hits.is_empty()));
    }
    ensure!(
        n_answered * 10 >= queries.len() * 9,
        "only {n_answered} of {} queries were answered",
        queries.len()
    );
    let mut times = Times::default();
    let start = batch.cpu_time();
    for _ in 0..n_rounds {
        for query in queries {
            times.push(batch.ask(query)?.1);
        }
    }
    let mean_cpu = batch.cpu_time().saturating_sub(start) / u32::try_from(times.len().max(1))?;
    batch.finish()?;
    Ok((times, mean_cpu))
}
