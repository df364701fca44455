//! One matcher for every picker: are the characters of a pattern in a candidate, in order, and how
//! well do they fit.
//!
//! A match scores more at the start of a word, and where characters follow each other; each skipped
//! character costs a little. Without capitals in the pattern, case does not count. Words of a
//! pattern are matched one by one, in any order. Start at [`rank`].

/// Longer candidates are matched by their beginning, which bounds the work.
const LONGEST_CANDIDATE: usize = 1000;

const MATCHED: i64 = 16;
const CONSECUTIVE: i64 = 12;
const WORD_START: i64 = 10;
const GAP_START: i64 = 3;
const GAP: i64 = 1;
const IMPOSSIBLE: i64 = i64::MIN / 2;

/// A candidate that matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FuzzyMatch {
    /// Position among the candidates.
    pub at: usize,
    pub score: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Case {
    Counts,
    Ignored,
}

/// The candidates that match, best first; those of the same score in their order. An empty pattern
/// keeps them all.
pub fn rank<'a>(pattern: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<FuzzyMatch> {
    let mut ranked: Vec<FuzzyMatch> = (candidates.into_iter().enumerate())
        .filter_map(|(at, candidate)| Some(FuzzyMatch { at, score: score(pattern, candidate)? }))
        .collect();
    ranked.sort_by_key(|ranked| (std::cmp::Reverse(ranked.score), ranked.at));
    ranked
}

/// Returns a score for the fit of `pattern`. `None` if it does not fit.
pub fn score(pattern: &str, candidate: &str) -> Option<i64> {
    let candidate: Vec<char> = candidate.chars().take(LONGEST_CANDIDATE).collect();
    let case = if pattern.chars().any(char::is_uppercase) { Case::Counts } else { Case::Ignored };
    pattern.split_whitespace().try_fold(0, |total, word| {
        let word: Vec<char> = word.chars().collect();
        Some(total + score_word(&word, &candidate, case)?)
    })
}

/// The best alignment, by dynamic programming over the characters of the word and the candidate.
fn score_word(word: &[char], candidate: &[char], case: Case) -> Option<i64> {
    if !is_subsequence(word, candidate, case) {
        return None;
    }
    // `ending[i]`: best score if the word so far ends at character i. `open[i]`: best at or before i.
    let mut open = vec![0; candidate.len()];
    let mut ending = vec![IMPOSSIBLE; candidate.len()];
    for (row, &wanted) in word.iter().enumerate() {
        let (mut next_open, mut next_ending) = (open.clone(), ending.clone());
        let mut best = IMPOSSIBLE;
        for (at, &found) in candidate.iter().enumerate() {
            next_ending[at] = IMPOSSIBLE;
            if is_same(wanted, found, case) {
                let start = if begins_word(candidate, at) { WORD_START } else { 0 };
                let exact = i64::from(wanted == found);
                let skipped = match (row, at) {
                    // Characters before the match cost little, at most as much as a gap.
                    (0, _) => -i64::try_from(at.min(8)).unwrap_or(0) * GAP / 2,
                    (_, 0) => IMPOSSIBLE,
                    (_, _) => open[at - 1] - GAP_START,
                };
                let adjacent = match (row, at) {
                    (0, _) | (_, 0) => IMPOSSIBLE,
                    (_, _) => ending[at - 1] + CONSECUTIVE,
                };
                next_ending[at] = MATCHED + start + exact + skipped.max(adjacent);
            }
            best = (best - GAP).max(next_ending[at]).max(IMPOSSIBLE);
            next_open[at] = best;
        }
        (open, ending) = (next_open, next_ending);
    }
    ending.into_iter().max().filter(|best| *best > IMPOSSIBLE / 2)
}

fn is_subsequence(word: &[char], candidate: &[char], case: Case) -> bool {
    let mut rest = candidate.iter();
    word.iter().all(|wanted| rest.any(|found| is_same(*wanted, *found, case)))
}

fn is_same(wanted: char, found: char, case: Case) -> bool {
    wanted == found || case == Case::Ignored && found.to_lowercase().eq(std::iter::once(wanted))
}

/// The first character of the text, of a word, or of a part of `camelCase`.
fn begins_word(candidate: &[char], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| candidate[before]) else { return true };
    !before.is_alphanumeric() || before.is_lowercase() && candidate[at].is_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, candidates: &[&str], expected: &[&str]) {
        let ranked = rank(pattern, candidates.iter().copied());
        let found: Vec<&str> = ranked.iter().map(|ranked| candidates[ranked.at]).collect();
        assert_eq!(found, expected, "{pattern}: {ranked:?}");
    }

    #[test]
    fn characters_match_in_order() {
        check("abc", &["a-b-c", "cab", "xaxbxc"], &["a-b-c", "xaxbxc"]);
        check("", &["b", "a"], &["b", "a"]);
        check("x", &[""], &[]);
    }

    #[test]
    fn starts_of_words_come_first() {
        check("gc", &["magic", "git commit", "getConfig"], &["git commit", "getConfig", "magic"]);
        check("tree", &["the reef", "src/tree.rs", "tree"], &["tree", "src/tree.rs", "the reef"]);
    }

    #[test]
    fn capitals_in_the_pattern_count() {
        check("Foo", &["foo", "Foo"], &["Foo"]);
        check("foo", &["Foo", "foo"], &["foo", "Foo"]);
    }

    #[test]
    fn words_match_in_any_order() {
        check(
            "parse config",
            &["config::parse", "parse_config", "parser"],
            &["parse_config", "config::parse"],
        );
    }

    #[test]
    fn a_better_alignment_is_found_later_in_the_text() {
        assert!(score("test", "t_e_s_t/test") > score("test", "t_e_s_t"));
    }

    #[test]
    fn long_candidates_are_bounded() {
        assert_eq!(score("b", &format!("{}b", "a".repeat(LONGEST_CANDIDATE))), None);
        assert!(score(&"a".repeat(500), &"a".repeat(1 << 20)).is_some());
    }
}
