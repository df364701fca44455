//! Picks the candidates for ranking: the best chunks by words, the best by vector, and those that
//! define a symbol which the query names.
//!
//! While this thread scores words, another compares the vector of the query with that of every chunk, and then
//! both do the rest of that. In a large index that gives only an estimate of each similarity, and the few chunks
//! that come first by it are compared in full. Each candidate then has both scores. Filters are evaluated only for chunks that
//! would become candidates. Start at [`find`]; [`top`] keeps the best.

use rutter_domain::{FileId, SearchMode, SymbolKind};
use tantivy::{DocId, Result};

use super::plan::QueryPlan;
use super::score::{FieldWeights, ScoredChunks, Scratch, add_terms};
use crate::files::Files;
use crate::index::schema::TextField;
use crate::index::segment::OpenSegment;
use crate::text::symbol_key::SymbolKey;
use crate::vector::{
    QueryVector, ROWS_PER_MAXIMUM, Scan, ScanThreads, Similarities, VectorPart, greatest,
};

mod top;

use top::{Comparison, ScoredSegment, TopCandidates};

/// A chunk that may become a hit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    pub file: FileId,
    pub chunk: u32,
    /// BM25F over all terms.
    pub score: f32,
    /// Cosine similarity of its vector to that of the query, from -1 to 1; 0 without vectors.
    pub similarity: f32,
    /// The best-fitting definition in it of a symbol that the query names.
    pub definition: Option<Definition>,
    pub shape: ChunkShape,
    /// The index of its segment, and its number there.
    at: (u32, DocId),
}

/// A candidate that is in no index.
#[derive(Debug, Clone, Copy)]
pub struct CandidateParts {
    pub file: FileId,
    pub chunk: u32,
    pub score: f32,
    pub similarity: f32,
    pub definition: Option<Definition>,
    pub shape: ChunkShape,
}

impl Candidate {
    pub fn apart(parts: CandidateParts) -> Candidate {
        let CandidateParts { file, chunk, score, similarity, definition, shape } = parts;
        Candidate { file, chunk, score, similarity, definition, shape, at: (0, 0) }
    }
}

/// What a chunk consists of, in words, as far as the lengths of its fields tell. Tantivy stores lengths
/// in one byte, so long ones are rounded.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ChunkShape {
    pub n_body: u32,
    /// The name of the symbol around it and of those defined in it.
    pub n_names: u32,
    /// The documentation of functions and types that begin in it.
    pub n_docs: u32,
    /// Whether it is in a function or defines one.
    pub is_callable: bool,
}

impl ChunkShape {
    fn of(segment: &OpenSegment, doc: DocId) -> ChunkShape {
        ChunkShape {
            n_body: segment.n_words(TextField::Body, doc),
            n_names: segment.n_words(TextField::Names, doc),
            n_docs: segment.n_words(TextField::Docs, doc),
            is_callable: false,
        }
    }
}

/// The best chunks by each signal.
#[derive(Debug, Default)]
pub struct Pool {
    /// In no particular order.
    pub candidates: Vec<Candidate>,
    pub coverage: Coverage,
}

/// Whether a pool contains every chunk that matches at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Coverage {
    /// A larger pool would hold no more.
    #[default]
    Complete,
    /// Some chunks were not good enough.
    Truncated,
}

/// How well a definition fits a symbol that the query names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Definition {
    /// The index into [`QueryPlan::symbols`].
    pub symbol: usize,
    /// From 0 to 1.
    pub fit: f32,
}

/// The filters that candidates must pass.
pub struct Filter<'a> {
    pub kinds: &'a [SymbolKind],
    pub accepts: Option<&'a dyn Fn(FileId) -> bool>,
}

/// The signals by which chunks become candidates.
#[derive(Clone, Copy)]
pub struct Signals<'a> {
    pub fields: &'a FieldWeights,
    /// Whether words count. Definitions of named symbols always do.
    pub has_words: bool,
    pub vector: Option<&'a [i8]>,
    /// The number of candidates by each signal; at least 1.
    pub n_best: usize,
}

