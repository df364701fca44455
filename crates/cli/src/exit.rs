//! Exit codes of the program: one table for all commands, which `--help` prints and `docs/commands.md` repeats.

use std::fmt::Write as _;
use std::process::ExitCode;

/// The outcome of a command. Its number is the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    Found = 0,
    Nothing = 1,
    Error = 2,
    Findings = 3,
    Incomplete = 4,
    // 128 + SIGINT, as shells report it.
    Interrupted = 130,
}

impl Exit {
    pub const ALL: [Exit; 6] = [
        Exit::Found,
        Exit::Nothing,
        Exit::Error,
        Exit::Findings,
        Exit::Incomplete,
        Exit::Interrupted,
    ];

    pub fn meaning(self) -> &'static str {
        match self {
            Exit::Found => "found something, or did what was asked",
            Exit::Nothing => "found nothing",
            Exit::Error => "wrong usage, or an error",
            Exit::Findings => "a check found something",
            Exit::Incomplete => "did only part of what was asked",
            Exit::Interrupted => "stopped by Ctrl-C; what was done is kept",
        }
    }

    /// The table as `--help` prints it.
    pub fn table() -> String {
        Exit::ALL.into_iter().fold(String::new(), |mut table, exit| {
            let _ = writeln!(table, "  {:<4} {}", exit as u8, exit.meaning());
            table
        })
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
