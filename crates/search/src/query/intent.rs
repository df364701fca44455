//! Classifies a query: a name, a path, an error message, code, or plain words.
//!
//! The intent decides how much vectors count beside words, and whether definitions come first. Start at
//! [`intent_of`].

use rutter_domain::Language;
use rutter_domain::text::truncate;
use rutter_domain::words::trim_punctuation;

use crate::lexicon::{ERROR_PHRASES, KEYWORDS, has_word};
use crate::text::symbol_key::Mention;

/// The kind of thing a query asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum QueryIntent {
    /// One name: `getUserById`, `Foo::bar`.
    Symbol,
    /// A file: `src/net/tcp.rs`.
    Path,
    /// The code that an error message or a stack trace comes from.
    Error,
    /// Code like the query.
    Code,
    /// The code that the words describe.
    #[default]
    Text,
}

/// Bytes of a query that are examined to classify it.
// Bounds what a pasted file costs.
const EXAMINED_BYTES: usize = 8_192;
/// Files that are taken from a query at most.
const MAX_PATHS: usize = 8;

/// The intent of a query, given whole and split into words.
pub fn intent_of(text: &str, words: &[&str]) -> QueryIntent {
    let mut meant =
        words.iter().map(|word| trim_punctuation(word)).filter(|word| !has_word(KEYWORDS, word));
    if let (Some(word), None) = (meant.next(), meant.next()) {
        return if looks_like_path(word) {
            QueryIntent::Path
        } else if Mention::parse(word).is_some() {
            QueryIntent::Symbol
        } else {
            QueryIntent::Text
        };
    }
    let head = truncate(text, EXAMINED_BYTES);
    if is_error_message(head) {
        QueryIntent::Error
    } else if is_code(head) {
        QueryIntent::Code
    } else {
        QueryIntent::Text
    }
}

/// Whether a text is the message of a failed program, such as a stack trace, rather than a question about one.
fn is_error_message(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let is_exception = |word: &str| {
        let word = word.trim_end_matches(':');
        ["Error", "Exception"].iter().any(|end| word.len() > end.len() && word.ends_with(end))
    };
    // `ValueError: bad digit` at the start of a line is a message; in a sentence it is a name.
    let names_exception = text.lines().any(|line| {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or("");
        first.ends_with(':') && is_exception(first) && words.next().is_some()
    });
    // A single line that begins with `at` may be prose; two are frames of a stack.
    let n_frames = text.lines().filter(|line| line.trim_start().starts_with("at ")).count();
    let is_word = |at: usize| at == 0 || !lower.as_bytes()[at - 1].is_ascii_alphanumeric();
    let contains = |phrase: &str| lower.match_indices(phrase).any(|(at, _)| is_word(at));
    names_exception || n_frames >= 2 || ERROR_PHRASES.iter().any(|(phrase, _)| contains(phrase))
}

/// Whether a text is a piece of code, by the number of brackets and operators in it.
fn is_code(text: &str) -> bool {
    let n_marks = text
        .chars()
        .filter(|c| matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '=' | '<' | '>'))
        .count();
    let n_words = text.split_whitespace().count();
    // A question may name a call or two: `how does parse(x) work in the reader` has two marks.
    n_marks >= 4 && n_marks * 3 >= n_words
}

pub fn looks_like_path(word: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '@' | '+');
    let has_folder = word.trim_matches('/').contains('/') && !word.contains("//");
    word.chars().all(is_plain) && (has_folder || has_extension(word))
}

/// Whether a word ends in the file extension of a known language. `a.B.c` is a method, not a file.
fn has_extension(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word).trim_matches('.');
    let n_dots = name.bytes().filter(|&byte| byte == b'.').count();
    let is_extension = n_dots == 1 || word.contains('/') || n_dots > 1 && !name.ends_with(".c");
    n_dots > 0 && is_extension && Language::of_path(word) != Language::Unknown
}

/// The files that a text names, in lower case, without line numbers.
pub fn paths_in(text: &str) -> Vec<String> {
    let is_end =
        |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '(' | ')' | ',' | ';');
    let words: Vec<&str> =
        truncate(text, EXAMINED_BYTES).split(is_end).filter(|word| !word.is_empty()).collect();
    let mut paths: Vec<String> = Vec::new();
    for word in &words {
        // Messages name lines as `src/main.rs:4:5`.
        let word = word.split(':').next().unwrap_or(word).trim_start_matches("./");
        let word = word.trim_end_matches('.').replace('\\', "/").to_lowercase();
        // In a sentence, a slash alone is an alternative: `and/or`.
        let is_path = looks_like_path(&word) && (words.len() == 1 || has_extension(&word));
        if is_path && !paths.contains(&word) && paths.len() < MAX_PATHS {
            paths.push(word);
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, intent: QueryIntent, paths: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(
            (intent_of(text, &words), paths_in(text).join(" ")),
            (intent, paths.to_owned()),
            "{text}"
        );
    }

    #[test]
    fn messages_of_failed_programs_are_errors() {
        check("error: cannot open file", QueryIntent::Error, "");
        check(
            "thread 'main' panicked at src/Main.rs:4:5: index out of bounds",
            QueryIntent::Error,
            "src/main.rs",
        );
        check("ValueError: bad digit", QueryIntent::Error, "");
        check("where is ValueError: raised in the parser", QueryIntent::Text, "");
        check(
            "java.lang.Foo\n at a.B.c(B.java:3)\n at a.D.e(D.java:9)",
            QueryIntent::Error,
            "b.java d.java",
        );
        check(
            "  File \"/usr/lib/app/priors.py\", line 3, in get\nTraceback (most recent call last)",
            QueryIntent::Error,
            "/usr/lib/app/priors.py",
        );
    }

    #[test]
    fn code_has_more_brackets_and_operators_than_prose() {
        check("let a = f(x); if (a > b) { return; }", QueryIntent::Code, "");
        check("how does parse(x) work in the reader", QueryIntent::Text, "");
        check("for (int i = 0; i < n; i++)", QueryIntent::Code, "");
        check("the (.:) operator", QueryIntent::Text, "");
    }

    #[test]
    fn a_file_may_be_named_among_words() {
        check("what does app.py do", QueryIntent::Text, "app.py");
        check("src/net", QueryIntent::Path, "src/net");
        check("and/or logic", QueryIntent::Text, "");
        check("Foo.bar", QueryIntent::Symbol, "");
    }
}
