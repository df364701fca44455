//! Search: from a request to a page of hits.
//!
//! [`plan_search`] embeds the query, [`rank_chunks`] ranks chunks, [`present_chunks`] turns a page of them
//! into hits. `knowledge` reorders chunks between the last two by what was recorded. Start at [`search`].

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use rutter_domain::{
    ContentHash, EntryMark, FileId, Freshness, Language, Remark, SearchMode, SymbolKind,
    Vocabulary, Worded,
};
use rutter_graph::{Graph, SymbolAt};
use rutter_search::{Counted, Files, PathTraits, Query, Ranked, describes_change};
use serde::Serialize;

use crate::Error;
use crate::query::boosted::BoostedChunk;
use crate::query::file_history::FilesWithHistory;
use crate::query::graph::IndexedCode;
use crate::query::grouping::{FileExcerpts, group_chunks};
use crate::query::hit::{Found, Hit, HitKind, draft};
use crate::query::mentions::best_mention;
use crate::query::page::{HitPage, Page, Rest};
use crate::query::phrase::{N_LOOKED_AT, lift_phrases};
use crate::query::request::{HitDetail, HitOrder, SearchRequest};
use crate::query::snapshot::Snapshot;
use crate::query::surroundings::with_surroundings;
use crate::query::whole_function::{favour_long_functions, widened};
use rutter_workspace::FileFilter;

/// The hits of a search.
#[derive(Debug, Clone, Serialize)]
pub struct SearchAnswer {
    pub query: String,
    /// The mode that was used: `lexical` if there are no vectors.
    pub mode: SearchMode,
    /// Why the answer is not all that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<Remark>,
    pub index: Freshness,
    /// Best first.
    pub hits: Vec<Hit>,
    /// Number of further files found, or of hits if the list is flat.
    pub omitted: usize,
    /// Number of further chunks of the shown files that were found and not shown.
    #[serde(skip_serializing_if = "is_zero")]
    pub omitted_excerpts: usize,
    /// Number of files shown, or of hits if the list is flat.
    #[serde(skip)]
    pub n_taken: usize,
    #[serde(skip)]
    pub order: HitOrder,
    /// The `skip` of the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_skip: Option<usize>,
    pub elapsed_us: u64,
}

impl Worded for SearchAnswer {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        self.index.word(vocabulary);
        self.remark.word(vocabulary);
    }
}

impl SearchAnswer {
    /// Puts the code at places that the query names before all other hits.
    pub fn led_by(mut self, places: Vec<Hit>) -> SearchAnswer {
        let is_shown = |hit: &Hit| places.iter().any(|place| place.chunk == hit.chunk);
        self.hits.retain(|hit| !is_shown(hit));
        self.hits.splice(0..0, places);
        self
    }

    /// The answer when there is no index.
    pub fn absent(query: &str) -> SearchAnswer {
        SearchAnswer::empty(query, Freshness::absent())
    }

    /// The answer that has nothing yet.
    pub fn empty(query: &str, index: Freshness) -> SearchAnswer {
        SearchAnswer {
            query: query.to_owned(),
            mode: SearchMode::Lexical,
            remark: None,
            index,
            hits: Vec::new(),
            omitted: 0,
            omitted_excerpts: 0,
            n_taken: 0,
            order: HitOrder::default(),
            next_skip: None,
            elapsed_us: 0,
        }
    }
}

impl Files for Snapshot {
    fn path(&self, file: FileId) -> Option<&str> {
        self.file(file).map(|(row, _)| row.path.as_str())
    }

    fn path_traits(&self, file: FileId) -> Arc<PathTraits> {
        self.path_traits_of(file)
    }

    fn language(&self, file: FileId) -> Language {
        self.file(file).map_or(Language::Unknown, |(_, indexed)| indexed.language)
    }

    fn content(&self, file: FileId) -> Option<ContentHash> {
        self.file(file).map(|(_, indexed)| indexed.content)
    }
}

