//! False statements made mechanically from a claim: negated, with swapped numbers, opposites, branches
//! or names.
//!
//! If the claim itself is false, its decoy may be true. So a decoy of a claim proves only that somebody
//! who supports both has not read; statements that are false whatever the entry says are in
//! `controls.rs`.

use rutter_checks::{Statement, WordForm};

/// Words that are replaced by each other. The first pair that occurs is used.
const OPPOSITES: &[(&str, &str)] = &[
    ("before", "after"),
    ("first", "last"),
    ("ascending", "descending"),
    ("oldest", "newest"),
    ("minimum", "maximum"),
    ("smallest", "largest"),
    ("lowest", "highest"),
    ("shorter", "longer"),
    ("less than", "greater than"),
    ("at least", "at most"),
    ("more than", "fewer than"),
    ("adds", "removes"),
    ("opens", "closes"),
    ("reads", "writes"),
    ("sends", "receives"),
    ("encodes", "decodes"),
    ("encrypts", "decrypts"),
    ("starts", "stops"),
    ("increments", "decrements"),
    ("locks", "unlocks"),
    ("accepts", "rejects"),
    ("allows", "forbids"),
    ("enables", "disables"),
    ("succeeds", "fails"),
    ("present", "missing"),
    ("empty", "full"),
    ("true", "false"),
    ("public", "private"),
    ("client", "server"),
    ("input", "output"),
    ("always", "never"),
    ("with", "without"),
    ("if", "unless"),
    ("seconds", "minutes"),
    ("milliseconds", "seconds"),
    ("bytes", "kilobytes"),
    ("raises", "swallows"),
    ("calls", "is called by"),
    ("all", "none of the"),
];

/// Decoys of a claim, the most telling first; each differs from the claim and from the others.
/// `others` are names that have nothing to do with the subject, `numbers` those that its code contains.
pub(crate) fn decoys_of(claim: &str, others: &[String], numbers: &[String]) -> Vec<String> {
    let made = [
        swap_branches(claim),
        swap_number(claim, numbers),
        swap_opposite(claim),
        negate(claim),
        swap_name(claim, others),
    ];
    let mut decoys: Vec<String> = Vec::new();
    for decoy in made.into_iter().flatten() {
        if decoy != claim && !decoys.contains(&decoy) {
            decoys.push(decoy);
        }
    }
    decoys
}

/// "Returns A if X, otherwise B" becomes "Returns B if X, otherwise A".
fn swap_branches(claim: &str) -> Option<String> {
    let (first, joint, rest) = [", otherwise ", ", else ", "; otherwise ", " or else "]
        .into_iter()
        .find_map(|joint| claim.split_once(joint).map(|(first, rest)| (first, joint, rest)))?;
    let (outcome, condition) = [" if ", " when ", " unless "].iter().find_map(|word| {
        first.split_once(word).map(|(left, right)| (left, format!("{word}{right}")))
    })?;
    let (verb, outcome) = outcome.split_once(' ')?;
    let end = if rest.ends_with('.') { "." } else { "" };
    let rest = rest.trim_end_matches('.');
    let other = rest.strip_prefix(&format!("{} ", verb.to_lowercase())).unwrap_or(rest);
    (!outcome.is_empty() && !other.is_empty())
        .then(|| format!("{verb} {other}{condition}{joint}{outcome}{end}"))
}

/// Another number in the place of the first one.
fn swap_number(claim: &str, numbers: &[String]) -> Option<String> {
    let statement = Statement::new(claim);
    let number = statement.words.iter().find(|word| word.form == WordForm::Number)?;
    let digits: String = number.text.chars().filter(char::is_ascii_digit).collect();
    let value: u64 = digits.parse().ok()?;
    let candidates =
        [value.saturating_mul(2).saturating_add(1), value.saturating_add(7), value / 2];
    let other = candidates
        .into_iter()
        .find(|other| *other != value && !numbers.contains(&other.to_string()))?;
    Some(claim.replacen(&number.text, &number.text.replacen(&digits, &other.to_string(), 1), 1))
}

