//! Gaps in the documentation: evaluating all, after one change, and those that a change brought.
//!
//! The first evaluation is compared with the full index that it needs. Of what a change costs, the index
//! has its share: the same change is answered by a search, too, and the rest is the evaluation's.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, ensure};
use serde_json::Value;

use super::Bench;
use crate::measure::{Times, cpu_time};
use crate::process::{self, LIMIT, Run};
use crate::report::{Report, Target, Unit, mebibytes, ms};
use crate::rutter::Rutter;
use crate::tree;

/// The arguments of git. The repository stays for the next run, in which the commit may be empty.
const COMMIT: [&str; 9] = [
    "-c", "user.name=bench", "-c", "user.email=bench@example.org", "commit", "--quiet",
    "--allow-empty", "-m", "tree",
];

pub fn run(bench: &Bench, report: &mut Report) -> anyhow::Result<()> {
    let root = tree::mixed(&bench.work, bench.n_files)?;
    let rutter = bench.rutter(&root, "gaps");
    let peak_bytes = evaluate_all(bench, &rutter, report)?;
    let files = rutter.files()?;
    report.add("gaps", "files in the tree", files.len() as f64, Unit::Files);
    report.add(
        "gaps",
        "peak memory of the first evaluation",
        mebibytes(peak_bytes),
        Unit::Mebibytes,
    );
    let path = &changed_file(&rutter)?;
    let text = fs::read_to_string(path)?;
    let measured = after_changes(bench, &rutter, path, &text, report);
    fs::write(path, text)?;
    measured
}

/// A file of Python whose functions need descriptions.
fn changed_file(rutter: &Rutter) -> anyhow::Result<PathBuf> {
    let args = ["--rule", "missing-description", "--limit", "10000"];
    let (answer, _) = gaps(rutter, &args)?;
    let listed = answer["gaps"].as_array().map_or(&[][..], Vec::as_slice);
    let mut paths = listed.iter().filter_map(|gap| gap["path"].as_str());
    let path = paths.find(|path| path.ends_with(".py")).context("Python lacks no description")?;
    Ok(rutter.root.join(path))
}

/// Measures the full index and the first evaluation of all gaps in turns. Returns the peak memory of the latter.
fn evaluate_all(bench: &Bench, rutter: &Rutter, report: &mut Report) -> anyhow::Result<u64> {
    let (mut index, mut evaluation, mut ratios) = (Times::default(), Times::default(), Vec::new());
    let mut peak_bytes = 0;
    for round in 0..=bench.n_repeats {
        let indexed = rutter.index_from_nothing(LIMIT)?.1.elapsed;
        let (_, run) = gaps(rutter, &[])?;
        // The first round warms up.
        if round > 0 {
            index.push(indexed);
            evaluation.push(run.elapsed);
            ratios.push(run.elapsed.as_secs_f64() / indexed.as_secs_f64());
            peak_bytes = peak_bytes.max(run.peak_bytes);
        }
    }
    ratios.sort_by(f64::total_cmp);
    let ratio = ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN);
    report.add("gaps", "full index", index.median().as_secs_f64(), Unit::Seconds);
    report.add("gaps", "all gaps, first time", evaluation.median().as_secs_f64(), Unit::Seconds);
    report.check("gaps", "all gaps / full index", ratio, Unit::Times, Target::AtMost(0.2));
    Ok(peak_bytes)
}

fn after_changes(
    bench: &Bench,
    rutter: &Rutter,
    path: &Path,
    text: &str,
    report: &mut Report,
) -> anyhow::Result<()> {
    commit_all(&rutter.root)?;
    let (mut whole, mut unchanged) = (Times::default(), Times::default());
    let (mut refresh, mut since, mut new) = (Times::default(), Times::default(), Times::default());
    let mut cpu = Duration::ZERO;
    for round in 0..bench.n_repeats * 3 {
        let change = |part: &str| {
            let name = format!("undescribed_{part}_{round}");
            fs::write(path, format!("{text}\n\ndef {name}(first, second):\n    return first\n"))?;
            anyhow::Ok(name)
        };
        let name = change("refresh")?;
        refresh.push(rutter.search(&name)?.1.elapsed);
        let name = change("gap")?;
        let start = cpu_time();
        whole.push(gaps(rutter, &[])?.1.elapsed);
        cpu += cpu_time().saturating_sub(start);
        unchanged.push(gaps(rutter, &[])?.1.elapsed);
        since.push(gaps(rutter, &["--changed-since", "HEAD"])?.1.elapsed);
        let (answer, run) = gaps(rutter, &["--changed-since", "HEAD", "--new"])?;
        new.push(run.elapsed);
        let listed = answer["gaps"].as_array().map_or(&[][..], Vec::as_slice);
        let is_it = |gap: &Value| gap["symbol"].as_str() == Some(&name);
        ensure!(listed.iter().any(is_it), "`{name}` has no description, but no gap: {answer}");
    }
    let evaluation = whole.median().saturating_sub(refresh.median());
    let mean_cpu = cpu / u32::try_from(whole.len())?;
    let mut add =
        |what: &str, time: Duration| report.add("gaps", what, ms(time), Unit::Milliseconds);
    add("one changed file, whole command", whole.median());
    add("the same, processor time, mean", mean_cpu);
    add("one changed file, a search instead", refresh.median());
    add("nothing changed, whole command", unchanged.median());
    add("gaps in changed files, whole command", since.median());
    add("gaps that a change brought, whole command", new.median());
    let what = "one changed file, gaps less search";
    report.check("gaps", what, ms(evaluation), Unit::Milliseconds, Target::AtMost(150.0));
    Ok(())
}

/// Lists gaps in a process of its own.
fn gaps(rutter: &Rutter, args: &[&str]) -> anyhow::Result<(Value, Run)> {
    let mut command = rutter.command("gaps");
    command.args(["list", "--json"]).args(args);
    let run = process::run(&mut command, LIMIT, &[0, 3], &rutter.log())?;
    let answer = serde_json::from_str(&run.stdout)
        .with_context(|| format!("`gaps list --json` did not print JSON: {}", run.stdout))?;
    Ok((answer, run))
}

/// Commits all files, so that later changes can be listed.
fn commit_all(root: &Path) -> anyhow::Result<()> {
    for args in [&["init", "--quiet"][..], &["add", "--all"], &COMMIT] {
        let status = Command::new("git").args(args).current_dir(root).status();
        ensure!(status.context("cannot run git")?.success(), "`git {args:?}` failed");
    }
    Ok(())
}
