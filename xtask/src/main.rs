//! The project's own commands: `cargo xtask test`, `tidy`, `fuzz`, `bench`, `fit`, `floor` and `pairs`.

mod bench;
mod fuzz;
mod pairs;
mod parts;
mod quality;
mod suite;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

/// Commands for working on rutter.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Command {
    /// Checks everything that is checked before a change lands: format, lints, tests.
    Test(suite::Args),
    /// Checks the rules of the house alone: arrows between crates, file sizes, headers, links.
    Tidy,
    /// Tries every boundary with broken inputs, and keeps those that break something.
    Fuzz(fuzz::Args),
    /// Measures speed and quality, each figure beside what it is to be compared with.
    Bench(bench::Args),
    /// Finds the weights of ranking that answer the dev set best, and prints them.
    Fit,
    /// Fails when answers have become worse than the floor.
    Floor,
    /// Prepares what the embedding model is trained on; see `training/README.md`.
    Pairs(pairs::Args),
}

fn main() -> anyhow::Result<ExitCode> {
    match Command::parse() {
        Command::Test(args) => suite::run(&root(), &args),
        Command::Tidy => tidy::run(&root()),
        Command::Fuzz(args) => fuzz::run(&root(), &args),
        Command::Bench(args) => bench::run(&root(), &args),
        Command::Fit => quality::run_fit(&root()),
        Command::Floor => quality::check(&root()),
        Command::Pairs(args) => pairs::run(&args),
    }
}

/// The root of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}