fn swap_opposite(claim: &str) -> Option<String> {
    OPPOSITES.iter().find_map(|(one, other)| {
        replace_word(claim, one, other).or_else(|| replace_word(claim, other, one))
    })
}

/// Says the reverse with the smallest change.
fn negate(claim: &str) -> Option<String> {
    for (said, reversed) in [
        (" does not ", " does "),
        (" is not ", " is "),
        (" are not ", " are "),
        (" never ", " always "),
        (" cannot ", " can "),
        (" is ", " is not "),
        (" are ", " are not "),
        (" can ", " cannot "),
        (" must ", " need not "),
        (" will ", " will not "),
        (" has ", " has no "),
    ] {
        if outside_code(claim, said) {
            return Some(claim.replacen(said, reversed, 1));
        }
    }
    let (verb, rest) = claim.split_once(' ')?;
    let is_verb = verb.len() > 3
        && verb.ends_with('s')
        && !verb.ends_with("ss")
        && verb.chars().all(char::is_alphabetic);
    is_verb.then(|| format!("Does not {} {rest}", infinitive(verb)))
}

/// `Copies` gives `copy`, `pushes` gives `push`.
fn infinitive(verb: &str) -> String {
    let verb = verb.to_lowercase();
    if let Some(stem) = verb.strip_suffix("ies") {
        return format!("{stem}y");
    }
    for end in ["shes", "ches", "sses", "xes", "zzes", "oes"] {
        if verb.ends_with(end) {
            return verb[..verb.len() - 2].to_owned();
        }
    }
    verb[..verb.len() - 1].to_owned()
}

/// Another name in the place of the last one in backticks.
fn swap_name(claim: &str, others: &[String]) -> Option<String> {
    let end = claim.rfind('`')?;
    let start = claim[..end].rfind('`')?;
    let name = &claim[start + 1..end];
    let other = others.iter().find(|other| !claim.contains(other.as_str()))?;
    (!name.is_empty()).then(|| format!("{}`{other}`{}", &claim[..start], &claim[end + 1..]))
}

/// Replaces the first occurrence of a word outside of backticks, keeping a capital letter.
fn replace_word(text: &str, word: &str, other: &str) -> Option<String> {
    let lower = text.to_lowercase();
    // A letter whose lower case has another length would shift what follows.
    if lower.len() != text.len() {
        return None;
    }
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let at = lower.match_indices(word).map(|(at, _)| at).find(|at| {
        let before = lower[..*at].chars().next_back();
        let after = lower[at + word.len()..].chars().next();
        let in_code = !text[..*at].matches('`').count().is_multiple_of(2);
        !in_code && !before.is_some_and(is_letter) && !after.is_some_and(is_letter)
    })?;
    let is_capital = text[at..].starts_with(char::is_uppercase);
    let mut put = other.to_owned();
    if is_capital {
        put[..1].make_ascii_uppercase();
    }
    Some(format!("{}{put}{}", &text[..at], &text[at + word.len()..]))
}

fn outside_code(text: &str, part: &str) -> bool {
    text.find(part).is_some_and(|at| text[..at].matches('`').count().is_multiple_of(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(claim: &str, expected: &[&str]) {
        let others = ["launch".to_owned()];
        assert_eq!(decoys_of(claim, &others, &["7".to_owned()]), expected);
    }

    #[test]
    fn a_decoy_says_something_else_in_the_same_words() {
        check(
            "Returns the row if it is found, otherwise None.",
            &[
                "Returns None if it is found, otherwise the row.",
                "Returns the row unless it is found, otherwise None.",
                "Returns the row if it is not found, otherwise None.",
            ],
        );
        check(
            "Waits 3 seconds for `join`.",
            &[
                "Waits 10 seconds for `join`.", "Waits 3 minutes for `join`.",
                "Does not wait 3 seconds for `join`.", "Waits 3 seconds for `launch`.",
            ],
        );
        check("Copies `first` once.", &["Does not copy `first` once.", "Copies `launch` once."]);
    }

    #[test]
    fn what_cannot_be_turned_has_no_decoy() {
        check("", &[]);
        check("İ", &[]);
        check("Helper", &[]);
    }
}
