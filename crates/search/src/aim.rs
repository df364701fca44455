//! Tells queries apart: a name, a path, an error message, code, or words.

use rutter_domain::Language;

use crate::names::Mention;
use crate::query::{Aim, bare, is_in};

/// Words that stand before a name in code and say nothing by themselves.
pub const KEYWORDS: &str =
    " class const def enum fn func function impl interface struct trait type ";

/// What the messages of compilers, runtimes and shells begin with or hold, in small letters.
const ALARMS: [&str; 14] = [
    "traceback (most recent call last)",
    "panicked at",
    "stack backtrace",
    "stack trace:",
    "segmentation fault",
    "undefined reference to",
    "exception in thread",
    "unhandled exception",
    "uncaught ",
    "caused by:",
    "fatal error",
    "fatal:",
    "error:",
    "error[",
];

/// Only so much of a query is looked at to tell what it is.
const LOOKED_AT_BYTES: usize = 8_192;
/// At most so many files are taken from a query.
const MAX_PATHS: usize = 8;

/// What a query is after.
pub fn aim_of(text: &str, words: &[&str]) -> Aim {
    let mut meant = words.iter().map(|word| bare(word)).filter(|word| !is_in(KEYWORDS, word));
    if let (Some(word), None) = (meant.next(), meant.next()) {
        return if looks_like_path(word) {
            Aim::Path
        } else if Mention::parse(word).is_some() {
            Aim::Symbol
        } else {
            Aim::Text
        };
    }
    let head = head(text);
    if is_alarm(head) {
        Aim::Error
    } else if is_code(head) {
        Aim::Code
    } else {
        Aim::Text
    }
}

/// The beginning of a text.
fn head(text: &str) -> &str {
    let end = (0..=LOOKED_AT_BYTES.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or(0)]
}

/// Whether a text is a message of a program that failed, rather than a question about one.
fn is_alarm(text: &str) -> bool {
    let small = text.to_ascii_lowercase();
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
    let n_frames = text.lines().filter(|line| line.trim_start().starts_with("at ")).count();
    let is_word = |at: usize| at == 0 || !small.as_bytes()[at - 1].is_ascii_alphanumeric();
    let alarms = |alarm: &str| small.match_indices(alarm).any(|(at, _)| is_word(at));
    names_exception || n_frames >= 2 || ALARMS.iter().any(|alarm| alarms(alarm))
}

/// Whether a text is a piece of a program: marks that prose has none of.
fn is_code(text: &str) -> bool {
    let n_marks = text
        .chars()
        .filter(|c| matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '=' | '<' | '>'))
        .count();
    let n_words = text.split_whitespace().count();
    n_marks >= 4 && n_marks * 3 >= n_words
}

pub fn looks_like_path(word: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '@' | '+');
    let has_folder = word.trim_matches('/').contains('/') && !word.contains("//");
    word.chars().all(is_plain) && (has_folder || has_extension(word))
}

/// Whether a word ends in the extension of a language; `a.B.c` is a method rather than a file.
fn has_extension(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word).trim_matches('.');
    let n_dots = name.bytes().filter(|&byte| byte == b'.').count();
    let is_telling = n_dots == 1 || word.contains('/') || n_dots > 1 && !name.ends_with(".c");
    n_dots > 0 && is_telling && Language::of_path(word) != Language::Unknown
}

/// The files that a text names, in small letters, without line numbers.
pub fn paths_in(text: &str) -> Vec<String> {
    let is_end =
        |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '(' | ')' | ',' | ';');
    let words: Vec<&str> = head(text).split(is_end).filter(|word| !word.is_empty()).collect();
    let mut paths: Vec<String> = Vec::new();
    for word in &words {
        let word = word.split(':').next().unwrap_or(word).trim_start_matches("./");
        let word = word.trim_end_matches('.').replace('\\', "/").to_lowercase();
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

    fn check(text: &str, aim: Aim, paths: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(
            (aim_of(text, &words), paths_in(text).join(" ")),
            (aim, paths.to_owned()),
            "{text}"
        );
    }

    #[test]
    fn messages_of_failed_programs_are_errors() {
        check("error: cannot open file", Aim::Error, "");
        check(
            "thread 'main' panicked at src/Main.rs:4:5: index out of bounds",
            Aim::Error,
            "src/main.rs",
        );
        check("ValueError: bad digit", Aim::Error, "");
        check("where is ValueError: raised in the parser", Aim::Text, "");
        check(
            "java.lang.Foo\n at a.B.c(B.java:3)\n at a.D.e(D.java:9)",
            Aim::Error,
            "b.java d.java",
        );
        check(
            "  File \"/usr/lib/app/views.py\", line 3, in get\nTraceback (most recent call last)",
            Aim::Error,
            "/usr/lib/app/views.py",
        );
    }

    #[test]
    fn code_has_marks_that_prose_has_not() {
        check("let a = f(x); if (a > b) { return; }", Aim::Code, "");
        check("how does parse(x) work in the reader", Aim::Text, "");
        check("for (int i = 0; i < n; i++)", Aim::Code, "");
        check("the (.:) operator", Aim::Text, "");
    }

    #[test]
    fn a_file_may_be_named_among_words() {
        check("what does app.py do", Aim::Text, "app.py");
        check("src/net", Aim::Path, "src/net");
        check("and/or logic", Aim::Text, "");
        check("Foo.bar", Aim::Symbol, "");
    }
}
