//! Which names of a file are accounted for, by where they start.
//!
//! As a rule a hook claims a name or two just ahead of the walk, and a short list is searched
//! fastest. A list of bases or parameters may claim any number; those go into a set.

use std::collections::HashSet;

/// Maximum number of claims in the list.
const MOST_LISTED: usize = 8;

/// The names that are claimed and not yet behind the walk.
#[derive(Default)]
pub(super) struct Claims {
    listed: Vec<usize>,
    far: HashSet<usize>,
    /// The last of those in the set.
    last_far: usize,
}

impl Claims {
    /// Whether the name that starts at a byte is claimed.
    pub(super) fn contains(&self, start: usize) -> bool {
        self.listed.contains(&start) || !self.far.is_empty() && self.far.contains(&start)
    }

    /// Claims the name that starts at a byte; false when it was claimed already. What starts before
    /// `read_to` will not be asked for again.
    pub(super) fn claim(&mut self, start: usize, read_to: usize) -> bool {
        if self.contains(start) {
            return false;
        }
        if self.listed.len() >= MOST_LISTED {
            // What starts before the walk's place is never asked for again.
            self.listed.retain(|claimed| *claimed >= read_to);
            if self.last_far < read_to && !self.far.is_empty() {
                // A set that was large once costs its size to be emptied.
                self.far = HashSet::new();
            }
            if self.listed.len() >= MOST_LISTED {
                self.last_far = self.listed.iter().copied().fold(self.last_far, usize::max);
                self.far.extend(self.listed.drain(..));
            }
        }
        self.listed.push(start);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_claimed_once_however_many_are_claimed_ahead() {
        let mut claims = Claims::default();
        for round in 0..2 {
            for start in (0..1000).chain((2000..3000).rev()) {
                assert_eq!(claims.claim(start, 0), round == 0, "{start}");
            }
        }
        assert!(claims.claim(5000, 4000));
        assert!(!claims.claim(5000, 4000));
    }
}
