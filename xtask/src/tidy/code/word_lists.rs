//! Words that decide something stand in tables of a `lexicon`, where each row has the case that needs it.
//!
//! A word list grows by one private array at a time until nobody knows which word is needed. So where text is
//! judged, three or more string literals in an array, or as alternatives of one pattern, are refused outside
//! of `lexicon` files. Lists made by other means, such as one string with blanks, are not seen.

use super::{lexer, scan};
use crate::tidy::{Problem, Sources};

/// The crates whose rules judge text.
const JUDGES: &[&str] = &["checks", "gaps", "search"];
/// A list is at least this long.
const FEWEST_WORDS: usize = 3;

/// Files that hold lists all the same, and why.
const ALLOWED: &[(&str, &str)] = &[
    ("crates/gaps/src/documents/own.rs", "one of the folders is the root, which has no name"),
    ("crates/gaps/src/rules/import_target.rs", "files that Rust itself names"),
    ("crates/gaps/src/rules/reasons.rs", "each row is a judgement with its reason, not a word"),
    ("crates/gaps/src/rules/rust_paths.rs", "files that Rust itself names"),
    ("crates/search/src/query/breakdown.rs", "the names of the parts of a score"),
    ("crates/search/src/query/change_words.rs", "endings of English verbs"),
    ("crates/search/src/query/own.rs", "the names of the parts of a score"),
];

pub fn check(sources: &Sources) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in scan::files(sources).iter().filter(|file| JUDGES.contains(&file.crate_name)) {
        let path = file.source.path.as_str();
        let is_lexicon = file.module.contains(&"lexicon");
        if is_lexicon || ALLOWED.iter().any(|(allowed, _)| *allowed == path) {
            continue;
        }
        for (at, n_words) in lists(&file.program()) {
            let what = format!("a list of {n_words} words; make it a table of the `lexicon`");
            problems.push(Problem::at(path, file.line(at), what));
        }
    }
    problems
}

/// Where lists of words begin, and how many words each has. Literals are empty in `code`.
fn lists(code: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    // The brackets around a place: where each opens, which it is (`r` for a row of a list), and how many
    // words it has so far.
    let mut open: Vec<(usize, char, usize)> = Vec::new();
    // Where words with `|` between them begin, and how many there are.
    let mut choice = (0, 0);
    let mut before = ' ';
    let mut at = 0;
    while let Some(c) = code[at..].chars().next() {
        let rest = &code[at..];
        let start = at;
        at += match c {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ => lexer::character_end(rest).unwrap_or(c.len_utf8()),
        };
        if c.is_whitespace() {
            continue;
        }
        choice = match (c, before) {
            ('"', '|') if choice.1 > 0 => (choice.0, choice.1 + 1),
            ('"', _) => (start, 1),
            ('|', '"') => choice,
            _ => {
                found.extend(Some(choice).filter(|(_, n_words)| *n_words >= FEWEST_WORDS));
                (0, 0)
            }
        };
        match (c, open.as_mut_slice()) {
            ('"', [.., (_, '[', n_words)]) if matches!(before, '[' | ',') => *n_words += 1,
            // A row of several columns counts by its first.
            ('"', [.., (_, '[', n_words), (_, 'r', _)]) if before == '(' => *n_words += 1,
            ('(', _) if matches!(before, '[' | ',') => open.push((start, 'r', 0)),
            ('[' | '(' | '{', _) => open.push((start, c, 0)),
            (']' | ')' | '}', _) => {
                let list = open.pop().filter(|(_, _, n_words)| *n_words >= FEWEST_WORDS);
                found.extend(list.map(|(start, _, n_words)| (start, n_words)));
            }
            _ => {}
        }
        before = c;
    }
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems;

    #[test]
    fn lists_of_words_outside_of_a_lexicon_are_found() {
        let bad = r#"//- crates/checks/src/rules/a.rs
const A: [&str; 3] = ["a", "b", "c"];
fn b(word: &str) -> bool {
    // "a", "b", "c"
    matches!(
        word,
        "a" | "b"
            | "c"
    )
}
const C: &[(&str, u8)] = &[
    ("a", 1),
    ("b", 2),
    ("c", 3),
];
"#;
        let found = problems(check, bad);
        let expected = "crates/checks/src/rules/a.rs:1: a list of 3 words; make it a table of the `lexicon`\n\
            crates/checks/src/rules/a.rs:6: a list of 3 words; make it a table of the `lexicon`\n\
            crates/checks/src/rules/a.rs:10: a list of 3 words; make it a table of the `lexicon`";
        assert_eq!(found, expected);
    }

    #[test]
    fn short_lists_calls_tests_and_the_lexicon_are_good() {
        let good = r#"//- crates/checks/src/rules/a.rs
const A: [&str; 2] = ["a", "b"];
fn b() -> [u8; 3] {
    call("a", "b", "c");
    [one("a"), two("b"), three("c")]
}
#[cfg(test)]
mod tests {
    const A: [&str; 3] = ["a", "b", "c"];
}
//- crates/checks/src/lexicon/a.rs
const A: [&str; 3] = ["a", "b", "c"];
//- crates/web/src/lib.rs
const A: [&str; 3] = ["a", "b", "c"];
"#;
        assert_eq!(problems(check, good), "");
    }

    #[test]
    fn a_file_that_may_hold_lists_says_why() {
        assert!(ALLOWED.iter().all(|(path, reason)| path.ends_with(".rs") && !reason.is_empty()));
    }
}
