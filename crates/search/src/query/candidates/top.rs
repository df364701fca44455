//! Keeps the best candidates seen so far, by each signal.
//!
//! Lists grow to a few times the wanted size and are then cut back to the best by selection, which costs a
//! constant per candidate; the score of the last one kept becomes the threshold for those to come. Where every chunk
//! has a value, the greatest of every few tells which need not be looked at ([`TopCandidates::best_of`]).

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use rutter_domain::{FileId, SearchMode};
use tantivy::{DocId, Result};

use super::{Candidate, ChunkShape, Coverage, Definition, Filter, Pool, Signals};
use crate::files::Files;
use crate::index::segment::OpenSegment;
use crate::query::plan::{NamedSymbol, QueryPlan};
use crate::text::symbol_key::SymbolKey;
use crate::vector::{QueryVector, ROWS_PER_MAXIMUM};

/// What is known of the similarity of chunks to the query.
pub enum Comparison<'a> {
    None,
    Exact,
    /// An estimate. The best few by it are compared with this vector as a whole.
    Estimate(QueryVector<'a>),
}

/// The chunks of one segment with their scores.
pub struct ScoredSegment<'a> {
    pub segment: &'a OpenSegment,
    /// The index of the segment.
    pub number: u32,
    pub scores: &'a [f32],
    /// The chunks with a score, numbered over all segments; `None` if they are many.
    pub scored: Option<&'a [u32]>,
    /// The greatest of every [`ROWS_PER_MAXIMUM`] scores, if many chunks have one.
    pub score_maxima: &'a [f32],
    /// Or estimates of them; empty without vectors.
    pub similarities: &'a [f32],
    /// The greatest of every [`ROWS_PER_MAXIMUM`] of them.
    pub maxima: &'a [f32],
    /// The number of the segment's first chunk over all segments.
    pub base: u32,
}

/// One of the best chunks by a signal.
#[derive(Clone, Copy)]
struct BestChunk {
    value: f32,
    /// The index of the segment, and the number in it.
    segment: usize,
    doc: DocId,
}

/// By what chunks are chosen.
#[derive(Clone, Copy)]
enum Signal {
    Words,
    Vector,
}

/// What a signal says about the chunks of a segment.
#[derive(Clone, Copy)]
struct Values<'a> {
    all: &'a [f32],
    /// The greatest of every [`ROWS_PER_MAXIMUM`] of them.
    maxima: &'a [f32],
}

impl ScoredSegment<'_> {
    fn values(&self, signal: Signal) -> Values<'_> {
        match signal {
            Signal::Words => Values { all: self.scores, maxima: self.score_maxima },
            Signal::Vector => Values { all: self.similarities, maxima: self.maxima },
        }
    }

    fn candidate(&self, doc: DocId, similarity: f32, definition: Option<Definition>) -> Candidate {
        let (file, chunk) = self.segment.address(doc);
        let score = self.scores[doc as usize];
        let (shape, at) = (ChunkShape::default(), (self.number, doc));
        Candidate { file, chunk, score, similarity, definition, shape, at }
    }
}

/// Which chunks of a segment can be candidates by words or by vector.
struct OpenDocs {
    of_kind: Option<Vec<bool>>,
    definitions: HashMap<DocId, Definition>,
}

impl OpenDocs {
    fn is_open(&self, segment: &OpenSegment, doc: DocId) -> bool {
        self.is_of_kind(segment, doc) && !self.definitions.contains_key(&doc)
    }

    fn is_of_kind(&self, segment: &OpenSegment, doc: DocId) -> bool {
        segment.is_live(doc) && self.of_kind.as_ref().is_none_or(|docs| docs[doc as usize])
    }
}

pub struct TopCandidates<'a> {
    n_best: usize,
    /// The number of chunks that are compared as a whole, if similarities are only estimated.
    n_whole: usize,
    comparison: Comparison<'a>,
    filter: &'a Filter<'a>,
    files: &'a dyn Files,
    by_words: Vec<Candidate>,
    by_vector: Vec<Candidate>,
    definitions: Vec<Candidate>,
    coverage: Coverage,
    min_score: f32,
    accepted: HashMap<FileId, bool>,
}

