//! Splits text, and camelCase and snake_case identifiers in it, into the words that are indexed and
//! searched for.
//!
//! A run of letters, digits and underscores is an identifier. `getUserById` gives the whole
//! (`getuserbyid`, so that it meets `get_user_by_id`) and its parts (`get`, `user`, `by`, `id`);
//! a plain word gives only itself. Every word is lower-cased and [stemmed](stem), in text and query
//! alike. Each Chinese, Japanese or Korean character is a word.
//!
//! The tokenizer writes into buffers owned by its caller, so that it allocates nothing per word.
//! Start at [`tokenize`], or at [`WordReader::next_into`] where speed matters.

use super::stemmer::stem;

/// Longer words are truncated to this many bytes.
pub const MAX_WORD_BYTES: usize = 64;
/// Bytes of the longest identifier that is cut into parts.
// Longer ones are data rather than names.
const MAX_NAME_BYTES: usize = 128;
/// Bytes of the longest number that is a word.
// Nobody searches for longer ones.
const MAX_NUMBER_BYTES: usize = 16;

/// The relation of a word to the identifier it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// An identifier without parts.
    Plain,
    /// A compound identifier as a whole; its parts follow.
    Whole,
    /// A part of the preceding [`TokenKind::Whole`].
    Part,
}

/// Byte ranges of the parts of the current identifier. Owned by the caller, to be reused.
#[derive(Debug, Clone, Default)]
pub struct PartRanges(Vec<(usize, usize)>);

/// All words of `text`, in order.
pub fn tokenize(text: &str) -> Vec<String> {
    WordReader::new(text, &mut PartRanges::default()).collect_all()
}

/// Reads a text word by word.
pub struct WordReader<'a> {
    text: &'a str,
    at: usize,
    parts: &'a mut PartRanges,
    /// The current identifier.
    start: usize,
    end: usize,
    alphabet: Alphabet,
    next: Next,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Alphabet {
    Ascii,
    Unicode,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Identifier,
    Part(usize),
}

