//! Finds entries by what they say, and lets those that answer a query lift the code they speak of.
//!
//! Entries are few beside chunks of code: each is compared by its words and by its vector. How much
//! one counts depends on how far it can be trusted. Start at [`recall`].

use std::collections::HashSet;

use rutter_domain::{EntryStatus, SearchMode};
use rutter_embed::{norm, scan, similarity};
use rutter_search::{is_stop_word, tokenize};

use crate::cache::{LoadedEntries, LoadedEntry};
use crate::knowledge::Knowledge;
use crate::status::state_of;
use crate::text::{EntryWords, entry_text};

/// An entry that fits a query less than this says nothing to it.
const LEAST_FIT: f32 = 0.45;
/// Of the fit, so much comes from words where both words and meaning are asked.
const WORDS_SHARE: f32 = 0.6;
/// Likenesses of vectors below and above these count as none and as all.
const UNLIKE: f32 = 0.25;
const ALIKE: f32 = 0.75;
/// At most this many entries lift code.
pub(crate) const MOST_BOOSTING: usize = 20;
/// Words of a query beyond these are not looked for.
const MOST_WORDS: usize = 64;

/// An entry that fits a query.
#[derive(Debug)]
pub(crate) struct Recalled<'a> {
    pub(crate) row: &'a LoadedEntry,
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
    let words =
        loaded.words.get_or_init(|| EntryWords::of(loaded.rows.iter().map(|row| &row.noted.entry)));
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
        let score = fit * trust(state_of(knowledge, row).status);
        if score > 0.0 {
            recalled.push(Recalled { row, score });
        }
    }
    recalled.sort_by(|left, right| {
        let id = |one: &Recalled<'_>| one.row.noted.entry.id.clone();
        right.score.total_cmp(&left.score).then_with(|| id(left).cmp(&id(right)))
    });
    recalled
}

/// How much the vectors of an entry and a query are alike, from 0 to 1.
fn likeness(knowledge: &Knowledge, row: &LoadedEntry, vector: &[i8], query_norm: u32) -> f32 {
    let known = row.vector.get_or_init(|| {
        let kept = row.noted.vector.as_ref();
        let own = kept.filter(|kept| kept.embedder == knowledge.snapshot.embedder_id());
        let values = match own {
            Some(own) => Some(own.values.clone()),
            None => knowledge.snapshot.embed_document_at_once(&entry_text(&row.noted.entry)),
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

/// How far an entry counts.
fn trust(status: EntryStatus) -> f32 {
    match status {
        EntryStatus::Verified => 1.0,
        EntryStatus::Unverified => 0.5,
        EntryStatus::Stale => 0.25,
        EntryStatus::Rejected => 0.0,
    }
}

/// The words of a query that say something; all of them when none does.
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
