//! Which part of the hits an answer gives, and what it leaves out.

use rutter_domain::Remark;

use crate::query::budget::{Packed, pack};
use crate::query::hit::{Draft, Hit};
use crate::query::request::SearchRequest;
use crate::query::shorten::{capped, words_of};

/// Hits beyond those wanted are counted up to this many, so that an answer can say there are more.
const COUNTED_BEYOND: usize = 20;

/// Which of the hits found are wanted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Page {
    pub(crate) skip: usize,
    pub(crate) limit: usize,
}

/// What was found and not given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rest {
    pub(crate) omitted: usize,
    pub(crate) next_skip: Option<usize>,
}

impl Page {
    pub(crate) fn of_request(request: &SearchRequest) -> Page {
        Page { skip: request.skip, limit: request.limit }
    }

    /// How many hits to find: some more than wanted, so that an answer can say there are more.
    pub(crate) fn n_sought(self) -> usize {
        self.skip.saturating_add(self.limit).saturating_add(COUNTED_BEYOND)
    }

    pub(crate) fn of<T>(self, found: &[T]) -> impl Iterator<Item = &T> {
        found.iter().skip(self.skip).take(self.limit)
    }

    pub(crate) fn rest(self, n_found: usize, given: &Given) -> Rest {
        let reached = self.skip.saturating_add(given.n_taken);
        let omitted = n_found.saturating_sub(reached);
        Rest { omitted, next_skip: (omitted > 0).then_some(reached) }
    }
}

/// The hits that are given, whole or as far as they fit.
#[derive(Debug)]
pub(crate) struct Given {
    pub(crate) hits: Vec<Hit>,
    /// How many of those found are in them.
    pub(crate) n_taken: usize,
    pub(crate) remark: Option<Remark>,
}

impl Given {
    /// Hits that cannot be shortened: as many as fit.
    pub(crate) fn whole(hits: impl Iterator<Item = Hit>, limit_tokens: Option<usize>) -> Given {
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
        Given { n_taken: hits.len(), hits, remark }
    }

    pub(crate) fn of(
        drafts: impl Iterator<Item = Draft>,
        query: &str,
        limit_tokens: Option<usize>,
    ) -> Given {
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
            return Given { n_taken, hits, remark: None };
        };
        let mut drafts = drafts.peekable();
        let is_any = drafts.peek().is_some();
        let Packed { hits, n_taken } = pack(drafts, &words_of(query), limit_tokens);
        let remark = (is_any && hits.is_empty()).then(|| {
            Remark::new(format!("not even the first hit fits into {limit_tokens} tokens"))
        });
        Given { hits, n_taken, remark }
    }
}
