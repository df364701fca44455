//! Detects near-duplicates: pieces of code that are copies of one another.
//!
//! Both are split into tokens: words, numbers, strings and single marks, without comments and blanks.
//! They are duplicates if one of these holds (runs of five tokens are shingles, rule 1 is their Jaccard
//! similarity):
//! 1. **Nearly the same text.** Of all runs of five tokens that either has, four fifths are in both.
//! 2. **One in the other.** The smaller has thirty tokens or more, and nine tenths of its runs of
//!    five are in the larger.
//! 3. **The same with other names.** Both have thirty tokens or more and the same marks at the same
//!    places; each word stands for one word of the other throughout, and half of the words are the
//!    same. Numbers and strings may differ.
//!
//! Code of fewer than twelve tokens is never a duplicate, since it is often alike by chance. Only the first tokens
//! of a text are compared, so the cost is bounded. Start at [`Tokens::is_copy_of`].

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use rutter_domain::Language;
use rutter_syntax::profile;
use rutter_syntax::profile::Profile;

const LIMIT_TOKENS: usize = 4_096;
const LEAST_TOKENS: usize = 12;
/// Code with at least this many tokens is not alike by chance.
const MANY_TOKENS: usize = 30;
const RUN: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Token<'a> {
    Word(&'a str),
    /// A number or a string.
    Literal(&'a str),
    Mark(char),
}

/// A text as the sequence of its tokens.
#[derive(Debug)]
pub(crate) struct Tokens<'a> {
    tokens: Vec<Token<'a>>,
    runs: HashSet<u64>,
}

impl<'a> Tokens<'a> {
    pub(crate) fn of(text: &'a str, language: Language) -> Tokens<'a> {
        let tokens = cut(text, profile(language));
        let runs = tokens.windows(RUN).map(hash).collect();
        Tokens { tokens, runs }
    }

    pub(crate) fn is_copy_of(&self, other: &Tokens<'_>) -> bool {
        let n_fewer = self.tokens.len().min(other.tokens.len());
        if n_fewer < LEAST_TOKENS {
            return false;
        }
        let n_both = self.runs.intersection(&other.runs).count();
        let n_either = self.runs.len() + other.runs.len() - n_both;
        let n_smaller = self.runs.len().min(other.runs.len());
        let is_same = n_both * 5 >= n_either * 4;
        let is_within = n_fewer >= MANY_TOKENS && n_both * 10 >= n_smaller * 9;
        is_same || is_within || n_fewer >= MANY_TOKENS && self.is_renamed(other)
    }

    fn is_renamed(&self, other: &Tokens<'_>) -> bool {
        if self.tokens.len() != other.tokens.len() {
            return false;
        }
        let mut there: HashMap<&str, &str> = HashMap::new();
        let mut back: HashMap<&str, &str> = HashMap::new();
        let fits = self.tokens.iter().zip(&other.tokens).all(|pair| match pair {
            (Token::Mark(left), Token::Mark(right)) => left == right,
            (Token::Literal(_), Token::Literal(_)) => true,
            (Token::Word(left), Token::Word(right)) => {
                there.entry(left).or_insert(right) == right
                    && back.entry(right).or_insert(left) == left
            }
            (Token::Mark(_) | Token::Literal(_) | Token::Word(_), _) => false,
        });
        let n_same = there.iter().filter(|(left, right)| left == right).count();
        fits && n_same * 2 >= there.len()
    }
}

fn hash(run: &[Token<'_>]) -> u64 {
    let mut hasher = DefaultHasher::new();
    run.hash(&mut hasher);
    hasher.finish()
}

fn cut<'t>(text: &'t str, profile: &Profile) -> Vec<Token<'t>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if tokens.len() >= LIMIT_TOKENS {
            break;
        }
        if let Some(n_bytes) = comment_bytes(rest, profile) {
            rest = &rest[n_bytes..];
            continue;
        }
        let n_bytes = if first.is_alphanumeric() || first == '_' {
            end_of(rest, |c| !c.is_alphanumeric() && c != '_')
        } else if matches!(first, '"' | '\'' | '`') {
            string_bytes(rest, first)
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(n_bytes);
        if first.is_numeric() || n_bytes > 1 && matches!(first, '"' | '\'' | '`') {
            tokens.push(Token::Literal(token));
        } else if first.is_alphanumeric() || first == '_' {
            tokens.push(Token::Word(token));
        } else if !first.is_whitespace() {
            tokens.push(Token::Mark(first));
        }
        rest = after;
    }
    tokens
}

