//! Moves up chunks that contain the query as a phrase: the literal that produces a pasted message, or a
//! phrase of a comment.
//!
//! The index has the words of a chunk but not their positions. So the texts of the few chunks that have most
//! of the words are read. A literal fits if the text between its placeholders occurs in the query in that
//! order: `"cannot open {path}: {error}"` fits `cannot open a.txt: permission denied`. Start at
//! [`lift_phrases`].

use std::cmp::Reverse;

use rutter_domain::words::is_stop_word;
use rutter_search::Ranked;

use crate::query::boosted::BoostedChunk;
use crate::query::snapshot::Snapshot;
use crate::query::snippet::Snippets;

/// Only the first chunks are examined: as many as every page of an answer has, so that all pages agree on the
/// order.
pub(crate) const N_LOOKED_AT: usize = 64;
/// At most this many of their texts are read, those with most words first.
const MAX_READ: usize = 16;
/// A chunk is read if its words count for at least this part of the best chunk's.
const MIN_PART_WORDS: f32 = 0.5;
/// A shorter query is not a message, and a shorter run of words is not a phrase.
const MIN_WORDS: usize = 4;
/// A literal with fewer words says too little.
const MIN_LITERAL_WORDS: usize = 3;
/// Words of a query that are used.
const MAX_WORDS: usize = 64;
/// Between two words of a loose phrase, at most this many others may stand, in the query as in the text.
const MAX_GAP: usize = 3;

/// Moves chunks of source code that have the query as a phrase to the front, the longest phrase first.
pub(crate) fn lift_phrases(
    snapshot: &Snapshot,
    snippets: &Snippets<'_>,
    query: &str,
    chunks: &mut Vec<BoostedChunk>,
) {
    lift_phrases_in(query, chunks, |ranked| text_of(snapshot, snippets, ranked));
}

/// As [`lift_phrases`], for chunks whose texts the caller has.
pub fn lift_phrases_in(
    query: &str,
    chunks: &mut Vec<BoostedChunk>,
    text_of: impl Fn(&Ranked) -> Option<String>,
) {
    let asked = AskedWords::of(query);
    if asked.words.len() < MIN_WORDS {
        return;
    }
    let first = &chunks[..chunks.len().min(N_LOOKED_AT)];
    let words = |chunk: &BoostedChunk| chunk.ranked.breakdown.own.words;
    let least = MIN_PART_WORDS * first.iter().map(words).fold(0.0, f32::max);
    // Tests and documents repeat messages, but do not produce them.
    let is_source = |ranked: &Ranked| ranked.breakdown.file_kind >= 0.0;
    let is_likely = |chunk: &BoostedChunk| {
        words(chunk) > 0.0 && words(chunk) >= least && is_source(&chunk.ranked)
    };
    let mut likely: Vec<usize> = (0..first.len()).filter(|&at| is_likely(&first[at])).collect();
    likely.sort_by(|&left, &right| words(&first[right]).total_cmp(&words(&first[left])));
    likely.truncate(MAX_READ);
    let mut found: Vec<(usize, usize)> = Vec::new();
    for at in likely {
        let text = text_of(&first[at].ranked).unwrap_or_default();
        let n_words = asked.longest_phrase(&text);
        if n_words > 0 {
            found.push((at, n_words));
        }
    }
    let top_score = first.iter().map(|chunk| chunk.ranked.score).fold(0.0, f32::max);
    // Ascending, and the earlier of equal ones last, because each is put before all others.
    found.sort_by_key(|&(at, n_words)| (n_words, Reverse(at)));
    let mut order: Vec<usize> = (0..chunks.len()).collect();
    for &(at, n_words) in &found {
        order.retain(|&other| other != at);
        order.insert(0, at);
        let ranked = &mut chunks[at].ranked;
        ranked.score = top_score;
        ranked.own += n_words as f32;
        ranked.stands_out = true;
        ranked.breakdown.names.push(format!("has {n_words} words of the query together"));
    }
    if !found.is_empty() {
        let mut taken: Vec<Option<BoostedChunk>> = chunks.drain(..).map(Some).collect();
        chunks.extend(order.into_iter().filter_map(|at| taken[at].take()));
    }
}

