//! Which entries wait for a second reader, and what that reader is asked.

use std::collections::HashSet;
use std::sync::Arc;

use rutter_domain::{EntryKind, EntryStatus, ListedEntry, Verdict};
use rutter_store::StoredEntry;

use super::{Questionnaire, Random, prepare};
use crate::Error;
use crate::cache::LoadedEntry;
use crate::knowledge::Knowledge;
use crate::list::{self, EntriesFilter};
use crate::staleness::{state_of, subject_at};
use crate::state::Presence;
use crate::status::needs_reader;
use rutter_checks::{SubjectContext, cut_claims};

#[derive(Debug, Clone)]
pub struct ReviewQueue {
    /// Those that wait longest first.
    pub entries: Vec<ListedEntry>,
    /// Number of entries that wait, these included.
    pub n_waiting: usize,
}

pub(crate) fn questionnaire(knowledge: &Knowledge, wanted: &str) -> Result<Questionnaire, Error> {
    questionnaire_with(knowledge, wanted, &mut Random::new())
}

pub(super) fn questionnaire_with(
    knowledge: &Knowledge,
    wanted: &str,
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
    Ok(prepare(knowledge, &context, &row.stored, &claims, random))
}

/// The entries for which a reader of this name would make a difference.
pub(crate) fn to_review(
    knowledge: &Knowledge,
    filter: &EntriesFilter,
    reader: &str,
    run: Option<&str>,
    limit: usize,
) -> Result<ReviewQueue, Error> {
    let mut entries = list::list_entries(knowledge, filter)?.entries;
    entries.retain(|entry| {
        let waits = match entry.status {
            EntryStatus::Checked => true,
            EntryStatus::Unverified => needs_reader(&entry.claims),
            EntryStatus::Confirmed
            | EntryStatus::Disputed
            | EntryStatus::Stale
            | EntryStatus::Rejected => false,
        };
        // Who could not confirm it the first time is not asked again.
        let was_asked = entry.reviews.iter().any(|review| review.reader == reader);
        let is_own = is_own((&entry.author, entry.run.as_deref()), (reader, run));
        waits && !was_asked && !is_own && entry.kind != EntryKind::File
    });
    entries.sort_by(|left, right| (left.created_at, &left.id).cmp(&(right.created_at, &right.id)));
    let n_waiting = entries.len();
    entries.truncate(limit);
    Ok(ReviewQueue { entries, n_waiting })
}

/// Whether author and reader are the same: the same run, or the same name if one of the runs is not known.
pub(super) fn is_own(author: (&str, Option<&str>), reader: (&str, Option<&str>)) -> bool {
    match (author.1, reader.1) {
        (Some(wrote), Some(reads)) => wrote == reads,
        (Some(_) | None, None) | (None, Some(_)) => author.0.trim() == reader.0.trim(),
    }
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
    let prose = [Some(&entry.summary), entry.details.as_ref()].into_iter().flatten();
    let mut claims: Vec<String> = if entry.claims.is_empty() {
        prose.flat_map(|text| cut_claims(text)).collect()
    } else {
        entry.claims.iter().map(|claim| claim.text.clone()).collect()
    };
    let mut seen = HashSet::new();
    claims.retain(|claim| seen.insert(claim.clone()));
    claims
}
