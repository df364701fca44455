//! Which verbs a claim says of its subject, and which it denies.
//!
//! A claim may also tell what somebody else does ("the caller then deletes it", "so that `x` can send
//! it"). Such verbs are left out: the actor is followed through the clause, and whenever it is not
//! clear, the verb is not counted.

use crate::checks::Statement;
use crate::checks::lexicon::verbs::IRREGULAR;
use crate::checks::statement::{Word, WordForm};

/// A verb of a claim whose actor is the subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SaidVerb {
    /// Its position among the words.
    pub(crate) at: usize,
    pub(crate) polarity: Polarity,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Polarity {
    Said,
    Denied,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// "writes"
    Third,
    /// "writing"
    Gerund,
    /// "written"
    Participle,
    /// "write"
    Base,
}

/// Words after which somebody or something else acts, up to the end of the phrase.
const OTHER_ACTOR: &[&str] = &[
    "so", "because", "since", "if", "when", "unless", "until", "whenever", "where", "who", "as",
    "once", "like", "unlike", "than", "while", "whether", "how", "for", "although", "though",
    "which", "whose",
];

const NEGATIONS: &[&str] = &[
    "not", "never", "without", "nothing", "no", "nor", "neither", "cannot", "instead", "none",
    "rather",
];

const HELPING: &[&str] = &["is", "are", "gets", "get", "was", "were", "be", "been", "being"];
const MODAL: &[&str] =
    &["can", "may", "could", "might", "should", "must", "would", "to", "will", "need"];
/// Words between which and the verb the actor does not change.
const LEADING: &[&str] = &[
    "and",
    "or",
    "then",
    "it",
    "also",
    "finally",
    "first",
    "afterwards",
    "but",
    "this",
    "next",
    "only",
    "always",
    "either",
    "both",
    "once",
    "again",
    "later",
    "function",
    "method",
    "class",
    "just",
    "now",
    "simply",
    "with",
    "using",
    "otherwise",
    "else",
    "thus",
    "therefore",
    "even",
    "lastly",
    "subsequently",
    "that",
];
const BEFORE_GERUND: &[&str] = &[
    "by", "before", "after", "and", "then", "or", "while", "with", "using", "without", "of",
    "instead", "for",
];

/// The verbs that a claim says of its subject or denies of it.
pub(crate) fn said_verbs(statement: &Statement) -> Vec<SaidVerb> {
    let words = &statement.words;
    let mut found = Vec::new();
    let mut is_own = true;
    // Whether a further verb after "and" may belong to the main clause again.
    let mut may_return = false;
    for at in 0..words.len() {
        let lower = words[at].lower.as_str();
        if words[at].form == WordForm::Plain {
            if may_return && at > 0 && words[at - 1].lower == "and" && form_of(lower) == Form::Third
            {
                is_own = true;
            }
            if is_own && let Some(polarity) = polarity_at(words, at) {
                found.push(SaidVerb { at, polarity });
            }
            let is_relative = lower == "that" && !is_head_relative(words, at);
            // "while holding", "for writing" keep the actor.
            let leads_gerund =
                words.get(at + 1).is_some_and(|next| form_of(&next.lower) == Form::Gerund);
            if (OTHER_ACTOR.contains(&lower) && !leads_gerund && !is_passive_relative(words, at))
                || is_relative
            {
                is_own = false;
                may_return = matches!(lower, "until" | "when" | "if" | "once" | "unless" | "while");
            }
        }
        if words[at].ends_phrase {
            is_own = true;
        }
    }
    found
}

/// "Alias of `clean` that prints a warning": no verb before, so the relative clause tells of the subject.
fn is_head_relative(words: &[Word], at: usize) -> bool {
    let is_verb = |word: &Word| {
        word.form == WordForm::Plain && form_of(&word.lower) == Form::Third && is_first(words, word)
    };
    let mut before = words[..at].iter();
    at <= 8
        && !before
            .any(|word| word.ends_phrase || HELPING.contains(&word.lower.as_str()) || is_verb(word))
}

/// Whether a word begins the claim as a verb: "Stores …", not "Alias of …".
fn is_first(words: &[Word], word: &Word) -> bool {
    std::ptr::eq(&words[0], word) && words.get(1).is_none_or(|next| next.lower != "of")
}

/// "whose lines are encrypted": something that happens here.
fn is_passive_relative(words: &[Word], at: usize) -> bool {
    words[at].lower == "whose"
        && words[at..].iter().take(5).any(|word| matches!(word.lower.as_str(), "is" | "are"))
}

