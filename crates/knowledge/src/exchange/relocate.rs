//! Rewrites an entry to its symbol's current name and location.
//!
//! The notebook keeps what was written. An export must name current locations: its files are named after
//! source files, and they are read where the old path may be unknown.

use rutter_domain::Evidence;
use rutter_domain::Window;
use rutter_store::StoredEntry;

use crate::cache::{LoadedEntries, LoadedEntry};
use crate::knowledge::Knowledge;
use crate::staleness::state_of;
use crate::state::{Presence, SymbolLocation};

/// The entry with the name and place that its symbol has now; as it was written while both are
/// the same, so that no other change of a file changes it.
pub(super) fn relocated(
    knowledge: &Knowledge,
    loaded: &LoadedEntries,
    row: &LoadedEntry,
) -> StoredEntry {
    let (stored, state) = (row.stored.as_ref(), state_of(knowledge, row));
    let place = &state.place;
    let is_where_it_was = place.path == stored.entry.path && place.symbol == stored.entry.symbol;
    if is_where_it_was
        || state.presence == Presence::Gone
        || is_taken(knowledge, loaded, row, place)
    {
        return stored.clone();
    }
    let Some(parsed) = knowledge.parsed_file_with(&place.path, place.kind) else {
        return stored.clone();
    };
    let is_it = |symbol: &rutter_domain::Symbol| {
        symbol.qualified_name == place.symbol
            && symbol.span.start_line == place.start_line
            && parsed.subject_hash(symbol) == stored.anchor.subject
    };
    let Some((_, symbol)) = parsed.find(is_it) else { return stored.clone() };
    let mut relocated = stored.clone();
    relocated.entry.path = place.path.clone();
    relocated.entry.symbol = place.symbol.clone();
    relocated.anchor.name = symbol.name.clone();
    relocated.anchor.start_line = place.start_line;
    relocated.anchor.end_line = place.end_line;
    relocated.anchor.content = parsed.content;
    let pieces = relocated.entry.evidence.iter_mut().zip(&mut relocated.anchor.windows);
    for ((cited, window), found) in pieces.zip(&state.evidence) {
        match window {
            None => *cited = found.clone(),
            Some(window) => relocate_window(knowledge, cited, window, found),
        }
    }
    relocated
}

/// Whether another entry already has the new location.
fn is_taken(
    knowledge: &Knowledge,
    loaded: &LoadedEntries,
    row: &LoadedEntry,
    place: &SymbolLocation,
) -> bool {
    loaded.rows.iter().filter(|other| other.stored.entry.id != row.stored.entry.id).any(|other| {
        let (entry, now) = (&other.stored.entry, &state_of(knowledge, other).place);
        let was_there = entry.path == place.path && entry.symbol == place.symbol;
        was_there || now.path == place.path && now.symbol == place.symbol
    })
}

/// Evidence that is found elsewhere is cited there; what is not found stays as it was.
fn relocate_window(
    knowledge: &Knowledge,
    cited: &mut Evidence,
    window: &mut Window,
    found: &Evidence,
) {
    let Some(parsed) = knowledge.parsed_file(&found.path) else { return };
    if parsed.find_window(window, found.start_line) == Some((found.start_line, found.end_line)) {
        *cited = found.clone();
        window.content = parsed.content;
    }
}
