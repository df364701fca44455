//! Entries in a search: as hits of their own, or as what lifts the code they speak of.

use std::cmp::Ordering;
use std::sync::Arc;

use rutter_domain::{EntryStatus, FileId, SearchMode};
use rutter_search::{Ranked, ScoreBreakdown};

use super::held::Page;
use super::recall::{EntryMark, MOST_LIFTING, Recalled};
use super::standing::Presence;
use crate::SearchRequest;
use crate::filter::FileFilter;
use crate::hit::{Hit, count_tokens};
use crate::lookup::parts;
use crate::snapshot::Snapshot;

/// So much of what a hit lacks to the full score can an entry give.
const LIFT: f32 = 0.6;

/// A ranked chunk, and the entry that speaks of it.
#[derive(Debug)]
pub(crate) struct Lifted {
    pub(crate) ranked: Ranked,
    pub(crate) entry: Option<EntryMark>,
    /// The bare name of the symbol that the entry speaks of.
    pub(crate) name: Option<String>,
    /// What the entry added.
    pub(crate) share: f32,
}

impl Lifted {
    fn plain(ranked: Ranked) -> Lifted {
        Lifted { ranked, entry: None, name: None, share: 0.0 }
    }

    /// Why it ranks where it does.
    pub(crate) fn reasons(&self) -> Vec<String> {
        let mut reasons = self.ranked.breakdown.reasons();
        if let Some(mark) = &self.entry {
            reasons.push(format!("entry {} {:+.2}", mark.id, self.share));
        }
        reasons
    }
}

impl Snapshot {
    /// The page to recall from; or why there is none though there is a notebook.
    pub(crate) fn page_for_search(&self) -> (Option<Arc<Page>>, Option<String>) {
        match self.page() {
            Ok(page) => {
                let damage = page.as_ref().map(|page| &page.damage);
                let notice = damage.filter(|damage| !damage.is_empty()).map(|damage| {
                    let (altered, lost) = (damage.altered.len(), damage.lost.len());
                    format!(
                        "entries are damaged: {altered} altered, {lost} lost; `rutter status` says more"
                    )
                });
                (page.filter(|page| !page.rows.is_empty()), notice)
            }
            Err(error) => (None, Some(format!("entries were not searched: {error}"))),
        }
    }

    /// Chunks in their order, with those that entries speak of moved up or added.
    pub(crate) fn lift(
        &self,
        ranked: Vec<Ranked>,
        page: Option<&Page>,
        request: &SearchRequest,
        vector: Option<&[i8]>,
        mode: SearchMode,
    ) -> Vec<Lifted> {
        let recalled =
            page.map_or_else(Vec::new, |page| self.recall(page, &request.query, vector, mode));
        let limit = ranked.len().max(request.skip.saturating_add(request.limit));
        let mut lifted: Vec<Lifted> = ranked.into_iter().map(Lifted::plain).collect();
        if recalled.is_empty() {
            return lifted;
        }
        // The filter was read before: what it could not read was told then.
        let filter = FileFilter::new(&request.languages, &request.globs, request.scope).ok();
        for recalled in recalled.iter().take(MOST_LIFTING) {
            let Some((file, chunk)) = self.chunk_of(recalled, request, filter.as_ref()) else {
                continue;
            };
            let is_it = |one: &&mut Lifted| (one.ranked.file, one.ranked.chunk) == (file, chunk);
            match lifted.iter_mut().find(is_it) {
                Some(known) if known.entry.is_some() => {}
                Some(known) => {
                    known.share = (1.0 - known.ranked.score) * LIFT * recalled.score;
                    known.ranked.score += known.share;
                    known.entry = Some(mark(recalled, self));
                    known.name = bare_name(recalled, self);
                }
                None => {
                    let score = LIFT * recalled.score;
                    let ranked =
                        Ranked { file, chunk, score, breakdown: ScoreBreakdown::default() };
                    let entry = Some(mark(recalled, self));
                    let name = bare_name(recalled, self);
                    lifted.push(Lifted { ranked, entry, name, share: score });
                }
            }
        }
        lifted.sort_by(|left, right| by_score(left.ranked.score, right.ranked.score));
        lifted.truncate(limit);
        lifted
    }

    /// The chunk in which the symbol of an entry begins, if the request admits it.
    fn chunk_of(
        &self,
        recalled: &Recalled<'_>,
        request: &SearchRequest,
        filter: Option<&FileFilter<'_>>,
    ) -> Option<(FileId, u32)> {
        let standing = recalled.row.standing(self);
        if standing.presence == Presence::Gone {
            return None;
        }
        let place = &standing.place;
        let file = self.file_at(&place.path)?;
        if !filter.is_none_or(|filter| filter.accepts(&place.path, file.language)) {
            return None;
        }
        let facts = self.facts_of(file.id)?;
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
        &self,
        page: &Page,
        request: &SearchRequest,
        vector: Option<&[i8]>,
        mode: SearchMode,
    ) -> Result<Vec<Hit>, crate::Error> {
        let filter = FileFilter::new(&request.languages, &request.globs, crate::Scope::Everything)?;
        let recalled = self.recall(page, &request.query, vector, mode);
        let hits = recalled.into_iter().filter_map(|recalled| {
            let (entry, standing) = (&recalled.row.noted.entry, recalled.row.standing(self));
            let place = &standing.place;
            let language = self
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
            if standing.status != EntryStatus::Verified {
                reasons.push(standing.status.name().to_owned());
            }
            Some(Hit {
                chunk: format!("entry:{}", entry.id),
                path: place.path.clone(),
                start_line: place.start_line,
                end_line: place.end_line,
                symbol: Some(place.symbol.clone()),
                kind: "entry",
                language: language.name(),
                score: recalled.score,
                tokens: count_tokens(&place.path, snippet.len()),
                snippet,
                gaps: Vec::new(),
                reasons,
                entry: Some(mark(&recalled, self)),
            })
        });
        Ok(hits.collect())
    }
}

fn mark(recalled: &Recalled<'_>, snapshot: &Snapshot) -> EntryMark {
    let entry = &recalled.row.noted.entry;
    EntryMark {
        id: entry.id.clone(),
        summary: entry.summary.clone(),
        status: recalled.row.standing(snapshot).status,
    }
}

fn bare_name(recalled: &Recalled<'_>, snapshot: &Snapshot) -> Option<String> {
    let (place, anchor) = (&recalled.row.standing(snapshot).place, &recalled.row.noted.anchor);
    if place.symbol == recalled.row.noted.entry.symbol {
        return Some(anchor.name.clone());
    }
    parts(&place.symbol).last().map(|name| (*name).to_owned())
}

fn by_score(left: f32, right: f32) -> Ordering {
    right.total_cmp(&left)
}
