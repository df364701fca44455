//! Makes broken inputs from good ones.
//!
//! An input is a seed with a few edits, or a soup of the tokens that the seeds are made of. Both are
//! `proptest` strategies: inputs follow from a seed number, and a failing one loses the edits and the
//! tokens that it fails without. Start at [`inputs`].

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// A source of inputs.
pub type Inputs = BoxedStrategy<Vec<u8>>;

/// Inputs are cut at this length. Faults that need more are found by repeating a piece of a smaller one.
const LIMIT_BYTES: usize = 96 << 10;

/// Pieces that break readers of text, whatever the language.
const ODD_PIECES: &[&[u8]] = &[
    b"\xEF\xBB\xBF",
    b"\xFF\xFE",
    b"\xFE\xFF",
    b"\0",
    b"\xFF",
    b"\xC3",
    b"\xED\xA0\x80",
    b"\xF4\x90\x80\x80",
    b"\r",
    b"\r\n",
    b"\x0C",
    b"\x1B[31m",
    b"\x1A",
    "\u{2028}".as_bytes(),
    "\u{85}".as_bytes(),
    "\u{FEFF}".as_bytes(),
    "\u{200B}".as_bytes(),
    "\u{202E}".as_bytes(),
    "e\u{301}\u{301}\u{301}".as_bytes(),
    "👩‍👩‍👧".as_bytes(),
    "ﬃ".as_bytes(),
    "İ".as_bytes(),
    "𝕏".as_bytes(),
    "ſ".as_bytes(),
    "\u{10FFFF}".as_bytes(),
];

/// Pairs that nest, and marks that open something whose end may never come.
const BRACKETS: &[(&str, &str)] = &[
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("<", ">"),
    ("((", "))"),
    ("/*", "*/"),
    ("\"", "\""),
    ("'", "'"),
    ("`", "`"),
    ("\"\"\"", "\"\"\""),
    ("${", "}"),
    ("#{", "}"),
    ("<<", ">>"),
    ("<a>", "</a>"),
    ("if ", " end"),
    ("begin ", " end"),
    ("- ", "\n"),
    ("> ", "\n"),
    ("->", ""),
    ("!", ""),
    ("*", ""),
    ("&", ""),
    ("#", "\n"),
    ("<*", ""),
    ("<<EOF\n", "\nEOF\n"),
];

/// Lengths, offsets and counts that readers of binary formats get wrong.
const EXTREME_NUMBERS: &[u64] =
    &[0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFFF, u64::MAX];

const LINE_ENDS: &[&[u8]] = &[b"\r\n", b"\r", b"", b" ", b"\n\n", "\u{2028}".as_bytes()];
const SEPARATORS: &[&[u8]] = &[b" ", b" ", b" ", b" ", b"", b"\n", b"\t", b"\n    "];

/// Broken variants of the seeds. `words` are tokens that the seeds do not happen to have.
pub fn inputs(seeds: Vec<Vec<u8>>, words: &[&str]) -> Inputs {
    let mut tokens: Vec<Vec<u8>> = seeds.iter().flat_map(|seed| tokens_of(seed)).collect();
    tokens.extend(words.iter().map(|word| word.as_bytes().to_vec()));
    tokens.sort_unstable();
    tokens.dedup();
    let mutated = (select(seeds.clone()), vec(edits(seeds, tokens.clone()), 1..=8)).prop_map(
        |(mut bytes, edits)| {
            for edit in edits {
                edit.apply(&mut bytes);
                bytes.truncate(LIMIT_BYTES);
            }
            bytes
        },
    );
    let soup = vec((pieces(tokens, 8), select(SEPARATORS)), 1..400).prop_map(|pieces| {
        let mut bytes: Vec<u8> = pieces
            .iter()
            .flat_map(|(piece, separator)| [piece.as_slice(), *separator].concat())
            .collect();
        bytes.truncate(LIMIT_BYTES);
        bytes
    });
    prop_oneof![mutated, soup].boxed()
}

