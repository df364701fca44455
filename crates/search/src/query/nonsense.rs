//! Tells nonsense from a question, by how much of it the index knows.
//!
//! A chunk that has one common word of a long query by chance is no answer. Ranking alone cannot tell: the best of
//! bad candidates looks like the best of good ones. Start at [`is_nonsense`].

use tantivy::Result;

use super::candidates::{Candidate, Pool};
use super::plan::QueryPlan;
use crate::index::schema::TextField;
use crate::index::segment::OpenSegment;

/// At most this share of the words of a nonsensical query is known.
const MAX_KNOWN_SHARE: f32 = 0.2;
/// A query that is this similar to a chunk makes sense, whatever its words: they may be misspelt.
const MIN_SIMILARITY: f32 = 0.55;

/// Whether hardly a word of a query is in the index, and no candidate resembles it. If none is, this returns
/// false: ranking looks at paths as well before it says that there is no hit.
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

/// Single characters and numbers are in every code.
fn is_word(text: &str) -> bool {
    text.chars().nth(1).is_some() && !text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_known(segments: &[OpenSegment], word: &str) -> Result<bool> {
    // All other fields repeat words of the body.
    for text in [TextField::Body, TextField::Path] {
        for segment in segments {
            if segment.find(text, word)?.is_some() {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
