//! Chunks that are kept outside of an index and ranked like those in one.
//!
//! A team's server hands over candidates from many repositories. A [`Passage`] has the parts of a chunk that ranking
//! needs, and a [`PassageQuery`] scores passages by the same words, weights and definitions as the index does; only the
//! [`CorpusStatistics`] come from outside. So equal candidates rank equally in both.

use std::collections::HashMap;

use rutter_domain::words::tokenize;
use rutter_domain::{Facts, FileId, SearchMode, SymbolKind};
use tantivy::fieldnorm::FieldNormReader;

use crate::files::Files;
use crate::index::document::documents;
use crate::index::schema::TextField;
use crate::query::candidates::{Candidate, ChunkShape, Definition, pool_of};
use crate::query::plan::{MAX_TERMS, QueryPlan};
use crate::query::score::{FieldWeights, inverse_document_frequency, norm_table};
use crate::query::{CALLABLE, CandidateSet};
use crate::text::symbol_key::{Prominence, SymbolKey};

/// The texts and keys of a chunk that are indexed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Passage {
    pub path: String,
    /// Names of the symbol around it and of those defined in it, a line each.
    pub names: String,
    pub signature: String,
    pub docs: String,
    pub body: String,
    /// Hashes of the names that it defines and of the kinds of its symbols.
    pub keys: Vec<u64>,
}

/// The passages of a file's chunks, in order.
pub fn passages<'a>(
    path: &'a str,
    text: &'a str,
    facts: &'a Facts,
) -> impl Iterator<Item = Passage> + 'a {
    documents(FileId(0), path, text, facts).map(|document| {
        let text = |field: TextField| document.text(field).to_owned();
        Passage {
            path: text(TextField::Path),
            names: text(TextField::Names),
            signature: text(TextField::Signature),
            docs: text(TextField::Docs),
            body: text(TextField::Body),
            keys: document.keys().iter().map(SymbolKey::number).collect(),
        }
    })
}

impl Passage {
    fn text(&self, field: TextField) -> &str {
        match field {
            TextField::Path => &self.path,
            TextField::Names => &self.names,
            TextField::Signature => &self.signature,
            TextField::Docs => &self.docs,
            TextField::Body => &self.body,
        }
    }

    /// Counts its words.
    pub fn words(&self) -> PassageWords {
        let mut counts: HashMap<String, [u32; TextField::COUNT]> = HashMap::new();
        let mut n_words = [0; TextField::COUNT];
        for field in TextField::ALL {
            for word in tokenize(self.text(field)) {
                counts.entry(word).or_default()[field as usize] += 1;
                n_words[field as usize] += 1;
            }
        }
        PassageWords { counts, n_words }
    }
}

/// The words of a passage, by field.
#[derive(Debug, Clone)]
pub struct PassageWords {
    counts: HashMap<String, [u32; TextField::COUNT]>,
    n_words: [u32; TextField::COUNT],
}

impl PassageWords {
    /// Every word with its part of a score, which its inverse document frequency multiplies; in no order.
    pub fn weighted(&self) -> impl Iterator<Item = (&str, f32)> {
        let norms = Norms::of(self);
        self.counts.iter().map(move |(word, counts)| (word.as_str(), norms.saturated(counts)))
    }

    fn shape(&self, keys: &[u64]) -> ChunkShape {
        // Rounded as tantivy stores lengths, so that a passage scores the same as the chunk in an index.
        let length = |field: TextField| {
            let code = FieldNormReader::fieldnorm_to_id(self.n_words[field as usize]);
            FieldNormReader::id_to_fieldnorm(code)
        };
        ChunkShape {
            n_body: length(TextField::Body),
            n_names: length(TextField::Names),
            n_docs: length(TextField::Docs),
            is_callable: (CALLABLE.iter())
                .any(|&kind| keys.contains(&SymbolKey::of_kind(kind).number())),
        }
    }
}