fn text_of(snapshot: &Snapshot, snippets: &Snippets<'_>, ranked: &Ranked) -> Option<String> {
    let (row, file) = snapshot.file(ranked.file)?;
    let outline = snapshot.outline_of(ranked.file)?;
    let chunk = outline.chunks.get(ranked.chunk as usize)?;
    Some(snippets.text(row, file, &chunk.span))
}

/// The words of a query. A text is read as their numbers, so that comparing it takes no strings.
struct AskedWords {
    /// In lower case.
    words: Vec<String>,
    /// For each word, the number of the first that equals it.
    numbers: Vec<u8>,
    /// Those that are not stop words: `is in the` occurs everywhere.
    is_telling: Vec<bool>,
    /// For each byte, a bit for every word that begins with it.
    by_first_byte: [u64; 256],
}

/// The number of a word that the query does not have.
const OTHER: u8 = u8::MAX;

/// Successive words that text and query have in common.
#[derive(Debug, Clone, Copy, Default)]
struct Run {
    n_words: usize,
    n_telling: usize,
}

impl AskedWords {
    fn of(query: &str) -> AskedWords {
        let words: Vec<String> = words_in(query).take(MAX_WORDS).map(str::to_lowercase).collect();
        let first_of = |word| words.iter().position(|other| other == word).unwrap_or_default();
        let mut by_first_byte = [0; 256];
        for (at, byte) in words.iter().filter_map(|word| word.bytes().next()).enumerate() {
            by_first_byte[usize::from(byte)] |= 1 << at;
        }
        AskedWords {
            numbers: words.iter().map(|word| first_of(word) as u8).collect(),
            is_telling: words.iter().map(|word| !is_stop_word(word)).collect(),
            by_first_byte,
            words,
        }
    }

    fn number_of(&self, word: &str) -> u8 {
        if !word.is_ascii() {
            let lower = word.to_lowercase();
            let found = self.words.iter().position(|asked| *asked == lower);
            return found.map_or(OTHER, |at| at as u8);
        }
        let first = word.as_bytes().first().map_or(0, u8::to_ascii_lowercase);
        let mut candidates = self.by_first_byte[usize::from(first)];
        while candidates != 0 {
            let at = candidates.trailing_zeros();
            if self.words[at as usize].eq_ignore_ascii_case(word) {
                return at as u8;
            }
            candidates &= candidates - 1;
        }
        OTHER
    }

    fn numbers_in(&self, text: &str) -> Vec<u8> {
        words_in(text).map(|word| self.number_of(word)).collect()
    }

    /// Number of successive words of the query in a text; 0 if they are too few for a phrase.
    fn longest_phrase(&self, text: &str) -> usize {
        let numbers = self.numbers_in(text);
        let run = self.longest_run(&numbers);
        // Stop words count half: a phrase needs four other words, or three in a longer run.
        let is_long = run.n_words + run.n_telling >= 2 * MIN_WORDS;
        let is_phrase = is_long && run.n_words * 2 >= self.words.len();
        let exact = if is_phrase { run.n_words } else { 0 };
        let in_literal = literals_in(text).map(|literal| self.fit_literal(literal)).max();
        exact.max(in_literal.unwrap_or(0)).max(self.loose_phrase(&numbers))
    }

    /// The longest run of words that both have.
    fn longest_run(&self, numbers: &[u8]) -> Run {
        let n_asked = self.numbers.len();
        let mut longest = Run::default();
        // For each word of the query, how many words up to it are those up to the current word of the text.
        let mut runs = [Run::default(); MAX_WORDS + 1];
        let mut is_reset = true;
        for &number in numbers {
            if number == OTHER {
                if !is_reset {
                    runs[..=n_asked].fill(Run::default());
                    is_reset = true;
                }
                continue;
            }
            is_reset = false;
            // Backwards, because each run grows from the one of the word before, as it was for the last
            // word of the text.
            for at in (0..n_asked).rev() {
                let Run { n_words, n_telling } = runs[at];
                let n_telling = n_telling + usize::from(self.is_telling[at]);
                let longer = Run { n_words: n_words + 1, n_telling };
                runs[at + 1] = if self.numbers[at] == number { longer } else { Run::default() };
                if runs[at + 1].n_words > longest.n_words {
                    longest = runs[at + 1];
                }
            }
        }
        longest
    }

