//! `cargo xtask test`: every check there is, in one command.
//!
//! All steps run, even after one has failed, so that one run reports everything. One profile serves
//! all of them, and so nothing is compiled twice. The parts that some tests talk to are installed
//! meanwhile, by [`crate::parts`]. The summary counts the slow tests, which plain `cargo test` leaves
//! out, and lists what had to be skipped.

mod counts;

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::handover::{self, cargo};
use crate::parts::{Installation, Part};
use counts::Counts;

/// Options of `cargo xtask test`.
#[derive(clap::Args)]
pub struct Args {
    /// Tests with a real language model too: installs one (1.3 GB, once) and lets it explore.
    #[arg(long)]
    with_model: bool,
}

/// How many of the slowest tests are listed.
const N_SLOWEST: usize = 20;

/// All tests together may take this long, each by itself; more fails the run.
// Twice what they take on two cores, so that a busy machine does not fail it.
const TEST_BUDGET: Duration = Duration::from_secs(45 * 60);

/// The tests that need a real model: they run by themselves, for they take both cores.
const MODEL_TESTS: &str = "real_model::";

/// One check: what it is called, and what cargo is asked for.
struct Step {
    name: &'static str,
    /// The part of the toolchain it needs, beyond cargo itself.
    component: Option<Component>,
    args: &'static [&'static str],
}

/// A part of the toolchain that `rustup` can add.
struct Component {
    name: &'static str,
    /// What cargo is asked for to see that it is there.
    probe: &'static str,
}

const STEPS: &[Step] = &[
    Step {
        name: "format",
        component: Some(Component { name: "rustfmt", probe: "fmt" }),
        args: &["fmt", "--all", "--check"],
    },
    Step {
        name: "lints",
        component: Some(Component { name: "clippy", probe: "clippy" }),
        args: &[
            "clippy", "--release", "--workspace", "--all-targets", "--quiet", "--", "--deny",
            "warnings",
        ],
    },
];

enum Outcome {
    Passed,
    TestsPassed(Counts),
    Failed,
    Skipped(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Passed => f.write_str("passed"),
            Outcome::TestsPassed(counts) => write!(f, "passed: {counts}"),
            Outcome::Failed => f.write_str("FAILED"),
            Outcome::Skipped(why) => write!(f, "SKIPPED: {why}"),
        }
    }
}

