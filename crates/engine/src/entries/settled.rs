//! An entry as it would be written today, where its symbol has another name or place by now.
//!
//! The notebook keeps what was written. What leaves it for others has to say where things are: a
//! sheet lies under the path of its source file, and is read where the old path may be unknown.

use rutter_domain::Evidence;
use rutter_store::{Noted, Window};

use super::held::{Page, Row};
use super::standing::{Place, Presence};
use crate::snapshot::Snapshot;

impl Snapshot {
    /// The entry with the name and place that its symbol has now; as it was written while both are
    /// the same, so that no other change of a file changes it.
    pub(super) fn settled(&self, page: &Page, row: &Row) -> Noted {
        let (noted, standing) = (&row.noted, row.standing(self));
        let place = &standing.place;
        let is_where_it_was = place.path == noted.entry.path && place.symbol == noted.entry.symbol;
        if is_where_it_was || standing.presence == Presence::Gone || self.is_taken(page, row, place)
        {
            return noted.clone();
        }
        let Some(look) = self.look(&place.path) else { return noted.clone() };
        let is_it = |symbol: &rutter_domain::Symbol| {
            symbol.qualified_name == place.symbol
                && symbol.span.start_line == place.start_line
                && look.subject_hash(symbol) == noted.anchor.subject
        };
        let Some((_, symbol)) = look.find(is_it) else { return noted.clone() };
        let mut settled = noted.clone();
        settled.entry.path = place.path.clone();
        settled.entry.symbol = place.symbol.clone();
        settled.anchor.name = symbol.name.clone();
        settled.anchor.start_line = place.start_line;
        settled.anchor.end_line = place.end_line;
        settled.anchor.content = look.content;
        let pieces = settled.entry.evidence.iter_mut().zip(&mut settled.anchor.windows);
        for ((cited, window), found) in pieces.zip(&standing.evidence) {
            match window {
                None => *cited = found.clone(),
                Some(window) => self.settle_window(cited, window, found),
            }
        }
        settled
    }

    /// Whether another entry belongs where this one would come to be.
    fn is_taken(&self, page: &Page, row: &Row, place: &Place) -> bool {
        page.rows.iter().filter(|other| other.noted.entry.id != row.noted.entry.id).any(|other| {
            let (entry, now) = (&other.noted.entry, &other.standing(self).place);
            let was_there = entry.path == place.path && entry.symbol == place.symbol;
            was_there || now.path == place.path && now.symbol == place.symbol
        })
    }

    /// Evidence that is found elsewhere is cited there; what is not found stays as it was.
    fn settle_window(&self, cited: &mut Evidence, window: &mut Window, found: &Evidence) {
        let Some(look) = self.look(&found.path) else { return };
        if look.find_window(window, found.start_line) == Some((found.start_line, found.end_line)) {
            *cited = found.clone();
            window.content = look.content;
        }
    }
}
