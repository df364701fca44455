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

/// The lists of gap rules are judgements of single rules.
const OF_GAPS: &str = "not yet collected: judgements of gap rules";

/// Files that still hold lists, and why.
const ALLOWED: &[(&str, &str)] = &[
    ("crates/gaps/src/documents/anchors.rs", OF_GAPS),
    ("crates/gaps/src/documents/judged.rs", OF_GAPS),
    ("crates/gaps/src/documents/own.rs", OF_GAPS),
    ("crates/gaps/src/documents/package_entries.rs", OF_GAPS),
    ("crates/gaps/src/documents/repository_text/package_surface.rs", OF_GAPS),
    ("crates/gaps/src/repository.rs", OF_GAPS),
    ("crates/gaps/src/rules/accessors.rs", OF_GAPS),
    ("crates/gaps/src/rules/broken_mention/commands.rs", OF_GAPS),
    ("crates/gaps/src/rules/broken_mention/links.rs", OF_GAPS),
    ("crates/gaps/src/rules/broken_mention/names.rs", OF_GAPS),
    ("crates/gaps/src/rules/broken_mention/paths.rs", OF_GAPS),
    ("crates/gaps/src/rules/broken_mention/python.rs", OF_GAPS),
    ("crates/gaps/src/rules/derived_types.rs", OF_GAPS),
    ("crates/gaps/src/rules/doc_text.rs", OF_GAPS),
    ("crates/gaps/src/rules/documented_parameters.rs", OF_GAPS),
    ("crates/gaps/src/rules/helpers_of_file.rs", OF_GAPS),
    ("crates/gaps/src/rules/import_target.rs", OF_GAPS),
    ("crates/gaps/src/rules/inherited.rs", OF_GAPS),
    ("crates/gaps/src/rules/introduced_in_c.rs", OF_GAPS),
    ("crates/gaps/src/rules/listed_in_document.rs", OF_GAPS),
    ("crates/gaps/src/rules/meaning.rs", OF_GAPS),
    ("crates/gaps/src/rules/missing_description.rs", OF_GAPS),
    ("crates/gaps/src/rules/missing_overview.rs", OF_GAPS),
    ("crates/gaps/src/rules/refuted_by_text.rs", OF_GAPS),
    ("crates/gaps/src/rules/rust_paths.rs", OF_GAPS),
    ("crates/gaps/src/rules/short_description.rs", OF_GAPS),
    ("crates/gaps/src/rules/source_paths.rs", OF_GAPS),
    ("crates/gaps/src/rules/undocumented_parameters.rs", OF_GAPS),
    ("crates/gaps/src/rules/unlinked_document.rs", OF_GAPS),
    ("crates/gaps/src/rules/unresolved_reference.rs", OF_GAPS),
    ("crates/gaps/src/rules/wanted.rs", OF_GAPS),
    ("crates/gaps/src/view.rs", OF_GAPS),
    ("crates/search/src/path_traits.rs", "names of entry files, tests and vendored folders"),
    ("crates/search/src/query/breakdown.rs", "the names of the parts of a score"),
    ("crates/search/src/query/change_words.rs", "endings of a stem"),
    ("crates/search/src/query/intent.rs", "phrases in messages of compilers and runtimes"),
    ("crates/search/src/query/own.rs", "the names of the parts of a score"),
    ("crates/search/src/query/plan.rs", "signs of a test or an operator in a query"),
    ("crates/search/src/query/rank.rs", "endings of sources and headers"),
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
