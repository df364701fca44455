//! Scores chunks by the words of a query, with BM25F.
//!
//! BM25F adds up the occurrences of a word over the fields, each with its own weight and length
//! normalisation, and saturates the sum. Tantivy adds up finished scores of single fields instead,
//! which rates one word in three fields like three words. Average field lengths are constants and
//! deleted chunks do not count, so that a score depends on the chunk and on the live chunks, but not
//! on how the index was built up.
//!
//! Terms are evaluated one after another; each adds to an array over all chunks. At a few nanoseconds
//! per posting, a query on a hundred thousand chunks takes about a millisecond. Start at
//! [`add_terms`].

use tantivy::postings::TermInfo;
use tantivy::{DocId, Result};

use super::plan::QueryPlan;
use crate::index::schema::TextField;
use crate::index::segment::OpenSegment;

/// The parameters of BM25F.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldWeights {
    /// Saturation: the smaller, the sooner further occurrences of a word stop counting.
    pub k1: f32,
    pub path: FieldWeight,
    pub names: FieldWeight,
    pub signature: FieldWeight,
    pub docs: FieldWeight,
    pub body: FieldWeight,
}

/// The parameters of one field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FieldWeight {
    /// The weight of an occurrence; one in the body has 1.
    pub weight: f32,
    /// Length normalisation: 0 ignores the length, 1 divides by it.
    pub b: f32,
    /// The length, in words, that normalisation takes as the average.
    pub typical_length: f32,
}

impl Default for FieldWeights {
    fn default() -> FieldWeights {
        FieldWeights {
            k1: 1.5,
            path: FieldWeight { weight: 2.0, b: 0.3, typical_length: 6.0 },
            names: FieldWeight { weight: 3.0, b: 0.3, typical_length: 8.0 },
            signature: FieldWeight { weight: 1.0, b: 0.3, typical_length: 20.0 },
            docs: FieldWeight { weight: 1.0, b: 0.5, typical_length: 30.0 },
            body: FieldWeight { weight: 1.0, b: 0.4, typical_length: 200.0 },
        }
    }
}

impl FieldWeights {
    pub fn of(&self, text: TextField) -> FieldWeight {
        match text {
            TextField::Path => self.path,
            TextField::Names => self.names,
            TextField::Signature => self.signature,
            TextField::Docs => self.docs,
            TextField::Body => self.body,
        }
    }
}

/// Arrays over the chunks of all segments, one segment after another.
// Reused between queries: clearing what was touched is cheaper than allocating.
#[derive(Default)]
pub struct Scratch {
    pub scores: Vec<f32>,
    counts: Vec<f32>,
    pub scored: ScoredChunks,
    /// The chunks of the current segment that have the current term.
    counted: Vec<DocId>,
}

/// The chunks that have a score.
pub enum ScoredChunks {
    /// These, segment by segment.
    Few(Vec<u32>),
    /// More than are worth a list: all chunks are examined.
    Many,
}

impl Default for ScoredChunks {
    fn default() -> ScoredChunks {
        ScoredChunks::Few(Vec::new())
    }
}

/// Live chunks per posting below which the chunks with a score are not listed.
// Where many chunks have one, the greatest of every 64 tells which to look at (`maxima_of`).
const CHUNKS_PER_POSTING: u64 = 16;

/// The posting lists of a term in one segment, by field.
type PostingLists = [Option<TermInfo>; TextField::COUNT];

/// Adds the score of every term to `scratch.scores`.
pub fn add_terms(
    segments: &[OpenSegment],
    plan: &QueryPlan,
    fields: &FieldWeights,
    scratch: &mut Scratch,
) -> Result<()> {
    let n_live: u32 = segments.iter().map(OpenSegment::n_live).sum();
    let mut lists: Vec<Vec<PostingLists>> = Vec::with_capacity(plan.terms.len());
    let mut idf = Vec::with_capacity(plan.terms.len());
    for term in &plan.terms {
        let (of_term, n_chunks) = look_up(segments, &term.text)?;
        lists.push(of_term);
        idf.push(inverse_document_frequency(n_chunks, n_live));
    }
    let all_lists = lists.iter().flatten().flatten().flatten();
    let n_postings: u64 = all_lists.map(|list| u64::from(list.doc_freq)).sum();
    let is_many = n_postings * CHUNKS_PER_POSTING > u64::from(n_live);
    let mut scored = match std::mem::take(&mut scratch.scored) {
        ScoredChunks::Few(scored) => scored,
        ScoredChunks::Many => Vec::new(),
    };
    // 256 divisions per field once, instead of one per posting.
    let tables = TextField::ALL.map(|text| norm_table(fields.of(text)));
    let mut base = 0;
    for (index, segment) in segments.iter().enumerate() {
        for (number, term) in plan.terms.iter().enumerate() {
            let weight = term.weight * idf[number] * (fields.k1 + 1.0);
            let term = TermWeight { weight, k1: fields.k1, base };
            let lists = &lists[number][index];
            if is_many {
                add_term(segment, lists, &tables, term, scratch, |_| {})?;
            } else {
                add_term(segment, lists, &tables, term, scratch, |chunk| scored.push(chunk))?;
            }
        }
        base += segment.max_doc();
    }
    scratch.scored = if is_many { ScoredChunks::Many } else { ScoredChunks::Few(scored) };
    Ok(())
}

