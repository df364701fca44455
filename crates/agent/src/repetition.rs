//! Notices a model that goes round in circles.
//!
//! A turn makes no progress when each of its calls was made before with the same arguments. The
//! third such attempt is told to the model; after the sixth the run ends.

use rutter_domain::ToolCall;
use std::collections::HashSet;

/// Turns without a new call, after which the model is told.
const TOLD_AFTER: u32 = 2;

/// Turns without a new call, after which the run ends.
const ENDED_AFTER: u32 = 5;

/// What was called so far.
#[derive(Debug, Default)]
pub(crate) struct Repetition {
    made: HashSet<String>,
    n_turns: u32,
}

/// What is to be done about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    Some,
    /// The model shall know that it repeats itself.
    Note,
    None,
}

impl Repetition {
    /// Takes note of the calls of a turn.
    pub(crate) fn add(&mut self, calls: &[ToolCall]) -> Progress {
        let mut is_new = false;
        for call in calls {
            is_new |= self.made.insert(format!("{} {}", call.name, call.arguments));
        }
        self.n_turns = if is_new { 0 } else { self.n_turns + 1 };
        match self.n_turns {
            ENDED_AFTER.. => Progress::None,
            TOLD_AFTER.. => Progress::Note,
            0.. => Progress::Some,
        }
    }
    /// Begins anew, because the model has lost sight of results and may well ask again.
    pub(crate) fn forget(&mut self) {
        self.made.clear();
    }
}