/// Runs all steps; fails when one of them does.
pub fn run(root: &Path, args: &Args) -> anyhow::Result<ExitCode> {
    let mut rows: Vec<(&str, Outcome, Duration)> = Vec::new();
    if !answers(Command::new("git").arg("--version")) {
        eprintln!("\nWARNING: there is no git here; the tests that need it will fail\n");
    }
    let parts = [Part::Wire, Part::Mcp, Part::Sarif, Part::Browser, Part::Postgres, Part::Qdrant];
    let parts = parts.map(|part| part.install(root));
    let model = args.with_model.then(|| Part::Model.install(root));
    let mut skips = Skips::begin(root);
    for step in STEPS {
        println!("\n== {}: cargo {}", step.name, step.args.join(" "));
        let start = Instant::now();
        let outcome = run_step(root, step)?;
        rows.push((step.name, outcome, start.elapsed()));
    }
    let start = Instant::now();
    let outcome = run_tests(root, parts, &mut skips)?;
    rows.push(("tests", outcome, start.elapsed()));
    let start = Instant::now();
    let outcome = match model {
        Some(model) => run_model_tests(root, model, &skips)?,
        None => Outcome::Skipped("ask for it by `cargo xtask test --with-model`".to_owned()),
    };
    rows.push(("model", outcome, start.elapsed()));
    println!("\n== quality of answers");
    let start = Instant::now();
    let is_good = handover::run(root, "rutter-bench", &["floor"], &[])? == ExitCode::SUCCESS;
    let outcome = if is_good { Outcome::Passed } else { Outcome::Failed };
    rows.push(("quality", outcome, start.elapsed()));
    println!("\n== summary");
    for (name, outcome, elapsed) in &rows {
        println!("{name:<8} {:>6.1} s  {outcome}", elapsed.as_secs_f64());
    }
    for skipped in skips.read() {
        println!("SKIPPED  {skipped}");
    }
    let failed = rows.iter().any(|(_, outcome, _)| matches!(outcome, Outcome::Failed));
    println!("{}", if failed { "some checks failed" } else { "no check failed" });
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// All tests but those that need a real model. What they need beyond cargo is waited for.
fn run_tests(root: &Path, parts: [Installation; 6], skips: &mut Skips) -> anyhow::Result<Outcome> {
    let parts = parts.map(Installation::finish);
    for part in &parts {
        if let Err(why) = &part.result {
            println!("\nWARNING: not everything can be tested against others: {why}\n");
            skips.more.push(format!("a part of what {} names: {why}", part.variable));
        }
    }
    // Without the tests of documentation: there are none, and rustdoc refuses the unstable option below.
    let mut args = vec!["test", "--release", "--workspace", "--tests", "--no-fail-fast"];
    // The standard test runner prints times only if unstable options are allowed, which it reads from
    // its environment. Set for the tests alone: set for cargo, it would build everything again.
    args.extend(["--config", r#"target."cfg(unix)".runner = ["env", "RUSTC_BOOTSTRAP=1"]"#]);
    args.extend(["--", "--include-ignored", "--skip", MODEL_TESTS]);
    if cfg!(unix) {
        args.extend(["-Zunstable-options", "--report-time"]);
    }
    println!("\n== tests: cargo {}", args.join(" "));
    let mut command = cargo();
    command.args(args).env(Skips::VARIABLE, &skips.file);
    command.envs(parts.iter().map(|part| (part.variable, &part.folder)));
    test_outcome_of(command.current_dir(root))
}

/// The tests that need a real model. They were asked for, so one that cannot run is a failure.
fn run_model_tests(root: &Path, model: Installation, skips: &Skips) -> anyhow::Result<Outcome> {
    let model = model.finish();
    match &model.result {
        Ok(took) => println!("\nthe model was installed in {:.0} s", took.as_secs_f64()),
        Err(why) => {
            println!("\nthe model cannot be installed: {why}");
            return Ok(Outcome::Failed);
        }
    }
    // For the whole workspace, as the other tests: for one package, crates have other features and are built again.
    let args = ["test", "--release", "--workspace", "--test", "it", MODEL_TESTS];
    println!("\n== model: cargo {}", args.join(" "));
    let mut command = cargo();
    // One after the other: two models at once would each be half as fast.
    command.args(args).args(["--", "--include-ignored", "--test-threads=1", "--nocapture"]);
    command.env(model.variable, &model.folder).env(Skips::VARIABLE, &skips.file);
    outcome_of(command.current_dir(root))
}

/// What tests say that they passed over, each on a line of a file.
struct Skips {
    file: PathBuf,
    more: Vec<String>,
}

impl Skips {
    /// The environment variable by which tests find the file.
    const VARIABLE: &'static str = "RUTTER_TEST_SKIPPED";

    fn begin(root: &Path) -> Skips {
        let file = root.join("target/skipped.txt");
        // What an earlier run passed over says nothing about this one.
        let _ = std::fs::remove_file(&file);
        Skips { file, more: Vec::new() }
    }

    fn read(&self) -> Vec<String> {
        let text = std::fs::read_to_string(&self.file).unwrap_or_default();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.extend(self.more.iter().cloned());
        lines.sort();
        lines.dedup();
        lines
    }
}

fn run_step(root: &Path, step: &Step) -> anyhow::Result<Outcome> {
    if let Some(component) = &step.component
        && let Err(why) = provide(component)
    {
        return Ok(Outcome::Skipped(why));
    }
    outcome_of(cargo().args(step.args).current_dir(root))
}

fn test_outcome_of(command: &mut Command) -> anyhow::Result<Outcome> {
    let (counts, is_success) = Counts::of(command)?;
    println!("\n== the {N_SLOWEST} slowest tests");
    for (time, name) in counts.slowest(N_SLOWEST) {
        println!("{:>6.1} s  {name}", time.as_secs_f64());
    }
    let took = counts.total_time();
    println!("{:>6.1} s  all together, of {} at most", took.as_secs_f64(), TEST_BUDGET.as_secs());
    Ok(if is_success && took <= TEST_BUDGET {
        Outcome::TestsPassed(counts)
    } else {
        Outcome::Failed
    })
}

fn outcome_of(command: &mut Command) -> anyhow::Result<Outcome> {
    let status = command.status().context("cannot run cargo")?;
    Ok(if status.success() { Outcome::Passed } else { Outcome::Failed })
}

/// Sees that a component is there, and adds it where it is not.
fn provide(component: &Component) -> Result<(), String> {
    let is_there = || answers(cargo().args([component.probe, "--version"]));
    if is_there() {
        return Ok(());
    }
    println!("{} is missing: asking rustup for it", component.name);
    let added = Command::new("rustup").args(["component", "add", component.name]).status();
    if added.is_ok_and(|status| status.success()) && is_there() {
        return Ok(());
    }
    Err(format!("{0} is missing and rustup could not add it: install {0}", component.name))
}

fn answers(command: &mut Command) -> bool {
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
