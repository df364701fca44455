//! Makes broken inputs from good ones.
//!
//! A [`Mutator`] has seeds and the tokens harvested from them. [`Mutator::mutated`] changes a seed in
//! a few places; [`Mutator::soup`] strings tokens together without any order. Both are functions of
//! the random sequence they are given.

use crate::Random;

/// Inputs are cut at this length: faults that need more are found by repeating a piece of a
/// smaller one.
const LIMIT_BYTES: usize = 96 << 10;
/// A piece is repeated at most 2^15 times.
const LIMIT_REPEAT_SHIFT: usize = 15;

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

/// How an input is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A seed, changed in a few places.
    Mutated,
    /// Tokens in no order.
    Soup,
}

impl Kind {
    pub const ALL: [Kind; 2] = [Kind::Mutated, Kind::Soup];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Mutated => "mutated",
            Kind::Soup => "soup",
        }
    }

    pub fn parse(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Seeds, and the tokens they are made of.
#[derive(Debug)]
pub struct Mutator {
    seeds: Vec<Vec<u8>>,
    tokens: Vec<Vec<u8>>,
}

impl Mutator {
    /// `words` are tokens that the seeds do not happen to have.
    pub fn new(seeds: Vec<Vec<u8>>, words: &[&str]) -> Mutator {
        let mut tokens: Vec<Vec<u8>> = seeds.iter().flat_map(|seed| tokens_of(seed)).collect();
        tokens.extend(words.iter().map(|word| word.as_bytes().to_vec()));
        tokens.sort_unstable();
        tokens.dedup();
        Mutator { seeds, tokens }
    }

    pub fn make(&self, kind: Kind, random: &mut Random) -> Vec<u8> {
        match kind {
            Kind::Mutated => self.mutated(random),
            Kind::Soup => self.soup(random),
        }
    }

    /// A seed, changed in one to eight places.
    fn mutated(&self, random: &mut Random) -> Vec<u8> {
        let mut bytes = self.seed(random).to_vec();
        for _ in 0..=random.small_below(8) {
            self.change(&mut bytes, random);
            bytes.truncate(LIMIT_BYTES);
        }
        bytes
    }

    /// Tokens, brackets and odd pieces in no order; some of them over and over.
    fn soup(&self, random: &mut Random) -> Vec<u8> {
        let mut bytes = Vec::new();
        let n_pieces = 1 + random.small_below(400);
        let separators: &[&[u8]] = &[b" ", b"", b"\n", b"\t", b"\n    "];
        for _ in 0..n_pieces {
            let piece: Vec<u8> = match random.below(12) {
                0 => random.pick(ODD_PIECES).map_or_else(Vec::new, |piece| piece.to_vec()),
                1 => bracket(random),
                2 => vec![random.byte()],
                _ => self.token(random).to_vec(),
            };
            let n_times = if random.once_in(20) { 1 << random.below(8) } else { 1 };
            for _ in 0..n_times {
                bytes.extend_from_slice(&piece);
            }
            let separator = if random.once_in(4) { random.pick(separators) } else { None };
            bytes.extend_from_slice(separator.copied().unwrap_or(b" "));
            if bytes.len() > LIMIT_BYTES {
                break;
            }
        }
        bytes.truncate(LIMIT_BYTES);
        bytes
    }

    fn seed(&self, random: &mut Random) -> &[u8] {
        random.pick(&self.seeds).map_or(&[], Vec::as_slice)
    }

    fn token(&self, random: &mut Random) -> &[u8] {
        random.pick(&self.tokens).map_or(b" ", Vec::as_slice)
    }

    fn change(&self, bytes: &mut Vec<u8>, random: &mut Random) {
        match random.below(17) {
            0 => flip_byte(bytes, random),
            1 => flip_bit(bytes, random),
            2 => bytes.truncate(random.below(bytes.len() + 1)),
            3 => {
                bytes.drain(range(bytes, random));
            }
            4 => duplicate(bytes, random),
            5 => move_range(bytes, random),
            6 => {
                let other = self.seed(random);
                let piece = other[range(other, random)].to_vec();
                insert(bytes, &piece, random);
            }
            7 => {
                let end = random.below(bytes.len() + 1);
                let other = self.seed(random);
                bytes.truncate(end);
                bytes.extend_from_slice(&other[random.below(other.len() + 1)..]);
            }
            8 => repeat(bytes, random),
            9 | 10 => {
                let token = self.token(random).to_vec();
                insert(bytes, &token, random);
            }
            11 => {
                let token = self.token(random).to_vec();
                let at = range(bytes, random);
                bytes.splice(at, token);
            }
            12 => nest(bytes, random),
            13 => {
                let piece = random.pick(ODD_PIECES).copied().unwrap_or_default();
                let most = if random.once_in(4) { 15 } else { 2 };
                let n_times = 1 << random.below(most);
                insert(bytes, &piece.repeat(n_times), random);
            }
            14 => overwrite_integer(bytes, random),
            15 => change_line_ends(bytes, random),
            _ => {
                let bracket = bracket(random);
                insert(bytes, &bracket, random);
            }
        }
    }
}

/// Words, numbers and runs of punctuation, as they stand in a seed.
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
    // Whole lines too: they carry a statement's own order.
    tokens.extend(seed.split(|byte| *byte == b'\n').filter(|line| line.len() <= 80).map(Vec::from));
    tokens
}

