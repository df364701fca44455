//! Words and the shapes of values, as numbers for the model. Start at [`shape`].

use rutter_domain::text::truncate;

use super::candidates::Candidate;
use super::model::plausibility;

/// A word on a line, part of a name: `db`, `Password`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) hash: u32,
}

pub(super) fn mix(space: u8, hash: u32) -> u32 {
    let mixed = (hash ^ u32::from(space).wrapping_mul(0x9E37_79B9)).wrapping_mul(0x85EB_CA6B);
    mixed ^ mixed >> 15
}

pub(super) const SEED: u32 = 0x811C_9DC5;

pub(super) fn add_byte(hash: u32, byte: u8) -> u32 {
    (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
}

pub(super) fn hash_of(bytes: impl IntoIterator<Item = u8>) -> u32 {
    bytes.into_iter().fold(SEED, add_byte)
}

/// The bytes of a word in lower case.
pub(super) fn lower(text: &str) -> impl Iterator<Item = u8> {
    let lower = if text.is_ascii() { None } else { Some(text.to_lowercase().into_bytes()) };
    let plain = if lower.is_none() { text.as_bytes() } else { &[] };
    plain.iter().map(u8::to_ascii_lowercase).chain(lower.into_iter().flatten())
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Lower,
    Upper,
    Digit,
    Other,
}

pub(super) fn class(byte: u8) -> Class {
    match byte {
        b'a'..=b'z' | 0x80.. => Class::Lower,
        b'A'..=b'Z' => Class::Upper,
        b'0'..=b'9' => Class::Digit,
        _ => Class::Other,
    }
}

/// Cuts a text into words: at signs, at digits, and where a capital follows a small letter.
pub(super) fn words_of(text: &str, most: usize) -> Vec<Word> {
    let bytes = text.as_bytes();
    let mut words = Vec::new();
    let mut at = 0;
    while at < bytes.len() && words.len() < most {
        let start = at;
        let first = class(bytes[at]);
        at += 1;
        match first {
            Class::Other => continue,
            Class::Digit => {
                while at < bytes.len() && class(bytes[at]) == Class::Digit {
                    at += 1;
                }
            }
            Class::Lower => {
                while at < bytes.len() && class(bytes[at]) == Class::Lower {
                    at += 1;
                }
            }
            Class::Upper => {
                while at < bytes.len() && class(bytes[at]) == Class::Upper {
                    at += 1;
                }
                if at < bytes.len() && class(bytes[at]) == Class::Lower {
                    // `HTTPServer`: the last capital belongs to the next word.
                    if at - start > 1 && bytes[at] < 0x80 {
                        at -= 1;
                    } else {
                        while at < bytes.len() && class(bytes[at]) == Class::Lower {
                            at += 1;
                        }
                    }
                }
            }
        }
        if text.is_char_boundary(start) && text.is_char_boundary(at) {
            words.push(Word { start, end: at, hash: hash_of(lower(&text[start..at])) });
        }
    }
    words
}

/// Letters and digits as classes, signs as themselves.
pub(super) fn coarse(byte: u8) -> u8 {
    match class(byte) {
        Class::Lower => b'a',
        Class::Upper => b'A',
        Class::Digit => b'0',
        Class::Other => byte,
    }
}

/// The step of a scale that a number has reached.
pub(super) fn step(number: usize, scale: &[usize]) -> u32 {
    scale.iter().filter(|limit| **limit <= number).count() as u32
}

/// The shape of a value, in few steps.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub(super) plain: u32,
    pub(super) mask: u32,
    pub(super) length: u32,
    pub(super) form: u32,
}

