//! Conditions in prose and in code, and whether they point the same way.
//!
//! A [`Clause`] is an outcome with its condition, cut out of a claim. A [`Polarity`] is what a condition
//! asks for: that something is there or missing, more or less than a bound, or simply holds.

use rutter_search::tokenize;
use rutter_syntax::Test;

use crate::checks::statement::{Word, WordForm};

/// An outcome of a claim and when it comes about.
#[derive(Debug)]
pub(crate) struct Clause<'s> {
    pub(crate) outcome: Vec<&'s Word>,
    pub(crate) condition: Vec<&'s Word>,
    /// What happens otherwise.
    pub(crate) other: Option<Vec<&'s Word>>,
    pub(crate) sense: Test,
}

/// What a condition asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Polarity {
    Holds,
    Fails,
    More,
    Less,
}

const MORE: &[&str] = &[
    "above", "exceeds", "exceed", "exceeded", "over", "beyond", "more", "greater", "larger",
    "longer", "higher", "bigger",
];
const LESS: &[&str] = &["below", "under", "less", "smaller", "shorter", "lower", "fewer"];
const ABSENT: &[&str] = &[
    "missing",
    "absent",
    "empty",
    "unset",
    "without",
    "no",
    "unknown",
    "never",
    "blank",
    "nil",
    "null",
    "none",
    "undefined",
    "nullptr",
    "not",
    "isn't",
    "doesn't",
    "nothing",
    "lacks",
    "cannot",
];

/// The clauses of a claim: "A if X", "A unless X", "If X, A", with "otherwise B".
pub(crate) fn clauses(words: &[Word]) -> Vec<Clause<'_>> {
    let is = |at: usize, wanted: &[&str]| {
        words.get(at).is_some_and(|word| {
            word.form == WordForm::Plain && wanted.contains(&word.lower.as_str())
        })
    };
    let otherwise = (0..words.len()).find(|at| is(*at, &["otherwise", "else"]));
    let mut found = Vec::new();
    for at in 0..words.len() {
        let sense = match () {
            () if is(at, &["if", "when", "once"]) => Test::If,
            () if is(at, &["unless"]) => Test::Unless,
            () if is(at, &["for"])
                && at > 0
                && at < 4
                && otherwise.is_some_and(|other| other > at) =>
            {
                Test::If
            }
            () => continue,
        };
        // "even if", "as if" are no conditions, and "records when it happened" names a time.
        const NOT_CONDITIONAL: &[&str] = &[
            "even",
            "as",
            "whether",
            "except",
            "or",
            "record",
            "records",
            "tells",
            "knows",
            "decides",
            "determines",
            "remembers",
            "tracks",
            "notes",
            "of",
            "about",
            "and",
        ];
        if at > 0 && is(at - 1, NOT_CONDITIONAL) {
            continue;
        }
        // "Runs it once the socket is connected" tells when, not whether.
        let is_value = words[..at]
            .iter()
            .any(|word| matches!(word.lower.as_str(), "true" | "false" | "returns"));
        if is(at, &["once"]) && !is_value {
            continue;
        }
        if at == 0 {
            let end = phrase_end(words, 0);
            let last = otherwise.filter(|other| *other > end).unwrap_or(words.len());
            if end < last {
                found.push(Clause {
                    outcome: words[end..last.min(phrase_end(words, end))].iter().collect(),
                    condition: words[1..end].iter().collect(),
                    other: None,
                    sense,
                });
            }
            continue;
        }
        let start = words[..at - 1]
            .iter()
            .rposition(|word| {
                word.ends_phrase || word.lower == "and" && word.form == WordForm::Plain
            })
            .map_or(0, |at| at + 1);
        if words[at - 1].ends_phrase {
            continue;
        }
        // "otherwise true once …" has a condition of its own and one before it.
        if is(start, &["otherwise", "else"]) {
            continue;
        }
        let end = condition_end(words, at + 1);
        let other = otherwise.filter(|other| *other >= end).map(|other| {
            let after: Vec<&Word> = words[other + 1..].iter().collect();
            // "…, otherwise B" or "… and B otherwise".
            if after.is_empty() { words[end..other].iter().collect() } else { after }
        });
        found.push(Clause {
            outcome: words[start..at].iter().collect(),
            condition: words[at + 1..end].iter().collect(),
            other,
            sense,
        });
    }
    found.retain(|clause| !clause.condition.is_empty() && !clause.outcome.is_empty());
    found
}

