//! Selects a page of the hits, and counts what is left out.

use rutter_domain::{Language, Remark};

use crate::query::budget::{Packed, pack};
use crate::query::hit::{Draft, Hit};
use crate::query::paths::empty_filter;
use crate::query::request::SearchRequest;
use crate::query::shorten::{capped, words_of};
use crate::query::snapshot::Snapshot;

/// Hits beyond those wanted are counted up to this many, so that an answer can say there are more.
const COUNTED_BEYOND: usize = 20;

/// A page of the hits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Page {
    pub(crate) skip: usize,
    pub(crate) limit: usize,
}

/// The hits that were found and not given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rest {
    pub(crate) omitted: usize,
    pub(crate) next_skip: Option<usize>,
}

impl Page {
    pub(crate) fn of_request(request: &SearchRequest) -> Page {
        Page { skip: request.skip, limit: request.limit }
    }

    /// Number of hits to find: some more than wanted, so that an answer can say that there are more.
    pub(crate) fn n_sought(self) -> usize {
        self.skip.saturating_add(self.limit).saturating_add(COUNTED_BEYOND)
    }

    pub(crate) fn of<T>(self, found: &[T]) -> impl Iterator<Item = &T> {
        found.iter().skip(self.skip).take(self.limit)
    }

    pub(crate) fn rest(self, n_found: usize, given: &HitPage) -> Rest {
        let reached = self.skip.saturating_add(given.n_taken);
        let omitted = n_found.saturating_sub(reached);
        Rest { omitted, next_skip: (omitted > 0).then_some(reached) }
    }
}

/// The hits that are given, whole or as far as they fit.
#[derive(Debug)]
pub(crate) struct HitPage {
    pub(crate) hits: Vec<Hit>,
    /// Number of found hits that they contain.
    pub(crate) n_taken: usize,
    pub(crate) remark: Option<Remark>,
}

impl HitPage {
    /// Why the answer is not all that was asked for: `remark` and those that come from the hits. `filter` are the
    /// globs and languages that were asked for.
    pub(crate) fn remark(
        &self,
        snapshot: &Snapshot,
        remark: Option<Remark>,
        skip: usize,
        filter: (&[String], &[Language]),
    ) -> Option<Remark> {
        let is_empty = self.hits.is_empty() && skip == 0;
        let unfit = is_empty.then(|| empty_filter(snapshot, filter.0, filter.1)).flatten();
        Remark::join_options(Remark::join_options(remark, self.remark.clone()), unfit)
    }

    /// Hits that cannot be shortened: as many as fit.
    pub(crate) fn whole(hits: impl Iterator<Item = Hit>, limit_tokens: Option<usize>) -> HitPage {
        let mut left = limit_tokens.unwrap_or(usize::MAX);
        let mut hits = hits.peekable();
        let is_any = hits.peek().is_some();
        let fits = |hit: &Hit| match left.checked_sub(hit.tokens) {
            Some(rest) => {
                left = rest;
                true
            }
            None => false,
        };
        let hits: Vec<Hit> = hits.take_while(fits).collect();
        let remark = limit_tokens
            .filter(|_| is_any && hits.is_empty())
            .map(|limit| Remark::new(format!("not even the first hit fits into {limit} tokens")));
        HitPage { n_taken: hits.len(), hits, remark }
    }

    pub(crate) fn of(
        drafts: impl Iterator<Item = Draft>,
        query: &str,
        limit_tokens: Option<usize>,
    ) -> HitPage {
        let Some(limit_tokens) = limit_tokens else {
            let words = words_of(query);
            let mut n_taken = 0;
            let mut joined: Vec<Draft> = Vec::new();
            for draft in drafts {
                n_taken += 1;
                match joined.iter().position(|before| before.continues(&draft)) {
                    Some(at) => joined[at] = joined[at].clone().joined(draft),
                    None => joined.push(draft),
                }
            }
            let hits = joined.into_iter().map(|draft| capped(draft, &words)).collect();
            return HitPage { n_taken, hits, remark: None };
        };
        let mut drafts = drafts.peekable();
        let is_any = drafts.peek().is_some();
        let Packed { hits, n_taken } = pack(drafts, &words_of(query), limit_tokens);
        let remark = (is_any && hits.is_empty()).then(|| {
            Remark::new(format!("not even the first hit fits into {limit_tokens} tokens"))
        });
        HitPage { hits, n_taken, remark }
    }
}
