//! `completions`: prints a completion script.

use std::io::Write;

use clap_complete::Shell;

use crate::arguments::command_line;
use crate::exit::Exit;

pub fn run(shell: Shell) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command_line(), "rutter", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(Exit::Found)
}
