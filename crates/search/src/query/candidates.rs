//! Picks the candidates for ranking: the best chunks by words, the best by vector, and those that
//! define a symbol which the query names.
//!
//! While this thread scores words, another looks for the vectors nearest to that of the query; then both finish the
//! search for vectors. In a large index codes of all vectors are compared, and only the few chunks that come first by
//! these in full. Each candidate then has both scores. Filters are evaluated only for chunks that would become
//! candidates. Start at [`find`]; [`top`] keeps the best.

use rutter_domain::{FileId, SearchMode, SymbolKind};
use tantivy::{DocId, Result};

use super::plan::QueryPlan;
use super::score::{FieldWeights, ScoredChunks, Scratch, add_terms};
use crate::files::Files;
use crate::index::schema::TextField;
use crate::index::segment::OpenSegment;
use crate::text::symbol_key::SymbolKey;
use crate::vector::{Nearest, ROWS_PER_MAXIMUM, ScanThreads, greatest};

mod open_chunks;
mod top;

use open_chunks::OpenChunks;
use top::{ScoredSegment, TopCandidates};

/// A chunk that may become a hit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    pub file: FileId,
    pub chunk: u32,
    /// BM25F over all terms.
    pub score: f32,
    /// Cosine similarity of its vector to that of the query, from -1 to 1; 0 without vectors.
    pub similarity: f32,
    /// The best-fitting definition, in this chunk, of a symbol that the query names.
    pub definition: Option<Definition>,
    pub shape: ChunkShape,
    /// The index of its segment, and its number in it.
    pub at: (u32, DocId),
}

impl Candidate {
    /// The segment and number of a candidate that is not in an index. Nothing reads them.
    pub const NOWHERE: (u32, DocId) = (0, 0);
}

/// The composition of a chunk, in words, by the lengths of its fields. Tantivy stores lengths in one byte, so long ones
/// are rounded.
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

/// Whether a pool contains every chunk that matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Coverage {
    /// A larger pool would hold no more.
    #[default]
    Complete,
    /// Some chunks were not good enough.
    Truncated,
}

/// The fit of a definition to a symbol that the query names.
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
    pub accepts: Option<&'a (dyn Fn(FileId) -> bool + Sync)>,
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

/// Live chunks up to which all vectors are compared in full. With more, codes are compared first.
// A scan is limited by the memory it reads; codes take 16 bytes a chunk.
const MAX_CHUNKS_EXACT: usize = 32_768;
/// Vectors compared in full, for each candidate wanted.
// Codes order them only roughly.
const WHOLE_FACTOR: usize = 4;
/// Vectors compared in full at least.
// Of the 64 nearest of 137,000 chunks, 82 % are among the first 512 by codes.
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
    let open = OpenChunks::new(segments, filter, files, signals.vector)?;
    let mut by_words = || -> Result<TopCandidates<'_>> {
        add_terms(segments, plan, signals.fields, scratch)?;
        let mut top = TopCandidates::new(signals.n_best, &open);
        let maxima = match &scratch.scored {
            ScoredChunks::Few(_) => Vec::new(),
            ScoredChunks::Many => maxima_of(segments, &scratch.scores),
        };
        top.take_scored(&scored_segments(segments, scratch, &maxima), plan, signals.has_words)?;
        Ok(top)
    };
    let n_whole = MIN_WHOLE.max(signals.n_best.saturating_mul(WHOLE_FACTOR));
    let (top, near) = match signals.vector {
        None => (by_words(), Vec::new()),
        Some(query) => {
            let mut nearest = Nearest::new(query, n_whole, &open);
            // Deleted chunks must not count: an index that was updated often answers like a new one.
            let n_live: u32 = segments.iter().map(OpenSegment::n_live).sum();
            add_rows(&mut nearest, &open, n_live as usize > MAX_CHUNKS_EXACT);
            let top = if n_chunks > MIN_CHUNKS_FOR_THREAD {
                threads.run_beside(&nearest, by_words)
            } else {
                nearest.run();
                by_words()
            };
            (top, nearest.into_rows())
        }
    };
    let mut top = top?;
    let bases = bases_of(segments);
    let may_be_more = near.len() >= n_whole;
    top.take_near(near, may_be_more, |segment, doc| {
        scratch.scores[(bases[segment as usize] + doc) as usize]
    });
    scratch.clear();
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
    let open = OpenChunks::without_index(&filter, files);
    let mut top = TopCandidates::new(n_best, &open);
    candidates.for_each(|candidate| top.take_known(candidate, mode));
    top.finish()
}

