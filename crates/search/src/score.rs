//! Scores chunks by the words of a query and picks the candidates for ranking.
//!
//! The measure is BM25F: how often a word occurs is added up over the fields, each with its weight
//! and its own account of length, before the sum is saturated. Tantivy adds up finished scores of
//! single fields instead, which rates a word that is in three fields like three words. Typical
//! lengths are constants and deleted chunks do not count, so that a score depends on the chunk and
//! on what is live, but not on how the index came to be.
//!
//! Words are taken one after another, and each adds to an array over the chunks of a segment. At
//! a few nanoseconds a posting this keeps a query on a hundred thousand chunks within a
//! millisecond. Filters are asked only for chunks that would make it into the candidates.

use std::cmp::Ordering;
use std::collections::HashMap;

use rutter_domain::{FileId, SymbolKind};
use tantivy::postings::TermInfo;
use tantivy::{DocId, Result};

use crate::names::Key;
use crate::query::{Plan, Sought};
use crate::reader::Files;
use crate::schema::TextField;
use crate::segment::OpenSegment;

/// How the fields take part in BM25F.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldWeights {
    /// How soon further occurrences of a word stop to count.
    pub k1: f32,
    pub path: FieldWeight,
    pub names: FieldWeight,
    pub signature: FieldWeight,
    pub docs: FieldWeight,
    pub body: FieldWeight,
}

/// How one field takes part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FieldWeight {
    /// What one occurrence counts, compared to one in the body.
    pub weight: f32,
    /// From 0 to 1: how much a longer field makes of its length.
    pub b: f32,
    /// The length at which an occurrence counts as one, in words.
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
    fn of(&self, text: TextField) -> FieldWeight {
        match text {
            TextField::Path => self.path,
            TextField::Names => self.names,
            TextField::Signature => self.signature,
            TextField::Docs => self.docs,
            TextField::Body => self.body,
        }
    }
}

/// A chunk that may become a hit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    pub file: FileId,
    pub chunk: u32,
    /// BM25F over all terms.
    pub score: f32,
    /// The best definition in it that the query asks for.
    pub definition: Option<Definition>,
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

/// What a query finds before it is ranked.
pub struct Found {
    /// The best by score, and the definitions sought; in no order.
    pub candidates: Vec<Candidate>,
}

/// Arrays to add scores up in, kept between queries.
#[derive(Default)]
pub struct Scratch {
    scores: Vec<f32>,
    counts: Vec<f32>,
    /// The chunks that have a score.
    scored: Vec<DocId>,
    /// The chunks that have the current term.
    counted: Vec<DocId>,
}

/// Where a term is listed in one segment.
type Lists = [Option<TermInfo>; TextField::COUNT];

/// Scores all chunks and returns at least the `n_best`.
pub fn find(
    segments: &[OpenSegment],
    plan: &Plan,
    filter: &Filter<'_>,
    files: &dyn Files,
    n_best: usize,
    fields: &FieldWeights,
    scratch: &mut Scratch,
) -> Result<Found> {
    let n_live: u32 = segments.iter().map(OpenSegment::n_live).sum();
    let mut lists: Vec<Vec<Lists>> = Vec::with_capacity(plan.terms.len());
    let mut idf = Vec::with_capacity(plan.terms.len());
    for term in &plan.terms {
        let (of_term, n_chunks) = look_up(segments, &term.text)?;
        lists.push(of_term);
        idf.push(rarity(n_chunks, n_live));
    }
    let tables = TextField::ALL.map(|text| norm_table(fields.of(text)));
    let mut best = Best::new(n_best, filter, files);
    for (index, segment) in segments.iter().enumerate() {
        scratch.fit(segment.max_doc() as usize);
        for (place, term) in plan.terms.iter().enumerate() {
            let gain = Gain { weight: term.weight * idf[place] * (fields.k1 + 1.0), k1: fields.k1 };
            add_term(segment, &lists[place][index], &tables, gain, scratch)?;
        }
        best.take_from(segment, plan, scratch)?;
        scratch.clear();
    }
    Ok(Found { candidates: best.finish() })
}

/// The lists of a term in every segment, and how many live chunks have it.
fn look_up(segments: &[OpenSegment], word: &str) -> Result<(Vec<Lists>, u32)> {
    let mut lists = Vec::with_capacity(segments.len());
    let mut n_chunks = [0_u32; TextField::COUNT];
    for segment in segments {
        let mut of_segment = Lists::default();
        for text in TextField::ALL {
            if let Some(list) = segment.find(text, word)? {
                n_chunks[text as usize] += segment.count_live(text, &list)?;
                of_segment[text as usize] = Some(list);
            }
        }
        lists.push(of_segment);
    }
    // The body has nearly all that the other fields have: the largest is the number of chunks
    // with the word in any field, or close to it.
    Ok((lists, n_chunks.into_iter().max().unwrap_or(0)))
}

fn rarity(n_chunks: u32, n_live: u32) -> f32 {
    let (n, total) = (f64::from(n_chunks), f64::from(n_live.max(n_chunks)));
    (1.0 + (total - n + 0.5) / (n + 0.5)).ln() as f32
}

/// What one occurrence counts, by the code of the field's length.
fn norm_table(field: FieldWeight) -> [f32; 256] {
    std::array::from_fn(|code| {
        let length = tantivy::fieldnorm::FieldNormReader::id_to_fieldnorm(code as u8) as f32;
        field.weight / (1.0 - field.b + field.b * length / field.typical_length)
    })
}

