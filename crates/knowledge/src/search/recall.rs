//! Finds the entries that answer a query, by their words and by their vectors.
//!
//! Entries are few compared with chunks, so each one is scored. The score is weighted by how far an
//! entry can be trusted. Start at [`recall`].

use std::collections::HashSet;

use rutter_domain::words::{is_stop_word, tokenize};
use rutter_domain::{EntryStatus, SearchMode};
use rutter_embed::{norm, scan, similarity};

use crate::cache::{LoadedEntries, LoadedEntry};
use crate::knowledge::Knowledge;
use crate::rivals::standing_of;
use crate::text::{EntryWords, entry_text};

/// Entries with a lower fit do not answer the query.
const LEAST_FIT: f32 = 0.45;
/// The weight of words in hybrid mode; vectors have the rest.
const WORDS_SHARE: f32 = 0.6;
/// Vector similarities are rescaled from this range to 0 to 1.
const UNLIKE: f32 = 0.25;
const ALIKE: f32 = 0.75;
/// At most this many entries boost code.
pub(crate) const MOST_BOOSTING: usize = 20;
/// Only this many words of a query are used.
const MOST_WORDS: usize = 64;

/// An entry that fits a query.
#[derive(Debug)]
pub(crate) struct Recalled<'a> {
    pub(crate) row: &'a LoadedEntry,
    pub(crate) status: EntryStatus,
    /// Between 0 and 1, trust included.
    pub(crate) score: f32,
}

/// The entries that fit a query, best first.
pub(crate) fn recall<'a>(
    knowledge: &Knowledge,
    loaded: &'a LoadedEntries,
    query: &str,
    vector: Option<&[i8]>,
    mode: SearchMode,
) -> Vec<Recalled<'a>> {
    let words = loaded
        .words
        .get_or_init(|| EntryWords::of(loaded.rows.iter().map(|row| &row.stored.entry)));
    let sought = sought_words(query);
    let query_norm = vector.map_or(0, norm);
    let mut recalled: Vec<Recalled<'a>> = Vec::new();
    for (row, words) in loaded.rows.iter().zip(&words.0) {
        let covered = coverage(&sought, words);
        let likeness = vector.map(|vector| likeness(knowledge, row, vector, query_norm));
        let fit = match (mode, likeness) {
            (SearchMode::Lexical, _) | (SearchMode::Semantic | SearchMode::Hybrid, None) => covered,
            (SearchMode::Semantic, Some(likeness)) => likeness,
            (SearchMode::Hybrid, Some(likeness)) => {
                WORDS_SHARE * covered + (1.0 - WORDS_SHARE) * likeness
            }
        };
        if fit < LEAST_FIT {
            continue;
        }
        let status = standing_of(knowledge, loaded, row).status;
        let score = fit * trust(status);
        if score > 0.0 {
            recalled.push(Recalled { row, status, score });
        }
    }
    recalled.sort_by(|left, right| {
        let id = |one: &Recalled<'_>| one.row.stored.entry.id.clone();
        right.score.total_cmp(&left.score).then_with(|| id(left).cmp(&id(right)))
    });
    recalled
}

/// The rescaled similarity of an entry's vector to the query, from 0 to 1.
fn likeness(knowledge: &Knowledge, row: &LoadedEntry, vector: &[i8], query_norm: u32) -> f32 {
    let known = row.vector.get_or_init(|| {
        let kept = row.stored.vector.as_ref();
        let own = kept.filter(|kept| kept.embedder == knowledge.snapshot.embedder_id());
        let values = match own {
            Some(own) => Some(own.values.clone()),
            None => knowledge.snapshot.embed_document_at_once(&entry_text(&row.stored.entry)),
        };
        values.map(|values| (values.clone(), norm(&values)))
    });
    let Some((values, own_norm)) = known.as_ref().filter(|known| known.0.len() == vector.len())
    else {
        return 0.0;
    };
    let mut dot = [0];
    scan(vector, values, &mut dot);
    let near = similarity(dot[0], query_norm, *own_norm);
    ((near - UNLIKE) / (ALIKE - UNLIKE)).clamp(0.0, 1.0)
}

/// The weight of an entry by its status.
fn trust(status: EntryStatus) -> f32 {
    match status {
        EntryStatus::Confirmed | EntryStatus::Checked => 1.0,
        EntryStatus::Unverified => 0.5,
        EntryStatus::Stale => 0.25,
        // It is shown as a hit, and boosts nothing.
        EntryStatus::Disputed => 0.1,
        EntryStatus::Rejected => 0.0,
    }
}

/// The words of a query without stop words; all of them if there are no others.
fn sought_words(query: &str) -> Vec<String> {
    let said: Vec<&str> = query.split_whitespace().filter(|word| !is_stop_word(word)).collect();
    let said = if said.is_empty() { query.to_owned() } else { said.join(" ") };
    let mut seen = HashSet::new();
    let words = tokenize(&said).into_iter().filter(|word| seen.insert(word.clone()));
    words.take(MOST_WORDS).collect()
}

/// The part of the words sought that an entry has.
fn coverage(sought: &[String], words: &HashSet<String>) -> f32 {
    if sought.is_empty() {
        return 0.0;
    }
    let n_found = sought.iter().filter(|word| words.contains(*word)).count();
    n_found as f32 / sought.len() as f32
}
