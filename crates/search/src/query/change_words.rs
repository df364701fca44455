//! Recognises a query that describes a change, such as a task, a bug report or a commit message: it begins with
//! a verb, or it is as long as a paragraph. Start at [`describes_change`].

use crate::lexicon::{self, CHANGE_VERBS};

/// Words of a query that describes a change whatever it begins with.
// A text as long as a paragraph describes what is wanted rather than names a subject.
const MIN_WORDS_LONG: usize = 10;
/// Words of a query that describes a change if it begins with a verb.
// A shorter one names what some code does: `load a customer`.
const MIN_WORDS: usize = 5;

/// Whether a query describes a change. `n_terms` is the number of its words that are not stop words.
pub fn describes_change(text: &str, n_terms: usize) -> bool {
    let first = text.split(|c: char| !c.is_ascii_alphabetic()).find(|word| !word.is_empty());
    let is_verb = first
        .map(str::to_ascii_lowercase)
        .is_some_and(|word| lexicon::words(CHANGE_VERBS).any(|verb| is_form_of(&word, verb)));
    n_terms >= MIN_WORDS_LONG || is_verb && text.split_whitespace().count() >= MIN_WORDS
}

/// Whether a word is a verb, its third person or its past tense.
// Not the participle: `parsing of form data` is a subject.
fn is_form_of(word: &str, verb: &str) -> bool {
    let last = &verb[verb.len() - 1..];
    if last == "y"
        && let Some(end) = word.strip_prefix(&verb[..verb.len() - 1])
    {
        return matches!(end, "y" | "ies" | "ied");
    }
    word.strip_prefix(verb).is_some_and(|end| {
        // `drop` doubles its last letter in `dropped`.
        matches!(end, "" | "s" | "es" | "d" | "ed") || end.strip_prefix(last) == Some("ed")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(query: &str, expect: bool) {
        let n_terms = query.split_whitespace().count();
        assert_eq!(describes_change(query, n_terms), expect, "{query}");
    }

    #[test]
    fn a_task_begins_with_a_verb() {
        check("Fix the timeout of idle connections", true);
        check("Fixes a crash on exit", true);
        check("dropped support for old servers", true);
        check("Don't close the socket twice", true);
        check("applies the patch before parsing", true);
    }

    #[test]
    fn a_subject_a_question_and_a_name_describe_no_change() {
        check("parse the form data and uploads", false);
        check("handle the form data and uploads", true);
        check("parsing of form data and uploads", false);
        check("where are idle connections closed", false);
        check("store creation and dispatch lifecycle", false);
        check("settings of the address book", false);
        check("use_cache", false);
        check("load a customer", false);
        check("try again if the bank does not answer", false);
        check("", false);
    }

    #[test]
    fn a_paragraph_describes_what_is_wanted() {
        let long = "connections that are idle for longer than one minute while another thread still writes";
        check(long, true);
    }
}