/// The weight of one occurrence in each field of a passage.
struct Norms {
    of_field: [f32; TextField::COUNT],
    k1: f32,
}

impl Norms {
    fn of(words: &PassageWords) -> Norms {
        let fields = FieldWeights::default();
        let of_field = TextField::ALL.map(|field| {
            let code = FieldNormReader::fieldnorm_to_id(words.n_words[field as usize]);
            norm_table(fields.of(field))[usize::from(code)]
        });
        Norms { of_field, k1: fields.k1 }
    }

    fn saturated(&self, counts: &[u32; TextField::COUNT]) -> f32 {
        let count: f32 = counts.iter().zip(self.of_field).map(|(&n, norm)| n as f32 * norm).sum();
        (self.k1 + 1.0) * count / (self.k1 + count)
    }
}

/// Counts the chunks that have each word, passage by passage.
#[derive(Debug, Default)]
pub struct WordFrequencies {
    n_chunks: HashMap<String, [u32; TextField::COUNT]>,
}

impl WordFrequencies {
    pub fn add(&mut self, words: &PassageWords) {
        for (word, counts) in &words.counts {
            // `entry` would copy the word each time, and most are known.
            let of_word = match self.n_chunks.get_mut(word) {
                Some(of_word) => of_word,
                None => self.n_chunks.entry(word.clone()).or_default(),
            };
            for (n_chunks, &count) in of_word.iter_mut().zip(counts) {
                *n_chunks += u32::from(count > 0);
            }
        }
    }

    /// Every word with the number of chunks that have it, as the index counts: in the field where it is most frequent.
    pub fn counts(&self) -> impl Iterator<Item = (&str, u32)> {
        let most = |of_word: &[u32; TextField::COUNT]| of_word.iter().copied().max().unwrap_or(0);
        self.n_chunks.iter().map(move |(word, of_word)| (word.as_str(), most(of_word)))
    }
}

/// Counts over all chunks that are searched, which weight the words of a query.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CorpusStatistics {
    pub n_chunks: u64,
    /// Number of chunks that have a word; a word that is not listed is in one.
    pub n_with_word: HashMap<String, u64>,
}

impl CorpusStatistics {
    fn n_with(&self, word: &str) -> u64 {
        self.n_with_word.get(word).copied().unwrap_or(1)
    }

    fn inverse_frequency(&self, word: &str) -> f32 {
        let clamp = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        inverse_document_frequency(clamp(self.n_with(word)), clamp(self.n_chunks))
    }
}

/// A passage that may become a hit, and where it is from.
#[derive(Debug, Clone, Copy)]
pub struct FoundPassage<'a> {
    pub file: FileId,
    /// The number of the chunk in its file.
    pub chunk: u32,
    pub passage: &'a Passage,
    /// Cosine similarity of its vector to that of the query; 0 without vectors.
    pub similarity: f32,
}

/// A query over passages.
#[derive(Debug, Clone)]
pub struct PassageQuery {
    plan: QueryPlan,
}

impl PassageQuery {
    pub fn of(text: &str) -> PassageQuery {
        PassageQuery { plan: QueryPlan::of(text) }
    }

    /// The words to look for, each with its weight.
    pub fn terms(&self) -> impl Iterator<Item = (&str, f32)> {
        self.plan.terms.iter().map(|term| (term.text.as_str(), term.weight))
    }

    /// Keys of passages that define a symbol which the query names.
    pub fn definition_keys(&self) -> Vec<u64> {
        let symbols = self.plan.symbols.iter();
        let keys = symbols.flat_map(|symbol| symbol.keys.iter().map(|(key, _)| key.number()));
        keys.collect()
    }

    /// Drops all but the rarest words of a query with too many.
    pub fn keep_rarest(&mut self, statistics: &CorpusStatistics) {
        if self.plan.terms.len() > MAX_TERMS {
            let terms = self.plan.terms.iter();
            let counts: Vec<u64> = terms.map(|term| statistics.n_with(&term.text)).collect();
            self.plan.keep_rarest(&counts);
        }
    }

