//! Keeps the best candidates seen so far, by each signal.
//!
//! Lists grow to a few times the wanted size and are then cut back to the best by selection, which costs a
//! constant per candidate; the score of the last one kept becomes the threshold for those to come. Where many chunks
//! have a score, the greatest of every few tells which can be skipped ([`TopCandidates::best_of`]).

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use rutter_domain::{FileId, SearchMode};
use tantivy::{DocId, Result};

use super::open_chunks::{Accepted, OpenChunks};
use super::{Candidate, ChunkShape, Coverage, Definition, Pool};
use crate::files::Files;
use crate::index::segment::OpenSegment;
use crate::query::plan::{NamedSymbol, QueryPlan};
use crate::vector::{NearRow, ROWS_PER_MAXIMUM, RowSource};

/// The chunks of one segment with their scores by words.
pub struct ScoredSegment<'a> {
    pub scores: &'a [f32],
    /// The chunks with a score, numbered over all segments; `None` if they are many.
    pub scored: Option<&'a [u32]>,
    /// The greatest of every [`ROWS_PER_MAXIMUM`] scores, if many chunks have one.
    pub maxima: &'a [f32],
    /// The number of the segment's first chunk over all segments.
    pub base: u32,
}

/// One of the best chunks by words.
#[derive(Clone, Copy)]
struct BestChunk {
    score: f32,
    /// The index of the segment, and the number in it.
    segment: u32,
    doc: DocId,
}

/// The best candidates so far, by each signal.
pub struct TopCandidates<'a> {
    n_best: usize,
    open: &'a OpenChunks<'a>,
    by_words: Vec<Candidate>,
    by_vector: Vec<Candidate>,
    definitions: Vec<Candidate>,
    /// For each segment, the chunks that define a named symbol.
    defined: Vec<HashMap<DocId, Definition>>,
    coverage: Coverage,
    min_score: f32,
    accepted: Accepted,
}

