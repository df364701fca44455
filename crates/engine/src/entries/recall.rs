//! Finds entries by what they say, and lets those that answer a query lift the code they speak of.
//!
//! Entries are few beside chunks of code: each is compared by its words and by its vector. How much
//! one counts depends on how far it can be trusted. Start at [`Snapshot::recall`].

use std::collections::HashSet;

use rutter_domain::{EntryStatus, SearchMode};
use rutter_embed::{norm, scan, similarity};
use rutter_search::{is_stop_word, tokenize};
use serde::Serialize;

use super::held::{Page, Row};
use super::record::told;
use crate::snapshot::Snapshot;

/// An entry that fits a query less than this says nothing to it.
const LEAST_FIT: f32 = 0.45;
/// Of the fit, so much comes from words where both words and meaning are asked.
const WORDS_SHARE: f32 = 0.6;
/// Likenesses of vectors below and above these count as none and as all.
const UNLIKE: f32 = 0.25;
const ALIKE: f32 = 0.75;
/// At most this many entries lift code.
pub(crate) const MOST_LIFTING: usize = 20;
/// Words of a query beyond these are not looked for.
const MOST_WORDS: usize = 64;

/// An entry as a hit tells it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EntryMark {
    pub id: String,
    pub summary: String,
    pub status: EntryStatus,
}

impl EntryMark {
    /// What it costs to read beside its hit.
    pub(crate) fn n_tokens(&self) -> usize {
        (self.id.len() + self.summary.len() + 16).div_ceil(4)
    }
}

/// The words of each entry, in the order of the page.
#[derive(Debug)]
pub(crate) struct EntryWords(Vec<HashSet<String>>);

/// An entry that fits a query.
#[derive(Debug)]
pub(crate) struct Recalled<'a> {
    pub(crate) row: &'a Row,
    /// Between 0 and 1, trust included.
    pub(crate) score: f32,
}

impl Snapshot {
    /// The entries that fit a query, best first.
    pub(crate) fn recall<'a>(
        &self,
        page: &'a Page,
        query: &str,
        vector: Option<&[i8]>,
        mode: SearchMode,
    ) -> Vec<Recalled<'a>> {
        let words = page.words.get_or_init(|| EntryWords::of(page));
        let sought = sought_words(query);
        let query_norm = vector.map_or(0, norm);
        let mut recalled: Vec<Recalled<'a>> = Vec::new();
        for (row, words) in page.rows.iter().zip(&words.0) {
            let covered = coverage(&sought, words);
            let likeness = vector.map(|vector| self.likeness(row, vector, query_norm));
            let fit = match (mode, likeness) {
                (SearchMode::Lexical, _) | (SearchMode::Semantic | SearchMode::Hybrid, None) => {
                    covered
                }
                (SearchMode::Semantic, Some(likeness)) => likeness,
                (SearchMode::Hybrid, Some(likeness)) => {
                    WORDS_SHARE * covered + (1.0 - WORDS_SHARE) * likeness
                }
            };
            if fit < LEAST_FIT {
                continue;
            }
            let score = fit * trust(row.standing(self).status);
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
    fn likeness(&self, row: &Row, vector: &[i8], query_norm: u32) -> f32 {
        let known = row.vector.get_or_init(|| {
            let kept = row.noted.vector.as_ref();
            let own = kept.filter(|kept| kept.embedder == self.manifest.embedder.id);
            let values = match own {
                Some(own) => Some(own.values.clone()),
                None => self.meaning.document_at_once(&told(&row.noted.entry)),
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
}

impl EntryWords {
    fn of(page: &Page) -> EntryWords {
        EntryWords(
            page.rows
                .iter()
                .map(|row| {
                    let entry = &row.noted.entry;
                    let text = format!("{}\n{}", told(entry), entry.path);
                    tokenize(&text).into_iter().collect()
                })
                .collect(),
        )
    }
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