    /// Scores passages and keeps the `n_best` by each signal, ready to be ranked.
    pub fn candidates(
        self,
        found: &[FoundPassage<'_>],
        statistics: &CorpusStatistics,
        mode: SearchMode,
        n_best: usize,
        files: &dyn Files,
    ) -> CandidateSet {
        let weights: Vec<f32> = (self.plan.terms.iter())
            .map(|term| term.weight * statistics.inverse_frequency(&term.text))
            .collect();
        let candidates = found.iter().map(|one| {
            let words = one.passage.words();
            let norms = Norms::of(&words);
            let mut score = 0.0;
            for (term, weight) in self.plan.terms.iter().zip(&weights) {
                if let Some(counts) = words.counts.get(&term.text) {
                    score += weight * norms.saturated(counts);
                }
            }
            Candidate {
                file: one.file,
                chunk: one.chunk,
                score,
                similarity: if mode == SearchMode::Lexical { 0.0 } else { one.similarity },
                definition: self.definition_in(one.passage),
                shape: words.shape(&one.passage.keys),
                at: Candidate::NOWHERE,
            }
        });
        let pool = pool_of(candidates, mode, n_best, files);
        CandidateSet::new(self.plan, pool, mode)
    }

    /// The best-fitting definition in a passage of a symbol that the query names.
    fn definition_in(&self, passage: &Passage) -> Option<Definition> {
        let mut best: Option<Definition> = None;
        for (symbol, named) in self.plan.symbols.iter().enumerate() {
            for &(key, fit) in &named.keys {
                let is_better = best.is_none_or(|best| fit > best.fit);
                if is_better && passage.keys.contains(&key.number()) {
                    best = Some(Definition { symbol, fit });
                }
            }
        }
        best
    }
}

/// The keys of passages that define, or belong to, a symbol of one of these kinds.
pub fn kind_keys(kinds: &[SymbolKind]) -> Vec<u64> {
    kinds.iter().map(|&kind| SymbolKey::of_kind(kind).number()).collect()
}

/// The keys of passages that define a symbol of exactly this name, bare or qualified.
pub fn name_keys(name: &str) -> Vec<u64> {
    Prominence::ALL.map(|prominence| prominence.exact_key(name).number()).to_vec()
}

#[cfg(test)]
mod tests {
    use rutter_domain::Language;

    use super::*;

    #[test]
    fn a_passage_has_the_words_and_keys_of_its_chunk() {
        let text = "/// Opens the door.\npub fn open_door() {}\n";
        let facts = rutter_syntax::read(Language::Rust, text);
        let passage = passages("src/door.rs", text, &facts).next().unwrap();
        assert_eq!(passage.path, "src/door.rs");
        assert!(passage.names.contains("open_door") && passage.docs.contains("Opens the door"));
        assert!(name_keys("open_door").iter().any(|key| passage.keys.contains(key)));
        assert!(kind_keys(&[SymbolKind::Function]).iter().all(|key| passage.keys.contains(key)));
        let words = passage.words();
        let weight = |word: &str| words.weighted().find(|(one, _)| *one == word).unwrap().1;
        // In the path, the names, the documentation and the body, against the path and the body alone.
        assert!(weight("door") > weight("src"), "{words:?}");
    }

    #[test]
    fn words_are_counted_once_for_each_chunk() {
        let passage = |body: &str| Passage { body: body.to_owned(), ..Passage::default() };
        let mut frequencies = WordFrequencies::default();
        for body in ["red red cat", "red dog"] {
            frequencies.add(&passage(body).words());
        }
        let mut counts: Vec<(&str, u32)> = frequencies.counts().collect();
        counts.sort_unstable();
        assert_eq!(counts, [("cat", 1), ("dog", 1), ("red", 2)]);
    }
}
