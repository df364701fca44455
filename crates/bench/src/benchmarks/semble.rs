//! A full index beside semble's: the tool a user might pick instead.
//!
//! semble ranks with an embedding model and with BM25. The model has to be downloaded, so its part
//! is left out, and only chunking and BM25 are run: less than semble does for its users. Both are
//! timed from process start to the index on disk; semble's indexing alone is reported beside it.

use std::process::Command;
use std::time::Duration;

use anyhow::Context;
use serde_json::Value;

use super::{Bench, python};
use crate::measure::{Comparison, Times};
use crate::process::{self, LIMIT};
use crate::report::{Report, Target, Unit};
use crate::tree;

const DRIVER: &str = include_str!("index_with_semble.py");

pub fn run(bench: &Bench, report: &mut Report) -> anyhow::Result<()> {
    let python = python::install(&bench.work, "semble", "import semble", &["semble"])?;
    let driver = bench.work.join("index_with_semble.py");
    std::fs::write(&driver, DRIVER)?;
    let root = tree::mixed(&bench.work, bench.n_few_files)?;
    let rutter = bench.rutter(&root, "semble");
    // By itself semble uses one core; the second figure gives it all of them.
    for (n_workers, name) in [(0, "semble"), (bench.n_threads, "semble on all cores")] {
        let mut files = (0.0, 0.0);
        let mut alone = Times::default();
        let pair = Comparison::measure(
            bench.n_repeats,
            || {
                let (answer, run) = rutter.index_from_nothing(LIMIT)?;
                files.0 = answer["files"].as_f64().unwrap_or(0.0);
                Ok(run.elapsed)
            },
            || {
                let mut command = Command::new(&python);
                command.arg(&driver).arg(&root).arg(bench.work.join("semble-index"));
                command.env("SEMBLE_INDEX_WORKERS", n_workers.to_string());
                let run = process::run(&mut command, LIMIT, &[0], &bench.work.join("semble.log"))?;
                let indexed: Value = serde_json::from_str(&run.stdout)
                    .with_context(|| format!("the driver did not print JSON: {}", run.stdout))?;
                files.1 = indexed["files"].as_f64().unwrap_or(0.0);
                alone.push(Duration::from_secs_f64(indexed["seconds"].as_f64().unwrap_or(0.0)));
                Ok(run.elapsed)
            },
        )?;
        let (ours, theirs) = (pair.ours.median(), pair.theirs.median());
        report.add("semble", "files, rutter", files.0, Unit::Files);
        report.add("semble", format!("files, {name}"), files.1, Unit::Files);
        report.add("semble", "rutter", ours.as_secs_f64(), Unit::Seconds);
        report.add("semble", name, theirs.as_secs_f64(), Unit::Seconds);
        let alone = alone.median().as_secs_f64();
        report.add("semble", format!("{name}, indexing alone"), alone, Unit::Seconds);
        let cpu_faster = 1.0 / pair.cpu_ratio();
        report.add("semble", format!("{name} / rutter, processor time"), cpu_faster, Unit::Times);
        let faster = 1.0 / pair.ratio();
        let what = format!("{name} / rutter");
        match n_workers {
            0 => report.check("semble", what, faster, Unit::Times, Target::AtLeast(5.0)),
            _ => report.add("semble", what, faster, Unit::Times),
        }
    }
    Ok(())
}
