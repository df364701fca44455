//! A full index beside semble's: the tool a user might pick instead.
//!
//! semble ranks with an embedding model and with BM25. The model has to be downloaded, so its
//! part is left out, and only chunking and BM25 are timed: less than semble does for its users.
//! Its own process start and the writing of its index are left out as well, while rutter is timed
//! from start to end.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Context;
use serde_json::Value;

use super::measure::Pair;
use super::report::{Report, Target, Unit};
use super::{Bench, LIMIT, process, tree};

const DRIVER: &str = include_str!("semble.py");

pub fn run(bench: &Bench, report: &mut Report) -> anyhow::Result<()> {
    let python = install(&bench.work)?;
    let driver = bench.work.join("semble.py");
    std::fs::write(&driver, DRIVER)?;
    let root = tree::mixed(&bench.work, bench.n_few_files)?;
    let rutter = bench.rutter(&root, "semble");
    // By itself semble uses one core; the second figure gives it all of them.
    for (workers, target) in [(0, Some(Target::AtLeast(5.0))), (bench.n_threads, None)] {
        let mut said = Value::Null;
        let mut n_indexed = 0.0;
        let pair = Pair::measure(
            bench.n_repeats,
            || {
                let (answer, run) = rutter.index_from_nothing(LIMIT)?;
                n_indexed = answer["files"].as_f64().unwrap_or(0.0);
                Ok(run.elapsed)
            },
            || {
                said = index(&python, &driver, &root, workers, &bench.work)?;
                Ok(Duration::from_secs_f64(said["seconds"].as_f64().context("a time")?))
            },
        )?;
        let name = if workers == 0 { "semble" } else { "semble, all cores" };
        let n_files = said["files"].as_f64().unwrap_or(0.0);
        report.tell("semble", format!("files, {name}"), n_files, Unit::Files);
        report.tell("semble", "files, rutter", n_indexed, Unit::Files);
        let theirs = pair.theirs.median().as_secs_f64();
        report.tell("semble", format!("index, {name}"), theirs, Unit::Seconds);
        report.tell("semble", "index, rutter", pair.ours.median().as_secs_f64(), Unit::Seconds);
        let what = format!("rutter faster than {name}");
        match target {
            Some(target) => report.hold("semble", what, 1.0 / pair.ratio(), Unit::Times, target),
            None => report.tell("semble", what, 1.0 / pair.ratio(), Unit::Times),
        }
    }
    Ok(())
}

/// Runs the driver; what it measured.
fn index(
    python: &Path,
    driver: &Path,
    root: &Path,
    workers: usize,
    work: &Path,
) -> anyhow::Result<Value> {
    let mut command = Command::new(python);
    command.arg(driver).arg(root).env("SEMBLE_INDEX_WORKERS", workers.to_string());
    let run = process::run(&mut command, LIMIT, &[0], &work.join("semble.log"))?;
    serde_json::from_str(&run.stdout)
        .with_context(|| format!("the driver did not print JSON: {}", run.stdout))
}

/// A Python with semble in it, installed when it is not there yet.
fn install(work: &Path) -> anyhow::Result<PathBuf> {
    let folder = work.join("semble");
    let python = folder.join("bin").join("python");
    let log = work.join("semble-install.log");
    let works = |python: &Path| {
        let mut command = Command::new(python);
        process::run(command.args(["-c", "import semble"]), LIMIT, &[0], &log).is_ok()
    };
    if works(&python) {
        return Ok(python);
    }
    eprintln!("installing semble");
    let mut make = Command::new("python3");
    process::run(make.args(["-m", "venv"]).arg(&folder), LIMIT, &[0], &log)
        .context("cannot make a Python environment for semble")?;
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "semble"]);
    process::run(&mut install, LIMIT, &[0], &log).context("cannot install semble")?;
    Ok(python)
}
