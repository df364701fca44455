//! Exit codes of the program; the help text and `main.rs` list them for users.

use std::process::ExitCode;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Found something, or done.
    Found,
    /// Nothing matched, or the user declined.
    Nothing,
    /// Bad usage or an error.
    Bad,
    /// Stopped by Ctrl-C after keeping what was done so far.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        match exit {
            Exit::Found => ExitCode::SUCCESS,
            Exit::Nothing => ExitCode::from(1),
            Exit::Bad => ExitCode::from(2),
            // 128 + SIGINT, as shells report it.
            Exit::Interrupted => ExitCode::from(130),
        }
    }
}