/// The posting lists of a term in every segment, and the number of live chunks that have it.
fn look_up(segments: &[OpenSegment], word: &str) -> Result<(Vec<PostingLists>, u32)> {
    let mut lists = Vec::with_capacity(segments.len());
    let mut n_chunks = [0_u32; TextField::COUNT];
    for segment in segments {
        let mut of_segment = PostingLists::default();
        for text in TextField::ALL {
            if let Some(list) = segment.find(text, word)? {
                n_chunks[text as usize] += segment.count_live(text, &list)?;
                of_segment[text as usize] = Some(list);
            }
        }
        lists.push(of_segment);
    }
    // A body contains nearly all words of the other fields, so the largest count is close to the number
    // of chunks that have the word in any field.
    Ok((lists, n_chunks.into_iter().max().unwrap_or(0)))
}

pub fn inverse_document_frequency(n_chunks: u32, n_live: u32) -> f32 {
    // `max` keeps the logarithm positive where counts from outside disagree.
    let (n, total) = (f64::from(n_chunks), f64::from(n_live.max(n_chunks)));
    (1.0 + (total - n + 0.5) / (n + 0.5)).ln() as f32
}

/// The weight of one occurrence in a field, by tantivy's code for the length of the field.
pub fn norm_table(field: FieldWeight) -> [f32; 256] {
    std::array::from_fn(|code| {
        let length = tantivy::fieldnorm::FieldNormReader::id_to_fieldnorm(code as u8) as f32;
        field.weight / (1.0 - field.b + field.b * length / field.typical_length)
    })
}

/// Converts occurrences of a term to a score.
#[derive(Clone, Copy)]
struct TermWeight {
    weight: f32,
    k1: f32,
    /// The number of the segment's first chunk over all segments.
    base: u32,
}

impl TermWeight {
    /// The score for this many occurrences, weighted by field and length.
    fn gain(self, count: f32) -> f32 {
        self.weight * count / (self.k1 + count)
    }

    #[inline]
    fn add(self, gain: f32, doc: DocId, scores: &mut [f32], note: &mut impl FnMut(u32)) {
        let score = &mut scores[(self.base + doc) as usize];
        if *score == 0.0 {
            note(self.base + doc);
        }
        *score += gain;
    }
}

/// Occurrences in one chunk that a [`GainTable`] has; more are rare.
const MAX_TABLED: u32 = 4;
/// Postings of a term for which a [`GainTable`] is made.
// For fewer, filling it takes longer than it saves.
const MIN_TABLED: u32 = 1_024;

/// The scores for a term that is in the body alone, by the number of occurrences and the code for the length.
// Most postings are such, and looking a score up takes less time than dividing.
struct GainTable([[f32; 256]; MAX_TABLED as usize]);

impl GainTable {
    fn new(term: TermWeight, norms: &[f32; 256]) -> GainTable {
        let of_count = |count: usize| norms.map(|norm| term.gain((count + 1) as f32 * norm));
        GainTable(std::array::from_fn(of_count))
    }

    #[inline]
    fn get(&self, count: u32, norm: u8) -> f32 {
        self.0[(count.max(1) - 1) as usize][usize::from(norm)]
    }
}

fn add_term(
    segment: &OpenSegment,
    lists: &PostingLists,
    tables: &[[f32; 256]; TextField::COUNT],
    term: TermWeight,
    scratch: &mut Scratch,
    mut note_scored: impl FnMut(u32),
) -> Result<()> {
    let Scratch { scores, counts, counted, .. } = scratch;
    let small_fields = TextField::ALL.into_iter().filter(|text| *text != TextField::Body);
    for text in small_fields {
        let Some(list) = &lists[text as usize] else { continue };
        let table = &tables[text as usize];
        segment.read(text, list, |docs, freqs| {
            for (&doc, &freq) in docs.iter().zip(freqs) {
                let count = &mut counts[doc as usize];
                if *count == 0.0 {
                    counted.push(doc);
                }
                *count += freq as f32 * table[usize::from(segment.norm_id(text, doc))];
            }
        })?;
    }
    // Nearly all chunks with the term have it in the body, so the body comes last and turns the sum into
    // a score in the same pass.
    if let Some(list) = &lists[TextField::Body as usize] {
        let table = &tables[TextField::Body as usize];
        let gains = (list.doc_freq >= MIN_TABLED).then(|| GainTable::new(term, table));
        segment.read(TextField::Body, list, |docs, freqs| {
            for (&doc, &freq) in docs.iter().zip(freqs) {
                let norm = segment.norm_id(TextField::Body, doc);
                let count = &mut counts[doc as usize];
                let gain = match &gains {
                    Some(gains) if *count == 0.0 && freq <= MAX_TABLED => gains.get(freq, norm),
                    Some(_) | None => {
                        term.gain(freq as f32 * table[usize::from(norm)] + std::mem::take(count))
                    }
                };
                term.add(gain, doc, scores, &mut note_scored);
            }
        })?;
    }
    for &doc in counted.iter() {
        let count = std::mem::take(&mut counts[doc as usize]);
        if count > 0.0 {
            term.add(term.gain(count), doc, scores, &mut note_scored);
        }
    }
    counted.clear();
    Ok(())
}

impl Scratch {
    pub fn make_room(&mut self, n_chunks: usize) {
        if self.scores.len() < n_chunks {
            self.scores.resize(n_chunks, 0.0);
            self.counts.resize(n_chunks, 0.0);
        }
    }

    /// Resets the scores that a query has set.
    pub fn clear(&mut self) {
        match &mut self.scored {
            ScoredChunks::Few(chunks) => {
                chunks.iter().for_each(|&chunk| self.scores[chunk as usize] = 0.0);
                chunks.clear();
            }
            ScoredChunks::Many => self.scores.fill(0.0),
        }
    }
}