impl<'a> WordReader<'a> {
    pub fn new(text: &'a str, parts: &'a mut PartRanges) -> WordReader<'a> {
        WordReader {
            text,
            at: 0,
            parts,
            start: 0,
            end: 0,
            alphabet: Alphabet::Ascii,
            next: Next::Identifier,
        }
    }

    /// Writes the next word into `word`. Returns `None` at the end of the text.
    #[inline]
    pub fn next_into(&mut self, word: &mut String) -> Option<TokenKind> {
        loop {
            match self.next {
                Next::Part(index) if index < self.parts.0.len() => {
                    self.next = Next::Part(index + 1);
                    let (start, end) = self.parts.0[index];
                    let part = &self.text[start..end];
                    if part.len() < 2 {
                        continue;
                    }
                    write_word(part, self.alphabet, word);
                    return Some(TokenKind::Part);
                }
                Next::Part(_) => self.next = Next::Identifier,
                Next::Identifier => {
                    let shape = self.read_identifier()?;
                    match shape {
                        Shape::Nothing => {}
                        Shape::Plain => {
                            let (start, end) = self.parts.0[0];
                            write_word(&self.text[start..end], self.alphabet, word);
                            return Some(TokenKind::Plain);
                        }
                        Shape::Compound => {
                            self.next = Next::Part(0);
                            self.write_whole(word);
                            return Some(TokenKind::Whole);
                        }
                        Shape::Ideographs => self.next = Next::Part(0),
                    }
                }
            }
        }
    }

    fn collect_all(mut self) -> Vec<String> {
        let mut found = Vec::new();
        let mut word = String::new();
        while self.next_into(&mut word).is_some() {
            found.push(word.clone());
        }
        found
    }

    /// The identifier that the last word came from, as written in the text.
    pub fn identifier(&self) -> &'a str {
        &self.text[self.start..self.end]
    }

    fn write_whole(&self, word: &mut String) {
        word.clear();
        for &(start, end) in &self.parts.0 {
            push_lower_case(&self.text[start..end], self.alphabet, word);
            if word.len() > MAX_WORD_BYTES {
                break;
            }
        }
        finish(word);
    }

    /// Finds the next identifier and its parts. Returns `None` at the end of the text.
    fn read_identifier(&mut self) -> Option<Shape> {
        let bytes = self.text.as_bytes();
        loop {
            let byte = *bytes.get(self.at)?;
            match CLASS[usize::from(byte)] {
                Class::Other => self.at += 1,
                Class::High => {
                    let character = self.text[self.at..].chars().next()?;
                    if character.is_alphanumeric() {
                        break;
                    }
                    self.at += character.len_utf8();
                }
                Class::Lower | Class::Upper | Class::Digit | Class::Underscore => break,
            }
        }
        self.start = self.at;
        self.alphabet = Alphabet::Ascii;
        self.parts.0.clear();
        let mut part_start = self.at;
        let mut before = Class::Underscore;
        let mut at = self.at;
        while let Some(&byte) = bytes.get(at) {
            let class = CLASS[usize::from(byte)];
            match class {
                Class::Other => break,
                Class::High => {
                    let Some(character) = self.text[at..].chars().next() else { break };
                    if character.is_alphanumeric() {
                        return Some(self.read_unicode_identifier());
                    }
                    break;
                }
                Class::Lower => {
                    // `HTTPServer` is cut before the `S`: the last capital belongs to what follows.
                    if before == Class::Upper && at - part_start > 1 {
                        self.parts.0.push((part_start, at - 1));
                        part_start = at - 1;
                    } else if before == Class::Digit {
                        push_part(&mut self.parts.0, part_start, at);
                        part_start = at;
                    }
                }
                Class::Upper => {
                    if before == Class::Lower || before == Class::Digit {
                        self.parts.0.push((part_start, at));
                        part_start = at;
                    }
                }
                Class::Digit => {
                    if before == Class::Lower || before == Class::Upper {
                        self.parts.0.push((part_start, at));
                        part_start = at;
                    }
                }
                Class::Underscore => {
                    push_part(&mut self.parts.0, part_start, at);
                    part_start = at + 1;
                }
            }
            before = class;
            at += 1;
        }
        push_part(&mut self.parts.0, part_start, at);
        self.end = at;
        self.at = at;
        let length = at - self.start;
        if bytes[self.start].is_ascii_digit() {
            if !(2..=MAX_NUMBER_BYTES).contains(&length) {
                return Some(Shape::Nothing);
            }
            self.parts.0.clear();
            self.parts.0.push((self.start, at));
        }
        Some(self.shape(length))
    }

    /// Like [`Self::read_identifier`] for letters outside ASCII, one character at a time.
    fn read_unicode_identifier(&mut self) -> Shape {
        self.alphabet = Alphabet::Unicode;
        self.parts.0.clear();
        let mut part_start = self.start;
        let mut before = Class::Underscore;
        let mut has_ideographs = false;
        let mut end = self.text.len();
        let start = self.start;
        for (offset, character) in self.text[start..].char_indices() {
            let at = start + offset;
            if !(character.is_alphanumeric() || character == '_') {
                end = at;
                break;
            }
            if character == '_' || is_ideograph(character) {
                push_part(&mut self.parts.0, part_start, at);
                part_start = at;
                if character == '_' {
                    part_start += 1;
                } else {
                    has_ideographs = true;
                    part_start += character.len_utf8();
                    self.parts.0.push((at, part_start));
                }
                before = Class::Underscore;
                continue;
            }
            let class = if character.is_numeric() {
                Class::Digit
            } else if character.is_uppercase() {
                Class::Upper
            } else {
                Class::Lower
            };
            let is_edge = match (before, class) {
                (Class::Lower, Class::Upper | Class::Digit)
                | (Class::Digit, Class::Lower | Class::Upper)
                | (Class::Upper, Class::Digit) => true,
                (_, _) => false,
            };
            if is_edge {
                push_part(&mut self.parts.0, part_start, at);
                part_start = at;
            }
            before = class;
        }
        push_part(&mut self.parts.0, part_start, end);
        self.end = end;
        self.at = end;
        if has_ideographs { Shape::Ideographs } else { self.shape(end - start) }
    }

    fn shape(&mut self, length: usize) -> Shape {
        match self.parts.0.len() {
            0 => Shape::Nothing,
            1 => Shape::Plain,
            _ if length > MAX_NAME_BYTES => {
                self.parts.0.clear();
                self.parts.0.push((self.start, self.end));
                Shape::Plain
            }
            _ => Shape::Compound,
        }
    }
}