    /// Number of telling words of the query that follow one another in a text, with few others between them;
    /// 0 unless that is all of them, or all but one of many.
    fn loose_phrase(&self, numbers: &[u8]) -> usize {
        let n_telling = self.is_telling.iter().filter(|is_telling| **is_telling).count();
        let n_wanted = (n_telling - n_telling / 6).max(MIN_WORDS);
        if n_telling < MIN_WORDS {
            return 0;
        }
        let mut most = 0;
        // For each word of the query, the longest sequence that ends with it: its length and its end in the text.
        let mut sequences = [(0_usize, 0_usize); MAX_WORDS];
        for (end, &number) in numbers.iter().enumerate().filter(|(_, number)| **number != OTHER) {
            for at in (0..self.numbers.len()).rev() {
                if self.numbers[at] != number || !self.is_telling[at] {
                    continue;
                }
                let before = &sequences[at.saturating_sub(MAX_GAP + 1)..at];
                let follows =
                    |before: &&(usize, usize)| before.0 > 0 && end - before.1 <= MAX_GAP + 1;
                let n_before = before.iter().filter(follows).map(|before| before.0).max();
                let n_words = n_before.unwrap_or(0) + 1;
                sequences[at] = (n_words, end);
                most = most.max(n_words);
            }
        }
        if most >= n_wanted { most } else { 0 }
    }

    /// Number of words of a literal that the query has, if it has all text between the placeholders, in order.
    fn fit_literal(&self, literal: &str) -> usize {
        let mut from = 0;
        let mut n_words = 0;
        for piece in pieces_between_placeholders(literal) {
            let words = self.numbers_in(piece);
            if words.is_empty() {
                continue;
            }
            let rest = &self.numbers[from..];
            let Some(at) = rest.windows(words.len()).position(|window| *window == words[..]) else {
                return 0;
            };
            // The next piece has to follow this one.
            from += at + words.len();
            n_words += words.len();
        }
        if n_words >= MIN_LITERAL_WORDS { n_words } else { 0 }
    }
}

fn words_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// The texts between quotes, each on one line.
fn literals_in(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| {
        let mut rest = line;
        std::iter::from_fn(move || {
            let start = rest.find(['"', '\'', '`'])?;
            let quote = rest.as_bytes()[start];
            let inner = &rest[start + 1..];
            let mut is_escaped = false;
            let end = inner.bytes().position(|byte| {
                let is_end = byte == quote && !is_escaped;
                is_escaped = byte == b'\\' && !is_escaped;
                is_end
            });
            // A quote without another is an apostrophe.
            let end = end.unwrap_or(0);
            rest = &inner[(end + 1).min(inner.len()).min(if end == 0 { 0 } else { usize::MAX })..];
            Some(&inner[..end])
        })
    })
}