/// The way a request is searched, and the reason if it is not the one asked for.
#[derive(Debug)]
pub struct SearchPlan {
    /// The query as a vector in the space of the index; `None` if only words are compared.
    pub vector: Option<Vec<i8>>,
    pub mode: SearchMode,
    /// Why the answer is not all that was asked for.
    pub remark: Option<Remark>,
    began: Instant,
}

/// Answers a search from code and documents alone, without what was recorded about them.
pub fn search(snapshot: &Snapshot, request: &SearchRequest) -> Result<SearchAnswer, Error> {
    let plan = plan_search(snapshot, request);
    let chunks = rank_chunks(snapshot, request, &plan)?;
    present_chunks(snapshot, request, plan, chunks.into_iter().map(BoostedChunk::plain).collect())
}

/// Embeds the query and chooses the mode that the index allows.
pub fn plan_search(snapshot: &Snapshot, request: &SearchRequest) -> SearchPlan {
    let began = Instant::now();
    let (vector, mode, remark) = direction(snapshot, request);
    SearchPlan { vector, mode, remark, began }
}

/// The chunks that answer a request, best first: some more than one page of it.
pub fn rank_chunks(
    snapshot: &Snapshot,
    request: &SearchRequest,
    plan: &SearchPlan,
) -> Result<Vec<Ranked>, Error> {
    rank_by(snapshot, request, plan, |query, files| snapshot.reader.search(query, files))
}

/// As [`rank_chunks`], in the rounds in which candidates are gathered, so that reordering the first round does not
/// change the order of later pages.
pub fn rank_rounds(
    snapshot: &Snapshot,
    request: &SearchRequest,
    plan: &SearchPlan,
) -> Result<Vec<Vec<Ranked>>, Error> {
    rank_by(snapshot, request, plan, |query, files| snapshot.reader.search_rounds(query, files))
}

fn rank_by<T>(
    snapshot: &Snapshot,
    request: &SearchRequest,
    plan: &SearchPlan,
    rank: impl FnOnce(&Query<'_>, &FilesWithHistory<'_>) -> T,
) -> Result<T, Error> {
    let files = FilesWithHistory::of(snapshot, &request.query);
    let ask = |query: &Query<'_>| rank(query, &files);
    with_query(snapshot, request, n_sought(request), plan.vector.as_deref(), plan.mode, ask)
}

/// Appends later chunks that are not yet present, capping their scores at the last earlier one.
pub fn append_rounds(
    mut first: Vec<BoostedChunk>,
    mut later: Vec<BoostedChunk>,
    request: &SearchRequest,
) -> Vec<BoostedChunk> {
    let at = |one: &BoostedChunk| (one.ranked.file, one.ranked.chunk);
    let known: HashSet<(FileId, u32)> = first.iter().map(at).collect();
    let least = first.last().map_or(1.0, |one| one.ranked.score);
    match request.order {
        HitOrder::Flat => later.retain(|one| !known.contains(&at(one))),
        // The excerpts of a file come from the first round that finds it.
        HitOrder::ByFile { .. } => {
            let files: HashSet<FileId> = known.iter().map(|(file, _)| *file).collect();
            later.retain(|one| !files.contains(&one.ranked.file));
        }
    }
    later.iter_mut().for_each(|one| one.ranked.score = one.ranked.score.min(least));
    first.append(&mut later);
    if request.order == HitOrder::Flat {
        first.truncate(n_sought(request));
    }
    first
}

/// Number of hits or files to find: more than wanted, so that an answer can say that there are more.
fn n_sought(request: &SearchRequest) -> usize {
    let page = Page::of_request(request);
    match request.order {
        // No fewer than are looked at for phrases. One round finds as many, so this costs nothing.
        HitOrder::Flat => page.n_sought().max(N_LOOKED_AT),
        // The round that finds one more usually finds many more.
        HitOrder::ByFile { .. } => page.skip.saturating_add(page.limit).saturating_add(1),
    }
}

