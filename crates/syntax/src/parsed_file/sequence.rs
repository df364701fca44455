//! Hashes of sequences of tokens, and the search for one by its hash.

use crate::Token;

/// The multiplier of the rolling hash: odd, with well-spread bits.
const BASE: u64 = 0xD6E8_FEB8_6659_FD93;

/// One hash of a sequence of hashes.
pub(super) fn sequence_hash(hashes: impl Iterator<Item = u64>) -> u64 {
    let mut n_hashes = 0;
    let raw = raw_hash(hashes.inspect(|_| n_hashes += 1));
    finished(raw, n_hashes)
}

/// The first and last of the tokens with this hash; of several such sequences, the one nearest to
/// `near_line`.
pub(super) fn find_sequence(
    all: &[Token],
    n_tokens: u32,
    hash: u64,
    near_line: u32,
) -> Option<(usize, usize)> {
    let n_tokens = n_tokens as usize;
    if n_tokens == 0 || all.len() < n_tokens {
        return None;
    }
    let highest = (1..n_tokens).fold(1u64, |power, _| power.wrapping_mul(BASE));
    let mut rolling = raw_hash(all[..n_tokens].iter().map(|token| token.hash));
    let mut best: Option<usize> = None;
    for start in 0..=all.len() - n_tokens {
        if start > 0 {
            let leaving = all[start - 1].hash.wrapping_mul(highest);
            let entering = all[start + n_tokens - 1].hash;
            rolling = rolling.wrapping_sub(leaving).wrapping_mul(BASE).wrapping_add(entering);
        }
        let distance = |start: usize| all[start].line.abs_diff(near_line);
        if finished(rolling, n_tokens as u64) == hash
            && best.is_none_or(|best| distance(start) < distance(best))
        {
            best = Some(start);
        }
    }
    best.map(|start| (start, start + n_tokens - 1))
}

fn raw_hash(hashes: impl Iterator<Item = u64>) -> u64 {
    hashes.fold(0, |sum: u64, hash| sum.wrapping_mul(BASE).wrapping_add(hash))
}

fn finished(raw: u64, n_hashes: u64) -> u64 {
    // The number of tokens is mixed in, as a hash of zero would not change the polynomial.
    let mixed = (raw ^ n_hashes.rotate_left(32)).wrapping_mul(BASE);
    mixed ^ (mixed >> 31)
}