impl<'a> TopCandidates<'a> {
    pub fn new(
        n_best: usize,
        n_whole: usize,
        comparison: Comparison<'a>,
        filter: &'a Filter<'a>,
        files: &'a dyn Files,
    ) -> TopCandidates<'a> {
        TopCandidates {
            n_best,
            n_whole,
            comparison,
            filter,
            files,
            by_words: Vec::with_capacity(2 * n_best),
            by_vector: Vec::new(),
            definitions: Vec::new(),
            coverage: Coverage::Complete,
            min_score: 0.0,
            accepted: HashMap::new(),
        }
    }

    pub fn take_from(
        &mut self,
        segments: &[ScoredSegment<'_>],
        plan: &QueryPlan,
        signals: Signals<'_>,
    ) -> Result<()> {
        let mut open = Vec::with_capacity(segments.len());
        for chunks in segments {
            let of_kind = self.docs_of_kind(chunks.segment)?;
            let definitions = definitions_in(chunks.segment, &plan.symbols)?;
            let open_docs = OpenDocs { of_kind, definitions };
            self.take_definitions(chunks, &open_docs);
            if let Some(scored) = chunks.scored.filter(|_| signals.has_words) {
                self.take_by_words(chunks, scored, &open_docs);
            }
            open.push(open_docs);
        }
        if signals.has_words {
            self.take_from_many(segments, &open);
        }
        self.take_by_vector(segments, &open);
        Ok(())
    }

    fn take_definitions(&mut self, chunks: &ScoredSegment<'_>, open: &OpenDocs) {
        for (&doc, &definition) in &open.definitions {
            let similarity = self.known_similarity(chunks, doc);
            let candidate = chunks.candidate(doc, similarity, Some(definition));
            if candidate.score > 0.0
                && open.is_of_kind(chunks.segment, doc)
                && self.is_accepted(candidate.file)
            {
                self.definitions.push(candidate);
            }
        }
        if self.definitions.len() >= 2 * self.n_best {
            self.keep_definitions();
        }
    }

    /// Takes chunks by their scores where few chunks have one.
    fn take_by_words(&mut self, chunks: &ScoredSegment<'_>, scored: &[u32], open: &OpenDocs) {
        for doc in scored.iter().map(|&chunk| chunk - chunks.base) {
            // Most chunks fail the first condition, a mere comparison; the costlier ones come after it.
            if chunks.scores[doc as usize] < self.min_score || !open.is_open(chunks.segment, doc) {
                continue;
            }
            let candidate = chunks.candidate(doc, self.known_similarity(chunks, doc), None);
            if self.is_accepted(candidate.file) {
                self.by_words.push(candidate);
                if self.by_words.len() >= 2 * self.n_best {
                    self.keep_by_words();
                }
            }
        }
    }

    /// Takes chunks by their scores where many chunks have one.
    fn take_from_many(&mut self, segments: &[ScoredSegment<'_>], open: &[OpenDocs]) {
        for BestChunk { segment, doc, .. } in
            self.best_of(segments, Signal::Words, open, self.n_best)
        {
            let chunks = &segments[segment];
            let candidate = chunks.candidate(doc, self.known_similarity(chunks, doc), None);
            if self.files.path(candidate.file).is_some() {
                self.by_words.push(candidate);
            }
        }
    }

    /// Takes the chunks that are most similar. If similarities are only estimated, those that come first by the
    /// estimate are compared as a whole.
    fn take_by_vector(&mut self, segments: &[ScoredSegment<'_>], open: &[OpenDocs]) {
        let n_wanted = match self.comparison {
            Comparison::None => return,
            Comparison::Exact => self.n_best,
            Comparison::Estimate(_) => self.n_whole,
        };
        let mut near = self.best_of(segments, Signal::Vector, open, n_wanted);
        if let Comparison::Estimate(query) = &self.comparison {
            for one in &mut near {
                let vectors = segments[one.segment].segment.vectors();
                one.value = vectors.map_or(0.0, |vectors| vectors.similarity(one.doc, query));
            }
            self.keep_best_chunks(segments, &mut near, self.n_best);
        }
        for BestChunk { value: similarity, segment, doc } in near {
            let candidate = segments[segment].candidate(doc, similarity, None);
            if self.files.path(candidate.file).is_some() {
                self.by_vector.push(candidate);
            }
        }
    }

    /// The `n` chunks with the greatest values.
    fn best_of(
        &mut self,
        segments: &[ScoredSegment<'_>],
        signal: Signal,
        open: &[OpenDocs],
        n: usize,
    ) -> Vec<BestChunk> {
        let mut maxima: Vec<f32> =
            segments.iter().flat_map(|chunks| chunks.values(signal).maxima).copied().collect();
        // More than `n` chunks reach the maximum that comes at this place, so others matter only if some of those
        // are filtered out. Most blocks are skipped as a whole.
        let first = if n < maxima.len() {
            *maxima.select_nth_unstable_by(n, |left, right| right.total_cmp(left)).1
        } else {
            0.0
        };
        let mut best = Vec::with_capacity(2 * n);
        let mut least = first;
        for is_first in [true, false] {
            for (segment, chunks) in segments.iter().enumerate() {
                let Values { all, maxima } = chunks.values(signal);
                for (block, &maximum) in maxima.iter().enumerate() {
                    if maximum <= 0.0 || maximum < least {
                        continue;
                    }
                    let start = block * ROWS_PER_MAXIMUM;
                    let end = (start + ROWS_PER_MAXIMUM).min(all.len());
                    for (doc, &value) in (start as DocId..).zip(&all[start..end]) {
                        let is_wanted =
                            value >= least && value > 0.0 && (value >= first) == is_first;
                        if is_wanted && self.can_be_best(chunks, &open[segment], doc) {
                            best.push(BestChunk { value, segment, doc });
                        }
                    }
                    if best.len() >= 4 * n {
                        least = self.keep_best_chunks(segments, &mut best, n).unwrap_or(least);
                    }
                }
            }
            if self.keep_best_chunks(segments, &mut best, n).is_some() {
                break;
            }
            least = 0.0;
        }
        best
    }

    fn can_be_best(&mut self, chunks: &ScoredSegment<'_>, open: &OpenDocs, doc: DocId) -> bool {
        open.is_open(chunks.segment, doc)
            && (self.filter.accepts.is_none() || self.is_accepted(chunks.segment.address(doc).0))
    }

    /// Keeps the `n` with the greatest values. Returns the value of the last of them if any were dropped.
    fn keep_best_chunks(
        &mut self,
        segments: &[ScoredSegment<'_>],
        best: &mut Vec<BestChunk>,
        n: usize,
    ) -> Option<f32> {
        let position = |one: &BestChunk| {
            let (file, chunk) = segments[one.segment].segment.address(one.doc);
            (self.files.path(file), chunk)
        };
        if best.len() <= n || n == 0 {
            return None;
        }
        best.select_nth_unstable_by(n - 1, |left, right| {
            let by_value = right.value.total_cmp(&left.value);
            by_value.then_with(|| position(left).cmp(&position(right)))
        });
        best.truncate(n);
        self.coverage = Coverage::Truncated;
        Some(best[n - 1].value)
    }

    /// The similarity of a chunk that becomes a candidate for another reason; 0 as long as it is not known.
    fn known_similarity(&self, chunks: &ScoredSegment<'_>, doc: DocId) -> f32 {
        match self.comparison {
            Comparison::Exact => chunks.similarities[doc as usize],
            Comparison::None | Comparison::Estimate(_) => 0.0,
        }
    }

    /// Takes a candidate whose scores are known, by the same rules.
    pub fn take_scored(&mut self, candidate: Candidate, mode: SearchMode) {
        if candidate.definition.is_some() {
            if candidate.score > 0.0 {
                self.definitions.push(candidate);
            }
            return;
        }
        if candidate.score > 0.0 && mode != SearchMode::Semantic {
            self.by_words.push(candidate);
        }
        if candidate.similarity > 0.0 && mode != SearchMode::Lexical {
            self.by_vector.push(candidate);
        }
    }

    fn keep_definitions(&mut self) {
        if keep_best(&mut self.definitions, self.n_best, self.files, score_of).is_some() {
            self.coverage = Coverage::Truncated;
        }
    }

    fn keep_by_words(&mut self) {
        if let Some(least) = keep_best(&mut self.by_words, self.n_best, self.files, score_of) {
            self.coverage = Coverage::Truncated;
            self.min_score = least;
        }
    }

    fn keep_by_vector(&mut self) {
        let of = |candidate: &Candidate| candidate.similarity;
        if keep_best(&mut self.by_vector, self.n_best, self.files, of).is_some() {
            self.coverage = Coverage::Truncated;
        }
    }

    fn docs_of_kind(&self, segment: &OpenSegment) -> Result<Option<Vec<bool>>> {
        if self.filter.kinds.is_empty() {
            return Ok(None);
        }
        let mut docs = vec![false; segment.max_doc() as usize];
        for kind in self.filter.kinds {
            segment.for_each_with(SymbolKey::of_kind(*kind), |doc| docs[doc as usize] = true)?;
        }
        Ok(Some(docs))
    }

    fn is_accepted(&mut self, file: FileId) -> bool {
        if self.files.path(file).is_none() {
            return false;
        }
        let Some(accepts) = self.filter.accepts else { return true };
        *self.accepted.entry(file).or_insert_with(|| accepts(file))
    }

    /// Compares those that are candidates for another reason than their vectors.
    pub fn compare_others(&mut self, segments: &[OpenSegment]) {
        self.keep_by_words();
        self.keep_definitions();
        let Comparison::Estimate(query) = &self.comparison else { return };
        for candidate in self.by_words.iter_mut().chain(&mut self.definitions) {
            let (segment, doc) = candidate.at;
            if let Some(vectors) = segments[segment as usize].vectors() {
                candidate.similarity = vectors.similarity(doc, query);
            }
        }
    }

    pub fn finish(mut self) -> Pool {
        self.keep_by_words();
        self.keep_by_vector();
        self.keep_definitions();
        let mut all = self.definitions;
        all.append(&mut self.by_words);
        let known: HashSet<(FileId, u32)> =
            all.iter().map(|candidate| (candidate.file, candidate.chunk)).collect();
        self.by_vector.retain(|candidate| !known.contains(&(candidate.file, candidate.chunk)));
        all.append(&mut self.by_vector);
        Pool { candidates: all, coverage: self.coverage }
    }
}

fn score_of(candidate: &Candidate) -> f32 {
    candidate.score
}

/// Keeps the `n_best`. Returns the measure of the last of them if any were dropped.
fn keep_best(
    candidates: &mut Vec<Candidate>,
    n_best: usize,
    files: &dyn Files,
    measure: impl Fn(&Candidate) -> f32,
) -> Option<f32> {
    if candidates.len() <= n_best || n_best == 0 {
        return None;
    }
    candidates
        .select_nth_unstable_by(n_best - 1, |left, right| by_measure(left, right, files, &measure));
    candidates.truncate(n_best);
    Some(measure(&candidates[n_best - 1]))
}

/// Best first. Ties are broken by path and chunk, so that the order does not depend on how the index
/// was built up.
fn by_measure(
    left: &Candidate,
    right: &Candidate,
    files: &dyn Files,
    measure: impl Fn(&Candidate) -> f32,
) -> Ordering {
    let fit = |candidate: &Candidate| candidate.definition.map_or(0.0, |found| found.fit);
    fit(right)
        .total_cmp(&fit(left))
        .then(measure(right).total_cmp(&measure(left)))
        .then_with(|| files.path(left.file).cmp(&files.path(right.file)))
        .then(left.chunk.cmp(&right.chunk))
}

/// The chunks that define a named symbol, with the best fit of each.
fn definitions_in(
    segment: &OpenSegment,
    symbols: &[NamedSymbol],
) -> Result<HashMap<DocId, Definition>> {
    let mut found: HashMap<DocId, Definition> = HashMap::new();
    for (index, symbol) in symbols.iter().enumerate() {
        for &(key, fit) in &symbol.keys {
            segment.for_each_with(key, |doc| {
                let definition = Definition { symbol: index, fit };
                let best = found.entry(doc).or_insert(definition);
                if fit > best.fit {
                    *best = definition;
                }
            })?;
        }
    }
    Ok(found)
}
