//! Lifts chunks in which the words of a query stand together: the literal that produces a pasted message, or a
//! phrase of a comment.
//!
//! The index knows which words a chunk has and not where they stand. So the texts of the first few chunks are read,
//! as far as they have most of the words. A literal fits if what it says between its placeholders occurs in the query
//! in that order: `"cannot open {path}: {error}"` fits `cannot open a.txt: permission denied`. Start at
//! [`lift_phrases`].

use rutter_search::{Ranked, is_stop_word};

use crate::query::boosted::BoostedChunk;
use crate::query::snapshot::Snapshot;

/// Only the first chunks are looked at: as many as every page of an answer knows, so that all pages are of one order.
const N_LOOKED_AT: usize = 20;
/// A chunk is read if its words count for at least this part of the best chunk's.
const MIN_PART_WORDS: f32 = 0.5;
/// A shorter query is no message, and a shorter run of words no phrase.
const MIN_WORDS: usize = 4;
/// A literal with fewer words says too little.
const MIN_LITERAL_WORDS: usize = 3;
/// Of a query, this many words are looked for.
const MAX_WORDS: usize = 64;

/// Moves chunks of source code that have the query as a phrase to the front, the longest phrase first.
pub(crate) fn lift_phrases(snapshot: &Snapshot, query: &str, chunks: &mut Vec<BoostedChunk>) {
    lift_phrases_in(query, chunks, |ranked| text_of(snapshot, ranked));
}

/// The same for chunks whose texts the caller knows.
pub fn lift_phrases_in(
    query: &str,
    chunks: &mut Vec<BoostedChunk>,
    text_of: impl Fn(&Ranked) -> Option<String>,
) {
    let asked: Vec<String> = words_in(query).take(MAX_WORDS).collect();
    if asked.len() < MIN_WORDS {
        return;
    }
    let first = &chunks[..chunks.len().min(N_LOOKED_AT)];
    let words = |chunk: &BoostedChunk| chunk.ranked.breakdown.own.words;
    let least = MIN_PART_WORDS * first.iter().map(words).fold(0.0, f32::max);
    // Tests and documents repeat messages, but do not produce them.
    let is_source = |ranked: &Ranked| ranked.breakdown.file_kind >= 0.0;
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (at, chunk) in first.iter().enumerate() {
        if words(chunk) > 0.0 && words(chunk) >= least && is_source(&chunk.ranked) {
            let text = text_of(&chunk.ranked).unwrap_or_default();
            let n_words = longest_phrase(&asked, &text);
            if n_words > 0 {
                found.push((at, n_words));
            }
        }
    }
    let top_score = first.iter().map(|chunk| chunk.ranked.score).fold(0.0, f32::max);
    // Ascending, and the earlier of equal ones last, because each is put before all others.
    found.sort_by_key(|&(at, n_words)| (n_words, std::cmp::Reverse(at)));
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

fn text_of(snapshot: &Snapshot, ranked: &Ranked) -> Option<String> {
    let (row, file) = snapshot.file(ranked.file)?;
    let outline = snapshot.outline_of(ranked.file)?;
    let chunk = outline.chunks.get(ranked.chunk as usize)?;
    Some(snapshot.snippet(row, file, &chunk.span))
}

fn words_in(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// How many words of the query stand together in a text; 0 if they are too few for a phrase.
fn longest_phrase(asked: &[String], text: &str) -> usize {
    let run = longest_run(asked, &words_in(text).collect::<Vec<_>>());
    // Stop words count half: a phrase needs four other words, or three in a longer run.
    let is_long = run.n_words + run.n_telling >= 2 * MIN_WORDS;
    let is_phrase = is_long && run.n_words * 2 >= asked.len();
    let in_literal = literals_in(text).map(|literal| fit_literal(asked, literal)).max();
    in_literal.unwrap_or(0).max(if is_phrase { run.n_words } else { 0 })
}

/// Words that stand together.
#[derive(Debug, Clone, Copy, Default)]
struct Run {
    n_words: usize,
    /// Those that are no stop words: `is in the` stands together everywhere.
    n_telling: usize,
}

/// The longest run of words that both have.
fn longest_run(asked: &[String], words: &[String]) -> Run {
    let is_telling: Vec<bool> = asked.iter().map(|word| !is_stop_word(word)).collect();
    let mut longest = Run::default();
    // For each word of the query, how many words up to it are those up to the current word of the text.
    let mut runs = vec![Run::default(); asked.len() + 1];
    for word in words {
        for at in (0..asked.len()).rev() {
            let Run { n_words, n_telling } = runs[at];
            runs[at + 1] = match asked[at] == *word {
                true => {
                    Run { n_words: n_words + 1, n_telling: n_telling + usize::from(is_telling[at]) }
                }
                false => Run::default(),
            };
            if runs[at + 1].n_words > longest.n_words {
                longest = runs[at + 1];
            }
        }
    }
    longest
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

/// How many words of a literal the query has, if it has all that stands between the placeholders, in order.
fn fit_literal(asked: &[String], literal: &str) -> usize {
    let mut from = 0;
    let mut n_words = 0;
    for piece in pieces_between_placeholders(literal) {
        let words: Vec<String> = words_in(piece).collect();
        if words.is_empty() {
            continue;
        }
        let at = asked[from..].windows(words.len()).position(|window| *window == words[..]);
        let Some(at) = at else { return 0 };
        from += at + words.len();
        n_words += words.len();
    }
    if n_words >= MIN_LITERAL_WORDS { n_words } else { 0 }
}

/// What a literal says beside `{}`, `{name}`, `%s`, `%-5.2f`, `%(name)s`, `${name}`, `$name`, `#{name}` and `\(name)`.
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
                let n_flags = bytes[at + 1..].iter().take_while(|byte| !byte.is_ascii_alphabetic());
                Some(at + 1 + n_flags.count() + 1)
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
        longest_phrase(&words_in(query).collect::<Vec<_>>(), text)
    }

    #[test]
    fn a_message_fits_the_literal_that_produces_it() {
        let message = "error: cannot open file a.txt: permission denied";
        for literal in [
            r#"format!("cannot open file {path}: {}", error)"#,
            r#"printf("cannot open file %s: %-5.2f\n", path, x)"#,
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
    fn odd_quotes_and_placeholders_end_somewhere() {
        for text in ["\"", "it's", "'", "\"%\"", "\"{\"", "\"${\"", "\"%€\"", "\"\\\"", "'ä%ä'"]
        {
            assert_eq!(check("one two three four", text), 0, "{text}");
        }
    }
}
