//! Refuses a summary that has nothing in common with the code it is recorded for.
//!
//! Three shares are added up: how near the built-in embedding model finds the summary to the code, its names, its
//! documentation and its neighbours; how much of its words, rare ones counting more, occurs there; and how much of them
//! occurs in the file. The weights and the limit were fitted to first sentences of doc comments
//! (`docs/measurements/relevance.md`), which `xtask relevance` repeats.
//!
//! The summary is judged as a whole: of later sentences, such as "No newline is added.", one true one in ten has no
//! word in common with its code. Details and entries about folders, topics and the repository are not judged for that
//! reason. Neither is a text that is not in English, because code seldom has its words.
//! The model is part of the program, so an index without vectors makes no difference.

use std::collections::HashSet;

use rutter_checks::{Neighbour, Statement, SubjectContext, Word, WordForm};
use rutter_domain::words::{is_stop_word, tokenize};
use rutter_embed::{Scratch, Vector};
use rutter_engine::built_in_model;

use crate::draft::EntryDraft;
use crate::knowledge::Knowledge;
use crate::record::check::Refusal;

/// Weight of the cosine similarity to the code and its neighbours.
const NEARNESS: f32 = 13.0;
/// Weight of the share of words that occur in the code or its neighbours.
const WORDS_NEAR: f32 = 9.0;
/// Weight of the share of words that occur in the file.
const WORDS_OF_FILE: f32 = 10.0;
/// A summary with a lower score is refused.
const LEAST_SCORE: f32 = 3.2;
/// A text with fewer words besides stop words is not judged.
const LEAST_WORDS: usize = 3;
/// Words are looked up in the whole index, so that many cost time.
const MOST_WORDS: usize = 60;
/// The model has most English words in one piece, but few words of other languages. Text without an English stop word is
/// English if it has at most this many pieces a word.
const MOST_PIECES: f32 = 1.4;
/// Shorter stop words are words of other languages, too.
const LEAST_STOP_WORD_BYTES: usize = 3;

/// What a text about some code can have in common with it.
pub struct Relevance<'a> {
    knowledge: &'a Knowledge,
    name: &'a str,
    words_near: HashSet<String>,
    words_of_file: HashSet<String>,
    vector: Vector,
    n_files: f32,
}

impl<'a> Relevance<'a> {
    pub fn new(knowledge: &'a Knowledge, context: &'a SubjectContext<'_>) -> Relevance<'a> {
        let symbol = context.symbol();
        let mut near = vec![
            symbol.qualified_name.as_str(),
            context.path(),
            &symbol.signature,
            &context.code,
            &context.doc,
        ];
        near.extend(context.evidence.iter().map(|(_, text)| text.as_str()));
        let callees = context.callees().iter().map(Neighbour::symbol);
        for one in callees.chain(context.containers()).chain(context.members()) {
            near.extend([one.qualified_name.as_str(), one.signature.as_str()]);
            near.extend(one.doc.as_deref());
        }
        Relevance {
            knowledge,
            name: &symbol.name,
            words_near: near.iter().flat_map(|text| tokenize(text)).collect(),
            words_of_file: tokenize(&context.subject.parsed.text).into_iter().collect(),
            vector: text_vector(near.into_iter()),
            n_files: knowledge.snapshot.paths().count() as f32,
        }
    }

    /// How much a text has in common with the code; `None` if that cannot be judged.
    pub fn score(&self, text: &str) -> Option<f32> {
        let mut words = Statement::new(text).words;
        // Its own name says nothing about the code.
        words.retain(|word| word.text.trim_end_matches("()") != self.name);
        let vector = text_vector(words.iter().map(|word| word.text.as_str()));
        words.retain(|word| word.text.len() > 1 && !is_stop_word(&word.lower));
        words.sort_unstable_by(|left, right| left.lower.cmp(&right.lower));
        words.dedup_by(|left, right| left.lower == right.lower);
        words.truncate(MOST_WORDS);
        if !is_english(text, &words) {
            return None;
        }
        let is_known = |word: &Word, known: &HashSet<String>| {
            word.stems.iter().all(|stem| known.contains(stem))
        };
        // Names, numbers and quotations that are not in the code are for the checks.
        words.retain(|word| word.form == WordForm::Plain || is_known(word, &self.words_of_file));
        if words.len() < LEAST_WORDS {
            return None;
        }
        let (mut all, mut near, mut of_file) = (0.0, 0.0, 0.0);
        for word in &words {
            let n_naming = self.knowledge.snapshot.paths_naming(&word.lower).len() as f32;
            let weight = (1.0 + self.n_files / (n_naming + 0.5)).ln();
            let share = |known| if is_known(word, known) { weight } else { 0.0 };
            all += weight;
            near += share(&self.words_near);
            of_file += share(&self.words_of_file);
        }
        let nearness = self.vector.similarity(&vector);
        Some(NEARNESS * nearness + (WORDS_NEAR * near + WORDS_OF_FILE * of_file) / all)
    }

    /// Whether a text has nothing to do with the code.
    pub fn is_missing_in(&self, text: &str) -> bool {
        self.score(text).is_some_and(|score| score < LEAST_SCORE)
    }
}

/// Whether a text is in English, by its words besides stop words.
fn is_english(text: &str, words: &[Word]) -> bool {
    let plain = || words.iter().filter(|word| word.form == WordForm::Plain);
    // The model has no pieces of words with other letters.
    if !plain().all(|word| word.text.is_ascii()) {
        return false;
    }
    let mut pieces = Vec::new();
    let joined: Vec<&str> = plain().map(|word| word.lower.as_str()).collect();
    built_in_model().tokenizer().cut(&joined.join(" "), usize::MAX, &mut pieces);
    let pieces = pieces.len() as f32 / joined.len().max(1) as f32;
    let is_english = |word: &str| word.len() >= LEAST_STOP_WORD_BYTES && is_stop_word(word);
    pieces <= MOST_PIECES || text.split_whitespace().any(is_english)
}

/// The vector of some texts together.
fn text_vector<'t>(texts: impl Iterator<Item = &'t str>) -> Vector {
    let text: Vec<&str> = texts.collect();
    built_in_model().text(&text.join("\n"), &mut Scratch::default())
}

/// Refuses a summary that has nothing to do with the code.
pub(crate) fn check(
    context: &SubjectContext<'_>,
    knowledge: &Knowledge,
    draft: &EntryDraft,
) -> Result<(), Refusal> {
    let summary = draft.summary.trim();
    if !Relevance::new(knowledge, context).is_missing_in(summary) {
        return Ok(());
    }
    let name = &context.symbol().name;
    Err(Refusal(format!(
        "the summary \"{summary}\" has nothing in common with the code of `{name}`; say what the code does and \
         name what it uses, or cite the lines that show it"
    )))
}
