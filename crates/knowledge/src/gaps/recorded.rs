//! The entries of each file, as rules see them.

use std::collections::{BTreeMap, HashSet};

use crate::Error;
use crate::gaps::view::EntryView;
use crate::knowledge::Knowledge;
use crate::rivals::{sort_best_first, standing_of};
use crate::staleness::state_of;

/// All entries, by the path where what they describe is now, or was last.
pub(super) fn entries_by_path(
    knowledge: &Knowledge,
) -> Result<BTreeMap<String, Vec<EntryView>>, Error> {
    let mut by_path: BTreeMap<String, Vec<EntryView>> = BTreeMap::new();
    let Some(loaded) = knowledge.load_entries()? else { return Ok(by_path) };
    let mut rows: Vec<_> = loaded.rows.iter().collect();
    sort_best_first(knowledge, &mut rows);
    let mut described = HashSet::new();
    for row in rows {
        let (entry, place) = (&row.stored.entry, &state_of(knowledge, row).place);
        let standing = standing_of(knowledge, &loaded, row);
        by_path.entry(place.path.clone()).or_default().push(EntryView {
            id: entry.id.clone(),
            symbol: place.symbol.clone(),
            line: place.start_line,
            status: standing.status,
            reason: standing.reason,
            confidence: entry.confidence,
            is_best: described.insert((&place.path, &place.symbol)),
        });
    }
    Ok(by_path)
}
