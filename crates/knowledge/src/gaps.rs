//! Gaps in the documentation, with the entries and decisions about them.
//!
//! Gaps are computed whenever somebody asks; the notebook keeps only what was done about them. What the rules found is
//! kept for the next time: in memory, and as a file of the worktree's index. The file is derived data. A file that is
//! missing or damaged is ignored, and one that cannot be written is done without. Start at [`find_gaps`].

mod decide;
mod measure;
mod recorded;
mod report;
mod snapshot_reader;

use std::sync::{Arc, PoisonError};

use rutter_engine::{read_derived, write_derived};
use rutter_gaps::{
    Changes, EntriesByPath, FileSet, FileShare, GapEvaluation, GapSettings, GapsAnswer,
    GapsRequest, ListedMention, select, settings_key,
};

use crate::Error;
use crate::knowledge::Knowledge;
use recorded::{apply_records, entries_by_path};
use snapshot_reader::SnapshotReader;

pub use decide::{AnsweredGap, GapPreview, GapReply};
pub(crate) use decide::{answer_gap, assess_reply, preview, set_gap_state};
pub(crate) use measure::{measure, measurements};
pub(crate) use report::gap_report;
pub use report::{DismissedGap, GapEffort, GapReport, ResolvedGap, UnresolvedGap};

/// The derived file of what the rules found.
const FILE_NAME: &str = "gaps";

/// Evaluates all rules, and selects what is wanted of what they found.
pub(crate) fn find_gaps(knowledge: &Knowledge, request: &GapsRequest) -> Result<GapsAnswer, Error> {
    Ok(find_all(knowledge, request)?.0)
}

/// The gaps that are wanted, and what was checked in each file.
fn find_all(
    knowledge: &Knowledge,
    request: &GapsRequest,
) -> Result<(GapsAnswer, Vec<FileShare>), Error> {
    let entries = entries_by_path(knowledge)?;
    let settings = &request.settings;
    let reader = SnapshotReader::new(&knowledge.snapshot);
    let sources = FileSet::of(&reader);
    let current = evaluate_current(knowledge, &sources, settings, &entries);
    // How much depends on each name is counted meanwhile.
    let (evaluation, ()) = rayon::join(|| current.confirmed(&sources), || current.count_uses());
    let before = match &request.changes {
        Changes::Brought(old) => {
            let sources = FileSet::with(&reader, old);
            let before = GapEvaluation::of(&sources, &entries, settings, Some(&current));
            Some(before.confirmed(&sources))
        }
        Changes::All | Changes::InFiles(_) => None,
    };
    let index = knowledge.snapshot.freshness.clone();
    select(request, &evaluation, before.as_ref(), index, |gaps| apply_records(knowledge, gaps))
}

/// The broken mentions of documents, each with all of its places.
pub(crate) fn broken_mentions(
    knowledge: &Knowledge,
    settings: &GapSettings,
) -> Result<Vec<ListedMention>, Error> {
    let entries = entries_by_path(knowledge)?;
    let reader = SnapshotReader::new(&knowledge.snapshot);
    let sources = FileSet::of(&reader);
    let evaluation = evaluate_current(knowledge, &sources, settings, &entries).confirmed(&sources);
    Ok(rutter_gaps::broken_mentions(&evaluation, &sources))
}

/// Evaluates the files as they are, from what was kept the last time.
fn evaluate_current(
    knowledge: &Knowledge,
    sources: &FileSet<'_>,
    settings: &GapSettings,
    entries: &EntriesByPath,
) -> Arc<GapEvaluation> {
    let key = settings_key(settings);
    let mut held = knowledge.evaluation.lock().unwrap_or_else(PoisonError::into_inner);
    let layout = knowledge.snapshot.layout();
    let kept = || GapEvaluation::decode(read_derived(layout, FILE_NAME)?.body(), settings);
    let previous = match held.take() {
        Some((held_key, evaluation)) if held_key == key => Some(evaluation),
        Some(_) | None => kept().map(Arc::new),
    };
    let evaluation = GapEvaluation::of(sources, entries, settings, previous.as_deref());
    if let Some(body) = evaluation.encode(settings) {
        write_derived(layout, FILE_NAME, &body);
    }
    let evaluation = Arc::new(evaluation);
    *held = Some((key, Arc::clone(&evaluation)));
    evaluation
}

#[cfg(test)]
mod tests;
