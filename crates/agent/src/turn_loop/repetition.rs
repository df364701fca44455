//! Detects a model that goes round in circles.
//!
//! A turn repeats itself if each of its calls was made before with the same arguments; the first turn
//! to make a call does not count. The model is warned from the second such turn in a row on, and the
//! fifth ends the run.

use std::collections::HashSet;

use rutter_domain::ToolCall;

/// Repeating turns in a row, from which on the model is warned.
const WARN_AT_TURNS: u32 = 2;

/// Repeating turns in a row that end the run.
const STOP_AT_TURNS: u32 = 5;

/// The calls so far.
#[derive(Debug, Default)]
pub(crate) struct Repetition {
    made: HashSet<String>,
    n_turns: u32,
}

/// The loop's reaction to a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reaction {
    GoOn,
    Warn,
    Stop,
}

impl Repetition {
    /// Counts the calls of a turn.
    pub(crate) fn add(&mut self, calls: &[ToolCall]) -> Reaction {
        let mut is_new = false;
        for call in calls {
            is_new |= self.made.insert(key(call));
        }
        self.n_turns = if is_new { 0 } else { self.n_turns + 1 };
        match self.n_turns {
            STOP_AT_TURNS.. => Reaction::Stop,
            WARN_AT_TURNS.. => Reaction::Warn,
            0.. => Reaction::GoOn,
        }
    }

    /// Forgets one call, because its result was left out.
    pub(crate) fn forget_call(&mut self, call: &ToolCall) {
        self.made.remove(&key(call));
    }

    /// Forgets the calls, because results were cut and the model may well need them again.
    pub(crate) fn forget(&mut self) {
        self.made.clear();
    }
}

fn key(call: &ToolCall) -> String {
    format!("{} {}", call.name, call.arguments)
}
