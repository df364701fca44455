//! Search: from a request to hits that a person or a program can use.

use std::collections::HashSet;
use std::time::Instant;

use rutter_domain::{ContentHash, FileId, Freshness, Language, SearchMode, SymbolKind};
use rutter_search::{Files, Query, Ranked};
use serde::Serialize;

use crate::Error;
use crate::entries::EntryMark;
use crate::excerpt::words_of;
use crate::filter::{FileFilter, Scope};
use crate::hit::{Draft, Found, Hit};
use crate::packing::{Packed, pack};
use crate::snapshot::Snapshot;

/// Hits beyond those wanted are counted up to this many, so that an answer can say there are more.
const COUNTED_BEYOND: usize = 20;

/// What to look for, and where.
#[derive(Debug, Clone, Default)]
pub struct SearchRequest {
    pub query: String,
    /// At most this many hits.
    pub limit: usize,
    /// Hits to pass over first, for paging.
    pub skip: usize,
    /// Only these languages; all when empty.
    pub languages: Vec<Language>,
    /// Only chunks that define one of these kinds; all when empty.
    pub kinds: Vec<SymbolKind>,
    /// Only paths that match one of these globs; all when empty.
    pub globs: Vec<String>,
    pub scope: Scope,
    pub mode: SearchMode,
    /// The answer costs at most this many tokens.
    pub limit_tokens: Option<usize>,
}

/// What was found.
#[derive(Debug, Clone, Serialize)]
pub struct SearchAnswer {
    pub query: String,
    /// By what was searched, which is words alone when there are no vectors.
    pub mode: &'static str,
    /// Why the answer is not all that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    pub index: Freshness,
    /// Best first.
    pub hits: Vec<Hit>,
    /// Hits that were found and not given.
    pub omitted: usize,
    /// How many hits to skip to be given those.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_skip: Option<usize>,
    pub elapsed_us: u64,
}

impl SearchAnswer {
    /// The answer of an index that is not there.
    pub fn absent(query: &str) -> SearchAnswer {
        SearchAnswer {
            query: query.to_owned(),
            mode: "lexical",
            remark: None,
            index: Freshness {
                state: rutter_domain::State::Absent,
                files: 0,
                changed: 0,
                reason: Some("nothing has been indexed yet; run `rutter index`".to_owned()),
            },
            hits: Vec::new(),
            omitted: 0,
            next_skip: None,
            elapsed_us: 0,
        }
    }
}

impl Files for Snapshot {
    fn path(&self, file: FileId) -> Option<&str> {
        self.file(file).map(|(row, _)| row.path.as_str())
    }

    fn language(&self, file: FileId) -> Language {
        self.file(file).map_or(Language::Unknown, |(_, indexed)| indexed.language)
    }

    fn content(&self, file: FileId) -> Option<ContentHash> {
        self.file(file).map(|(_, indexed)| indexed.content)
    }
}

impl Snapshot {
    /// Answers a search.
    pub fn search(&self, request: &SearchRequest) -> Result<SearchAnswer, Error> {
        let began = Instant::now();
        let (vector, mode, remark) = self.direction(request);
        let (notebook, hindrance) = self.page_for_search();
        let remark = join_remarks(remark, hindrance);
        let page = Page { skip: request.skip, limit: request.limit };
        if request.scope == Scope::Entries {
            let hits = match &notebook {
                Some(notebook) => self.entry_hits(notebook, request, vector.as_deref(), mode)?,
                None => Vec::new(),
            };
            let given = Given::whole(page.of(&hits).cloned(), request.limit_tokens);
            let rest = page.rest(hits.len(), &given);
            return Ok(self.answer(request, mode, remark, given, rest, began));
        }
        let vector = vector.as_deref();
        let n_sought = page.n_sought();
        let lifted = if notebook.is_none() {
            let ask = |query: &Query<'_>| self.reader.search(query, self);
            let ranked = self.with_query(request, n_sought, vector, mode, ask)?;
            self.lift(ranked, None, request, vector, mode)
        } else {
            // Entries lift what is in the first round or add to it: were they to meet all that a
            // page needs, they would order each page otherwise.
            let ask = |query: &Query<'_>| self.reader.search_rounds(query, self);
            let mut rounds = self.with_query(request, n_sought, vector, mode, ask)?.into_iter();
            let all = SearchRequest { limit: usize::MAX, ..request.clone() };
            let first = rounds.next().unwrap_or_default();
            let first = self.lift(first, notebook.as_deref(), &all, vector, mode);
            let later = self.lift(rounds.flatten().collect(), None, &all, vector, mode);
            let mut lifted = follow(
                first,
                later,
                |one| (one.ranked.file, one.ranked.chunk),
                |one| &mut one.ranked.score,
            );
            lifted.truncate(n_sought);
            lifted
        };
        self.check_fault()?;
        let names = identifiers(&request.query);
        let mut places = Vec::new();
        let drafts = (0..).zip(page.of(&lifted)).filter_map(|(place, one)| {
            let Ranked { file, chunk: number, score, .. } = one.ranked;
            let of_entry = one.name.as_deref();
            let names = of_entry.as_ref().map_or(names.as_slice(), std::slice::from_ref);
            let mut draft = self.draft(Found { file, number, score }, names, one.reasons())?;
            draft.hit.entry = one.entry.clone();
            places.push(place);
            Some(draft)
        });
        let marks = page.of(&lifted).filter_map(|one| one.entry.as_ref());
        let n_mark_tokens: usize = marks.map(EntryMark::n_tokens).sum();
        let limit_tokens = request.limit_tokens.map(|limit| limit.saturating_sub(n_mark_tokens));
        let mut given = Given::of(drafts, &request.query, limit_tokens);
        // What could not be drafted is passed over, and the next page must not come back to it.
        given.n_taken = places.get(given.n_taken).copied().unwrap_or(page.of(&lifted).count());
        let rest = page.rest(lifted.len(), &given);
        Ok(self.answer(request, mode, remark, given, rest, began))
    }

