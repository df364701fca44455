//! Splits texts into batches that fit into one request.

use std::ops::Range;

use rutter_domain::text::truncate;

use super::service::BatchLimits;

/// Sent in place of a blank text, which services refuse to embed.
const PLACEHOLDER: &str = "(empty)";

/// A text as it is sent: within the limit, and never blank.
pub(super) fn prepare(text: &str, limits: BatchLimits) -> String {
    let text = truncate(text, limits.text_bytes);
    let text = if text.trim().is_empty() { PLACEHOLDER } else { text };
    text.to_owned()
}

/// Consecutive ranges over the texts. Only a range of a single text may exceed the limits.
pub(super) fn split(texts: &[String], limits: BatchLimits) -> Vec<Range<usize>> {
    let mut batches = Vec::new();
    let mut batch = 0..0;
    let mut n_bytes = 0;
    for (at, text) in texts.iter().enumerate() {
        let is_full = batch.len() >= limits.n_texts || n_bytes + text.len() > limits.batch_bytes;
        if is_full && !batch.is_empty() {
            batches.push(batch);
            batch = at..at;
            n_bytes = 0;
        }
        batch.end = at + 1;
        n_bytes += text.len();
    }
    if !batch.is_empty() {
        batches.push(batch);
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: BatchLimits =
        BatchLimits { n_texts: 3, batch_bytes: 10, text_bytes: 8, n_in_flight: 1 };

    fn check(texts: &[&str], expected: &str) {
        let texts: Vec<String> = texts.iter().map(|text| prepare(text, LIMITS)).collect();
        let batches = split(&texts, LIMITS);
        let written: Vec<String> =
            batches.into_iter().map(|batch| texts[batch].join(",")).collect();
        assert_eq!(written.join(" | "), expected);
    }

    #[test]
    fn a_batch_ends_at_its_number_of_texts() {
        check(&["a", "b", "c", "d"], "a,b,c | d");
    }

    #[test]
    fn a_batch_ends_at_its_size() {
        check(&["aaaaa", "bbbbb", "c"], "aaaaa,bbbbb | c");
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        check(&["aaaaaaaéb"], "aaaaaaa");
        check(&["aaaaaaéb"], "aaaaaaé");
    }

    #[test]
    fn a_blank_text_is_sent_as_a_word() {
        check(&["", " \n"], "(empty) | (empty)");
    }

    #[test]
    fn no_texts_make_no_batch() {
        check(&[], "");
    }
}
