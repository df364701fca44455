//! The words of a text, as the model sees them.
//!
//! Letters, digits and characters beyond ASCII form words; all else separates. Names are cut where
//! their case changes, so that `HTTPServer2` is HTTP, Server and 2. No Unicode tables on purpose:
//! the same text has the same words in every version of every language.

use std::ops::{ControlFlow, Range};

/// A run of letters that is longer says little: a hash, a key, encoded data.
const LIMIT_LETTERS: usize = 24;
/// Numbers that are longer are dropped for the same reason.
const LIMIT_DIGITS: usize = 4;

/// The place of a word in its text, and its kind of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    pub start: usize,
    pub end: usize,
    pub script: Script,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// Letters alone or digits alone; upper case counts as lower case.
    Ascii,
    /// Any other characters, taken as they are.
    Beyond,
}

/// Returns the words of a text in their order.
pub fn split_words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    visit_words(text.as_bytes(), |word| {
        words.push(&text[word.start..word.end]);
        ControlFlow::Continue(())
    });
    words
}

/// Calls `visit` with each word from left to right until it breaks.
#[inline]
pub fn visit_words(text: &[u8], mut visit: impl FnMut(Word) -> ControlFlow<()>) {
    let mut position = 0;
    while let Some(&byte) = text.get(position) {
        let (words, end) = match CLASS[usize::from(byte)] {
            Class::Separator => {
                position += 1;
                continue;
            }
            Class::Lower => {
                let end = run_end(text, position, Class::Lower);
                ([ascii(position..end), None], end)
            }
            Class::Upper => capitals(text, position),
            Class::Digit => {
                let end = run_end(text, position, Class::Digit);
                let word = Word { start: position, end, script: Script::Ascii };
                ([(end - position <= LIMIT_DIGITS).then_some(word), None], end)
            }
            Class::Beyond => {
                let end = run_end(text, position, Class::Beyond);
                ([Some(Word { start: position, end, script: Script::Beyond }), None], end)
            }
        };
        for word in words.into_iter().flatten() {
            if visit(word).is_break() {
                return;
            }
        }
        position = end;
    }
}

/// The one or two words that begin with the capital at `start`, and where they end.
#[inline]
fn capitals(text: &[u8], start: usize) -> ([Option<Word>; 2], usize) {
    let upper_end = run_end(text, start, Class::Upper);
    let end = run_end(text, upper_end, Class::Lower);
    if end == upper_end {
        return ([ascii(start..end), None], end);
    }
    // The last capital belongs to the small letters after it.
    let last = upper_end - 1;
    let acronym = if last > start { ascii(start..last) } else { None };
    ([acronym, ascii(last..end)], end)
}

#[inline]
fn ascii(range: Range<usize>) -> Option<Word> {
    let word = Word { start: range.start, end: range.end, script: Script::Ascii };
    (range.len() <= LIMIT_LETTERS).then_some(word)
}

#[inline]
fn run_end(text: &[u8], start: usize, class: Class) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let n_bytes = rest.iter().position(|byte| CLASS[usize::from(*byte)] != class);
    start + n_bytes.unwrap_or(rest.len())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Class {
    Separator,
    Lower,
    Upper,
    Digit,
    Beyond,
}

static CLASS: [Class; 256] = {
    let mut classes = [Class::Separator; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' => Class::Lower,
            b'A'..=b'Z' => Class::Upper,
            b'0'..=b'9' => Class::Digit,
            0x80.. => Class::Beyond,
            _ => Class::Separator,
        };
        byte += 1;
    }
    classes
};

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, wanted: &str) {
        assert_eq!(split_words(text).join(" "), wanted, "{text:?}");
    }

    #[test]
    fn names_are_cut_where_their_case_changes() {
        check("HTTPServer2", "HTTP Server 2");
        check("getHTTPResponseCode", "get HTTP Response Code");
        check("snake_case_name", "snake case name");
        check("ABc Ab aB AB A a", "A Bc Ab a B AB A a");
        check("sha256sum", "sha 256 sum");
    }

    #[test]
    fn what_is_no_letter_or_digit_separates() {
        check("", "");
        check("-- !? \u{0}\n\t", "");
        check("a->b::c", "a b c");
    }

    #[test]
    fn characters_beyond_ascii_form_words_of_their_own() {
        check("naïve größe", "na ï ve gr öß e");
        check("x你好y🦀", "x 你好 y 🦀");
    }

    #[test]
    fn what_is_too_long_is_dropped() {
        check("1234 12345 a12345b", "1234 a b");
        check(&format!("{} {}", "a".repeat(24), "b".repeat(25)), &"a".repeat(24));
        check(&format!("{}b", "A".repeat(26)), "Ab");
        check(&"é".repeat(40), &"é".repeat(40));
    }
}
