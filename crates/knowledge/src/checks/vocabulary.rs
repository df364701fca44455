//! The words that the subject's code uses, and how near an ordinary word is to them.

use std::collections::HashSet;

use rutter_embed::{Scratch, Vector};
use rutter_engine::built_in_model;
use rutter_search::{is_stop_word, tokenize};

/// Words by where they come from, as stems.
pub(crate) struct Vocabulary {
    /// The subject's code with its comments, its documentation, its name and the evidence.
    pub(crate) own: HashSet<String>,
    /// Names, signatures and documentation of what it refers to, and of what contains it; its path.
    pub(crate) linked: HashSet<String>,
    vectors: Vec<Vector>,
}

impl Vocabulary {
    /// Of the subject's own texts, and of those that are linked with it.
    pub(crate) fn of(own: &[&str], linked: &[&str]) -> Vocabulary {
        let stems = |texts: &[&str]| texts.iter().flat_map(|text| tokenize(text)).collect();
        let (own, linked): (HashSet<String>, HashSet<String>) = (stems(own), stems(linked));
        let mut scratch = Scratch::default();
        let mut words: Vec<&String> = own.union(&linked).collect();
        words.sort_unstable();
        let is_word = |word: &&&String| word.len() > 2 && !is_stop_word(word);
        let vectors = words
            .iter()
            .filter(is_word)
            .map(|word| built_in_model().text(word, &mut scratch))
            .filter(|vector| vector.norm > 0)
            .collect();
        Vocabulary { own, linked, vectors }
    }

    /// Whether a stem is used in the subject or in what is linked with it.
    pub(crate) fn has(&self, stem: &str) -> bool {
        self.own.contains(stem) || self.linked.contains(stem)
    }

    /// The similarity of a word to the nearest one of the vocabulary, from -1 to 1.
    pub(crate) fn nearness(&self, word: &str) -> f32 {
        let wanted = built_in_model().text(word, &mut Scratch::default());
        if wanted.norm == 0 {
            return 0.0;
        }
        self.vectors.iter().map(|one| one.similarity(&wanted)).fold(-1.0, f32::max)
    }
}
