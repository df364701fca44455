//! Installs programs in Python that rutter is compared with.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;

use crate::process::{self, LIMIT};

/// Returns a Python that can run `probe`. It is installed with `packages` from PyPI when it is not there yet.
pub fn install(work: &Path, name: &str, probe: &str, packages: &[&str]) -> anyhow::Result<PathBuf> {
    let folder = work.join(name);
    let python = folder.join("bin").join("python");
    let log = work.join(format!("{name}-install.log"));
    if process::run(Command::new(&python).args(["-c", probe]), LIMIT, &[0], &log).is_ok() {
        return Ok(python);
    }
    eprintln!("installing {name}");
    let mut create = Command::new("python3");
    process::run(create.args(["-m", "venv"]).arg(&folder), LIMIT, &[0], &log)
        .with_context(|| format!("cannot create a Python environment for {name}"))?;
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages);
    process::run(&mut install, LIMIT, &[0], &log)
        .with_context(|| format!("cannot install {name}"))?;
    Ok(python)
}
