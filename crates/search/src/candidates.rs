//! Picks the candidates for ranking: the best chunks by words, the best by vector, and those that
//! define what the query names.
//!
//! While this thread adds up words, another compares the vector of the query with that of every
//! chunk. Each candidate is then told by both. Filters are asked only for chunks that would make it
//! into the candidates.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use rutter_domain::{FileId, SymbolKind};
use tantivy::{DocId, Result};

use crate::names::Key;
use crate::query::{Plan, Sought};
use crate::reader::Files;
use crate::scan::similarities;
use crate::score::{FieldWeights, Scratch, add_terms};
use crate::segment::OpenSegment;

/// A chunk that may become a hit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    pub file: FileId,
    pub chunk: u32,
    /// BM25F over all terms.
    pub score: f32,
    /// How much its vector is like that of the query, from -1 to 1; 0 where there are none.
    pub similarity: f32,
    /// The best definition in it that the query asks for.
    pub definition: Option<Definition>,
    /// The number of its segment, and its own in there.
    at: (u32, DocId),
}

/// The best chunks by each sign.
#[derive(Debug, Default)]
pub struct Pool {
    /// In no order.
    pub candidates: Vec<Candidate>,
    pub reach: Reach,
}

/// Whether a pool holds all that there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reach {
    /// It does: a larger pool would hold no more.
    #[default]
    All,
    /// Some were not good enough for it.
    Best,
}

/// How well a definition fits a symbol that the query names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Definition {
    /// Which of the symbols sought.
    pub sought: usize,
    /// From 0 to 1.
    pub fit: f32,
}

/// What the filters let through.
pub struct Filter<'a> {
    pub kinds: &'a [SymbolKind],
    pub accepts: Option<&'a dyn Fn(FileId) -> bool>,
}

impl Filter<'_> {
    fn is_open(&self) -> bool {
        self.kinds.is_empty() && self.accepts.is_none()
    }
}

/// By what chunks become candidates.
#[derive(Clone, Copy)]
pub struct Signs<'a> {
    pub fields: &'a FieldWeights,
    /// Whether words count; definitions count in any case.
    pub has_words: bool,
    pub vector: Option<&'a [i8]>,
    /// So many candidates by each; at least one.
    pub n_best: usize,
}

/// In an index of more chunks than this, vectors are compared in two steps: their heads tell which
/// may be among the best, and these are compared as a whole.
const MAX_CHUNKS_AT_ONCE: usize = 32_768;
/// So many are compared as a whole for each that is wanted, and at least [`MIN_WHOLE`].
const WHOLE_FACTOR: usize = 4;
const MIN_WHOLE: usize = 512;

/// Scores all chunks and returns the best by each sign, and the definitions sought.
pub fn find(
    segments: &[OpenSegment],
    plan: &Plan,
    filter: &Filter<'_>,
    files: &dyn Files,
    signs: Signs<'_>,
    scratch: &mut Scratch,
) -> Result<Pool> {
    let n_chunks: usize = segments.iter().map(|segment| segment.max_doc() as usize).sum();
    scratch.fit(n_chunks);
    let mut similarities = std::mem::take(&mut scratch.similarities);
    similarities.clear();
    similarities.resize(n_chunks, 0.0);
    let is_in_steps = n_chunks > MAX_CHUNKS_AT_ONCE;
    let n_whole = MIN_WHOLE.max(signs.n_best.saturating_mul(WHOLE_FACTOR));
    let n_like = if is_in_steps { n_whole } else { signs.n_best };
    let mut least_similarity = 0.0;
    // Where all is compared as a whole, nothing may be lost to a guess.
    let is_guessed = is_in_steps && filter.is_open();
    let mut compare_all = |query: &[i8]| {
        compare(segments, query, !is_in_steps, &mut similarities);
        if is_guessed {
            least_similarity = least_of_best(&similarities, n_like);
        }
    };
    match signs.vector {
        Some(query) if n_chunks > MIN_CHUNKS_ASIDE => {
            let added = std::thread::scope(|scope| {
                scope.spawn(|| compare_all(query));
                add_terms(segments, plan, signs.fields, scratch)
            });
            added?;
        }
        Some(query) => {
            add_terms(segments, plan, signs.fields, scratch)?;
            compare_all(query);
        }
        None => add_terms(segments, plan, signs.fields, scratch)?,
    }
    scratch.similarities = similarities;
    let mut best = Best::new(signs.n_best, filter, files);
    (best.n_like, best.least_similarity) = (n_like, least_similarity);
    if least_similarity > 0.0 {
        best.reach = Reach::Best;
    }
    let mut base = 0;
    let mut n_taken = 0;
    for (number, segment) in (0..).zip(segments) {
        let end = base + segment.max_doc();
        let n_scored = scratch.scored[n_taken..].partition_point(|&chunk| chunk < end);
        let chunks = Chunks {
            segment,
            number,
            scores: &scratch.scores[base as usize..end as usize],
            similarities: &scratch.similarities[base as usize..end as usize],
            scored: &scratch.scored[n_taken..n_taken + n_scored],
            base,
        };
        best.take_from(&chunks, plan, signs)?;
        n_taken += n_scored;
        base = end;
    }
    scratch.clear();
    if let Some(query) = signs.vector.filter(|_| is_in_steps) {
        best.compare_whole(segments, query);
    }
    Ok(best.finish())
}