fn polarity_at(words: &[Word], at: usize) -> Option<Polarity> {
    let before = |n: usize| at.checked_sub(n).map(|at| &words[at]);
    let lower = |n: usize| before(n).map_or("", |word| word.lower.as_str());
    let starts = at == 0 || before(1).is_some_and(|word| word.ends_phrase);
    match form_of(&words[at].lower) {
        Form::Third => {
            let next = |n: usize| words.get(at + n).map_or("", |word| word.lower.as_str());
            let is_noun = next(1) == "of"
                // "Downloads that are running"
                || matches!(next(1), "are" | "were" | "have") 
                || matches!(next(1), "that" | "which") && matches!(next(2), "are" | "were" | "have")
                || matches!(lower(1), "the" | "a" | "an" | "of" | "all" | "its" | "any" | "no");
            let is_verb = starts
                || LEADING.contains(&lower(1))
                || lower(1).ends_with("ly")
                || lower(1) == "never"
                    && (at == 1
                        || LEADING.contains(&lower(2))
                        || before(2).is_some_and(|word| word.ends_phrase));
            if is_noun || !is_verb || !has_object(words, at) {
                return None;
            }
            Some(polarity(lower(1) == "never"))
        }
        Form::Gerund => {
            let is_verb =
                starts && at > 0 || BEFORE_GERUND.contains(&lower(1)) || lower(1).ends_with("ly");
            let is_denied = lower(1) == "without"
                || lower(1) == "of" && lower(2) == "instead"
                || lower(1) == "not";
            let is_of = lower(1) == "of" && !is_denied;
            // "for writing" tells a purpose.
            if !is_verb || is_of || lower(1) == "for" || lower(1) == "instead" {
                return None;
            }
            Some(polarity(is_denied))
        }
        Form::Participle => passive(words, at),
        Form::Base => {
            // "does not write", "never write"
            let is_denied = lower(1) == "not" && matches!(lower(2), "does" | "do" | "did")
                || matches!(lower(1), "doesn't" | "don't");
            is_denied.then_some(Polarity::Denied)
        }
    }
}

/// Ordinary plural nouns stand at the start of a summary too ("Locks of the pool").
fn has_object(words: &[Word], at: usize) -> bool {
    words.get(at + 1).is_some() || at > 0
}

/// "is written", "are never logged", "nothing is stored", "sorted by".
fn passive(words: &[Word], at: usize) -> Option<Polarity> {
    let lower = |n: usize| at.checked_sub(n).map_or("", |at| words[at].lower.as_str());
    let is_adverb = |word: &str| {
        word.ends_with("ly")
            || matches!(word, "not" | "never" | "then" | "also" | "always" | "first")
    };
    let step = usize::from(is_adverb(lower(1)));
    if words.get(at + 1).is_some_and(|next| next.lower == "by")
        && !lower(1).is_empty()
        && words[at].lower == "sorted"
    {
        return Some(Polarity::Said);
    }
    if !matches!(lower(1 + step), "is" | "are" | "gets") || MODAL.contains(&lower(2 + step)) {
        return None;
    }
    let clause: Vec<&str> = words[..at]
        .iter()
        .rev()
        .take_while(|word| !word.ends_phrase)
        .map(|word| word.lower.as_str())
        .take(6)
        .collect();
    // "written in ISO 8601" tells of a format.
    let is_format =
        words.get(at + 1).is_some_and(|next| matches!(next.lower.as_str(), "in" | "as"));
    if clause.contains(&"that") || is_format {
        return None;
    }
    let is_denied = clause.iter().any(|word| NEGATIONS.contains(word));
    Some(polarity(is_denied))
}

fn polarity(is_denied: bool) -> Polarity {
    match is_denied {
        true => Polarity::Denied,
        false => Polarity::Said,
    }
}

fn form_of(word: &str) -> Form {
    if IRREGULAR.iter().any(|(form, base)| *form == word && *form != *base) {
        return Form::Participle;
    }
    if word.ends_with("ing") {
        Form::Gerund
    } else if word.ends_with("ed") && word.len() > 4 {
        Form::Participle
    } else if word.ends_with('s') && !word.ends_with("ss") && word.len() > 3 && word != "does" {
        Form::Third
    } else {
        Form::Base
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let statement = Statement::new(text);
        let found: Vec<String> = said_verbs(&statement)
            .iter()
            .map(|verb| {
                let mark = if verb.polarity == Polarity::Denied { "!" } else { "" };
                format!("{mark}{}", statement.words[verb.at].lower)
            })
            .collect();
        assert_eq!(found.join(" "), expected, "{text}");
    }

    #[test]
    fn verbs_of_the_subject_are_found() {
        check("Deletes the file and logs its name, retrying twice.", "deletes logs retrying");
        check("Alias of `clean` that prints a warning.", "prints");
        check("Store whose lines are encrypted.", "encrypted");
        check("If the file is missing, creates it.", "creates");
    }

    #[test]
    fn verbs_of_others_are_not() {
        check("Returns the list so that `x` sends it.", "returns");
        check("Returns it, and the caller deletes it.", "returns");
        check("Builds a list for sending and of caches.", "builds");
    }

    #[test]
    fn denied_verbs_are_told_apart() {
        check("Does not log anything.", "!log");
        check("Reads the file without locking it.", "reads !locking");
        check("Nothing is written to disk.", "!written");
        check("Counts them instead of deleting them.", "counts !deleting");
    }
}
