//! Asks the person at the terminal before a model changes anything.

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::Arc;

use rutter_tools::{Consent, Proposal};

use crate::arguments::PermissionArgs;
use crate::screen;
use crate::style::printable;

/// At most this many lines of a file are shown before it is written.
const SHOWN_LINES: usize = 40;

/// Asks whether a change may be made.
pub type Confirm = Arc<dyn Fn(&Proposal) -> Consent + Send + Sync>;

/// Decides about proposals: `--yes` allows all; without a terminal to ask at, all are refused.
pub fn confirm(permissions: &PermissionArgs) -> Confirm {
    if permissions.yes {
        return Arc::new(|_| Consent::Yes);
    }
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Arc::new(|_| Consent::No);
    }
    Arc::new(|proposal| ask(proposal).unwrap_or(Consent::No))
}

fn ask(proposal: &Proposal) -> io::Result<Consent> {
    let mut err = screen::stderr();
    match proposal {
        Proposal::WriteFile { path, content, is_new } => {
            let verb = if *is_new { "create" } else { "overwrite" };
            writeln!(err, "\nThe model wants to {verb} `{}`:", printable(path))?;
            for line in content.lines().take(SHOWN_LINES) {
                writeln!(err, "  {}", printable(line))?;
            }
            let n_more = content.lines().count().saturating_sub(SHOWN_LINES);
            if n_more > 0 {
                writeln!(err, "  … and {n_more} more lines")?;
            }
        }
        Proposal::RunCommand { command, confinement } => {
            writeln!(err, "\nThe model wants to run, {confinement}:")?;
            for line in command.lines() {
                writeln!(err, "  {}", printable(line))?;
            }
        }
    }
    write!(err, "Allow it? [y/N] (then Enter) ")?;
    err.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    let is_yes = matches!(answer.trim().to_lowercase().as_str(), "y" | "yes");
    Ok(if is_yes { Consent::Yes } else { Consent::No })
}
