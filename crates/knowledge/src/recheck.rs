//! Runs the current checks on entries that older ones judged.
//!
//! Of its old verdict, what its author had not read is taken over.

use std::sync::Arc;

use rutter_domain::Verdict;
use rutter_store::CheckResult;

use crate::Error;
use crate::cache::LoadedEntry;
use crate::knowledge::Knowledge;
use crate::record::unread::NOT_READ;
use crate::record::{Checked, check_said};
use crate::staleness::{state_of, subject_at};
use crate::status;
use rutter_checks::{CHECKS_VERSION, EntryContent};

/// Checks every entry whose checks are older than these and whose code is as it was. Returns how many
/// were checked.
pub fn recheck(knowledge: &Knowledge) -> Result<usize, Error> {
    let Some(loaded) = knowledge.load_entries()? else { return Ok(0) };
    let is_due = |row: &&Arc<LoadedEntry>| {
        let stored = &row.stored;
        let is_whole = !loaded.damage.altered.contains(&stored.entry.id);
        let is_old = stored.checks < CHECKS_VERSION || stored.entry.verdict == Verdict::Pending;
        let is_rejected = matches!(stored.entry.verdict, Verdict::Rejected { .. });
        is_whole && is_old && !is_rejected
    };
    let due = loaded.rows.iter().filter(is_due);
    let results: Vec<CheckResult> = due.filter_map(|row| result_of(knowledge, row)).collect();
    if results.is_empty() {
        return Ok(0);
    }
    let updated = knowledge.write_notebook(|notebook| notebook.update_checked(&results))?;
    Ok(updated.into_iter().filter(|is_updated| *is_updated).count())
}

/// `None` if the code has changed: then the entry is stale whatever the checks say.
fn result_of(knowledge: &Knowledge, row: &LoadedEntry) -> Option<CheckResult> {
    let (stored, state) = (&row.stored, state_of(knowledge, row));
    if state.fault.is_some() {
        return None;
    }
    let subject = subject_at(knowledge, &state.place, &state.evidence)?;
    let entry = &stored.entry;
    let said = EntryContent {
        summary: &entry.summary,
        details: entry.details.as_deref(),
        facts: &entry.facts,
    };
    let Checked { claims, anchor } = check_said(knowledge, &subject, &state.evidence, said);
    let verdict = status::verdict(&claims, &still_unread(&entry.verdict));
    let expected = stored.as_ref().clone();
    // The place at which it was written stays; what it rests on is what is there now.
    let anchor = rutter_store::Anchor { supports: anchor.supports, ..expected.anchor.clone() };
    Some(CheckResult { expected, verdict, claims, anchor, checks: CHECKS_VERSION })
}

/// The reasons of an old verdict that no check can make again: what its author was not shown.
pub(crate) fn still_unread(verdict: &Verdict) -> Vec<String> {
    match verdict {
        Verdict::Unverified { reason } => {
            let reasons = reason.split("; ").filter(|reason| reason.contains(NOT_READ));
            reasons.map(str::to_owned).collect()
        }
        Verdict::Checked | Verdict::Pending | Verdict::Rejected { .. } => Vec::new(),
    }
}