/// With more chunks than this, vectors are compared in two steps: first codes of their heads, then the best by these
/// as a whole.
const MAX_CHUNKS_EXACT: usize = 32_768;
/// Vectors compared as a whole, for each candidate wanted: codes order them only roughly.
const WHOLE_FACTOR: usize = 4;
/// The least number of vectors compared as a whole.
const MIN_WHOLE: usize = 512;

/// Scores all chunks and returns the best by each signal and the definitions of named symbols.
pub fn find(
    segments: &[OpenSegment],
    plan: &QueryPlan,
    filter: &Filter<'_>,
    files: &dyn Files,
    signals: Signals<'_>,
    threads: &ScanThreads,
    scratch: &mut Scratch,
) -> Result<Pool> {
    let n_chunks: usize = segments.iter().map(|segment| segment.max_doc() as usize).sum();
    scratch.make_room(n_chunks);
    let is_stepwise = n_chunks > MAX_CHUNKS_EXACT;
    let n_whole = MIN_WHOLE.max(signals.n_best.saturating_mul(WHOLE_FACTOR));
    let comparison = match signals.vector {
        None => Comparison::None,
        Some(query) if is_stepwise => Comparison::Estimate(QueryVector::new(query)),
        Some(_) => Comparison::Exact,
    };
    let part = if is_stepwise { VectorPart::Code } else { VectorPart::Whole };
    if let Some(query) = signals.vector {
        let mut similarities = std::mem::take(&mut scratch.similarities);
        let mut maxima = std::mem::take(&mut scratch.maxima);
        similarities.resize(n_chunks, 0.0);
        maxima.resize(segments.iter().map(n_maxima).sum(), 0.0);
        let out = Similarities { values: &mut similarities, maxima: &mut maxima };
        let scan = scan_of(segments, query, part, out);
        let mut add = || add_terms(segments, plan, signals.fields, scratch);
        let added = if n_chunks > MIN_CHUNKS_FOR_THREAD {
            threads.run_beside(&scan, add)
        } else {
            scan.run();
            add()
        };
        drop(scan);
        (scratch.similarities, scratch.maxima) = (similarities, maxima);
        added?;
    } else {
        add_terms(segments, plan, signals.fields, scratch)?;
    }
    let score_maxima = match &scratch.scored {
        ScoredChunks::Few(_) => Vec::new(),
        ScoredChunks::Many => maxima_of(segments, &scratch.scores),
    };
    let mut top = TopCandidates::new(signals.n_best, n_whole, comparison, filter, files);
    let (mut base, mut n_taken) = (0, 0);
    let (mut similarities, mut maxima) = (&scratch.similarities[..], &scratch.maxima[..]);
    let mut score_maxima = &score_maxima[..];
    let mut all_scored = Vec::with_capacity(segments.len());
    for (number, segment) in (0..).zip(segments) {
        let end = base + segment.max_doc();
        let (scored, n_score_maxima) = match &scratch.scored {
            ScoredChunks::Few(chunks) => {
                let n_scored = chunks[n_taken..].partition_point(|&chunk| chunk < end);
                n_taken += n_scored;
                (Some(&chunks[n_taken - n_scored..n_taken]), 0)
            }
            ScoredChunks::Many => (None, n_maxima(segment)),
        };
        let (n_docs, n_maxima) = match signals.vector {
            Some(_) => (segment.max_doc() as usize, n_maxima(segment)),
            None => (0, 0),
        };
        all_scored.push(ScoredSegment {
            segment,
            number,
            scores: &scratch.scores[base as usize..end as usize],
            similarities: take_first(&mut similarities, n_docs),
            maxima: take_first(&mut maxima, n_maxima),
            scored,
            score_maxima: take_first(&mut score_maxima, n_score_maxima),
            base,
        });
        base = end;
    }
    top.take_from(&all_scored, plan, signals)?;
    scratch.clear();
    top.compare_others(segments);
    let mut pool = top.finish();
    add_shapes(segments, &mut pool.candidates)?;
    Ok(pool)
}