/// The page of these chunks that was asked for, as hits with their snippets.
pub fn present_chunks(
    snapshot: &Snapshot,
    request: &SearchRequest,
    plan: SearchPlan,
    mut chunks: Vec<BoostedChunk>,
) -> Result<SearchAnswer, Error> {
    check_fault(snapshot)?;
    let snippets = snapshot.snippets();
    if plan.mode != SearchMode::Semantic {
        lift_phrases(snapshot, &snippets, &request.query, &mut chunks);
    }
    let page = Page::of_request(request);
    if request.order == HitOrder::Flat {
        chunks.truncate(page.n_sought());
    }
    let names = identifiers(&request.query);
    let code = match request.detail {
        HitDetail::Explained => Some(IndexedCode::new(snapshot)),
        HitDetail::Brief => None,
    };
    let graph = code.as_ref().map(IndexedCode::graph);
    if let HitOrder::ByFile { .. } = request.order {
        favour_long_functions(snapshot, &mut chunks, page);
    }
    let groups = group_chunks(&chunks, request.order);
    let shown = || {
        let groups = (0..).zip(page.of(&groups));
        groups.flat_map(|(place, group)| {
            group.chunks.iter().map(move |&one| (place, group.file_rank, one))
        })
    };
    // Within a number of tokens, each hit would take the room of others.
    let has_surroundings = request.limit_tokens.is_none() && describes_change(&request.query);
    let mut places = Vec::new();
    let mut excerpts = FileExcerpts::default();
    let drafts = shown().filter_map(|(place, file_rank, one)| {
        let Ranked { file, chunk: number, score, .. } = one.ranked;
        let of_entry = one.name.as_deref();
        let names = of_entry.as_ref().map_or(names.as_slice(), std::slice::from_ref);
        let found = Found { file, number, score };
        let mut draft = draft(snapshot, &snippets, found, names, one.reasons())?;
        draft.hit.entry = one.entry.clone();
        draft.hit.file_rank = Some(file_rank);
        if let HitOrder::ByFile { max_excerpts } = request.order {
            draft = widened(snapshot, &snippets, file, draft);
            draft.nth_excerpt = excerpts.add(place, &draft, max_excerpts)?;
            if has_surroundings {
                let free = excerpts.free_lines();
                draft = with_surroundings(snapshot, &snippets, file, draft, &free);
                excerpts.widen_last(draft.hit.start_line, draft.hit.end_line);
            }
        }
        if let (Some(graph), Some(symbol)) = (&graph, draft.symbol) {
            explain_mention(snapshot, graph, SymbolAt { file, symbol }, &mut draft.hit);
        }
        places.push(place);
        Some(draft)
    });
    let marks = shown().filter_map(|(.., one)| one.entry.as_ref());
    let n_mark_tokens: usize = marks.map(EntryMark::n_tokens).sum();
    let limit_tokens = request.limit_tokens.map(|limit| limit.saturating_sub(n_mark_tokens));
    let mut given = HitPage::of(drafts, &request.query, limit_tokens);
    // A chunk without a draft is passed over, and the next page must not come back to it; nor to a file
    // of which at least one excerpt was given.
    let n_drafts = given.n_taken + excerpts.n_covered;
    let n_shown = page.of(&groups).count();
    given.n_taken = match (places.get(given.n_taken), given.n_taken.checked_sub(1)) {
        (None, _) => n_shown,
        (Some(&next), None) => next,
        (Some(&next), Some(last)) => next.max(places[last] + 1),
    };
    let n_found: usize = page.of(&groups).take(given.n_taken).map(|group| group.n_found).sum();
    let rest = page.rest(groups.len(), &given);
    let answer = answer(snapshot, request, plan, given, rest);
    Ok(SearchAnswer { omitted_excerpts: n_found.saturating_sub(n_drafts), ..answer })
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Says which section of a document mentions the symbol of a hit.
fn explain_mention(snapshot: &Snapshot, graph: &Graph<'_>, symbol: SymbolAt, hit: &mut Hit) {
    if hit.kind == HitKind::Symbol(SymbolKind::Section) {
        return;
    }
    if let Some(mention) = best_mention(snapshot, graph, symbol) {
        hit.reasons.push(format!("mentioned in {mention}"));
        hit.mentioned_in = Some(mention);
    }
}

/// The page of these hits that was asked for.
pub fn present_hits(
    snapshot: &Snapshot,
    request: &SearchRequest,
    plan: SearchPlan,
    hits: &[Hit],
) -> SearchAnswer {
    let page = Page::of_request(request);
    let given = HitPage::whole(page.of(hits).cloned(), request.limit_tokens);
    let rest = page.rest(hits.len(), &given);
    answer(snapshot, request, plan, given, rest)
}

fn answer(
    snapshot: &Snapshot,
    request: &SearchRequest,
    plan: SearchPlan,
    given: HitPage,
    rest: Rest,
) -> SearchAnswer {
    let filter = (&request.globs[..], &request.languages[..]);
    SearchAnswer {
        query: request.query.clone(),
        mode: plan.mode,
        remark: given.remark(snapshot, plan.remark, request.skip, filter),
        index: snapshot.freshness.clone(),
        omitted: rest.omitted,
        omitted_excerpts: 0,
        n_taken: given.n_taken,
        order: request.order,
        next_skip: rest.next_skip,
        hits: given.hits,
        elapsed_us: u64::try_from(plan.began.elapsed().as_micros()).unwrap_or(u64::MAX),
    }
}

/// Fails if damage was found while the index was searched.
pub(crate) fn check_fault(snapshot: &Snapshot) -> Result<(), Error> {
    let Some(what) = snapshot.reader.fault() else { return Ok(()) };
    Err(Error::Damaged { path: snapshot.layout.index.clone(), what: what.to_owned() })
}

/// The query as a vector, the mode that can be used, and why it is not the one asked for.
pub(crate) fn direction(
    snapshot: &Snapshot,
    request: &SearchRequest,
) -> (Option<Vec<i8>>, SearchMode, Option<Remark>) {
    // An empty query has no vector; no service is asked for one.
    if request.mode == SearchMode::Lexical || request.query.trim().is_empty() {
        return (None, SearchMode::Lexical, None);
    }
    match snapshot.vector(&request.query) {
        Ok(vector) => (Some(vector), request.mode, None),
        Err(why) => (None, SearchMode::Lexical, Some(why.with_prefix("searched by words only: "))),
    }
}

/// Calls `ask` with the request in the form that the index takes.
pub(crate) fn with_query<T>(
    snapshot: &Snapshot,
    request: &SearchRequest,
    limit: usize,
    vector: Option<&[i8]>,
    mode: SearchMode,
    ask: impl FnOnce(&Query<'_>) -> T,
) -> Result<T, Error> {
    let filter = FileFilter::new(&request.languages, &request.globs, request.scope)?;
    let accepts = |file: FileId| {
        snapshot
            .file(file)
            .is_some_and(|(row, indexed)| filter.accepts(&row.path, indexed.language))
    };
    Ok(ask(&Query {
        text: &request.query,
        limit,
        counted: match request.order {
            HitOrder::Flat => Counted::Chunks,
            HitOrder::ByFile { .. } => Counted::Files,
        },
        kinds: &request.kinds,
        accepts: if filter.is_open() { None } else { Some(&accepts) },
        vector,
        mode,
    }))
}

/// The words of a query that could be names of symbols: a hit that defines one is named after it.
fn identifiers(query: &str) -> Vec<&str> {
    query
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .take(64)
        .collect()
}
