//! A claim must say something, and enough of its words must belong to the code.
//!
//! Names, numbers and quotations have their own checks. Of the ordinary words, those of plain
//! explanation need no support ([`ORDINARY`]); each other one should stand in the subject's code, its
//! documentation or what is linked with it, as a stem, an abbreviation, or a word of near meaning.

use std::collections::HashSet;
use std::sync::OnceLock;

use rutter_search::{is_stop_word, tokenize};

use crate::checks::context::SubjectContext;
use crate::checks::lexicon::english::{EMPTY, ORDINARY};
use crate::checks::statement::{Word, WordForm};
use crate::checks::{Problem, Statement};

/// A word this near to one of the code means the same or belongs to the same topic.
const NEAR: f32 = 0.5;
/// Truths paraphrase: fewer foreign words than this are normal.
const MOST_FOREIGN_WORDS: usize = 4;
/// Phrases that announce content and give none.
const EMPTY_PHRASES: &[&str] = &[
    "as needed",
    "as necessary",
    "as appropriate",
    "as required",
    "various things",
    "some things",
    "and so on",
    "things where",
    "does things",
    "handling things",
    "do things",
    "does stuff",
    "where they need to go",
    "various",
    "things",
    "stuff",
    "various operations",
    "where needed",
    "when needed",
    "wherever needed",
    "in the usual way",
    "as usual",
    "and such",
    "and the like",
    "that may occur",
    "that can occur",
    "what is needed",
    "whatever is needed",
];

/// Verbs that fit everything.
const VAGUE_VERBS: &[&str] =
    &["does", "handles", "deals", "manages", "processes", "performs", "works", "helps"];

/// The reason against a claim without content.
pub(crate) const NOTHING_SAID: &str = "it says nothing that could be checked";

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    if says_nothing(statement, context) {
        return vec![Problem::not_shown(NOTHING_SAID)];
    }
    let content: Vec<&Word> = statement.words.iter().filter(|word| is_content(word)).collect();
    let mut known: HashSet<&[String]> = HashSet::new();
    let content: Vec<&Word> =
        content.into_iter().filter(|word| known.insert(word.stems.as_slice())).collect();
    let foreign: Vec<&str> = content
        .iter()
        .filter(|word| !is_supported(word, context))
        .map(|word| word.lower.as_str())
        .collect();
    if foreign.len() >= MOST_FOREIGN_WORDS && foreign.len() * 4 > content.len() * 3 {
        let reason = format!(
            "neither the code nor what it refers to has these words: {}",
            foreign.join(", ")
        );
        return vec![Problem::not_shown(reason)];
    }
    Vec::new()
}

/// Whether a claim holds no more than the subject's own name and words without content.
fn says_nothing(statement: &Statement, context: &SubjectContext<'_>) -> bool {
    let mut known: HashSet<String> =
        tokenize(&context.symbol().qualified_name).into_iter().collect();
    known.extend(tokenize(context.path()));
    let (mut n_empty, mut n_other) = (0, 0);
    for word in &statement.words {
        match word.form {
            WordForm::Plain => {}
            WordForm::Code | WordForm::Name if word.text == context.symbol().name => {
                continue;
            }
            WordForm::Code | WordForm::Name | WordForm::Number | WordForm::Quoted => return false,
        }
        if is_meaningful(&word.lower) {
            return false;
        }
        if word.stems.iter().all(|stem| empty().contains(stem)) {
            n_empty += 1;
        } else if !is_stop_word(&word.lower)
            && !word.stems.iter().all(|stem| known.contains(stem))
            && !is_filler(&word.lower)
        {
            n_other += 1;
        }
    }
    let first = statement.words.first().map_or("", |word| word.lower.as_str());
    let is_vague = statement.has_phrase(EMPTY_PHRASES)
        && (VAGUE_VERBS.contains(&first) || n_specific(statement, &known) <= 1);
    let is_label = n_empty > 1 && n_other < 2 && !has_verb(statement);
    n_empty > 0 && n_other == 0 || is_label || is_vague
}

/// How many words are neither ordinary nor empty nor of the subject's own name.
fn n_specific(statement: &Statement, known: &HashSet<String>) -> usize {
    let is_specific = |word: &&Word| {
        is_content(word)
            && !word.stems.iter().all(|stem| empty().contains(stem) || known.contains(stem))
    };
    statement.words.iter().filter(is_specific).count()
}

