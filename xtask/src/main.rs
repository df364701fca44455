//! The project's own commands: `cargo xtask test`, `tidy`, `fuzz`, `bench`, `ablate`, `fit`, `floor`, `replay` and `pairs`.
//!
//! `xtask` depends on no crate of ours, so that `cargo xtask tidy` starts within seconds. What needs
//! them is a program of its own, which [`handover`] builds and starts.

mod handover;
mod parts;
mod suite;
mod tidy;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

/// Commands for working on rutter.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Command {
    /// Checks everything that is checked before a change lands: format, lints, tests.
    Test(suite::Args),
    /// Checks the rules of CONTRIBUTING.md alone: dependencies between crates, file sizes, headers, links.
    Tidy,
    /// Tries every boundary with broken inputs, and keeps those that break something.
    #[command(disable_help_flag = true)]
    Fuzz(Passed),
    /// Measures speed and quality, each figure beside what it is to be compared with.
    #[command(disable_help_flag = true)]
    Bench(Passed),
    /// Prints what each check of entries gains on summaries whose truth is known.
    #[command(disable_help_flag = true)]
    Ablate(Passed),
    /// Finds the weights of ranking that answer the dev set best, and prints them.
    Fit,
    /// Measures the quality of answers and fails when it is below the floor.
    Floor,
    /// Searches for real changes of repositories, in their authors' words, and fails below the floor.
    #[command(disable_help_flag = true)]
    Replay(Passed),
    /// Prepares what the embedding model is trained on; see `training/README.md`.
    #[command(disable_help_flag = true)]
    Pairs(Passed),
}

/// Arguments that are passed on as they are.
#[derive(clap::Args)]
struct Passed {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<OsString>,
}

fn main() -> anyhow::Result<ExitCode> {
    match Command::parse() {
        Command::Test(args) => suite::run(&root(), &args),
        Command::Tidy => tidy::run(&root()),
        Command::Fuzz(passed) => handover::run(&root(), "rutter-fuzz", &["run"], &passed.args),
        Command::Bench(passed) => handover::run(&root(), "rutter-bench", &["bench"], &passed.args),
        Command::Ablate(passed) => {
            handover::run(&root(), "rutter-bench", &["ablate"], &passed.args)
        }
        Command::Fit => handover::run(&root(), "rutter-bench", &["fit"], &[]),
        Command::Floor => handover::run(&root(), "rutter-bench", &["floor"], &[]),
        Command::Replay(passed) => {
            handover::run(&root(), "rutter-bench", &["replay"], &passed.args)
        }
        Command::Pairs(passed) => handover::run(&root(), "rutter-pairs", &[], &passed.args),
    }
}

/// The root of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}
