//! Collects matching lines as they are found, and stops if there are far too many. Secret files
//! have no matches.

use std::ops::ControlFlow;

use rutter_workspace::{FilePlaces, secret_file};

/// Counting stops here.
pub(super) const MOST_COUNTED: usize = 10_000;

/// Keeps the first matches and counts the rest.
#[derive(Debug)]
pub(super) struct Matches {
    pub(super) files: Vec<FilePlaces>,
    pub(super) n_matches: usize,
    limit: usize,
}

impl Matches {
    pub(super) fn new(limit: usize) -> Matches {
        Matches { files: Vec::new(), n_matches: 0, limit }
    }

    pub(super) fn is_full(&self) -> bool {
        self.n_matches >= MOST_COUNTED
    }

    /// Adds the matches of one more file, until there are enough.
    pub(super) fn take(&mut self, mut places: FilePlaces) -> ControlFlow<()> {
        // Even the fact that it matches would reveal its content, pattern by pattern.
        if secret_file(&places.path).is_some() {
            return ControlFlow::Continue(());
        }
        let n_room = self.limit.saturating_sub(self.n_matches);
        self.n_matches += places.matching.len();
        // The lines after the last match are still shown with it.
        if let Some(first_left_out) = places.matching.get(n_room) {
            places.lines.truncate(*first_left_out as usize);
        }
        if n_room > 0 {
            self.files.push(places);
        }
        if self.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
