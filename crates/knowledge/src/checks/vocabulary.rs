//! The words that the subject's code uses, and how near an ordinary word is to them.

use std::cell::OnceCell;
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
    /// Names and documentation of what it refers to.
    pub(crate) called: HashSet<String>,
    vectors: OnceCell<Vec<Vector>>,
}

impl Vocabulary {
    /// Of the subject's own texts, those that are linked with it, and those of what it calls.
    pub(crate) fn of(own: &[&str], linked: &[&str], called: &[&str]) -> Vocabulary {
        let stems = |texts: &[&str]| texts.iter().flat_map(|text| tokenize(text)).collect();
        let (own, linked, called) = (stems(own), stems(linked), stems(called));
        Vocabulary { own, linked, called, vectors: OnceCell::new() }
    }

    // Few claims need them, and making them takes longer than all other checks.
    fn vectors(&self) -> &[Vector] {
        self.vectors.get_or_init(|| {
            let mut scratch = Scratch::default();
            let mut words: Vec<&String> = self.own.union(&self.linked).collect();
            words.sort_unstable();
            let is_word = |word: &&&String| word.len() > 2 && !is_stop_word(word);
            words
                .iter()
                .filter(is_word)
                .map(|word| built_in_model().text(word, &mut scratch))
                .filter(|vector| vector.norm > 0)
                .collect()
        })
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
        self.vectors().iter().map(|one| one.similarity(&wanted)).fold(-1.0, f32::max)
    }
}