fn phrase_end(words: &[Word], at: usize) -> usize {
    let found = words.get(at..).unwrap_or(&[]).iter().position(|word| word.ends_phrase);
    found.map_or(words.len(), |n| at + n + 1)
}

/// A condition ends at a comma or before "and" with a further outcome.
fn condition_end(words: &[Word], at: usize) -> usize {
    let end = phrase_end(words, at);
    let is_and = |word: &Word| {
        word.form == WordForm::Plain && matches!(word.lower.as_str(), "and" | "or" | "otherwise")
    };
    words[at..end].iter().position(is_and).map_or(end, |n| at + n)
}

/// What the words of a condition ask for, seen with a condition of code that may be meant.
pub(crate) fn polarity_of_words(words: &[&Word], code: &str) -> Option<Polarity> {
    let lower: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
    let compares = comparison(code);
    if let Some((left, _, right)) = compares {
        let more = lower.iter().position(|word| MORE.contains(word));
        let less = lower.iter().position(|word| LESS.contains(word));
        let (at, polarity) = match (more, less) {
            (Some(at), None) => (at, Polarity::More),
            (None, Some(at)) => (at, Polarity::Less),
            _ => return None,
        };
        let is_negated = lower[..at].iter().rev().take(2).any(|word| matches!(*word, "not" | "no"));
        if is_negated {
            return None;
        }
        // "than `bound`": on which side of the operator the bound stands decides the direction.
        let bound: Vec<String> =
            words[at + 1..].iter().take(6).flat_map(|word| word.stems.clone()).collect();
        let on = |side: &str| {
            let stems = tokenize(side);
            bound.iter().any(|stem| stems.contains(stem))
        };
        // Without a bound, what is compared decides: "if the size exceeds the limit".
        let subject: Vec<String> = words[..at].iter().flat_map(|word| word.stems.clone()).collect();
        let is_subject = |side: &str| {
            let stems = tokenize(side);
            subject.iter().any(|stem| stems.contains(stem))
        };
        return match (on(left), on(right), is_subject(left), is_subject(right)) {
            (false, true, _, _) | (false, false, true, false) => Some(polarity),
            (true, false, _, _) | (false, false, false, true) => Some(flip(polarity)),
            _ => None,
        };
    }
    if lower.iter().any(|word| MORE.contains(word) || LESS.contains(word)) {
        return None;
    }
    let n_negative = lower.iter().filter(|word| ABSENT.contains(word)).count()
        + usize::from(lower.windows(2).any(|two| two == ["is", "false"]));
    Some(if n_negative % 2 == 1 { Polarity::Fails } else { Polarity::Holds })
}

fn flip(polarity: Polarity) -> Polarity {
    match polarity {
        Polarity::Holds => Polarity::Fails,
        Polarity::Fails => Polarity::Holds,
        Polarity::More => Polarity::Less,
        Polarity::Less => Polarity::More,
    }
}

/// What a condition of code asks for, in the terms of what the claim asks for.
pub(crate) fn polarity_of_code(code: &str, said: Polarity) -> Option<Polarity> {
    let joined = ["&&", "||", " and ", " or ", " ? "];
    if joined.iter().any(|sign| code.contains(sign)) {
        return None;
    }
    match said {
        Polarity::More | Polarity::Less => comparison(code).map(|(_, polarity, _)| polarity),
        Polarity::Holds | Polarity::Fails => {
            Some(if is_negative(code) { Polarity::Fails } else { Polarity::Holds })
        }
    }
}

/// Whether words and code both ask for absence or presence: then they mean the same thing if there is only
/// one branch.
pub(crate) fn asks_alike(words: &[&Word], code: &str) -> bool {
    const GIVEN: &[&str] = &[
        "present",
        "exists",
        "found",
        "given",
        "set",
        "known",
        "missing",
        "absent",
        "empty",
        "unset",
        "unknown",
        "blank",
        "nil",
        "null",
        "none",
        "undefined",
    ];
    let tests = [
        "None",
        "nil",
        "null",
        "undefined",
        "empty",
        "Empty",
        "end()",
        "is_none",
        "is_some",
        "-z ",
        "-n ",
        "blank",
        "Blank",
    ];
    words.iter().any(|word| GIVEN.contains(&word.lower.as_str()))
        && tests.iter().any(|sign| code.contains(sign))
        && comparison(code).is_none()
}