    fn answer(
        &self,
        request: &SearchRequest,
        mode: SearchMode,
        remark: Option<String>,
        given: Given,
        rest: Rest,
        began: Instant,
    ) -> SearchAnswer {
        SearchAnswer {
            query: request.query.clone(),
            mode: mode.name(),
            remark: join_remarks(remark, given.remark),
            index: self.freshness.clone(),
            omitted: rest.omitted,
            next_skip: rest.next_skip,
            hits: given.hits,
            elapsed_us: u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX),
        }
    }

    /// Says so when damage showed while the answer was sought.
    pub(crate) fn check_fault(&self) -> Result<(), Error> {
        match self.reader.fault() {
            None => Ok(()),
            Some(what) => {
                Err(Error::Damaged { path: self.place.index.clone(), what: what.to_owned() })
            }
        }
    }

    /// The query as a vector, by what it can be searched for, and why not by what was asked.
    pub(crate) fn direction(
        &self,
        request: &SearchRequest,
    ) -> (Option<Vec<i8>>, SearchMode, Option<String>) {
        let vector = match request.mode {
            // Nothing has no direction, and no service need be asked for it.
            SearchMode::Semantic | SearchMode::Hybrid if request.query.trim().is_empty() => {
                return (None, SearchMode::Lexical, None);
            }
            SearchMode::Lexical => return (None, SearchMode::Lexical, None),
            SearchMode::Semantic | SearchMode::Hybrid => self.vector(&request.query),
        };
        match vector {
            Ok(vector) => (Some(vector), request.mode, None),
            Err(why) => (None, SearchMode::Lexical, Some(format!("searched by words only: {why}"))),
        }
    }

    /// Lets `ask` have the request as the index takes it.
    pub(crate) fn with_query<T>(
        &self,
        request: &SearchRequest,
        limit: usize,
        vector: Option<&[i8]>,
        mode: SearchMode,
        ask: impl FnOnce(&Query<'_>) -> T,
    ) -> Result<T, Error> {
        let filter = FileFilter::new(&request.languages, &request.globs, request.scope)?;
        let accepts = |file: FileId| {
            self.file(file)
                .is_some_and(|(row, indexed)| filter.accepts(&row.path, indexed.language))
        };
        Ok(ask(&Query {
            text: &request.query,
            limit,
            kinds: &request.kinds,
            accepts: if filter.is_open() { None } else { Some(&accepts) },
            vector,
            mode,
        }))
    }
}

/// What was found first, and after it what was found later and is new; that is never told to be
/// better.
fn follow<T>(
    mut first: Vec<T>,
    mut later: Vec<T>,
    place: impl Fn(&T) -> (FileId, u32),
    score: impl Fn(&mut T) -> &mut f32,
) -> Vec<T> {
    let known: HashSet<(FileId, u32)> = first.iter().map(&place).collect();
    let least = first.last_mut().map_or(1.0, |one| *score(one));
    later.retain(|one| !known.contains(&place(one)));
    later.iter_mut().for_each(|one| *score(one) = score(one).min(least));
    first.append(&mut later);
    first
}

/// The words of a query that could be names of symbols: a hit that defines one is called after it.
fn identifiers(query: &str) -> Vec<&str> {
    query
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .take(64)
        .collect()
}

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
    /// So many hits are sought: some more than wanted, to say that there are more.
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
    /// So many of those found are in them.
    n_taken: usize,
    pub(crate) remark: Option<String>,
}

impl Given {
    /// Hits that cannot be shortened: as many as fit.
    fn whole(hits: impl Iterator<Item = Hit>, limit_tokens: Option<usize>) -> Given {
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
            .map(|limit| format!("not even the first hit fits into {limit} tokens"));
        Given { n_taken: hits.len(), hits, remark }
    }

    pub(crate) fn of(
        drafts: impl Iterator<Item = Draft>,
        query: &str,
        limit_tokens: Option<usize>,
    ) -> Given {
        let Some(limit_tokens) = limit_tokens else {
            let hits: Vec<Hit> = drafts.map(|draft| draft.hit).collect();
            return Given { n_taken: hits.len(), hits, remark: None };
        };
        let mut drafts = drafts.peekable();
        let is_any = drafts.peek().is_some();
        let Packed { hits, n_taken } = pack(drafts, &words_of(query), limit_tokens);
        let remark = (is_any && hits.is_empty())
            .then(|| format!("not even the first hit fits into {limit_tokens} tokens"));
        Given { hits, n_taken, remark }
    }
}

/// Both remarks in one line.
pub(crate) fn join_remarks(left: Option<String>, right: Option<String>) -> Option<String> {
    match (left, right) {
        (Some(left), Some(right)) => Some(format!("{left}; {right}")),
        (left, right) => left.or(right),
    }
}
