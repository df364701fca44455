//! `cargo xtask fuzz`: broken inputs for every boundary, for as long as one likes.
//!
//! The work is done by `rutter-fuzz`, which is built and started here: as a dependency it would make
//! every other command of ours wait for it to compile.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;

/// What `cargo xtask fuzz` may be told; `cargo xtask fuzz -- --help` has the list.
#[derive(clap::Args)]
pub struct Args {
    /// `--minutes N`, or counts: `--files N --soups N --damaged N --messages N`; `--target NAME`,
    /// `--seed N`, `--list`.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
}

/// Runs a campaign; fails when an input broke something.
pub fn run(root: &Path, args: &Args) -> anyhow::Result<ExitCode> {
    let status = crate::suite::cargo()
        .args(["run", "--release", "--quiet", "--package", "rutter-fuzz", "--", "run"])
        .args(&args.args)
        .current_dir(root)
        .status()
        .context("cannot run cargo")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