/// A likeness that more than `n_best` reach but not many more, told from a sample.
fn least_of_best(similarities: &[f32], n_best: usize) -> f32 {
    const ONE_IN: usize = 16;
    // Twice as many as are wanted: a sample may err, and some may be chunks that are no more.
    let n_reaching = n_best.saturating_mul(2) / ONE_IN;
    let mut sample: Vec<f32> = similarities.iter().step_by(ONE_IN).copied().collect();
    if n_reaching == 0 || sample.len() <= n_reaching {
        return 0.0;
    }
    sample.select_nth_unstable_by(n_reaching, |left, right| right.total_cmp(left)).1.max(0.0)
}

/// For fewer chunks than this a second thread costs more than it saves.
const MIN_CHUNKS_ASIDE: usize = 4_096;
/// So many likenesses are looked at together.
const BLOCK: usize = 64;

fn compare(segments: &[OpenSegment], query: &[i8], has_tails: bool, out: &mut [f32]) {
    let mut rest = out;
    for segment in segments {
        let (own, others) = rest.split_at_mut(segment.max_doc() as usize);
        if let Some(vectors) = segment.vectors().filter(|vectors| vectors.dims() == query.len()) {
            own.iter_mut().zip(vectors.inverse_lengths()).for_each(|(own, value)| *own = value);
            similarities(query, vectors.rows(has_tails), own);
        }
        rest = others;
    }
}

/// The chunks of one segment, scored.
struct Chunks<'a> {
    segment: &'a OpenSegment,
    /// The number of the segment.
    number: u32,
    scores: &'a [f32],
    similarities: &'a [f32],
    /// Those that have a score, by their numbers over all segments.
    scored: &'a [u32],
    base: u32,
}

impl Chunks<'_> {
    fn candidate(&self, doc: DocId, definition: Option<Definition>) -> Candidate {
        let (file, chunk) = self.segment.place(doc);
        let (score, similarity) = (self.scores[doc as usize], self.similarities[doc as usize]);
        Candidate { file, chunk, score, similarity, definition, at: (self.number, doc) }
    }
}

/// The best candidates so far.
struct Best<'a> {
    n_best: usize,
    /// So many by vector, which are more while only a part of each was compared.
    n_like: usize,
    filter: &'a Filter<'a>,
    files: &'a dyn Files,
    by_words: Vec<Candidate>,
    by_vector: Vec<Candidate>,
    definitions: Vec<Candidate>,
    reach: Reach,
    least_score: f32,
    least_similarity: f32,
    accepted: HashMap<FileId, bool>,
}

