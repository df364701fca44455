//! Plain technical English: words that were coined here, or read as their opposite, are not used.
//!
//! Read are documents, comments, and messages outside of tests; `CONTRIBUTING.md` says what to write
//! instead. Test names are sentences and count as code, which this rule leaves alone.

use crate::tidy::code::scan;
use crate::tidy::{Problem, Sources};

/// What not to write, and what to write. They are put together here, so as not to be found here.
const WORDS: &[(&str, &str)] = &[
    (concat!("an", "ew"), "again, or rebuild"),
    (concat!("who", "ever"), "the caller, the user, what"),
    (concat!("speaks", " of"), "describes, names"),
    (concat!("speak", " of"), "describe, name"),
    (concat!("is", " told"), "is reported, receives"),
    (concat!("are", " told"), "are reported, receive"),
    (concat!("so", " many"), "at most N, that many"),
    (concat!("so", " much"), "at most N, that much"),
    (concat!("in good", " order"), "cleanly"),
    (concat!("at further", " hand"), "transitively"),
    (concat!("nothing", " where"), "`None` if"),
    (concat!("nothing", " when"), "`None` if"),
    (concat!("me", "nd"), "fix, repair"),
    (concat!("me", "nds"), "fixes, repairs"),
    (concat!("me", "nded"), "fixed, repaired"),
];

pub fn check(sources: &Sources) -> Vec<Problem> {
    let mut problems = Vec::new();
    for page in sources.ending(".md") {
        for (number, line) in page.lines() {
            problems.extend(found_in(line).map(|what| Problem::at(&page.path, number, what)));
        }
    }
    for file in scan::files(sources) {
        let comments = file.lexed.comments.iter();
        for piece in comments.chain(file.literals()) {
            let first = file.line(piece.start);
            for (at, line) in piece.text.lines().enumerate() {
                let found = found_in(line);
                problems.extend(found.map(|what| Problem::at(&file.source.path, first + at, what)));
            }
        }
    }
    problems
}

fn found_in(line: &str) -> impl Iterator<Item = String> {
    let line = line.to_lowercase();
    WORDS
        .iter()
        .filter(move |(word, _)| contains_word(&line, word))
        .map(|(word, instead)| format!("`{word}` is not plain English here; write: {instead}"))
}

fn contains_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = &line[at + word.len()..];
        // Two things may be told apart.
        !before.is_some_and(char::is_alphanumeric)
            && !after.starts_with(char::is_alphanumeric)
            && !after.starts_with(" apart")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems;

    #[test]
    fn every_word_is_found_in_documents_comments_and_messages() {
        for (word, instead) in WORDS {
            let what = format!("`{word}` is not plain English here; write: {instead}");
            let bad = format!(
                "//- a.md\nIt {word} it.\n//- crates/a/src/lib.rs\n\n/// It {word}.\n\
                 const A: &str = \"a\n{word} b\";\n"
            );
            assert_eq!(
                problems(check, &bad),
                format!(
                    "a.md:1: {what}\ncrates/a/src/lib.rs:2: {what}\ncrates/a/src/lib.rs:4: {what}"
                )
            );
        }
    }

    #[test]
    fn longer_words_code_and_what_tests_quote_are_left_alone() {
        let word = WORDS[12].0;
        let good = format!(
            "//- a.md\nWe recom{word} it. They {} apart.\n//- crates/a/src/lib.rs\nfn {word}() {{}}\n\
             #[cfg(test)]\nconst A: &str = \"{word}\";\n",
            WORDS[5].0
        );
        assert_eq!(problems(check, &good), "");
    }
}
