//! What of a text may reach a terminal, and how many cells it takes.
//!
//! Text of a model can hold anything. [`printable`] is the one gate in front of the terminal: no
//! control character, escape sequence or change of writing direction passes it.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// The characters that the terminal can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charset {
    Unicode,
    /// For a locale other than UTF-8. Other characters are replaced by the nearest ASCII text.
    Ascii,
}

impl Charset {
    /// The charset of a locale's name, such as `de_DE.UTF-8`. An empty name is the locale `C`.
    pub fn of_locale(name: &str) -> Charset {
        let name = name.to_ascii_lowercase();
        match name.contains("utf-8") || name.contains("utf8") {
            true => Charset::Unicode,
            false => Charset::Ascii,
        }
    }

    /// The first text for Unicode, the second for ASCII.
    pub(crate) fn pick<'a>(self, unicode: &'a str, ascii: &'a str) -> &'a str {
        match self {
            Charset::Unicode => unicode,
            Charset::Ascii => ascii,
        }
    }
}

/// `text` with each character that could control a terminal replaced. Line ends and tabs stay.
pub fn printable(text: &str, charset: Charset) -> Cow<'_, str> {
    let is_kept = |c: char| match charset {
        Charset::Unicode => !controls_terminal(c),
        Charset::Ascii => matches!(c, '\n' | '\t' | ' '..='~'),
    };
    if text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    let mut replaced = String::with_capacity(text.len());
    for c in text.chars() {
        match is_kept(c) {
            true => replaced.push(c),
            false => replaced.push_str(replacement(c, charset)),
        }
    }
    Cow::Owned(replaced)
}

/// How many cells `text` takes. Line ends and tabs count as one.
pub fn width(text: &str) -> usize {
    match text.is_ascii() {
        true => text.len(),
        false => text.graphemes(true).map(cluster_width).sum(),
    }
}

/// How many cells one grapheme cluster takes: an emoji of several characters takes two.
pub(crate) fn cluster_width(cluster: &str) -> usize {
    match cluster.len() {
        1 => 1,
        _ => cluster.width().min(2),
    }
}

/// The longest beginning of `text` that fits into `limit` cells.
pub(crate) fn fitting(text: &str, limit: usize) -> &str {
    let mut used = 0;
    for (at, cluster) in text.grapheme_indices(true) {
        used += cluster_width(cluster);
        if used > limit {
            return &text[..at];
        }
    }
    text
}

fn controls_terminal(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        // Marks that change the direction of writing can make code look like other code.
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        // Line and paragraph separators, and the tags that some terminals draw as nothing.
        '\u{2028}' | '\u{2029}' | '\u{e0000}'..='\u{e007f}' => true,
        _ => c.is_control(),
    }
}

fn replacement(c: char, charset: Charset) -> &'static str {
    if controls_terminal(c) {
        return charset.pick("\u{fffd}", "?");
    }
    match c {
        '\u{2018}' | '\u{2019}' => "'",
        '\u{201c}' | '\u{201d}' => "\"",
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '─' => "-",
        '\u{2026}' => "...",
        '\u{a0}' | '\u{2009}' | '\u{202f}' => " ",
        '→' => "->",
        '←' => "<-",
        '⇒' => "=>",
        '≤' => "<=",
        '≥' => ">=",
        '•' => "*",
        '×' => "x",
        '│' => "|",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_do_not_pass() {
        let hostile = "a\x1b[31mb\x07c\u{9b}d\x7f\u{202e}e\r\tf\n";
        assert_eq!(
            printable(hostile, Charset::Unicode),
            "a\u{fffd}[31mb\u{fffd}c\u{fffd}d\u{fffd}\u{fffd}e\u{fffd}\tf\n"
        );
        assert_eq!(printable(hostile, Charset::Ascii), "a?[31mb?c?d??e?\tf\n");
    }

    #[test]
    fn ascii_gets_the_nearest_text() {
        assert_eq!(printable("“a” → b… – ü", Charset::Ascii), "\"a\" -> b... - ?");
    }

    #[test]
    fn clean_text_is_not_copied() {
        assert!(matches!(printable("a → b", Charset::Unicode), Cow::Borrowed(_)));
    }

    #[test]
    fn wide_characters_take_two_cells() {
        assert_eq!(width("日本"), 4);
        assert_eq!(width("👩\u{200d}👩\u{200d}👧"), 2);
        assert_eq!(width("e\u{301}"), 1);
        assert_eq!(fitting("日本語", 5), "日本");
        assert_eq!(fitting("abc", 5), "abc");
    }

    #[test]
    fn a_locale_names_its_charset() {
        let charsets =
            ["de_DE.UTF-8", "C.utf8", "C", "", "de_DE.ISO-8859-1"].map(Charset::of_locale);
        use Charset::{Ascii, Unicode};
        assert_eq!(charsets, [Unicode, Unicode, Ascii, Ascii, Ascii]);
    }
}
