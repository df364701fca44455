//! An exploration as text: its beginning, its outcome, and what the user can do next.

use std::io::{self, Write};

use rutter_domain::{Ending, Totals};

use super::run;

pub fn exploration_start(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Starting indexing...")
}

pub fn exploration(out: &mut dyn Write, ending: &Ending, totals: &Totals) -> io::Result<()> {
    run::ending(out, ending)?;
    match ending {
        Ending::Failed { .. } | Ending::Cancelled => {}
        Ending::Answered
        | Ending::MaxTurns { .. }
        | Ending::MaxTokens { .. }
        | Ending::MaxCost { .. } => writeln!(out, "Indexing complete.")?,
    }
    run::totals(out, totals)
}

/// What the user can do next; `None` if the exploration ended as intended.
pub fn exploration_hint(ending: &Ending, totals: &Totals) -> Option<&'static str> {
    let was_never_answered = totals.turns == 0;
    match ending {
        Ending::Failed { .. } if was_never_answered => {
            Some("`rutter doctor` shows which model is asked and why, and tries it")
        }
        Ending::Failed { .. } | Ending::Cancelled => {
            Some("`rutter explore` continues from what is recorded")
        }
        Ending::MaxTokens { .. } | Ending::MaxCost { .. } if was_never_answered => {
            Some("the cap leaves no room for a single request; raise it, or lower `--context`")
        }
        Ending::Answered
        | Ending::MaxTurns { .. }
        | Ending::MaxTokens { .. }
        | Ending::MaxCost { .. } => None,
    }
}