fn comment_bytes(text: &str, profile: &Profile) -> Option<usize> {
    // The quotes of a text that documents end it.
    let docs = profile
        .strings
        .docs
        .iter()
        .map(|mark| &mark[mark.len() - 3..])
        .map(|quotes| (quotes, quotes));
    for (open, close) in profile.comments.block.iter().copied().chain(docs) {
        if let Some(inside) = text.strip_prefix(open) {
            let n_inside = inside.find(close).map_or(inside.len(), |at| at + close.len());
            return Some(open.len() + n_inside);
        }
    }
    let is_comment = profile.comments.line.iter().any(|mark| text.starts_with(mark));
    is_comment.then(|| end_of(text, |c| c == '\n'))
}

/// A string up to its closing quote; the quote alone when it does not close on its line.
fn string_bytes(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => break,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    1
}

fn end_of(text: &str, is_end: impl Fn(char) -> bool) -> usize {
    text.find(is_end).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(left: &str, right: &str, expect: bool) {
        let (left, right) = (Tokens::of(left, Language::Rust), Tokens::of(right, Language::Rust));
        assert_eq!(left.is_copy_of(&right), expect, "{left:?}\n{right:?}");
        assert_eq!(right.is_copy_of(&left), expect, "{left:?}\n{right:?}");
    }

    const TOTAL: &str = "\
fn total(items: &[Item]) -> u64 {
    let mut sum = 0;
    for item in items {
        if item.is_open() { sum += item.price * item.count; }
    }
    sum
}
";

    #[test]
    fn blanks_and_comments_make_no_difference() {
        let other = TOTAL.replace("    sum\n", "\t/* all\nof it */ sum // done\n");
        check(TOTAL, &other, true);
    }

    #[test]
    fn a_small_change_leaves_a_copy_a_copy() {
        check(TOTAL, &TOTAL.replace("sum = 0", "sum = 10"), true);
        check(TOTAL, &format!("{TOTAL}// the end\n"), true);
    }

    #[test]
    fn other_names_for_the_same_make_a_copy() {
        check(TOTAL, &TOTAL.replace("sum", "all").replace("total", "whole"), true);
        check(TOTAL, &TOTAL.replace("price", "sum"), false);
    }

    #[test]
    fn a_copy_inside_of_more_is_a_copy() {
        let more =
            format!("fn before(x: u8) -> u8 {{ x + 1 }}\n{TOTAL}\nstruct After {{ a: u8 }}\n");
        check(TOTAL, &more, true);
    }

    #[test]
    fn what_is_merely_alike_is_no_copy() {
        let other = "fn open(path: &Path) -> Result<File> {\n    let file = File::open(path)?;\n    \
                     check(&file)?;\n    Ok(file)\n}\n";
        check(TOTAL, other, false);
        check("fn a() {}", "fn a() {}", false);
        check("", "", false);
    }

    #[test]
    fn odd_text_is_cut_and_too_short_to_be_a_copy() {
        for text in ["\"", "'a", "/*", "\"\\", "é\u{1F600}\"\u{1F600}\"", "'\n'", "//", "\0"] {
            for language in Language::all() {
                let tokens = Tokens::of(text, language);
                assert!(!tokens.is_copy_of(&tokens), "{text:?} in {language:?}");
            }
        }
    }
}