/// Words, numbers, runs of punctuation and whole lines of a seed.
fn tokens_of(seed: &[u8]) -> Vec<Vec<u8>> {
    let class = |byte: u8| match byte {
        b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => 0,
        b' ' | b'\t' | b'\r' | b'\n' => 1,
        _ => 2,
    };
    let mut tokens: Vec<Vec<u8>> = seed
        .chunk_by(|left, right| class(*left) == class(*right))
        .filter(|token| token.len() <= 40)
        .map(<[u8]>::to_vec)
        .collect();
    // Whole lines keep the order within a statement.
    tokens.extend(seed.split(|byte| *byte == b'\n').filter(|line| line.len() <= 80).map(Vec::from));
    tokens
}

/// Tokens, odd pieces, brackets and single bytes, now and then repeated up to `2^limit_doublings` times.
fn pieces(tokens: Vec<Vec<u8>>, limit_doublings: u32) -> Inputs {
    let piece = prop_oneof![
        9 => select(tokens),
        1 => select(ODD_PIECES).prop_map(<[u8]>::to_vec),
        1 => (select(BRACKETS), any::<bool>()).prop_map(|((open, close), is_open)| {
            (if is_open { open } else { close }).as_bytes().to_vec()
        }),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    let doublings = prop_oneof![19 => Just(0u32), 1 => 0..limit_doublings];
    (piece, doublings).prop_map(|(piece, doublings)| repeat(&piece, 1 << doublings)).boxed()
}

/// Repeats a piece as far as an input can be long: quadratic time and deep recursion show.
fn repeat(piece: &[u8], n_times: usize) -> Vec<u8> {
    piece.repeat(n_times.min(LIMIT_BYTES / piece.len().max(1)))
}

/// A change to some bytes. An [`Index`] is a place in an input of any length.
#[derive(Debug, Clone)]
enum Edit {
    Overwrite { at: Index, bytes: Vec<u8> },
    Insert { at: Index, bytes: Vec<u8> },
    Remove { at: Index, length: usize },
    Truncate { at: Index },
    Copy { from: Index, length: usize, to: Index },
    Repeat { at: Index, length: usize, n_times: usize },
    Nest { at: Index, length: usize, open: &'static str, close: &'static str, depth: usize },
    ChangeLineEnds(&'static [u8]),
}

fn edits(seeds: Vec<Vec<u8>>, tokens: Vec<Vec<u8>>) -> BoxedStrategy<Edit> {
    let at = any::<Index>;
    // Mostly short, because a long range leaves little of what it is taken from.
    let length = || prop_oneof![0..8usize, 0..64usize, 0..4096usize];
    let number = (select(EXTREME_NUMBERS), 0..4u32, any::<bool>()).prop_map(
        |(number, doublings, is_little_endian)| {
            let width = 1 << doublings;
            if is_little_endian {
                number.to_le_bytes()[..width].to_vec()
            } else {
                number.to_be_bytes()[8 - width..].to_vec()
            }
        },
    );
    let part_of_a_seed = (select(seeds), at(), length())
        .prop_map(|(seed, at, length)| seed[range(&seed, at, length)].to_vec());
    let closed = prop_oneof![2 => Just(true), 1 => Just(false)];
    prop_oneof![
        2 => (at(), vec(any::<u8>(), 1)).prop_map(|(at, bytes)| Edit::Overwrite { at, bytes }),
        1 => (at(), number).prop_map(|(at, bytes)| Edit::Overwrite { at, bytes }),
        5 => (at(), pieces(tokens, 15)).prop_map(|(at, bytes)| Edit::Insert { at, bytes }),
        2 => (at(), part_of_a_seed).prop_map(|(at, bytes)| Edit::Insert { at, bytes }),
        2 => (at(), length()).prop_map(|(at, length)| Edit::Remove { at, length }),
        1 => at().prop_map(|at| Edit::Truncate { at }),
        2 => (at(), length(), at()).prop_map(|(from, length, to)| Edit::Copy { from, length, to }),
        1 => (at(), 1..64usize, 0..16u32).prop_map(|(at, length, doublings)| {
            Edit::Repeat { at, length, n_times: 1 << doublings }
        }),
        1 => (at(), length(), select(BRACKETS), closed, 0..13u32).prop_map(
            |(at, length, (open, close), is_closed, doublings)| Edit::Nest {
                at,
                length,
                open,
                close: if is_closed { close } else { "" },
                depth: 1 << doublings,
            }
        ),
        1 => select(LINE_ENDS).prop_map(Edit::ChangeLineEnds),
    ]
    .boxed()
}

impl Edit {
    fn apply(self, bytes: &mut Vec<u8>) {
        match self {
            Edit::Overwrite { at, bytes: new } => {
                let start = at.index(bytes.len() + 1);
                bytes.iter_mut().skip(start).zip(new).for_each(|(byte, new)| *byte = new);
            }
            Edit::Insert { at, bytes: new } => insert(bytes, at, new),
            Edit::Remove { at, length } => drop(bytes.drain(range(bytes, at, length))),
            Edit::Truncate { at } => bytes.truncate(at.index(bytes.len() + 1)),
            Edit::Copy { from, length, to } => {
                let copied = bytes[range(bytes, from, length)].to_vec();
                insert(bytes, to, copied);
            }
            Edit::Repeat { at, length, n_times } => {
                let repeated = repeat(&bytes[range(bytes, at, length)], n_times);
                insert(bytes, at, repeated);
            }
            Edit::Nest { at, length, open, close, depth } => {
                let inner = range(bytes, at, length);
                let nested = [
                    open.repeat(depth).as_bytes(),
                    &bytes[inner.clone()],
                    close.repeat(depth).as_bytes(),
                ]
                .concat();
                bytes.splice(inner, nested);
            }
            Edit::ChangeLineEnds(end) => {
                let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
                *bytes = lines.join(end);
            }
        }
    }
}

fn range(bytes: &[u8], at: Index, length: usize) -> std::ops::Range<usize> {
    let start = at.index(bytes.len() + 1);
    start..(start + length).min(bytes.len())
}

fn insert(bytes: &mut Vec<u8>, at: Index, new: Vec<u8>) {
    let at = at.index(bytes.len() + 1);
    bytes.splice(at..at, new);
}

#[cfg(test)]
mod tests {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{Config, RngSeed, TestRunner};

    use super::*;

    fn draw(seed: u64, n_inputs: usize) -> Vec<Vec<u8>> {
        let seeds = vec![b"fn main() { call(1); }\n".to_vec(), b"x = [1, 2]\n".to_vec()];
        let inputs = inputs(seeds, &["let"]);
        let config = Config { rng_seed: RngSeed::Fixed(seed), ..Config::default() };
        let mut runner = TestRunner::new(config);
        (0..n_inputs).map(|_| inputs.new_tree(&mut runner).unwrap().current()).collect()
    }

    #[test]
    fn inputs_follow_from_their_seed_and_have_a_limited_length() {
        let mut drawn = draw(1, 300);
        assert_eq!(drawn, draw(1, 300));
        assert_ne!(drawn, draw(2, 300));
        assert!(drawn.iter().all(|input| input.len() <= LIMIT_BYTES));
        drawn.sort_unstable();
        drawn.dedup();
        assert!(drawn.len() > 250, "{}", drawn.len());
    }

    #[test]
    fn tokens_are_words_numbers_punctuation_and_lines() {
        let tokens = tokens_of(b"a1 += b;\nc");
        let texts: Vec<&str> =
            tokens.iter().map(|token| std::str::from_utf8(token).unwrap()).collect();
        assert_eq!(texts, ["a1", " ", "+=", " ", "b", ";", "\n", "c", "a1 += b;", "c"]);
    }
}