/// Whether a claim begins by saying what the subject does.
fn has_verb(statement: &Statement) -> bool {
    statement.words.first().is_some_and(|word| {
        word.lower.ends_with('s')
            && !VAGUE_VERBS.contains(&word.lower.as_str())
            && word.lower != "this"
    })
}

/// Small words that make a claim: "does nothing", "never".
fn is_meaningful(word: &str) -> bool {
    matches!(word, "nothing" | "never" | "not" | "no" | "none" | "all" | "only")
}

fn is_filler(word: &str) -> bool {
    matches!(
        word,
        "need"
            | "needs"
            | "go"
            | "goes"
            | "their"
            | "they"
            | "where"
            | "which"
            | "when"
            | "within"
            | "application"
            | "app"
            | "system"
            | "project"
            | "codebase"
            | "program"
            | "different"
            | "many"
            | "other"
    )
}

pub(crate) fn is_content(word: &Word) -> bool {
    word.form == WordForm::Plain
        && word.lower.len() > 2
        && !is_stop_word(&word.lower)
        && !word.stems.iter().all(|stem| ordinary().contains(stem))
}

fn is_supported(word: &Word, context: &SubjectContext<'_>) -> bool {
    let vocabulary = context.vocabulary();
    word.stems.iter().any(|stem| vocabulary.has(stem) || is_abbreviated(stem, context))
        || vocabulary.nearness(&word.lower) >= NEAR
}

/// `configuration` for `config`, `message` for `msg`, `index` for `idx`.
fn is_abbreviated(stem: &str, context: &SubjectContext<'_>) -> bool {
    let vocabulary = context.vocabulary();
    let mut words = vocabulary.own.iter().chain(&vocabulary.linked);
    stem.len() > 4
        && words.any(|word| (2..stem.len()).contains(&word.len()) && abbreviates(word, stem))
}

/// Whether a short word has the letters of a long one in order, with the first letter and without most vowels.
fn abbreviates(short: &str, long: &str) -> bool {
    if long.starts_with(short) {
        return short.len() >= 3;
    }
    let is_vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u');
    let mut letters = long.chars();
    short.len() >= 3
        && short.chars().next() == long.chars().next()
        && !short.chars().skip(1).any(is_vowel)
        && short.chars().all(|c| letters.any(|letter| letter == c))
}

fn ordinary() -> &'static HashSet<String> {
    static STEMS: OnceLock<HashSet<String>> = OnceLock::new();
    STEMS.get_or_init(|| tokenize(ORDINARY).into_iter().collect())
}

fn empty() -> &'static HashSet<String> {
    static STEMS: OnceLock<HashSet<String>> = OnceLock::new();
    STEMS.get_or_init(|| tokenize(EMPTY).into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::tests::check;

    const FILES: &str = "\
//- src/mail.ts
/** Sends a mail through the relay. */
export function sendMail(cfg: Config, msg: string): number {
    return relay.push(cfg.host, msg);
}
";

    #[test]
    fn a_claim_without_content_is_not_shown() {
        let nothing = "not shown: it says nothing that could be checked";
        check(
            FILES,
            "src/mail.ts",
            &[
                ("sendMail", "Does things.", nothing),
                ("sendMail", "Handles the data as needed.", nothing),
                ("sendMail", "A helper function.", nothing),
                ("sendMail", "Utility for processing.", nothing),
                ("sendMail", "A function that handles the mail.", nothing),
                ("sendMail", "Sends the message to the configured host.", "supported"),
            ],
        );
    }

    #[test]
    fn foreign_words_are_named() {
        check(
            FILES,
            "src/mail.ts",
            &[(
                "sendMail",
                "Paints a gradient rectangle onto the canvas bitmap.",
                "not shown: neither the code nor what it refers to has these words: paints, gradient, rectangle, canvas, bitmap",
            )],
        );
    }

    #[test]
    fn abbreviations_are_known() {
        assert!(abbreviates("msg", "messag"));
        assert!(abbreviates("config", "configur"));
        assert!(abbreviates("idx", "index"));
        assert!(!abbreviates("tax", "index"));
    }
}