/// The two sides of a comparison and its direction.
pub(crate) fn comparison(code: &str) -> Option<(&str, Polarity, &str)> {
    for (sign, polarity) in [
        (" >= ", Polarity::More),
        (" <= ", Polarity::Less),
        (" > ", Polarity::More),
        (" < ", Polarity::Less),
    ] {
        if let Some((left, right)) = code.split_once(sign) {
            // `> 0` asks whether there is something.
            let is_zero = matches!(right.trim().trim_end_matches(')'), "0");
            return (!is_zero).then_some((left, polarity, right));
        }
    }
    None
}

/// Whether a condition asks that something is missing or does not hold.
fn is_negative(code: &str) -> bool {
    let code = code.trim().trim_start_matches('(').trim_end_matches(')').trim();
    const MISSING: &[&str] = &[
        "is None",
        "== None",
        "== nil",
        "== null",
        "=== null",
        "=== undefined",
        "== nullptr",
        ".nil?",
        ".zero?",
        ".isEmpty",
        ".is_empty()",
        ".empty?",
        ".empty()",
        "is_none()",
        "== 0",
        "=== 0",
        "-z ",
        "is null",
        "NullOrEmpty",
        "isNull",
        "=== ''",
        "== \"\"",
        "=== \"\"",
        "is_nil(",
        ".blank?",
        "== []",
        "NotExist",
        "not in ",
        "isBlank",
        "== false",
        "=== false",
        "NullOrWhiteSpace",
        ".none?",
    ];
    let is_missing = MISSING.iter().any(|sign| code.contains(sign));
    let is_unequal =
        ["!= ", "!== ", "is not ", "/= ", "~= "].iter().any(|sign| code.contains(sign));
    let is_unequal_to_nothing = is_unequal
        && [
            "!= nil",
            "!= null",
            "!== null",
            "!== undefined",
            "is not None",
            "!= None",
            "!= nullptr",
            "!= 0",
            "!== 0",
            "is not null",
            "!= \"\"",
            "!== \"\"",
            "!== ''",
            "~= nil",
        ]
        .iter()
        .any(|sign| code.contains(sign));
    let is_negated = code.starts_with('!') && !code.starts_with("!=") || code.starts_with("not ");
    let base = match (is_missing, is_unequal, is_unequal_to_nothing) {
        (_, _, true) => false,
        (_, true, false) => true,
        (true, false, false) => true,
        (false, false, false) => false,
    };
    base != is_negated
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::Statement;

    fn check(text: &str, expected: &str) {
        let statement = Statement::new(text);
        let join = |words: &[&Word]| {
            words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
        };
        let found: Vec<String> = clauses(&statement.words)
            .iter()
            .map(|one| {
                let other = one
                    .other
                    .as_deref()
                    .map_or(String::new(), |other| format!(" | {}", join(other)));
                format!("{:?} {} ? {}{other}", one.sense, join(&one.condition), join(&one.outcome))
            })
            .collect();
        assert_eq!(found.join("\n"), expected);
    }

    #[test]
    fn clauses_are_cut() {
        check("Returns `1` if `a` is set, otherwise `2`.", "If a is set ? Returns 1 | 2");
        check(
            "Stars it if `a` holds and mutes it otherwise.",
            "If a holds ? Stars it | and mutes it",
        );
        check("If it is empty, returns zero.", "If it is empty ? returns zero");
        check("Logs a line unless quiet.", "Unless quiet ? Logs a line");
    }

    #[test]
    fn negative_conditions_are_known() {
        for code in ["!ready", "x is None", "a != b", "list.isEmpty()", "not done"] {
            assert!(is_negative(code), "{code}");
        }
        for code in ["ready", "x is not None", "a == b", "!list.isEmpty()", "n > 0"] {
            assert!(!is_negative(code), "{code}");
        }
    }
}
