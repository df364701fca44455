//! Exit codes of the program. `docs/scripting.md` says for each command what 1 means; a test compares.

use std::process::ExitCode;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Found something, or done.
    Found,
    /// A lookup found nothing, or less was done than was asked for.
    Nothing,
    /// A check found something.
    Findings,
    /// Bad usage or an error.
    Bad,
    /// Stopped by Ctrl-C after keeping what was done so far.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        match exit {
            Exit::Found => ExitCode::SUCCESS,
            Exit::Nothing | Exit::Findings => ExitCode::from(1),
            Exit::Bad => ExitCode::from(2),
            // 128 + SIGINT, as shells report it.
            Exit::Interrupted => ExitCode::from(130),
        }
    }
}
