//! Builds a program of the workspace and hands over to it.
//!
//! Cargo unifies features over the packages it is asked to build, and compiles a dependency a second
//! time when they differ. So a program is selected out of the whole workspace (`--workspace --bin`),
//! with the features that `cargo test --workspace` uses, and nothing is compiled twice. `cargo run`
//! knows no such selection; the program is started from the folder that `xtask` itself lies in.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, ensure};

/// Builds `program`, runs it in the working directory of the caller and returns its exit code.
pub fn run(
    root: &Path,
    program: &str,
    first: &[&str],
    passed: &[OsString],
) -> anyhow::Result<ExitCode> {
    let built = cargo()
        .args(["build", "--release", "--quiet", "--workspace", "--bin", program])
        .current_dir(root)
        .status()
        .context("cannot run cargo")?;
    ensure!(built.success(), "{program} does not build");
    let own = std::env::current_exe().context("cannot find the folder of built programs")?;
    let path = own.with_file_name(format!("{program}{}", std::env::consts::EXE_SUFFIX));
    let status = Command::new(&path)
        .args(first)
        .args(passed)
        .status()
        .with_context(|| format!("cannot run {}", path.display()))?;
    // A program that a signal ended has no exit code.
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// The cargo that runs this very program.
pub fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}