/// The text of a literal between placeholders: `{}`, `{name}`, `%s`, `%-5.2f`, `%lu`, `%(name)s`, `${name}`,
/// `$name`, `#{name}` and `\(name)`.
fn pieces_between_placeholders(literal: &str) -> Vec<&str> {
    let bytes = literal.as_bytes();
    let mut pieces = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < bytes.len() {
        let after = match (bytes[at], bytes.get(at + 1)) {
            (b'{', _) => closing(literal, at, '}'),
            (b'$' | b'#', Some(b'{')) => closing(literal, at + 1, '}'),
            (b'\\', Some(b'(')) => closing(literal, at + 1, ')'),
            // An escape such as `\n`.
            (b'\\', Some(next)) if next.is_ascii_alphabetic() => Some(at + 2),
            (b'%', Some(b'(')) => closing(literal, at + 1, ')').map(|end| end + 1),
            (b'%', Some(next)) if !next.is_ascii_whitespace() => {
                let flags = bytes[at + 1..].iter().take_while(|byte| !byte.is_ascii_alphabetic());
                let after_flags = at + 1 + flags.count();
                // The size of a number in C: `%lu`, `%hhx`, `%zu`.
                let is_size =
                    |byte: &&u8| matches!(**byte, b'h' | b'l' | b'j' | b'z' | b't' | b'q');
                let rest = bytes.get(after_flags..).unwrap_or_default();
                let n_size = rest.iter().take_while(is_size).count();
                let ends = rest.get(n_size).is_some_and(u8::is_ascii_alphabetic);
                Some(after_flags + if ends { n_size } else { 0 } + 1)
            }
            (b'$', Some(next)) if next.is_ascii_alphabetic() => {
                let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
                Some(at + 1 + bytes[at + 1..].iter().take_while(is_name).count())
            }
            (_, _) => None,
        };
        match after.map(|after| literal.ceil_char_boundary(after)) {
            Some(after) => {
                pieces.push(&literal[start..at]);
                (start, at) = (after, after);
            }
            None => at += 1,
        }
    }
    pieces.push(literal.get(start..).unwrap_or(""));
    pieces
}

/// One past the closing bracket of what opens at `from`.
fn closing(text: &str, from: usize, bracket: char) -> Option<usize> {
    text[from..].find(bracket).map(|at| from + at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(query: &str, text: &str) -> usize {
        AskedWords::of(query).longest_phrase(text)
    }

    #[test]
    fn a_message_fits_the_literal_that_produces_it() {
        let message = "error: cannot open file a.txt: permission denied";
        for literal in [
            r#"format!("cannot open file {path}: {}", error)"#,
            r#"printf("cannot open file %s: %-5.2f\n", path, x)"#,
            r#"fprintf(out, "cannot open file %.*s: %llu\n", n, path, x)"#,
            "raise IOError('cannot open file %(path)s')",
            "throw new Error(`cannot open file ${path}: ${error}`)",
            r##"raise "cannot open file #{path}""##,
            r#"fatalError("cannot open file \(path)")"#,
            r#"die("cannot open file $path")"#,
        ] {
            assert!(check(message, literal) >= 3, "{literal}");
        }
        let split = r#"bail!("expected {wanted} but found {found} here")"#;
        assert_eq!(check("expected integer but found string here", split), 4);
        assert_eq!(check("found integer but expected string here", split), 0);
    }

    #[test]
    fn a_phrase_of_a_comment_is_found_over_lines() {
        let comment = "// Never hold the lock\n// while calling back, it's not safe\nfn x() {}";
        assert_eq!(check("never hold the lock while calling back", comment), 7);
        assert_eq!(check("hold a lock while something calls back", comment), 0);
        assert_eq!(check("is it that it is not safe", "// it is that it is not done"), 0);
        assert_eq!(check("all the lock for callbacks", "// takes the lock for callbacks"), 0);
        assert_eq!(check("wait if the bank does not answer", "// if the bank does not answer"), 6);
    }

    #[test]
    fn a_phrase_may_lack_words_that_say_little() {
        let comment = "// Never hold the lock while we are calling back into the pool";
        assert_eq!(check("hold lock while calling back into pool", comment), 5);
        assert_eq!(check("pool into back calling lock hold", comment), 0);
        assert_eq!(check("hold a lock, then take the pool and go on calling back", comment), 0);
    }

    #[test]
    fn odd_quotes_and_placeholders_end_somewhere() {
        for text in ["\"", "it's", "'", "\"%\"", "\"{\"", "\"${\"", "\"%€\"", "\"\\\"", "'ä%ä'"]
        {
            assert_eq!(check("one two three four", text), 0, "{text}");
        }
    }
}