/// Kinds of symbols whose body runs.
pub const CALLABLE: [SymbolKind; 4] =
    [SymbolKind::Function, SymbolKind::Method, SymbolKind::Constructor, SymbolKind::Macro];

/// Looks up the shape of each candidate.
fn add_shapes(segments: &[OpenSegment], candidates: &mut [Candidate]) -> Result<()> {
    // In the order of the posting lists, which are then read once for each kind.
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

/// Chunks above which another thread compares vectors.
// With fewer, waking it costs more than it saves.
const MIN_CHUNKS_FOR_THREAD: usize = 4_096;

/// Adds the vectors of all chunks. If they are compared in two steps, their codes, or their heads if they are too short
/// to have codes.
fn add_rows<'a>(
    nearest: &mut Nearest<'a, OpenChunks<'a>>,
    open: &'a OpenChunks<'a>,
    is_stepwise: bool,
) {
    for segment in 0..open.segments.len() as u32 {
        let Some(vectors) = open.vectors(segment) else { continue };
        match vectors.codes() {
            _ if !is_stepwise => nearest.add(segment, vectors.rows()),
            Some(codes) => nearest.add_codes(segment, codes),
            None => nearest.add(segment, vectors.heads()),
        }
    }
}

/// The number of each segment's first chunk over all segments.
fn bases_of(segments: &[OpenSegment]) -> Vec<u32> {
    let add = |base: &mut u32, segment: &OpenSegment| {
        *base += segment.max_doc();
        Some(*base - segment.max_doc())
    };
    segments.iter().scan(0, add).collect()
}

/// The scores by words of each segment's chunks.
fn scored_segments<'a>(
    segments: &[OpenSegment],
    scratch: &'a Scratch,
    mut maxima: &'a [f32],
) -> Vec<ScoredSegment<'a>> {
    let mut n_taken = 0;
    let of_segment = |(segment, base): (&OpenSegment, u32)| {
        let end = base + segment.max_doc();
        let (scored, n_maxima) = match &scratch.scored {
            ScoredChunks::Few(chunks) => {
                let n_scored = chunks[n_taken..].partition_point(|&chunk| chunk < end);
                n_taken += n_scored;
                (Some(&chunks[n_taken - n_scored..n_taken]), 0)
            }
            ScoredChunks::Many => (None, (segment.max_doc() as usize).div_ceil(ROWS_PER_MAXIMUM)),
        };
        let (own, others) = maxima.split_at(n_maxima);
        maxima = others;
        let scores = &scratch.scores[base as usize..end as usize];
        ScoredSegment { scores, scored, maxima: own, base }
    };
    segments.iter().zip(bases_of(segments)).map(of_segment).collect()
}

/// The greatest of every few scores, segment by segment.
fn maxima_of(segments: &[OpenSegment], scores: &[f32]) -> Vec<f32> {
    let mut base = 0;
    let mut maxima = Vec::with_capacity(scores.len().div_ceil(ROWS_PER_MAXIMUM) + segments.len());
    for segment in segments {
        let end = base + segment.max_doc() as usize;
        maxima.extend(scores[base..end].chunks(ROWS_PER_MAXIMUM).map(greatest));
        base = end;
    }
    maxima
}
