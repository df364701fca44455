//! Entries as they were recorded, for readers who do not have the code.
//!
//! Without the code it is unknown whether an entry is stale, so its status is the one that checks, reviews and
//! rivals give it. Start at [`recorded_entries`].

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rutter_domain::words::tokenize;
use rutter_domain::{Entry, EntryKind, EntryStatus, ListedEntry, RivalEntry};
use rutter_store::{Contents, StoredEntry};

use crate::cache::LoadedEntry;
use crate::rivals::{Rival, is_dispute};
use crate::status::{Standing, standing};

/// All entries, by path, symbol and id. Those whose rows were altered are unverified.
pub fn recorded_entries(contents: Contents) -> Vec<ListedEntry> {
    let Contents { entries, damage, latest: _ } = contents;
    let rows: Vec<Arc<LoadedEntry>> =
        entries.into_iter().map(|stored| LoadedEntry::new(stored, &damage)).collect();
    let mut by_symbol: HashMap<(&str, &str), Vec<Rival<'_>>> = HashMap::new();
    for row in &rows {
        let stored = &*row.stored;
        let rival = Rival { stored, status: standing(stored, None, None).status };
        let place = (stored.entry.path.as_str(), stored.entry.symbol.as_str());
        by_symbol.entry(place).or_default().push(rival);
    }
    let listed = rows.iter().map(|row| {
        let entry = &row.stored.entry;
        let of_symbol = by_symbol.get(&(entry.path.as_str(), entry.symbol.as_str()));
        listed(row, of_symbol.map_or(&[][..], Vec::as_slice))
    });
    listed.collect()
}

/// The entries that have a word of the query, those with the most and the rarest words first. `entry_of` says
/// which entry an item is about.
pub fn search_recorded<T>(
    items: Vec<T>,
    query: &str,
    entry_of: impl Fn(&T) -> &ListedEntry,
) -> Vec<T> {
    let wanted: HashSet<String> = tokenize(query).into_iter().collect();
    let words: Vec<HashSet<String>> = items.iter().map(|one| words_of(entry_of(one))).collect();
    let n_items = items.len() as f64;
    let weight = |word: &String| {
        let n_with = words.iter().filter(|words| words.contains(word)).count() as f64;
        (1.0 + n_items / (1.0 + n_with)).ln()
    };
    let weights: HashMap<&String, f64> = wanted.iter().map(|word| (word, weight(word))).collect();
    let score = |words: &HashSet<String>| -> f64 {
        weights.iter().filter(|(word, _)| words.contains(**word)).map(|(_, weight)| weight).sum()
    };
    let mut found: Vec<(f64, T)> = words.iter().map(score).zip(items).collect();
    found.retain(|(score, _)| *score > 0.0);
    // A stable sort: equals stay in the order of their places.
    found.sort_by(|(left, _), (right, _)| right.total_cmp(left));
    found.into_iter().map(|(_, item)| item).collect()
}

fn words_of(entry: &ListedEntry) -> HashSet<String> {
    let details = entry.details.as_deref().unwrap_or("");
    let text =
        [entry.title(), &entry.path, &entry.summary, details, &entry.tags.join(" ")].join("\n");
    tokenize(&text).into_iter().collect()
}

fn listed(row: &LoadedEntry, of_symbol: &[Rival<'_>]) -> ListedEntry {
    let stored = &*row.stored;
    let own = Rival { stored, status: standing(stored, None, None).status };
    let others = || of_symbol.iter().filter(|other| other.stored.entry.id != stored.entry.id);
    let disputing = others().find(|other| is_dispute(own, **other));
    let standing = standing(stored, None, disputing.map(|other| &other.stored.entry));
    let mut rivals: Vec<&Rival<'_>> = others().collect();
    rivals.sort_by_key(|rival| std::cmp::Reverse(rival.rank()));
    let rivals = rivals.into_iter().map(|rival| rival_entry(rival.stored, rival.status));
    as_recorded(stored, standing, rivals.collect())
}

/// An entry at the place where it was written.
pub(crate) fn as_recorded(
    stored: &StoredEntry,
    Standing { status, reason }: Standing,
    rivals: Vec<RivalEntry>,
) -> ListedEntry {
    let StoredEntry { entry, anchor, notes, reviews, .. } = stored.clone();
    let kind = EntryKind::of(&entry.symbol, &entry.path, anchor.kind);
    let (start_line, end_line) =
        if kind.is_wide() { (0, 0) } else { (anchor.start_line, anchor.end_line) };
    ListedEntry {
        id: entry.id,
        symbol: entry.symbol,
        path: entry.path,
        kind,
        start_line,
        end_line,
        summary: entry.summary,
        details: entry.details,
        tags: entry.tags,
        facts: entry.facts,
        status,
        reason,
        claims: entry.claims,
        marks: Vec::new(),
        note: notes.into_iter().next_back().map(|note| note.note),
        confidence: entry.confidence,
        author: entry.author,
        run: entry.run,
        evidence: entry.evidence,
        created_at: entry.created_at,
        reviews,
        rivals,
        history: Vec::new(),
    }
}

pub(crate) fn rival_entry(stored: &StoredEntry, status: EntryStatus) -> RivalEntry {
    let Entry { id, summary, author, .. } = stored.entry.clone();
    RivalEntry { id, summary, status, author }
}

#[cfg(test)]
mod tests {
    use rutter_store::NotebookDamage;
    use rutter_store::conformance::sample_entry;

    use super::*;

    fn stored(id: &str, symbol: &str, author: &str, summary: &str) -> StoredEntry {
        let mut stored = sample_entry("src/pool.rs", symbol, summary);
        stored.entry.id = id.to_owned();
        stored.entry.author = author.to_owned();
        stored.reviews.clear();
        stored
    }

    fn recorded(entries: Vec<StoredEntry>, altered: &[&str]) -> Vec<ListedEntry> {
        let altered = altered.iter().map(|&id| id.to_owned()).collect();
        let damage = NotebookDamage { altered, lost: Vec::new() };
        recorded_entries(Contents { entries, damage, latest: 0 })
    }

    #[test]
    fn the_status_follows_from_what_is_recorded() {
        let one = stored("a", "take", "one", "Takes a connection.");
        let two = stored("b", "take", "two", "Gives a connection back.");
        let three = stored("c", "give", "one", "Gives it back.");
        let found = recorded(vec![one, two, three], &["c"]);
        let statuses: Vec<_> = found.iter().map(|entry| (&*entry.id, entry.status)).collect();
        let (disputed, unverified) = (EntryStatus::Disputed, EntryStatus::Unverified);
        assert_eq!(statuses, [("a", disputed), ("b", disputed), ("c", unverified)]);
        assert_eq!(found[0].rivals[0].id, "b");
    }

    #[test]
    fn entries_with_more_and_rarer_words_come_first() {
        let entries = recorded(
            vec![
                stored("a", "take", "one", "Takes a connection."),
                stored("b", "give", "one", "Gives a connection back to the pool of sockets."),
                stored("c", "other", "one", "Something else."),
            ],
            &[],
        );
        let ids = |query: &str| {
            let found = search_recorded(entries.iter().collect(), query, |entry| entry);
            found.into_iter().map(|entry| entry.id.as_str()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(ids("connection sockets"), "b a");
        assert_eq!(ids("take connection"), "a b");
        assert_eq!(ids("nowhere"), "");
    }
}
