//! `cargo xtask test`: every check there is, in one command.
//!
//! All steps run, even after one has failed, so that one run tells everything. One profile serves
//! all of them, and so nothing is compiled twice.

use std::fmt;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;

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
            "clippy",
            "--release",
            "--workspace",
            "--all-targets",
            "--quiet",
            "--",
            "--deny",
            "warnings",
        ],
    },
    Step {
        name: "tests",
        component: None,
        args: &["test", "--release", "--workspace", "--no-fail-fast"],
    },
];

enum Outcome {
    Passed,
    Failed,
    Skipped(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Passed => f.write_str("passed"),
            Outcome::Failed => f.write_str("FAILED"),
            Outcome::Skipped(why) => write!(f, "SKIPPED: {why}"),
        }
    }
}

/// Runs all steps; fails when one of them does.
pub fn run(root: &Path) -> anyhow::Result<ExitCode> {
    let mut rows: Vec<(&str, Outcome, Duration)> = Vec::new();
    if !answers(Command::new("git").arg("--version")) {
        eprintln!("\nWARNING: there is no git here; the tests that need it will fail\n");
    }
    for step in STEPS {
        println!("\n== {}: cargo {}", step.name, step.args.join(" "));
        let start = Instant::now();
        let outcome = run_step(root, step)?;
        rows.push((step.name, outcome, start.elapsed()));
    }
    println!("\n== quality of answers");
    let start = Instant::now();
    let is_good = crate::quality::check(root)? == ExitCode::SUCCESS;
    let outcome = if is_good { Outcome::Passed } else { Outcome::Failed };
    rows.push(("quality", outcome, start.elapsed()));
    println!("\n== summary");
    for (name, outcome, elapsed) in &rows {
        println!("{name:<8} {:>6.1} s  {outcome}", elapsed.as_secs_f64());
    }
    let failed = rows.iter().any(|(_, outcome, _)| matches!(outcome, Outcome::Failed));
    println!("{}", if failed { "some checks failed" } else { "no check failed" });
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn run_step(root: &Path, step: &Step) -> anyhow::Result<Outcome> {
    if let Some(component) = &step.component
        && let Err(why) = provide(component)
    {
        return Ok(Outcome::Skipped(why));
    }
    let status = cargo()
        .args(step.args)
        .current_dir(root)
        .status()
        .with_context(|| format!("cannot run cargo for {}", step.name))?;
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

/// The cargo that runs this very program.
fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}
