//! Tells nonsense from a question, by how much of it the index knows.
//!
//! A chunk that has one common word of a long query by chance is not an answer. Ranking alone cannot tell: the best of
//! bad candidates looks like the best of good ones. Start at [`is_nonsense`], [`is_doubtful`] and [`is_gibberish`].

use tantivy::Result;

use super::candidates::{Candidate, Pool};
use super::plan::{QueryPlan, QueryTerm};
use super::score::inverse_document_frequency;
use crate::index::schema::TextField;
use crate::index::segment::OpenSegment;

/// The share of its words that the index knows of a nonsensical query, at most.
// A question with one known word of five is answered by chance.
const MAX_KNOWN_SHARE: f32 = 0.2;
/// A query that is this similar to a chunk makes sense, whatever its words.
// They may be misspelt. Something is always the most similar to nonsense, at up to 0.5 (`LEAST_SIMILARITY`).
const MIN_SIMILARITY: f32 = 0.55;

/// Whether hardly a word of a query is in the index, and no candidate resembles it. Returns false if no word is.
// Ranking looks at paths as well before it says that there is no hit.
pub fn is_nonsense(segments: &[OpenSegment], plan: &QueryPlan, pool: &Pool) -> Result<bool> {
    let is_similar = |candidate: &Candidate| candidate.similarity >= MIN_SIMILARITY;
    let has_words = pool.candidates.iter().any(|candidate| candidate.score > 0.0);
    if !has_words || pool.candidates.iter().any(is_similar) {
        return Ok(false);
    }
    let (mut known, mut all) = (0.0, 0.0);
    for term in plan.terms.iter().filter(|term| !term.is_compound && is_word(&term.text)) {
        all += term.weight;
        if is_known(segments, &term.text)? {
            known += term.weight;
        }
    }
    Ok(all > 0.0 && known <= MAX_KNOWN_SHARE * all)
}

/// A question is doubtful if the share of its words that a candidate has and its similarity add up to less.
// On 869 questions with known answers the least was 0.57, apart from one that a path answers. Of 38 questions that have
// nothing to do with the code but share a word with it, 21 are below.
const LEAST_EVIDENCE: f32 = 0.56;
/// Chunks of the smallest index in which a question can be doubtful.
// With fewer chunks a word is in nearly all of them or in none, and its share says nothing.
const MIN_CHUNKS: u32 = 50;

/// Whether no candidate has much of a question: neither several of its words, nor its meaning. Its answer may still be
/// found by a path or by messages of commits. A description of a change is never doubtful.
// Most words of such a description do not matter.
pub fn is_doubtful(segments: &[OpenSegment], plan: &QueryPlan, pool: &Pool) -> Result<bool> {
    let is_similar = |candidate: &Candidate| candidate.similarity >= LEAST_EVIDENCE;
    let n_live: u32 = segments.iter().map(OpenSegment::n_live).sum();
    if n_live < MIN_CHUNKS || plan.describes_change || pool.candidates.iter().any(is_similar) {
        return Ok(false);
    }
    // The score of a chunk of usual length that has each word once.
    let mut whole = 0.0;
    for term in plan.terms.iter().filter(|term| !term.is_compound) {
        whole += term.weight * inverse_document_frequency(n_chunks_with(segments, term)?, n_live);
    }
    let evidence =
        |candidate: &Candidate| (candidate.score / whole).min(1.0) + candidate.similarity;
    Ok(whole > 0.0 && pool.candidates.iter().all(|one| evidence(one) < LEAST_EVIDENCE))
}

/// Words of the shortest gibberish.
// A query of fewer words may be misspelt as a whole.
const MIN_GIBBERISH_WORDS: usize = 3;
/// Chunks of the smallest index that can tell gibberish.
// A smaller one may lack all words of a good question.
const MIN_VOCABULARY_CHUNKS: u32 = 1_000;

/// Whether a query has several words and a large index has none of them. Its answer may still be found by a path.
// The vector of unknown words is made of pieces, which resemble encoded text and tables of names, so similarity says
// nothing: without this rule, 19 of 240 searches for made-up words found something.
pub fn is_gibberish(
    segments: &[OpenSegment],
    text: &str,
    plan: &QueryPlan,
    pool: &Pool,
) -> Result<bool> {
    let n_live: u32 = segments.iter().map(OpenSegment::n_live).sum();
    let n_words = text.split_whitespace().count();
    if n_words < MIN_GIBBERISH_WORDS
        || n_live < MIN_VOCABULARY_CHUNKS
        || pool.candidates.iter().any(|candidate| candidate.score > 0.0)
    {
        return Ok(false);
    }
    // No candidate has a word of the query, but a filter may have left out the chunks that do.
    for term in plan.terms.iter().filter(|term| is_word(&term.text)) {
        if is_known(segments, &term.text)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The number of chunks that have a term.
pub fn n_chunks_with(segments: &[OpenSegment], term: &QueryTerm) -> Result<u32> {
    // A body has nearly all words of the other fields.
    segments.iter().map(|segment| segment.count_with(TextField::Body, &term.text)).sum()
}

/// Whether a term says something about what is asked for.
// Single characters and numbers are in every code.
fn is_word(text: &str) -> bool {
    text.chars().nth(1).is_some() && !text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_known(segments: &[OpenSegment], word: &str) -> Result<bool> {
    // All other fields repeat words of the body.
    for text in [TextField::Body, TextField::Path] {
        for segment in segments {
            if segment.count_with(text, word)? > 0 {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
