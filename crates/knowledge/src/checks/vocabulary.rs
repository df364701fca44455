//! The words that the subject's code uses, and how near an ordinary word is to them.

use std::collections::HashSet;

use rutter_embed::{Scratch, Vector};
use rutter_engine::built_in_model;
use rutter_search::{is_stop_word, tokenize};

use crate::checks::context::SubjectContext;

/// Words by where they come from, as stems.
pub(crate) struct Vocabulary {
    /// The subject's code with its comments, its documentation, its name and the evidence.
    pub(crate) own: HashSet<String>,
    /// Names, signatures and documentation of what it refers to, and of what contains it; its path.
    pub(crate) linked: HashSet<String>,
    /// Names and documentation of what it refers to.
    pub(crate) called: HashSet<String>,
    vectors: Vec<Vector>,
}

impl Vocabulary {
    pub(crate) fn of(context: &SubjectContext<'_>) -> Vocabulary {
        let mut own: HashSet<String> = HashSet::new();
        own.extend(tokenize(&context.code));
        own.extend(tokenize(&context.doc));
        own.extend(tokenize(&context.symbol().qualified_name));
        for (_, text) in &context.evidence {
            own.extend(tokenize(text));
        }
        let mut linked: HashSet<String> = tokenize(context.path()).into_iter().collect();
        let mut add = |symbol: &rutter_domain::Symbol| {
            linked.extend(tokenize(&symbol.qualified_name));
            linked.extend(tokenize(&symbol.signature));
            linked.extend(symbol.doc.iter().flat_map(|doc| tokenize(doc)));
        };
        let mut called: HashSet<String> = HashSet::new();
        for symbol in context.callees().iter().map(|one| one.symbol()) {
            add(symbol);
            called.extend(tokenize(&symbol.name));
            // Of many definitions of a name, most are not meant.
            let n_same =
                context.callees().iter().filter(|one| one.symbol().name == symbol.name).count();
            if n_same <= 2 {
                called.extend(symbol.doc.iter().flat_map(|doc| tokenize(doc)));
            }
        }
        context.containers().into_iter().for_each(&mut add);
        context.members().for_each(&mut add);
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
        Vocabulary { own, linked, called, vectors }
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
