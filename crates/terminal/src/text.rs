//! Text that is safe to print, and its width in cells.
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
        if name.contains("utf-8") || name.contains("utf8") {
            Charset::Unicode
        } else {
            Charset::Ascii
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
    let is_kept = |c: char, before: char| match charset {
        Charset::Unicode => !controls_terminal(c, before),
        Charset::Ascii => matches!(c, '\n' | '\t' | ' '..='~'),
    };
    if with_previous(text).all(|(c, before)| is_kept(c, before)) {
        return Cow::Borrowed(text);
    }
    let mut replaced = String::with_capacity(text.len());
    for (c, before) in with_previous(text) {
        if is_kept(c, before) {
            replaced.push(c)
        } else {
            replaced.push_str(replacement(c, before, charset))
        }
    }
    Cow::Owned(replaced)
}

/// The characters, each with the one before it.
fn with_previous(text: &str) -> impl Iterator<Item = (char, char)> {
    text.chars().scan('\n', |before, c| Some((c, std::mem::replace(before, c))))
}

/// The width of `text` in cells. Line ends and tabs count as one.
pub fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.graphemes(true).map(cluster_width).sum() }
}

/// The width of one grapheme cluster in cells. An emoji of several characters takes two.
pub(crate) fn cluster_width(cluster: &str) -> usize {
    match cluster.len() {
        1 => 1,
        _ => cluster.width().min(2),
    }
}

/// The text, or a beginning of it with `…` if it is wider than `cells`.
pub fn shorten(text: &str, cells: usize) -> Cow<'_, str> {
    if width(text) <= cells {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(format!("{}…", fitting(text, cells.saturating_sub(1))))
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

/// Returns whether a character after `before` can control a terminal, hide text or reorder it.
pub(crate) fn controls_terminal(c: char, before: char) -> bool {
    match c {
        '\n' | '\t' => false,
        // Emoji and some scripts need the joiners; between ASCII letters they only make a name look like another.
        '\u{200c}' | '\u{200d}' => before.is_ascii(),
        // Zero-width characters and marks of writing direction make a text look like another one.
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{feff}' | '\u{180e}' => true,
        '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        // Line and paragraph separators, and the tags that some terminals draw as nothing.
        '\u{2028}' | '\u{2029}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => true,
        _ => c.is_control(),
    }
}

fn replacement(c: char, before: char, charset: Charset) -> &'static str {
    if controls_terminal(c, before) {
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
    fn zero_width_characters_pass_only_where_a_script_needs_them() {
        assert_eq!(printable("us\u{200b}er\u{feff}\u{2066}", Charset::Unicode), "us�er��");
        assert_eq!(printable("us\u{200d}er", Charset::Unicode), "us�er");
        let emoji = "👩\u{200d}👧 می\u{200c}خواهم";
        assert_eq!(printable(emoji, Charset::Unicode), emoji);
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
