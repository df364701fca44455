//! Entries in a search: as hits of their own, or moving up the code they describe.

use std::cmp::Ordering;

use rutter_domain::{EntryMark, EntryStatus, FileId, SymbolKind, name_parts};
use rutter_engine::{BoostedChunk, Hit, HitKind, SearchPlan, SearchRequest, count_tokens};
use rutter_search::{Ranked, ScoreBreakdown};
use rutter_workspace::FileFilter;

use crate::cache::LoadedEntries;
use crate::knowledge::Knowledge;
use crate::search::recall::{MOST_BOOSTING, Recalled, recall};
use crate::staleness::state_of;
use crate::state::Presence;

/// The part of what a hit lacks to the full score that an entry can add.
const BOOST: f32 = 0.6;

/// Chunks in their order, with those that entries describe moved up or added.
pub(crate) fn boost(
    knowledge: &Knowledge,
    ranked: Vec<Ranked>,
    loaded: &LoadedEntries,
    request: &SearchRequest,
    plan: &SearchPlan,
) -> Vec<BoostedChunk> {
    let recalled = recall(knowledge, loaded, &request.query, plan.vector.as_deref(), plan.mode);
    let mut boosted: Vec<BoostedChunk> = ranked.into_iter().map(BoostedChunk::plain).collect();
    if recalled.is_empty() {
        return boosted;
    }
    // A bad glob was reported when the chunks were ranked.
    let filter = FileFilter::new(&request.languages, &request.globs, request.scope).ok();
    let boosting = recalled.iter().filter(|one| one.status != EntryStatus::Disputed);
    for recalled in boosting.take(MOST_BOOSTING) {
        let Some((file, chunk)) = chunk_of(knowledge, recalled, request, filter.as_ref()) else {
            continue;
        };
        let is_it = |one: &&mut BoostedChunk| (one.ranked.file, one.ranked.chunk) == (file, chunk);
        match boosted.iter_mut().find(is_it) {
            Some(known) if known.entry.is_some() => {}
            Some(known) => {
                known.share = (1.0 - known.ranked.score) * BOOST * recalled.score;
                known.ranked.score += known.share;
                known.entry = Some(mark(recalled));
                known.name = bare_name(recalled, knowledge);
            }
            None => {
                let score = BOOST * recalled.score;
                let breakdown = ScoreBreakdown::default();
                let ranked = Ranked { file, chunk, score, own: score, stands_out: true, breakdown };
                let entry = Some(mark(recalled));
                let name = bare_name(recalled, knowledge);
                boosted.push(BoostedChunk { ranked, entry, name, share: score });
            }
        }
    }
    boosted.sort_by(|left, right| by_score(left.ranked.score, right.ranked.score));
    boosted
}

/// The chunk in which the symbol of an entry begins, if the request admits it.
fn chunk_of(
    knowledge: &Knowledge,
    recalled: &Recalled<'_>,
    request: &SearchRequest,
    filter: Option<&FileFilter<'_>>,
) -> Option<(FileId, u32)> {
    let state = state_of(knowledge, recalled.row);
    if state.presence == Presence::Gone {
        return None;
    }
    let place = &state.place;
    let file = knowledge.snapshot.file_at(&place.path)?;
    if !filter.is_none_or(|filter| filter.accepts(&place.path, file.language)) {
        return None;
    }
    let facts = knowledge.snapshot.facts_of(file.id)?;
    let is_it = |chunk: &rutter_domain::Chunk| {
        chunk.span.start_line <= place.start_line && place.start_line <= chunk.span.end_line
    };
    let at = facts.chunks.iter().position(is_it)?;
    let kinds = facts.chunks[at]
        .defines
        .iter()
        .filter_map(|at| facts.symbols.get(*at as usize).map(|symbol| symbol.kind));
    let is_wanted =
        request.kinds.is_empty() || kinds.into_iter().any(|kind| request.kinds.contains(&kind));
    is_wanted.then_some((file.id, u32::try_from(at).ok()?))
}

/// Entries as hits, best first.
pub(crate) fn entry_hits(
    knowledge: &Knowledge,
    loaded: &LoadedEntries,
    request: &SearchRequest,
    plan: &SearchPlan,
) -> Result<Vec<Hit>, crate::Error> {
    let filter =
        FileFilter::new(&request.languages, &request.globs, rutter_workspace::Scope::Everything)?;
    let recalled = recall(knowledge, loaded, &request.query, plan.vector.as_deref(), plan.mode);
    let hits = recalled.into_iter().filter_map(|recalled| {
        let (entry, state) = (&recalled.row.stored.entry, state_of(knowledge, recalled.row));
        let place = &state.place;
        let language = knowledge
            .snapshot
            .file_at(&place.path)
            .map_or(rutter_domain::Language::Unknown, |file| file.language);
        let is_wanted = request.kinds.is_empty() || request.kinds.contains(&place.kind);
        if !is_wanted || !filter.accepts(&place.path, language) {
            return None;
        }
        let snippet = match &entry.details {
            Some(details) => format!("{}\n\n{details}", entry.summary),
            None => entry.summary.clone(),
        };
        let mut reasons = vec![format!("entry {:+.2}", recalled.score)];
        if !recalled.status.is_good() {
            reasons.push(recalled.status.name().to_owned());
        }
        Some(Hit {
            chunk: format!("entry:{}", entry.id),
            path: place.path.clone(),
            start_line: place.start_line,
            end_line: place.end_line,
            symbol: (!place.symbol.is_empty()).then(|| place.symbol.clone()),
            kind: HitKind::Entry,
            language,
            file_rank: None,
            score: recalled.score,
            tokens: count_tokens(&place.path, snippet.len()),
            snippet,
            omitted_lines: Vec::new(),
            reasons,
            entry: Some(mark(&recalled)),
            mentioned_in: None,
            matched_lines: None,
        })
    });
    Ok(hits.collect())
}

fn mark(recalled: &Recalled<'_>) -> EntryMark {
    let entry = &recalled.row.stored.entry;
    EntryMark { id: entry.id.clone(), summary: entry.summary.clone(), status: recalled.status }
}

fn bare_name(recalled: &Recalled<'_>, knowledge: &Knowledge) -> Option<String> {
    let (place, anchor) = (&state_of(knowledge, recalled.row).place, &recalled.row.stored.anchor);
    if place.kind == SymbolKind::File {
        return None;
    }
    if place.symbol == recalled.row.stored.entry.symbol {
        return Some(anchor.name.clone());
    }
    name_parts(&place.symbol).last().map(|name| (*name).to_owned())
}

fn by_score(left: f32, right: f32) -> Ordering {
    right.total_cmp(&left)
}