/// What a term adds to a chunk.
#[derive(Clone, Copy)]
struct Gain {
    weight: f32,
    k1: f32,
}

impl Gain {
    fn add(self, count: f32, doc: DocId, scores: &mut [f32], scored: &mut Vec<DocId>) {
        let score = &mut scores[doc as usize];
        if *score == 0.0 {
            scored.push(doc);
        }
        *score += self.weight * count / (self.k1 + count);
    }
}

fn add_term(
    segment: &OpenSegment,
    lists: &Lists,
    tables: &[[f32; 256]; TextField::COUNT],
    gain: Gain,
    scratch: &mut Scratch,
) -> Result<()> {
    let Scratch { scores, counts, scored, counted } = scratch;
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
    // The body has nearly all chunks that have the term: it is taken last and in one go.
    if let Some(list) = &lists[TextField::Body as usize] {
        let table = &tables[TextField::Body as usize];
        segment.read(TextField::Body, list, |docs, freqs| {
            for (&doc, &freq) in docs.iter().zip(freqs) {
                let in_body =
                    freq as f32 * table[usize::from(segment.norm_id(TextField::Body, doc))];
                let count = in_body + std::mem::take(&mut counts[doc as usize]);
                gain.add(count, doc, scores, scored);
            }
        })?;
    }
    for &doc in counted.iter() {
        let count = std::mem::take(&mut counts[doc as usize]);
        if count > 0.0 {
            gain.add(count, doc, scores, scored);
        }
    }
    counted.clear();
    Ok(())
}

impl Scratch {
    fn fit(&mut self, n_docs: usize) {
        if self.scores.len() < n_docs {
            self.scores.resize(n_docs, 0.0);
            self.counts.resize(n_docs, 0.0);
        }
    }

    fn clear(&mut self) {
        for &doc in &self.scored {
            self.scores[doc as usize] = 0.0;
        }
        self.scored.clear();
    }
}

/// The best candidates so far.
struct Best<'a> {
    n_best: usize,
    filter: &'a Filter<'a>,
    files: &'a dyn Files,
    candidates: Vec<Candidate>,
    definitions: Vec<Candidate>,
    threshold: f32,
    accepted: HashMap<FileId, bool>,
}

impl<'a> Best<'a> {
    fn new(n_best: usize, filter: &'a Filter<'a>, files: &'a dyn Files) -> Best<'a> {
        Best {
            n_best,
            filter,
            files,
            candidates: Vec::with_capacity(2 * n_best),
            definitions: Vec::new(),
            threshold: 0.0,
            accepted: HashMap::new(),
        }
    }

    fn take_from(&mut self, segment: &OpenSegment, plan: &Plan, scratch: &Scratch) -> Result<()> {
        let of_kind = self.docs_of_kind(segment)?;
        let is_of_kind = |doc: DocId| of_kind.as_ref().is_none_or(|docs| docs[doc as usize]);
        let definitions = definitions_in(segment, &plan.sought)?;
        for (&doc, &definition) in &definitions {
            let score = scratch.scores[doc as usize];
            if score == 0.0 || !segment.is_live(doc) || !is_of_kind(doc) {
                continue;
            }
            let (file, chunk) = segment.place(doc);
            if self.is_accepted(file) {
                let definition = Some(definition);
                self.definitions.push(Candidate { file, chunk, score, definition });
            }
        }
        if self.definitions.len() >= 2 * self.n_best {
            keep_best(&mut self.definitions, self.n_best, self.files);
        }
        // Most chunks end at the first condition: what costs more than a comparison comes after it.
        for &doc in &scratch.scored {
            let score = scratch.scores[doc as usize];
            if score < self.threshold
                || !segment.is_live(doc)
                || !is_of_kind(doc)
                || definitions.contains_key(&doc)
            {
                continue;
            }
            let (file, chunk) = segment.place(doc);
            if !self.is_accepted(file) {
                continue;
            }
            self.candidates.push(Candidate { file, chunk, score, definition: None });
            if self.candidates.len() >= 2 * self.n_best {
                self.threshold = keep_best(&mut self.candidates, self.n_best, self.files);
            }
        }
        Ok(())
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

    fn finish(mut self) -> Vec<Candidate> {
        keep_best(&mut self.candidates, self.n_best, self.files);
        keep_best(&mut self.definitions, self.n_best, self.files);
        self.candidates.append(&mut self.definitions);
        self.candidates
    }
}

/// Keeps the `n_best`, and tells the score of the last of them.
fn keep_best(candidates: &mut Vec<Candidate>, n_best: usize, files: &dyn Files) -> f32 {
    if candidates.len() <= n_best || n_best == 0 {
        return 0.0;
    }
    candidates.select_nth_unstable_by(n_best - 1, |left, right| by_score(left, right, files));
    candidates.truncate(n_best);
    candidates[n_best - 1].score
}

/// The better score first; equal ones by definition, path and place in the file, so that the
/// order does not depend on how the index came to be.
pub fn by_score(left: &Candidate, right: &Candidate, files: &dyn Files) -> Ordering {
    let fit = |candidate: &Candidate| candidate.definition.map_or(0.0, |found| found.fit);
    fit(right)
        .total_cmp(&fit(left))
        .then(right.score.total_cmp(&left.score))
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