fn range(bytes: &[u8], random: &mut Random) -> std::ops::Range<usize> {
    let start = random.below(bytes.len() + 1);
    start..start + random.small_below(bytes.len() - start + 1)
}

fn insert(bytes: &mut Vec<u8>, piece: &[u8], random: &mut Random) {
    let at = random.below(bytes.len() + 1);
    bytes.splice(at..at, piece.iter().copied());
}

fn flip_byte(bytes: &mut [u8], random: &mut Random) {
    let at = random.below(bytes.len());
    let value = random.byte();
    if let Some(byte) = bytes.get_mut(at) {
        *byte = value;
    }
}

fn flip_bit(bytes: &mut [u8], random: &mut Random) {
    let (at, bit) = (random.below(bytes.len()), random.below(8));
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= 1 << bit;
    }
}

fn duplicate(bytes: &mut Vec<u8>, random: &mut Random) {
    let piece = bytes[range(bytes, random)].to_vec();
    insert(bytes, &piece, random);
}

fn move_range(bytes: &mut Vec<u8>, random: &mut Random) {
    let piece: Vec<u8> = bytes.drain(range(bytes, random)).collect();
    insert(bytes, &piece, random);
}

/// Repeats a piece, doubling it up to the limit: what takes quadratic time or deep recursion shows.
fn repeat(bytes: &mut Vec<u8>, random: &mut Random) {
    let start = random.below(bytes.len() + 1);
    let length = (1 + random.small_below(64)).min(bytes.len() - start);
    let piece = bytes[start..start + length].to_vec();
    let n_times = 1 << random.below(LIMIT_REPEAT_SHIFT + 1);
    let n_times = n_times.min(LIMIT_BYTES / length.max(1));
    bytes.splice(start..start, piece.repeat(n_times));
}

fn nest(bytes: &mut Vec<u8>, random: &mut Random) {
    let Some((open, close)) = random.pick(BRACKETS).copied() else { return };
    let depth = 1 << random.below(13);
    let inner = range(bytes, random);
    let mut nested = open.repeat(depth).into_bytes();
    nested.extend_from_slice(&bytes[inner.clone()]);
    if !random.once_in(3) {
        nested.extend_from_slice(close.repeat(depth).as_bytes());
    }
    bytes.splice(inner, nested);
}

fn bracket(random: &mut Random) -> Vec<u8> {
    let (open, close) = random.pick(BRACKETS).copied().unwrap_or_default();
    if random.once_in(2) { open.into() } else { close.into() }
}

/// Writes an extreme number over one to eight bytes, as lengths and offsets of binary formats are.
fn overwrite_integer(bytes: &mut [u8], random: &mut Random) {
    let extremes = [0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFFF, u64::MAX];
    let value = random.pick(&extremes).copied().unwrap_or_default();
    let width = 1 << random.below(4);
    let at = random.below(bytes.len());
    let little = random.once_in(2);
    let whole = if little { value.to_le_bytes() } else { value.to_be_bytes() };
    let part = if little { &whole[..width] } else { &whole[8 - width..] };
    for (byte, new) in bytes.iter_mut().skip(at).zip(part) {
        *byte = *new;
    }
}

fn change_line_ends(bytes: &mut Vec<u8>, random: &mut Random) {
    let ends: &[&[u8]] = &[b"\r\n", b"\r", b"", b" ", b"\n\n", "\u{2028}".as_bytes()];
    let end = random.pick(ends).copied().unwrap_or_default();
    let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    *bytes = lines.join(end);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutator() -> Mutator {
        Mutator::new(vec![b"fn main() { call(1); }\n".to_vec(), b"x = [1, 2]\n".to_vec()], &["let"])
    }

    #[test]
    fn an_input_follows_from_its_random_sequence() {
        let mutator = mutator();
        for kind in Kind::ALL {
            for seed in 0..300 {
                let make = || mutator.make(kind, &mut Random::new(seed));
                assert_eq!(make(), make());
                assert!(make().len() <= LIMIT_BYTES);
            }
        }
    }

    #[test]
    fn mutations_differ_from_each_other() {
        let mutator = mutator();
        let mut inputs: Vec<Vec<u8>> =
            (0..300).map(|seed| mutator.make(Kind::Mutated, &mut Random::new(seed))).collect();
        inputs.sort_unstable();
        inputs.dedup();
        assert!(inputs.len() > 250, "{}", inputs.len());
    }

    #[test]
    fn tokens_are_words_numbers_punctuation_and_lines() {
        let tokens = tokens_of(b"a1 += b;\nc");
        let texts: Vec<&str> =
            tokens.iter().map(|token| std::str::from_utf8(token).unwrap()).collect();
        assert_eq!(texts, ["a1", " ", "+=", " ", "b", ";", "\n", "c", "a1 += b;", "c"]);
    }

    #[test]
    fn a_mutator_without_seeds_still_makes_inputs() {
        let empty = Mutator::new(Vec::new(), &[]);
        for seed in 0..50 {
            empty.make(Kind::Mutated, &mut Random::new(seed));
            empty.make(Kind::Soup, &mut Random::new(seed));
        }
    }
}