impl<'a> TopCandidates<'a> {
    pub fn new(n_best: usize, open: &'a OpenChunks<'a>) -> TopCandidates<'a> {
        TopCandidates {
            n_best,
            open,
            by_words: Vec::with_capacity(2 * n_best),
            by_vector: Vec::new(),
            definitions: Vec::new(),
            defined: Vec::new(),
            coverage: Coverage::Complete,
            min_score: 0.0,
            accepted: Accepted::default(),
        }
    }

    /// Takes the chunks that define named symbols, and the best by words if words count.
    pub fn take_scored(
        &mut self,
        segments: &[ScoredSegment<'_>],
        plan: &QueryPlan,
        has_words: bool,
    ) -> Result<()> {
        for (segment, chunks) in (0..).zip(segments) {
            let defined = definitions_in(&self.open.segments[segment as usize], &plan.symbols)?;
            self.take_definitions(segment, chunks.scores, &defined);
            self.defined.push(defined);
            if let Some(scored) = chunks.scored.filter(|_| has_words) {
                self.take_by_words(segment, chunks, scored);
            }
        }
        if has_words {
            self.take_from_many(segments);
        }
        self.keep_by_words();
        self.keep_definitions();
        for candidate in self.by_words.iter_mut().chain(&mut self.definitions) {
            let (segment, doc) = candidate.at;
            candidate.similarity = self.open.similarity(segment, doc);
        }
        Ok(())
    }

    /// Takes the best of the chunks that are near to the query; `may_be_more` if others were not good enough.
    pub fn take_near(
        &mut self,
        mut near: Vec<NearRow>,
        may_be_more: bool,
        score: impl Fn(u32, DocId) -> f32,
    ) {
        // Definitions are candidates already, with their similarity.
        near.retain(|near| {
            let defined = self.defined.get(near.table as usize);
            near.similarity > 0.0 && defined.is_none_or(|docs| !docs.contains_key(&near.row))
        });
        if may_be_more || near.len() > self.n_best {
            self.coverage = Coverage::Truncated;
        }
        if near.len() > self.n_best && self.n_best > 0 {
            near.select_nth_unstable_by(self.n_best - 1, |left, right| {
                let by_similarity = right.similarity.total_cmp(&left.similarity);
                by_similarity.then_with(|| self.open.by_position(left, right))
            });
            near.truncate(self.n_best);
        }
        for NearRow { similarity, table: segment, row: doc } in near {
            let candidate = self.candidate(segment, doc, score(segment, doc), None);
            if self.open.files.path(candidate.file).is_some() {
                self.by_vector.push(Candidate { similarity, ..candidate });
            }
        }
    }

    /// A candidate whose similarity is not known yet.
    fn candidate(
        &self,
        segment: u32,
        doc: DocId,
        score: f32,
        definition: Option<Definition>,
    ) -> Candidate {
        let (file, chunk) = self.open.address(segment, doc);
        let shape = ChunkShape::default();
        Candidate { file, chunk, score, similarity: 0.0, definition, shape, at: (segment, doc) }
    }

    fn take_definitions(
        &mut self,
        segment: u32,
        scores: &[f32],
        defined: &HashMap<DocId, Definition>,
    ) {
        for (&doc, &definition) in defined {
            let candidate = self.candidate(segment, doc, scores[doc as usize], Some(definition));
            if candidate.score > 0.0
                && self.open.is_of_kind(segment, doc)
                && self.open.is_accepted(candidate.file, &mut self.accepted)
            {
                self.definitions.push(candidate);
            }
        }
        if self.definitions.len() >= 2 * self.n_best {
            self.keep_definitions();
        }
    }

    /// Takes chunks by their scores where few chunks have one.
    fn take_by_words(&mut self, segment: u32, chunks: &ScoredSegment<'_>, scored: &[u32]) {
        for doc in scored.iter().map(|&chunk| chunk - chunks.base) {
            let score = chunks.scores[doc as usize];
            // Most chunks fail the first condition, a mere comparison; the costlier ones come after it.
            if score < self.min_score
                || self.defined[segment as usize].contains_key(&doc)
                || !self.open.is_of_kind(segment, doc)
            {
                continue;
            }
            let candidate = self.candidate(segment, doc, score, None);
            if self.open.is_accepted(candidate.file, &mut self.accepted) {
                self.by_words.push(candidate);
                if self.by_words.len() >= 2 * self.n_best {
                    self.keep_by_words();
                }
            }
        }
    }

    /// Takes chunks by their scores where many chunks have one.
    fn take_from_many(&mut self, segments: &[ScoredSegment<'_>]) {
        for BestChunk { score, segment, doc } in self.best_of(segments) {
            let candidate = self.candidate(segment, doc, score, None);
            if self.open.files.path(candidate.file).is_some() {
                self.by_words.push(candidate);
            }
        }
    }

    /// The chunks with the greatest scores.
    fn best_of(&mut self, segments: &[ScoredSegment<'_>]) -> Vec<BestChunk> {
        let n = self.n_best;
        let mut maxima: Vec<f32> =
            segments.iter().flat_map(|chunks| chunks.maxima).copied().collect();
        // More than `n` chunks reach the maximum that comes at this place, so others matter only if some of those
        // are filtered out. Most blocks are skipped as a whole.
        let first = if n < maxima.len() {
            *maxima.select_nth_unstable_by(n, |left, right| right.total_cmp(left)).1
        } else {
            0.0
        };
        let mut best = Vec::with_capacity(2 * n);
        let mut least = first;
        // The second pass takes the chunks below `first`, if the filters leave too few of those above.
        for is_first in [true, false] {
            for (segment, chunks) in (0..).zip(segments) {
                for (block, &maximum) in chunks.maxima.iter().enumerate() {
                    if maximum <= 0.0 || maximum < least {
                        continue;
                    }
                    let start = block * ROWS_PER_MAXIMUM;
                    let end = (start + ROWS_PER_MAXIMUM).min(chunks.scores.len());
                    for (doc, &score) in (start as DocId..).zip(&chunks.scores[start..end]) {
                        let is_wanted =
                            score >= least && score > 0.0 && (score >= first) == is_first;
                        if is_wanted
                            && !self.defined[segment as usize].contains_key(&doc)
                            && self.open.is_open(segment, doc, &mut self.accepted)
                        {
                            best.push(BestChunk { score, segment, doc });
                        }
                    }
                    if best.len() >= 4 * n {
                        least = self.keep_best_chunks(&mut best).unwrap_or(least);
                    }
                }
            }
            if self.keep_best_chunks(&mut best).is_some() {
                break;
            }
            least = 0.0;
        }
        best
    }

    /// Keeps those with the greatest scores. Returns the score of the last of them if any were dropped.
    fn keep_best_chunks(&mut self, best: &mut Vec<BestChunk>) -> Option<f32> {
        let n = self.n_best;
        let position = |one: &BestChunk| {
            let (file, chunk) = self.open.address(one.segment, one.doc);
            (self.open.files.path(file), chunk)
        };
        if best.len() <= n || n == 0 {
            return None;
        }
        best.select_nth_unstable_by(n - 1, |left, right| {
            let by_score = right.score.total_cmp(&left.score);
            by_score.then_with(|| position(left).cmp(&position(right)))
        });
        best.truncate(n);
        self.coverage = Coverage::Truncated;
        Some(best[n - 1].score)
    }

    /// Takes a candidate that was scored elsewhere, by the same rules.
    pub fn take_known(&mut self, candidate: Candidate, mode: SearchMode) {
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
        let files = self.open.files;
        if keep_best(&mut self.definitions, self.n_best, files, score_of).is_some() {
            self.coverage = Coverage::Truncated;
        }
    }

    fn keep_by_words(&mut self) {
        let files = self.open.files;
        if let Some(least) = keep_best(&mut self.by_words, self.n_best, files, score_of) {
            self.coverage = Coverage::Truncated;
            self.min_score = least;
        }
    }

    fn keep_by_vector(&mut self) {
        let (files, of) = (self.open.files, |candidate: &Candidate| candidate.similarity);
        if keep_best(&mut self.by_vector, self.n_best, files, of).is_some() {
            self.coverage = Coverage::Truncated;
        }
    }

    pub fn finish(mut self) -> Pool {
        self.keep_by_words();
        self.keep_by_vector();
        self.keep_definitions();
        let mut all = self.definitions;
        all.append(&mut self.by_words);
        // A chunk may be among the best by words and by vector; both entries have both scores.
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
