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

/// Arrays over the chunks of all segments, one segment after another. Reused between queries, because
/// clearing what was touched is cheaper than allocating.
#[derive(Default)]
pub struct Scratch {
    pub scores: Vec<f32>,
    counts: Vec<f32>,
    /// The chunks with a score, segment by segment.
    pub scored: Vec<u32>,
    /// The chunks of the current segment that have the current term.
    counted: Vec<DocId>,
    /// Similarities, or bounds of them, and the greatest of every few.
    pub similarities: Vec<f32>,
    pub maxima: Vec<f32>,
}

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
    let tables = TextField::ALL.map(|text| norm_table(fields.of(text)));
    let mut base = 0;
    for (index, segment) in segments.iter().enumerate() {
        for (number, term) in plan.terms.iter().enumerate() {
            let weight = term.weight * idf[number] * (fields.k1 + 1.0);
            let term = TermWeight { weight, k1: fields.k1, base };
            add_term(segment, &lists[number][index], &tables, term, scratch)?;
        }
        base += segment.max_doc();
    }
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

/// Turns occurrences of a term into a score.
#[derive(Clone, Copy)]
struct TermWeight {
    weight: f32,
    k1: f32,
    /// The number of the segment's first chunk over all segments.
    base: u32,
}

impl TermWeight {
    fn add(self, count: f32, doc: DocId, scores: &mut [f32], scored: &mut Vec<u32>) {
        let score = &mut scores[(self.base + doc) as usize];
        if *score == 0.0 {
            scored.push(self.base + doc);
        }
        *score += self.weight * count / (self.k1 + count);
    }
}

fn add_term(
    segment: &OpenSegment,
    lists: &PostingLists,
    tables: &[[f32; 256]; TextField::COUNT],
    term: TermWeight,
    scratch: &mut Scratch,
) -> Result<()> {
    let Scratch { scores, counts, scored, counted, similarities: _, maxima: _ } = scratch;
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
        segment.read(TextField::Body, list, |docs, freqs| {
            for (&doc, &freq) in docs.iter().zip(freqs) {
                let in_body =
                    freq as f32 * table[usize::from(segment.norm_id(TextField::Body, doc))];
                let count = in_body + std::mem::take(&mut counts[doc as usize]);
                term.add(count, doc, scores, scored);
            }
        })?;
    }
    for &doc in counted.iter() {
        let count = std::mem::take(&mut counts[doc as usize]);
        if count > 0.0 {
            term.add(count, doc, scores, scored);
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
        for &chunk in &self.scored {
            self.scores[chunk as usize] = 0.0;
        }
        self.scored.clear();
    }
}