/// Adds the features of a value's shape.
pub(super) fn shape(value: &str, candidate: &Candidate, out: &mut Vec<u32>) -> Kind {
    let head = truncate(value, 96);
    let bytes = head.as_bytes();
    let count = |test: fn(u8) -> bool| bytes.iter().filter(|byte| test(**byte)).count();
    let n_lower = count(|byte| byte.is_ascii_lowercase());
    let n_upper = count(|byte| byte.is_ascii_uppercase());
    let n_digits = count(|byte| byte.is_ascii_digit());
    let n_foreign = count(|byte| byte >= 0x80);
    let n_letters = n_lower + n_upper + n_foreign;
    let n_signs = bytes.len() - n_letters - n_digits;
    let n_chars = value.chars().count();
    let length = step(
        n_chars,
        &[
            5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 33, 36, 40, 41, 48, 64, 65, 90, 128, 129,
            200,
        ],
    );
    out.push(mix(60, length));
    if [16, 20, 24, 32, 36, 40, 44, 48, 56, 64, 88, 96, 128].contains(&n_chars) {
        out.push(mix(61, n_chars as u32));
    }
    let mask = u32::from(n_lower > 0)
        | u32::from(n_upper > 0) << 1
        | u32::from(n_digits > 0) << 2
        | u32::from(n_signs > 0) << 3
        | u32::from(n_foreign > 0) << 4;
    out.push(mix(62, mask));
    out.push(mix(63, mask << 8 | step(n_chars, &[6, 8, 12, 16, 20, 28, 36, 48])));
    let changes = bytes.windows(2).filter(|pair| class(pair[0]) != class(pair[1])).count();
    let rate = step(changes * 100 / bytes.len().max(1), &[4, 10, 16, 22, 28, 34, 40, 46, 54, 64]);
    out.push(mix(64, rate));
    out.push(mix(65, rate << 8 | step(n_chars, &[8, 14, 20, 30, 44])));
    let entropy = entropy_step(bytes);
    out.push(mix(66, entropy));
    out.push(mix(67, entropy << 8 | step(n_chars, &[8, 14, 20, 30, 44])));
    let digits = step(n_digits * 100 / bytes.len().max(1), &[1, 10, 20, 30, 45, 60, 80, 100]);
    out.push(mix(68, digits));
    let signs = step(n_signs * 100 / bytes.len().max(1), &[1, 6, 12, 20, 30, 45]);
    out.push(mix(69, signs));
    let is_hex = bytes.iter().all(u8::is_ascii_hexdigit);
    if is_hex {
        let case = u32::from(n_upper > 0) << 1 | u32::from(n_lower > 0);
        out.push(mix(70, case << 8 | length));
    }
    let is_base64 = bytes.iter().all(|b| b.is_ascii_alphanumeric() || b"+/=_-".contains(b));
    if is_base64 && n_chars >= 16 {
        out.push(mix(71, u32::from(value.ends_with('=')) << 8 | length));
    }
    // Each sign that is in it, with how often.
    let mut seen = 0_u128;
    for byte in bytes.iter().filter(|byte| class(**byte) == Class::Other && **byte < 0x80) {
        let is_again = seen >> byte & 1 == 1;
        if !is_again {
            out.push(mix(72, u32::from(*byte)));
            let n = bytes.iter().filter(|other| *other == byte).count();
            if n > 1 {
                out.push(mix(73, u32::from(*byte) << 4 | n.min(4) as u32));
            }
        }
        seen |= 1 << byte;
    }
    out.push(mix(74, u32::from(coarse(bytes[0]))));
    out.push(mix(75, u32::from(coarse(bytes[bytes.len() - 1]))));
    let runs = runs(bytes);
    let form = hash_of(runs.iter().take(8).map(|(kind, _)| *kind));
    out.push(mix(76, form));
    let sizes =
        runs.iter().take(6).flat_map(|(kind, n)| [*kind, step(*n, &[2, 3, 4, 5, 7, 10]) as u8]);
    out.push(mix(77, hash_of(sizes)));
    let plain = plausibility(bytes);
    out.push(mix(78, plain));
    out.push(mix(79, plain << 8 | rate));
    out.push(mix(80, plain << 8 | mask));
    out.push(mix(81, plain << 8 | step(n_chars, &[8, 14, 20, 30, 44])));
    let words = words_of(head, 24);
    let longest = words
        .iter()
        .filter(|word| !bytes[word.start].is_ascii_digit())
        .map(|word| word.end - word.start)
        .max()
        .unwrap_or(0);
    out.push(mix(82, step(longest, &[1, 2, 3, 4, 5, 6, 8, 10, 13, 17])));
    out.push(mix(83, words.len().min(9) as u32));
    for word in words.iter().take(8) {
        out.push(mix(84, word.hash));
    }
    if let (Some(first), Some(last)) = (words.first(), words.last()) {
        out.push(mix(85, first.hash));
        out.push(mix(86, last.hash));
    }
    if n_chars <= 40 {
        out.push(mix(87, hash_of(lower(head))));
        let bare: Vec<u8> = bytes.iter().copied().filter(u8::is_ascii_alphabetic).collect();
        out.push(mix(88, hash_of(bare.iter().map(u8::to_ascii_lowercase))));
    }
    out.push(mix(89, hash_of(bytes.iter().take(3).copied())));
    out.push(mix(90, hash_of(bytes.iter().take(2).copied())));
    out.push(mix(91, hash_of(bytes.iter().rev().take(2).copied())));
    // How names are written: `snake_case`, `CamelCase`, `path/of`, `a.b`, `--option`.
    let joiner = runs.iter().find(|(kind, _)| !b"aA0".contains(kind)).map_or(0, |(kind, _)| *kind);
    let is_uniform = runs.iter().all(|(kind, _)| b"aA0".contains(kind) || *kind == joiner);
    let joined = u32::from(joiner) << 8 | u32::from(is_uniform) << 4 | mask & 7;
    out.push(mix(92, joined));
    out.push(mix(93, joined << 8 | plain));
    out.push(mix(94, mask << 8 | u32::from(candidate.quote)));
    let n_blanks = bytes.iter().filter(|byte| **byte == b' ').count();
    out.push(mix(95, step(n_blanks, &[1, 2, 3, 4, 6, 9, 12])));
    Kind {
        plain,
        mask: mask | u32::from(n_blanks > 0) << 5,
        length: step(n_chars, &[6, 8, 12, 16, 20, 28, 36, 48]),
        form,
    }
}

/// Runs of bytes of one class, with their lengths.
fn runs(bytes: &[u8]) -> Vec<(u8, usize)> {
    let mut runs: Vec<(u8, usize)> = Vec::new();
    for byte in bytes.iter().take(48) {
        let kind = coarse(*byte);
        match runs.last_mut() {
            Some((last, n)) if *last == kind => *n += 1,
            _ => runs.push((kind, 1)),
        }
    }
    runs
}

/// Shannon's entropy of the bytes, as a share of what it can be at this length.
fn entropy_step(bytes: &[u8]) -> u32 {
    let mut counts = [0_u8; 256];
    for byte in bytes {
        counts[usize::from(*byte)] += 1;
    }
    let n = bytes.len() as f32;
    let bits: f32 = counts
        .iter()
        .filter(|count| **count > 0)
        .map(|count| -(f32::from(*count) / n) * (f32::from(*count) / n).log2())
        .sum();
    ((bits * 4.0) as u32).min(24)
}
