//! The outcome of a clause ("returns true", "logs a warning"), and which way of a branch has it.

use std::collections::HashSet;

use rutter_search::{is_stop_word, tokenize};
use rutter_syntax::Branch;

use crate::checks::context::contains_word;
use crate::checks::statement::{Word, WordForm};
use crate::checks::verbs::action_of;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Consequence,
    Alternative,
}

/// The words by which an outcome is found in code.
pub(crate) struct Outcome {
    stems: HashSet<String>,
    truth: Option<bool>,
    is_missing: bool,
    is_error: bool,
    /// How code writes the literals that the outcome names: "empty list", "zero".
    literals: Vec<&'static str>,
}

impl Outcome {
    pub(crate) fn new(words: &[&Word], other: Option<&[&Word]>) -> Outcome {
        let mut stems = outcome_stems(words);
        if let Some(other) = other {
            let other = outcome_stems(other);
            stems.retain(|stem| !other.contains(stem));
        }
        let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.lower.as_str()));
        let truth = match (has(&["true"]), has(&["false"])) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        };
        let is_missing = has(&["nil", "null", "none", "undefined"]);
        let is_error = has(&["throws", "raises", "panics", "fails", "rejects", "thrown", "raised"]);
        Outcome { stems, truth, is_missing, is_error, literals: literals(words) }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.stems.is_empty()
            && self.truth.is_none()
            && !self.is_missing
            && !self.is_error
            && self.literals.is_empty()
    }

    /// The way of a branch that has the outcome, if only one has.
    pub(crate) fn place(&self, branch: &Branch, text: &str) -> Option<Place> {
        let first = text.get(branch.consequence.clone())?;
        let second =
            branch.alternative.as_ref().and_then(|range| text.get(range.clone())).unwrap_or("");
        self.place_in(first, second)
    }

    pub(crate) fn place_in(&self, first: &str, second: &str) -> Option<Place> {
        if let Some(truth) = self.truth {
            let (said, opposite) = if truth { ("true", "false") } else { ("false", "true") };
            return one_of(
                returns_word(first, said)
                    || returns_word(second, opposite) && !returns_word(second, said),
                returns_word(second, said)
                    || returns_word(first, opposite) && !returns_word(first, said),
            );
        }
        if self.is_error {
            return one_of(raises(first), raises(second));
        }
        if self.is_missing {
            return one_of(is_missing(first), is_missing(second));
        }
        if !self.literals.is_empty() {
            let has = |code: &str| self.literals.iter().any(|sign| has_literal(code, sign));
            return one_of(has(first), has(second));
        }
        let words = |code: &str| tokenize(code).into_iter().collect::<HashSet<String>>();
        let (left, right) = (words(first), words(second));
        let has = |own: &HashSet<String>, other: &HashSet<String>| {
            self.stems.iter().any(|stem| own.contains(stem) && !other.contains(stem))
        };
        one_of(has(&left, &right), has(&right, &left))
    }
}

fn has_literal(code: &str, sign: &str) -> bool {
    match sign.chars().all(char::is_alphanumeric) {
        true => contains_word(code, sign),
        false => code.contains(sign),
    }
}

/// How languages write what these words name.
fn literals(words: &[&Word]) -> Vec<&'static str> {
    let lower: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
    let has = |wanted: &[&str]| lower.iter().any(|word| wanted.contains(word));
    if has(&["empty"]) && has(&["string", "text"]) {
        return vec!["\"\"", "''", "String::new", "string.Empty"];
    }
    if has(&["empty"]) && has(&["list", "array", "vector", "slice"]) {
        return vec![
            "[]",
            "Vec::new",
            "vec![]",
            "List.of()",
            "emptyList",
            "{}",
            "Array.Empty",
            "new List",
        ];
    }
    match lower.iter().any(|word| matches!(*word, "returns" | "gives" | "yields")) {
        true if has(&["zero", "0"]) => vec!["0"],
        true if has(&["one", "1"]) => vec!["1"],
        true | false => Vec::new(),
    }
}

fn one_of(first: bool, second: bool) -> Option<Place> {
    match (first, second) {
        (true, false) => Some(Place::Consequence),
        (false, true) => Some(Place::Alternative),
        _ => None,
    }
}

fn returns_word(code: &str, word: &str) -> bool {
    let upper = format!("{}{}", word[..1].to_uppercase(), &word[1..]);
    contains_word(code, word) || contains_word(code, &upper)
}

fn raises(code: &str) -> bool {
    ["raise", "throw", "panic", "Err", "bail", "fail", "abort", "reject"]
        .iter()
        .any(|word| contains_word(code, word))
}

fn is_missing(code: &str) -> bool {
    ["nil", "null", "None", "undefined", "nullptr", "NULL"]
        .iter()
        .any(|word| contains_word(code, word))
}

/// Stems that say what happens; of a strong verb also the verbs of its kind.
fn outcome_stems(words: &[&Word]) -> HashSet<String> {
    let mut found = content_stems(words);
    for word in words.iter().filter(|word| word.form == WordForm::Plain) {
        if let Some(action) = action_of(&word.lower) {
            found.extend(tokenize(action.verbs));
        }
    }
    found
}

pub(crate) fn content_stems(words: &[&Word]) -> HashSet<String> {
    let mut found = HashSet::new();
    for word in words {
        let is_small = is_stop_word(&word.lower)
            || word.lower.len() < 3 && word.form == WordForm::Plain
            || matches!(
                word.lower.as_str(),
                "returns"
                    | "return"
                    | "returned"
                    | "true"
                    | "false"
                    | "otherwise"
                    | "gives"
                    | "yields"
                    | "value"
                    | "result"
                    | "called"
                    | "given"
                    | "set"
                    | "sets"
                    | "null"
                    | "nil"
                    | "none"
                    | "undefined"
                    | "empty"
                    | "missing"
                    | "only"
            );
        if !is_small {
            found.extend(word.stems.iter().cloned());
        }
    }
    found
}