impl<'a> Best<'a> {
    fn new(n_best: usize, filter: &'a Filter<'a>, files: &'a dyn Files) -> Best<'a> {
        Best {
            n_best,
            n_like: n_best,
            filter,
            files,
            by_words: Vec::with_capacity(2 * n_best),
            by_vector: Vec::new(),
            definitions: Vec::new(),
            reach: Reach::All,
            least_score: 0.0,
            least_similarity: 0.0,
            accepted: HashMap::new(),
        }
    }

    fn take_from(&mut self, chunks: &Chunks<'_>, plan: &Plan, signs: Signs<'_>) -> Result<()> {
        let segment = chunks.segment;
        let of_kind = self.docs_of_kind(segment)?;
        let is_open = |doc: DocId| {
            segment.is_live(doc) && of_kind.as_ref().is_none_or(|docs| docs[doc as usize])
        };
        let definitions = definitions_in(segment, &plan.sought)?;
        for (&doc, &definition) in &definitions {
            let candidate = chunks.candidate(doc, Some(definition));
            if candidate.score > 0.0 && is_open(doc) && self.is_accepted(candidate.file) {
                self.definitions.push(candidate);
            }
        }
        if self.definitions.len() >= 2 * self.n_best {
            self.keep_definitions();
        }
        // Most chunks end at the first condition: what costs more than a comparison comes after it.
        if signs.has_words {
            for doc in chunks.scored.iter().map(|&chunk| chunk - chunks.base) {
                if chunks.scores[doc as usize] < self.least_score
                    || !is_open(doc)
                    || definitions.contains_key(&doc)
                {
                    continue;
                }
                let candidate = chunks.candidate(doc, None);
                if self.is_accepted(candidate.file) {
                    self.by_words.push(candidate);
                    if self.by_words.len() >= 2 * self.n_best {
                        self.keep_by_words();
                    }
                }
            }
        }
        if signs.vector.is_some() {
            // Whole blocks are passed over at a glance.
            for (block, values) in (0..).zip(chunks.similarities.chunks(BLOCK)) {
                if values.iter().filter(|&&value| value > self.least_similarity).count() == 0 {
                    continue;
                }
                for (at, &similarity) in (0..).zip(values) {
                    let doc: DocId = block * BLOCK as u32 + at;
                    if similarity > self.least_similarity
                        && is_open(doc)
                        && !definitions.contains_key(&doc)
                    {
                        self.take_like(chunks.candidate(doc, None));
                    }
                }
            }
        }
        Ok(())
    }

    fn take_like(&mut self, candidate: Candidate) {
        if !self.is_accepted(candidate.file) {
            return;
        }
        self.by_vector.push(candidate);
        if self.by_vector.len() >= 2 * self.n_like {
            self.keep_by_vector(self.n_like);
        }
    }

    fn keep_definitions(&mut self) {
        if keep_best(&mut self.definitions, self.n_best, self.files, score_of).is_some() {
            self.reach = Reach::Best;
        }
    }

    fn keep_by_words(&mut self) {
        if let Some(least) = keep_best(&mut self.by_words, self.n_best, self.files, score_of) {
            self.reach = Reach::Best;
            self.least_score = least;
        }
    }

    fn keep_by_vector(&mut self, n_best: usize) {
        let of = |candidate: &Candidate| candidate.similarity;
        if let Some(least) = keep_best(&mut self.by_vector, n_best, self.files, of) {
            self.reach = Reach::Best;
            // One step less, so that what is equal to the last is compared with it.
            self.least_similarity = least.next_down();
        }
    }

    fn docs_of_kind(&self, segment: &OpenSegment) -> Result<Option<Vec<bool>>> {
        if self.filter.kinds.is_empty() {
            return Ok(None);
        }
        let mut docs = vec![false; segment.max_doc() as usize];
        for kind in self.filter.kinds {
            segment.for_each_with(Key::of_kind(*kind), |doc| docs[doc as usize] = true)?;
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

    /// Compares all of each vector of which a part was compared.
    fn compare_whole(&mut self, segments: &[OpenSegment], query: &[i8]) {
        self.keep_by_vector(self.n_like);
        let lists = [&mut self.by_words, &mut self.by_vector, &mut self.definitions];
        for candidate in lists.into_iter().flatten() {
            let (segment, doc) = candidate.at;
            if let Some(vectors) = segments[segment as usize].vectors() {
                candidate.similarity = vectors.similarity(doc, query);
            }
        }
    }

    fn finish(mut self) -> Pool {
        self.keep_by_words();
        self.keep_by_vector(self.n_best);
        self.keep_definitions();
        let mut all = self.definitions;
        all.append(&mut self.by_words);
        let known: HashSet<(FileId, u32)> =
            all.iter().map(|candidate| (candidate.file, candidate.chunk)).collect();
        self.by_vector.retain(|candidate| !known.contains(&(candidate.file, candidate.chunk)));
        all.append(&mut self.by_vector);
        Pool { candidates: all, reach: self.reach }
    }
}

fn score_of(candidate: &Candidate) -> f32 {
    candidate.score
}

/// Keeps the `n_best`, and tells the measure of the last of them when there were more.
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

/// The better first; equal ones by definition, path and place in the file, so that the order does
/// not depend on how the index came to be.
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

/// The chunks that define a symbol sought, with the best fit of each.
fn definitions_in(segment: &OpenSegment, sought: &[Sought]) -> Result<HashMap<DocId, Definition>> {
    let mut found: HashMap<DocId, Definition> = HashMap::new();
    for (index, symbol) in sought.iter().enumerate() {
        for &(key, fit) in &symbol.keys {
            segment.for_each_with(key, |doc| {
                let definition = Definition { sought: index, fit };
                let best = found.entry(doc).or_insert(definition);
                if fit > best.fit {
                    *best = definition;
                }
            })?;
        }
    }
    Ok(found)
}
