//! Cuts text: to a length without splitting a character, and into sentences.

use std::borrow::Cow;

/// Abbreviations, whose full stop does not end a sentence.
const ABBREVIATIONS: [&str; 12] = [
    "e.g.", "i.e.", "etc.", "vs.", "cf.", "approx.", "incl.", "resp.", "no.", "a.k.a.", "fig.",
    "eq.",
];

/// The longest prefix of at most `limit_bytes` bytes.
pub fn truncate(text: &str, limit_bytes: usize) -> &str {
    &text[..text.floor_char_boundary(limit_bytes)]
}

/// The first `limit_chars` characters.
pub fn truncate_chars(text: &str, limit_chars: usize) -> &str {
    text.char_indices().nth(limit_chars).map_or(text, |(end, _)| &text[..end])
}

/// The text, or its first `limit_chars` characters and an ellipsis.
pub fn ellipsize(text: &str, limit_chars: usize) -> Cow<'_, str> {
    match truncate_chars(text, limit_chars) {
        whole if whole.len() == text.len() => Cow::Borrowed(text),
        head => Cow::Owned(format!("{head}…")),
    }
}

/// The ends of sentences, and of parts that a semicolon separates, outside of quotations, inline code and brackets.
pub fn sentence_ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut start = 0;
    let mut depth = 0_usize;
    let mut quoted: Option<char> = None;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let after = text[at + c.len_utf8()..].chars().next();
        match quoted {
            Some(mark) if c == mark => quoted = None,
            Some(_) => {}
            // A quote opens a quotation only before a word; elsewhere it is an apostrophe.
            None if c == '`' || c == '"' => quoted = text[at + 1..].contains(c).then_some(c),
            None if matches!(c, '(' | '[') => depth += 1,
            None if matches!(c, ')' | ']') => depth = depth.saturating_sub(1),
            None if depth == 0 && ends_sentence(&text[start..], at - start, c, before, after) => {
                start = at + c.len_utf8();
                ends.push(start);
            }
            None => {}
        }
        before = c;
    }
    ends
}

fn ends_sentence(text: &str, at: usize, c: char, before: char, after: Option<char>) -> bool {
    let is_spaced = after.is_none_or(char::is_whitespace);
    match c {
        ';' | '!' | '?' => is_spaced,
        '.' => {
            let last = text[..=at].split_whitespace().next_back().unwrap_or("");
            is_spaced
                && !ABBREVIATIONS.contains(&last.trim_start_matches('(').to_lowercase().as_str())
                // The initial of a name: `J. Smith`.
                && !(before.is_uppercase() && last.len() == 2)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_is_kept_whole_or_dropped() {
        assert_eq!(truncate("für", 2), "f");
        assert_eq!(truncate("für", 3), "fü");
        assert_eq!(truncate("für", 9), "für");
        assert_eq!(truncate("für", 0), "");
        assert_eq!(truncate_chars("für", 2), "fü");
        assert_eq!(truncate_chars("für", 3), "für");
    }

    #[test]
    fn an_ellipsis_says_that_something_was_left_out() {
        assert_eq!(ellipsize("für", 2), "fü…");
        assert_eq!(ellipsize("für", 3), "für");
        assert_eq!(ellipsize("", 0), "");
    }
}
