//! A small index of commit messages, by file.
//!
//! Messages are the words that people used for the code, often others than the code's. They are scored by BM25 per
//! file, apart from the chunks: a message tells which files it is about, and hardly which lines. Start at
//! [`MessageIndex::build`] and [`MessageIndex::scores`].

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use crate::query::plan::QueryPlan;
use rutter_domain::words::{is_stop_word, tokenize};

/// Saturation of BM25.
const K1: f32 = 1.2;
/// Length normalisation of BM25.
const B: f32 = 0.5;
/// The share of the most that a query can score from which a file counts in full.
// So that the best of bad matches counts little.
const FULL_SHARE: f32 = 0.35;

/// Words of messages, and the files they describe.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MessageIndex {
    /// Sorted.
    paths: Vec<String>,
    /// The number of words in the messages of each file.
    lengths: Vec<u32>,
    /// Sorted by term; each with the files, by number, and its number of occurrences in their messages.
    terms: Vec<(String, Vec<(u32, u32)>)>,
}

impl MessageIndex {
    /// Builds the index from messages with the files that each is about.
    pub fn build<'a>(messages: impl Iterator<Item = (&'a str, &'a [&'a str])>) -> MessageIndex {
        let mut counts: BTreeMap<&str, HashMap<String, u32>> = BTreeMap::new();
        for (message, files) in messages {
            let words = message.split_whitespace().filter(|word| !is_stop_word(word));
            let words: Vec<String> = words.flat_map(tokenize).collect();
            for file in files {
                let of_file = counts.entry(file).or_default();
                for word in &words {
                    // `entry` would copy the word each time, and most are known.
                    match of_file.get_mut(word) {
                        Some(count) => *count += 1,
                        None => drop(of_file.insert(word.clone(), 1)),
                    }
                }
            }
        }
        let mut terms: BTreeMap<String, Vec<(u32, u32)>> = BTreeMap::new();
        let mut index = MessageIndex::default();
        for (number, (path, words)) in (0..).zip(counts) {
            index.paths.push(path.to_owned());
            index.lengths.push(words.values().sum());
            for (word, count) in words {
                terms.entry(word).or_default().push((number, count));
            }
        }
        index.terms = terms.into_iter().collect();
        index
    }

    /// Whether all its parts fit together.
    // One that was read from elsewhere may be damaged.
    pub fn is_whole(&self) -> bool {
        let n_files = self.paths.len();
        let mut files = self.terms.iter().flat_map(|(_, files)| files);
        self.lengths.len() == n_files && files.all(|(file, _)| (*file as usize) < n_files)
    }

    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// The files that have messages, sorted by path.
    pub fn paths(&self) -> &[String] {
        &self.paths
    }

    /// The files whose messages fit a query, with their scores.
    pub fn fitting(&self, query: &str) -> impl Iterator<Item = (&str, f32)> {
        let all = self.paths.iter().map(String::as_str).zip(self.scores(query));
        all.filter(|(_, score)| *score > 0.0)
    }

    /// The score of each file's messages for a query, from 0 to 1, in the order of [`MessageIndex::paths`].
    pub fn scores(&self, query: &str) -> Vec<f32> {
        if self.is_empty() {
            return Vec::new();
        }
        let n_files = self.paths.len() as f32;
        let n_words: u64 = self.lengths.iter().map(|length| u64::from(*length)).sum();
        let mean = (n_words as f32 / n_files.max(1.0)).max(1.0);
        let mut scores = vec![0.0_f32; self.paths.len()];
        let mut most = 0.0;
        for term in QueryPlan::of(query).terms.iter().filter(|term| !term.is_compound) {
            let found = self.terms.binary_search_by(|(word, _)| word.as_str().cmp(&term.text));
            let files = found.map_or(&[][..], |at| &self.terms[at].1);
            let n_with = files.len() as f32;
            let idf = (1.0 + (n_files - n_with + 0.5) / (n_with + 0.5)).ln() * term.weight;
            most += idf * (K1 + 1.0);
            for (file, count) in files {
                let (count, length) = (*count as f32, self.lengths[*file as usize] as f32);
                let norm = K1 * (1.0 - B + B * length / mean);
                scores[*file as usize] += idf * count * (K1 + 1.0) / (count + norm);
            }
        }
        let best = scores.iter().copied().fold(0.0, f32::max).max(FULL_SHARE * most);
        if best > 0.0 {
            scores.iter_mut().for_each(|score| *score /= best);
        }
        scores
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> MessageIndex {
        let messages: [(&str, &[&str]); 4] = [
            ("Retry payments that time out", &["src/pay.rs", "src/bank.rs"]),
            ("Show a banner on the start page", &["src/page.rs"]),
            ("Rename the payments module", &["src/pay.rs"]),
            ("Format", &["src/pay.rs", "src/page.rs"]),
        ];
        MessageIndex::build(messages.into_iter())
    }

    #[test]
    fn files_are_found_by_the_words_of_their_commits() {
        let index = sample();
        assert_eq!(index.paths(), ["src/bank.rs", "src/page.rs", "src/pay.rs"]);
        let found = index.scores("why is a payment retried after a timeout");
        let fitting = found.iter().map(|score| *score > 0.0);
        assert!(fitting.eq([true, false, true]) && found.iter().all(|score| *score <= 1.0));
        assert_eq!(index.scores("zzyzx"), [0.0; 3]);
        assert!(MessageIndex::default().scores("payment").is_empty());
    }

    #[test]
    fn one_common_word_of_many_counts_little() {
        let index = sample();
        let best = |query: &str| index.scores(query).into_iter().fold(0.0, f32::max);
        let full = best("payments");
        let weak = best("payments zzyzx qwxyz vbnmq lkjhg poiuy mnbvc");
        assert_eq!(full, 1.0);
        assert!(weak < 0.4, "{weak}");
    }

    #[test]
    fn the_order_of_messages_does_not_matter() {
        let messages: [(&str, &[&str]); 2] = [("one two", &["a"]), ("two three", &["a", "b"])];
        let forward = MessageIndex::build(messages.into_iter());
        assert_eq!(forward, MessageIndex::build(messages.into_iter().rev()));
    }
}
