//! Search over code and entries together.
//!
//! The engine ranks chunks; entries that answer the query (`recall.rs`) move up the code they describe
//! (`boost.rs`), or are the hits themselves. Start at [`search`].

mod boost;
mod recall;

use std::sync::Arc;

use rutter_domain::{Hint, Remark};
use rutter_engine::{
    BoostedChunk, SearchAnswer, SearchRequest, append_rounds, plan_search, present_chunks,
    present_hits, rank_chunks, rank_rounds,
};
use rutter_workspace::Scope;

use crate::Error;
use crate::cache::LoadedEntries;
use crate::knowledge::Knowledge;
use boost::{boost, entry_hits};

pub(crate) fn search(
    knowledge: &Knowledge,
    request: &SearchRequest,
) -> Result<SearchAnswer, Error> {
    let snapshot = &*knowledge.snapshot;
    let mut plan = plan_search(snapshot, request);
    let (loaded, obstacle) = entries_for_search(knowledge);
    plan.remark = Remark::join_options(plan.remark.take(), obstacle);
    if request.scope == Scope::Entries {
        let hits = match &loaded {
            Some(loaded) => entry_hits(knowledge, loaded, request, &plan)?,
            None => Vec::new(),
        };
        return Ok(present_hits(snapshot, request, plan, &hits));
    }
    let chunks = match &loaded {
        None => {
            let ranked = rank_chunks(snapshot, request, &plan)?;
            ranked.into_iter().map(BoostedChunk::plain).collect()
        }
        // Entries reorder the first round or add to it. If they reordered all that a page needs, the
        // order would depend on the page.
        Some(loaded) => {
            let mut rounds = rank_rounds(snapshot, request, &plan)?.into_iter();
            let first = boost(knowledge, rounds.next().unwrap_or_default(), loaded, request, &plan);
            let later = rounds.flatten().map(BoostedChunk::plain).collect();
            append_rounds(first, later, request)
        }
    };
    Ok(present_chunks(snapshot, request, plan, chunks)?)
}

/// The entries to recall from, or why there is none though there is a notebook.
pub(crate) fn entries_for_search(
    knowledge: &Knowledge,
) -> (Option<Arc<LoadedEntries>>, Option<Remark>) {
    match knowledge.load_entries_in_time() {
        Ok(loaded) => {
            let damage = loaded.as_ref().map(|loaded| &loaded.damage);
            let notice = damage.filter(|damage| !damage.is_empty()).map(|damage| {
                let (altered, lost) = (damage.altered.len(), damage.lost.len());
                let text = format!("entries are damaged: {altered} altered, {lost} lost");
                Remark::with_hint(text, Hint::ShowStatus)
            });
            (loaded.filter(|loaded| !loaded.rows.is_empty()), notice)
        }
        Err(error) => (None, Some(Remark::new(format!("entries were not searched: {error}")))),
    }
}
