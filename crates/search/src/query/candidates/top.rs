//! Keeps the best candidates seen so far, by each signal.
//!
//! Lists grow to twice the wanted size and are then cut back to the best by selection, which costs a
//! constant per candidate; the score of the last one kept becomes the threshold for those to come.

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
    /// What the similarity of each head does not exceed; with this, heads are compared.
    Bounds(QueryVector<'a>),
}

/// The chunks of one segment with their scores.
pub struct ScoredSegment<'a> {
    pub segment: &'a OpenSegment,
    /// The index of the segment.
    pub number: u32,
    pub scores: &'a [f32],
    /// Or bounds of them; empty without vectors.
    pub similarities: &'a [f32],
    /// The greatest of every [`ROWS_PER_MAXIMUM`] of them.
    pub maxima: &'a [f32],
    /// The chunks with a score, numbered over all segments.
    pub scored: &'a [u32],
    /// The number of the segment's first chunk over all segments.
    pub base: u32,
}

impl ScoredSegment<'_> {
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
    /// The number of candidates by vector: more than `n_best` while only heads have been compared.
    n_by_vector: usize,
    comparison: Comparison<'a>,
    filter: &'a Filter<'a>,
    files: &'a dyn Files,
    by_words: Vec<Candidate>,
    by_vector: Vec<Candidate>,
    definitions: Vec<Candidate>,
    coverage: Coverage,
    min_score: f32,
    min_similarity: f32,
    accepted: HashMap<FileId, bool>,
}

impl<'a> TopCandidates<'a> {
    pub fn new(
        n_best: usize,
        n_by_vector: usize,
        comparison: Comparison<'a>,
        filter: &'a Filter<'a>,
        files: &'a dyn Files,
    ) -> TopCandidates<'a> {
        TopCandidates {
            n_best,
            n_by_vector,
            comparison,
            filter,
            files,
            by_words: Vec::with_capacity(2 * n_best),
            by_vector: Vec::new(),
            definitions: Vec::new(),
            coverage: Coverage::Complete,
            min_score: 0.0,
            min_similarity: 0.0,
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
            if signals.has_words {
                self.take_by_words(chunks, &open_docs);
            }
            open.push(open_docs);
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

    fn take_by_words(&mut self, chunks: &ScoredSegment<'_>, open: &OpenDocs) {
        for doc in chunks.scored.iter().map(|&chunk| chunk - chunks.base) {
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

    /// Takes chunks by their similarity. Those that come first by what is known of it set a threshold; of the
    /// others, few are above that, and most blocks are skipped as a whole.
    fn take_by_vector(&mut self, segments: &[ScoredSegment<'_>], open: &[OpenDocs]) {
        let mut maxima: Vec<f32> =
            segments.iter().flat_map(|chunks| chunks.maxima).copied().collect();
        // More than `n_by_vector` chunks reach the maximum that comes at this place.
        let first = if self.n_by_vector < maxima.len() {
            let by_maximum = |left: &f32, right: &f32| right.total_cmp(left);
            *maxima.select_nth_unstable_by(self.n_by_vector, by_maximum).1
        } else {
            0.0
        };
        for is_first in [true, false] {
            for (chunks, open) in segments.iter().zip(open) {
                for (block, &maximum) in chunks.maxima.iter().enumerate() {
                    if maximum > self.min_similarity && (!is_first || maximum >= first) {
                        let is_wanted = |known: f32| (known >= first) == is_first;
                        self.take_block(chunks, open, block, is_wanted);
                    }
                }
            }
            self.keep_by_vector(self.n_by_vector);
        }
    }

    fn take_block(
        &mut self,
        chunks: &ScoredSegment<'_>,
        open: &OpenDocs,
        block: usize,
        is_wanted: impl Fn(f32) -> bool,
    ) {
        let first = block * ROWS_PER_MAXIMUM;
        let end = (first + ROWS_PER_MAXIMUM).min(chunks.similarities.len());
        for (doc, &known) in (first as DocId..).zip(&chunks.similarities[first..end]) {
            if known <= self.min_similarity || !is_wanted(known) {
                continue;
            }
            let similarity = match (&self.comparison, chunks.segment.vectors()) {
                (Comparison::Bounds(query), Some(vectors)) => vectors.head_similarity(doc, query),
                (Comparison::Bounds(_) | Comparison::Exact | Comparison::None, _) => known,
            };
            if similarity > self.min_similarity && open.is_open(chunks.segment, doc) {
                self.push_by_vector(chunks.candidate(doc, similarity, None));
            }
        }
    }

    /// The similarity of a chunk that becomes a candidate for another reason; 0 as long as it is not known.
    fn known_similarity(&self, chunks: &ScoredSegment<'_>, doc: DocId) -> f32 {
        match self.comparison {
            Comparison::Exact => chunks.similarities[doc as usize],
            Comparison::None | Comparison::Bounds(_) => 0.0,
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

    fn push_by_vector(&mut self, candidate: Candidate) {
        if !self.is_accepted(candidate.file) {
            return;
        }
        self.by_vector.push(candidate);
        if self.by_vector.len() >= 2 * self.n_by_vector {
            self.keep_by_vector(self.n_by_vector);
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

    fn keep_by_vector(&mut self, n_best: usize) {
        let of = |candidate: &Candidate| candidate.similarity;
        if let Some(least) = keep_best(&mut self.by_vector, n_best, self.files, of) {
            self.coverage = Coverage::Truncated;
            // One step lower, so that ties with the last one kept are still considered.
            self.min_similarity = least.next_down();
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

    /// Replaces the similarities of heads by those of whole vectors.
    pub fn compare_whole(&mut self, segments: &[OpenSegment], query: &[i8]) {
        self.keep_by_vector(self.n_by_vector);
        let query = QueryVector::new(query);
        let lists = [&mut self.by_words, &mut self.by_vector, &mut self.definitions];
        for candidate in lists.into_iter().flatten() {
            let (segment, doc) = candidate.at;
            if let Some(vectors) = segments[segment as usize].vectors() {
                candidate.similarity = vectors.similarity(doc, &query);
            }
        }
    }

    pub fn finish(mut self) -> Pool {
        self.keep_by_words();
        self.keep_by_vector(self.n_best);
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