/// The best of candidates that were scored elsewhere, by each signal.
pub fn pool_of(
    candidates: impl Iterator<Item = Candidate>,
    mode: SearchMode,
    n_best: usize,
    files: &dyn Files,
) -> Pool {
    let filter = Filter { kinds: &[], accepts: None };
    let mut top = TopCandidates::new(n_best, n_best, Comparison::None, &filter, files);
    candidates.for_each(|candidate| top.take_scored(candidate, mode));
    top.finish()
}

/// Kinds of symbols that do something.
pub const CALLABLE: [SymbolKind; 4] =
    [SymbolKind::Function, SymbolKind::Method, SymbolKind::Constructor, SymbolKind::Macro];

/// Looks up what each candidate consists of.
fn add_shapes(segments: &[OpenSegment], candidates: &mut [Candidate]) -> Result<()> {
    candidates.sort_unstable_by_key(|candidate| candidate.at);
    for of_segment in candidates.chunk_by_mut(|left, right| left.at.0 == right.at.0) {
        let segment = &segments[of_segment[0].at.0 as usize];
        let docs: Vec<DocId> = of_segment.iter().map(|candidate| candidate.at.1).collect();
        for candidate in of_segment.iter_mut() {
            candidate.shape = ChunkShape::of(segment, candidate.at.1);
        }
        for kind in CALLABLE {
            segment.for_each_among(&docs, SymbolKey::of_kind(kind), |at| {
                of_segment[at].shape.is_callable = true;
            })?;
        }
    }
    Ok(())
}

/// With fewer chunks a second thread costs more than it saves.
const MIN_CHUNKS_FOR_THREAD: usize = 4_096;

/// The comparison of every chunk with the query. Similarities or estimates of them go to `out`, segment by segment;
/// they are 0 where there are no vectors.
fn scan_of<'a>(
    segments: &'a [OpenSegment],
    query: &'a [i8],
    part: VectorPart,
    out: Similarities<'a>,
) -> Scan<'a> {
    let mut scan = Scan::new(query);
    let Similarities { mut values, mut maxima } = out;
    for segment in segments {
        let (own_values, other_values) = values.split_at_mut(segment.max_doc() as usize);
        let (own_maxima, other_maxima) = maxima.split_at_mut(n_maxima(segment));
        let own = Similarities { values: own_values, maxima: own_maxima };
        let vectors = segment.vectors().filter(|vectors| vectors.dims() == query.len());
        match (vectors, part) {
            (Some(vectors), VectorPart::Whole) => scan.add(vectors.rows(), own),
            (Some(vectors), VectorPart::Code) => match vectors.codes() {
                Some(rows) => scan.add_codes(rows, own),
                None => scan.add(vectors.heads(), own),
            },
            (None, VectorPart::Whole | VectorPart::Code) => {
                own.values.fill(0.0);
                own.maxima.fill(0.0);
            }
        }
        (values, maxima) = (other_values, other_maxima);
    }
    scan
}

/// The greatest of every few scores, segment by segment.
fn maxima_of(segments: &[OpenSegment], scores: &[f32]) -> Vec<f32> {
    let mut base = 0;
    let mut maxima = Vec::with_capacity(segments.iter().map(n_maxima).sum());
    for segment in segments {
        let end = base + segment.max_doc() as usize;
        maxima.extend(scores[base..end].chunks(ROWS_PER_MAXIMUM).map(greatest));
        base = end;
    }
    maxima
}

/// How many maxima a segment has.
fn n_maxima(segment: &OpenSegment) -> usize {
    (segment.max_doc() as usize).div_ceil(ROWS_PER_MAXIMUM)
}

/// Cuts off the first `n` of what is left.
fn take_first<'a>(rest: &mut &'a [f32], n: usize) -> &'a [f32] {
    let (first, others) = rest.split_at(n);
    *rest = others;
    first
}
