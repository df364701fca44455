//! Which entries wait for a second reader, and what that reader is asked.

use std::collections::HashSet;
use std::sync::Arc;

use rutter_domain::{EntryKind, EntryStatus, ListedEntry, Review, Verdict};
use rutter_store::StoredEntry;

use super::{BatchLen, Questionnaire, Random, ReviewReader, prepare};
use crate::Error;
use crate::cache::LoadedEntry;
use crate::knowledge::Knowledge;
use crate::list::{self, EntriesFilter};
use crate::staleness::{state_of, subject_at};
use crate::state::Presence;
use rutter_checks::{SubjectContext, cut_claims};

#[derive(Debug, Clone)]
pub struct ReviewQueue {
    /// Those that wait longest first.
    pub entries: Vec<ListedEntry>,
    /// Number of entries that wait, these included.
    pub n_waiting: usize,
}

pub(crate) fn questionnaire(
    knowledge: &Knowledge,
    wanted: &str,
    batch: BatchLen,
) -> Result<Questionnaire, Error> {
    questionnaire_with(knowledge, wanted, batch, &mut Random::new())
}

pub(super) fn questionnaire_with(
    knowledge: &Knowledge,
    wanted: &str,
    batch: BatchLen,
    random: &mut Random,
) -> Result<Questionnaire, Error> {
    let id = list::entry_id(knowledge, wanted)?;
    let row = row_of(knowledge, &id)?;
    let state = state_of(knowledge, &row);
    let refuse = |reason: String| Err(Error::NotReviewable { id: id.clone(), reason });
    if let Verdict::Rejected { note } = &row.stored.entry.verdict {
        return refuse(format!("it was rejected: {note}"));
    }
    if state.place.entry_kind() == EntryKind::File {
        let reason = "it describes a whole file, which is too much to judge at once";
        return refuse(reason.to_owned());
    }
    if let Some(fault) = &state.fault {
        return refuse(format!("it is stale: {fault}"));
    }
    let subject = match state.presence {
        Presence::Here => subject_at(knowledge, &state.place, &state.evidence),
        Presence::Gone => None,
    };
    let Some(subject) = subject else {
        return refuse(format!("`{}` is gone", row.stored.entry.title()));
    };
    let claims = claims_of(&row.stored);
    if claims.is_empty() {
        return refuse("it says nothing".to_owned());
    }
    let context = SubjectContext::new(knowledge, &subject, &state.evidence);
    match prepare(knowledge, &context, &row.stored, &claims, batch, random) {
        Some(asked) => Ok(asked),
        None => refuse("there is too little code to tell a reader from a guesser".to_owned()),
    }
}

/// The entries for which this reader would make a difference: those nobody has confirmed, then disputed ones.
pub(crate) fn to_review(
    knowledge: &Knowledge,
    filter: &EntriesFilter,
    reader: &ReviewReader<'_>,
    limit: usize,
) -> Result<ReviewQueue, Error> {
    let mut entries = list::list_entries(knowledge, filter)?.entries;
    let is_objected = |entry: &ListedEntry| entry.reviews.iter().any(Review::objects);
    entries.retain(|entry| {
        let waits = match entry.status {
            EntryStatus::Recorded => true,
            EntryStatus::Disputed => is_objected(entry),
            EntryStatus::Doubtful
            | EntryStatus::Confirmed
            | EntryStatus::Stale
            | EntryStatus::Rejected => false,
        };
        // Who could not confirm it the first time is not asked again.
        let was_asked =
            entry.reviews.iter().any(|review| review.counts() && review.reader == reader.name);
        let may = reader.why_not(&entry.id, &entry.author, entry.run.as_deref()).is_none();
        waits && !was_asked && may && entry.kind != EntryKind::File
    });
    entries.sort_by(|left, right| {
        let order = |entry: &ListedEntry| (is_objected(entry), entry.created_at);
        (order(left), &left.id).cmp(&(order(right), &right.id))
    });
    let n_waiting = entries.len();
    entries.truncate(limit);
    Ok(ReviewQueue { entries, n_waiting })
}

/// The entry of that id.
pub(super) fn row_of(knowledge: &Knowledge, id: &str) -> Result<Arc<LoadedEntry>, Error> {
    let loaded = knowledge.load_entries()?;
    let rows = loaded.iter().flat_map(|loaded| &loaded.rows);
    let row = rows.into_iter().find(|row| row.stored.entry.id == id).cloned();
    row.ok_or_else(|| Error::NoEntry { wanted: id.to_owned(), near: Vec::new() })
}

/// The claims of an entry, without duplicates.
fn claims_of(stored: &StoredEntry) -> Vec<String> {
    let entry = &stored.entry;
    let mut claims: Vec<String> = if entry.claims.is_empty() {
        entry.prose().flat_map(cut_claims).collect()
    } else {
        entry.claims.iter().map(|claim| claim.text.clone()).collect()
    };
    let mut seen = HashSet::new();
    claims.retain(|claim| seen.insert(claim.clone()));
    claims
}
