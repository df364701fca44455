//! `rutter-bench`: measures speed and quality, fits the weights of ranking, and guards the floor.
//!
//! A program of its own, so that `xtask` depends on no crate of ours: `cargo xtask bench`, `ablate`, `fit`
//! and `floor` build this one and start it with the same arguments. Start at [`benchmarks::run`] for
//! speed, at [`quality::check`] for the quality of answers.

mod benchmarks;
mod measure;
mod parse;
mod process;
mod quality;
mod queries;
mod replay;
mod report;
mod rutter;
mod served;
mod tree;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

/// Benchmarks of rutter.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Command {
    /// Measures speed and quality, each figure beside what it is to be compared with.
    Bench(Box<benchmarks::Args>),
    /// Prints what each check of entries gains on summaries whose truth is known.
    Ablate(benchmarks::ablate::Args),
    /// Finds the weights of ranking that answer the dev set best, and prints them.
    Fit,
    /// Fails when answers have become worse than the floor.
    Floor,
    /// Asks for real changes of repositories, in their authors' words, and fails below the floor.
    Replay(replay::Args),
}

fn main() -> anyhow::Result<ExitCode> {
    match Command::parse() {
        Command::Bench(args) => benchmarks::run(&root(), &args),
        Command::Ablate(args) => {
            benchmarks::ablate::run(&root(), &args).map(|()| ExitCode::SUCCESS)
        }
        Command::Fit => quality::run_fit(&root()),
        Command::Floor => quality::check(&root()),
        Command::Replay(args) => replay::run(&root(), &args),
    }
}

/// The root of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}