enum Shape {
    Nothing,
    Plain,
    Compound,
    /// Characters that are each a word, possibly with other parts between them.
    Ideographs,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Other,
    Lower,
    Upper,
    Digit,
    Underscore,
    /// A byte of a character outside ASCII.
    High,
}

const CLASS: [Class; 256] = {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' => Class::Lower,
            b'A'..=b'Z' => Class::Upper,
            b'0'..=b'9' => Class::Digit,
            b'_' => Class::Underscore,
            128..=255 => Class::High,
            _ => Class::Other,
        };
        byte += 1;
    }
    table
};

fn push_part(parts: &mut Vec<(usize, usize)>, start: usize, end: usize) {
    if start < end {
        parts.push((start, end));
    }
}

fn write_word(part: &str, alphabet: Alphabet, word: &mut String) {
    word.clear();
    push_lower_case(part, alphabet, word);
    finish(word);
}

fn push_lower_case(part: &str, alphabet: Alphabet, word: &mut String) {
    match alphabet {
        Alphabet::Ascii => {
            let from = word.len();
            word.push_str(part);
            word[from..].make_ascii_lowercase();
        }
        Alphabet::Unicode => word.extend(part.chars().flat_map(char::to_lowercase)),
    }
}

fn finish(word: &mut String) {
    if word.len() > MAX_WORD_BYTES {
        word.truncate(word.floor_char_boundary(MAX_WORD_BYTES));
    } else {
        stem(word);
    }
}

/// Whether a character is a word by itself.
// Its script puts no blanks between words.
fn is_ideograph(character: char) -> bool {
    matches!(u32::from(character),
        0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF | 0x20000..=0x2FA1F)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let found = tokenize(text);
        assert_eq!(found.join(" "), expect, "{text:?}");
    }

    #[test]
    fn an_identifier_gives_itself_and_its_parts() {
        check("getUserById", "getuserbyid get user by id");
        check("get_user_by_id", "getuserbyid get user by id");
        check("HTTPServer", "httpserv http serv");
        check("sha256sum", "sha256sum sha 256 sum");
        check("x86_64", "x8664 86 64");
        check("utf8", "utf8 utf");
        check("__init__", "init");
        check("MAX_SIZE", "maxsiz max siz");
    }

    #[test]
    fn punctuation_separates() {
        check("foo.bar(Baz::qux, a->b)", "foo bar baz qux a b");
        check("src/net/tcp_stream.rs", "src net tcpstream tcp stream rs");
        check("  \t\n;;{}", "");
        check("_ __ ___", "");
        check("", "");
    }

    #[test]
    fn short_numbers_count_and_single_digits_do_not() {
        check("404 0xff 7", "404 0xff");
        check("123456789012345678901234567890", "");
    }

    #[test]
    fn letters_beyond_ascii_make_words() {
        check("größeÄndern", "größeändern größe ändern");
        check("naïve_Straße", "naïvestraße naïve straße");
        check("検索する", "検 索 す る");
        check("parse検索file", "pars 検 索 fil");
        check("naïve — “quoted”", "naïve quot");
    }

    #[test]
    fn overlong_words_are_cut_and_not_split() {
        let long = "aB".repeat(200);
        let mut parts = PartRanges::default();
        let mut words = WordReader::new(&long, &mut parts);
        let mut word = String::new();
        assert_eq!(words.next_into(&mut word), Some(TokenKind::Plain));
        assert_eq!(word.len(), MAX_WORD_BYTES);
        assert_eq!(words.next_into(&mut word), None);
        check(&"é".repeat(100), &"é".repeat(32));
    }

    #[test]
    fn any_bytes_are_cut_without_a_panic() {
        for text in ["\u{0}\u{7f}", "a\u{301}b", "İİ_İ", "ﬃX1", "𝒳y_𝟙", "_é_1É"] {
            let found = tokenize(text);
            assert!(found.iter().all(|word| !word.is_empty()), "{text:?}");
        }
    }
}
