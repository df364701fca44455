//! One file changes: how long until an answer knows of it, process start and all.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

use super::Bench;
use crate::measure::{Times, cpu_time};
use crate::process::LIMIT;
use crate::report::{Report, Target, Unit, ms};
use crate::rutter::Rutter;
use crate::tree;

pub fn run(bench: &Bench, report: &mut Report) -> anyhow::Result<()> {
    let root = tree::mixed(&bench.work, bench.n_files)?;
    let rutter = bench.rutter(&root, "touch");
    rutter.index_from_nothing(LIMIT)?;
    let files = rutter.files()?;
    let path = files
        .iter()
        .rev()
        .find(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .context("the tree has a Rust file")?;
    let text = fs::read_to_string(path)?;
    let mut times = Times::default();
    let start = cpu_time();
    let measured = (0..bench.n_repeats * 3).try_for_each(|round| {
        let name = format!("touched_in_round_{round}");
        fs::write(path, format!("{text}\npub fn {name}() {{}}\n"))?;
        times.push(answer_after_change(&rutter, path, &name)?);
        anyhow::Ok(())
    });
    fs::write(path, text)?;
    measured?;
    let mean_cpu = (cpu_time() - start) / u32::try_from(times.len())?;
    report.add("touch", "files in the tree", files.len() as f64, Unit::Files);
    let median = ms(times.median());
    report.check(
        "touch",
        "change to answer, p50",
        median,
        Unit::Milliseconds,
        Target::AtMost(100.0),
    );
    report.add("touch", "change to answer, worst", ms(times.percentile(100)), Unit::Milliseconds);
    report.add("touch", "processor time, mean", ms(mean_cpu), Unit::Milliseconds);
    Ok(())
}

/// Asks for a name that was just written, and sees that the answer has it.
fn answer_after_change(
    rutter: &Rutter,
    path: &Path,
    name: &str,
) -> anyhow::Result<std::time::Duration> {
    let (answer, run) = rutter.search(name)?;
    let relative = path.strip_prefix(&rutter.root)?.to_string_lossy().replace('\\', "/");
    let state = answer["index"]["state"].as_str();
    ensure!(
        state == Some("current"),
        "after one change the index is not current: {}",
        answer["index"]
    );
    let found = answer["hits"][0]["path"].as_str();
    ensure!(found == Some(&relative), "`{name}` was not found in {relative}: {answer}");
    Ok(run.elapsed)
}
