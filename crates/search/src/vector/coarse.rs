//! Heads in 4 bits a number, which tell roughly how similar vectors are.
//!
//! A scan is limited by the memory it reads. Half of a head's bits order chunks nearly as well as all of them: what a
//! head leaves out of its vector matters far more. So a scan over these codes tells which few vectors have to be
//! compared as a whole. Start at [`CoarseQuery`].

use rutter_embed::scan_nibbles;

use super::row::{HEAD, inverse_length};

/// Bytes of a row: each holds the numbers at its place and half a head later.
pub const ROW_BYTES: usize = HEAD / 2;

/// The distance between two codes.
const STEP: f32 = 16.0;
/// What the code 0 stands for: the middle of the numbers that have it.
const LOWEST: f32 = -120.5;

/// The code of a number.
fn code(value: i8) -> u8 {
    // The sign bit is flipped, so that codes ascend with the numbers.
    (value as u8 ^ 0x80) >> 4
}

/// Appends the codes of a head.
pub fn encode(head: &[i8], out: &mut Vec<u8>) {
    let (first, second) = head.split_at(ROW_BYTES);
    out.extend(first.iter().zip(second).map(|(low, high)| code(*low) | code(*high) << 4));
}

/// The codes of many heads.
#[derive(Clone, Copy)]
pub struct CoarseRows<'a> {
    pub codes: &'a [u8],
    /// The inverse length of each whole row, as bytes of a little-endian number.
    pub inverse_lengths: &'a [[u8; 4]],
}

impl<'a> CoarseRows<'a> {
    pub fn part(self, first: usize, end: usize) -> CoarseRows<'a> {
        CoarseRows {
            codes: &self.codes[first * ROW_BYTES..end * ROW_BYTES],
            inverse_lengths: &self.inverse_lengths[first..end],
        }
    }
}

/// A vector to compare codes with.
pub struct CoarseQuery {
    head: [i8; HEAD],
    /// The inverse length of the whole vector.
    scale: f32,
    /// What the sum of codes is too small by.
    offset: f32,
}

impl CoarseQuery {
    /// `None` if the vector is shorter than a head.
    pub fn new(query: &[i8]) -> Option<CoarseQuery> {
        let head: &[i8; HEAD] = query.first_chunk()?;
        let sum: i32 = head.iter().map(|&value| i32::from(value)).sum();
        let offset = LOWEST * sum as f32;
        Some(CoarseQuery { head: *head, scale: inverse_length(query), offset })
    }

    /// Writes the similarity of each row to `out`, as its codes tell it.
    pub fn estimate(&self, rows: CoarseRows<'_>, out: &mut [f32]) {
        let constant = self.scale * self.offset;
        let factor = self.scale * STEP;
        let mut dots = [0; ROWS_PER_BLOCK];
        for (block, out) in out.chunks_mut(ROWS_PER_BLOCK).enumerate() {
            let first = block * ROWS_PER_BLOCK;
            let rows = rows.part(first, first + out.len());
            let dots = &mut dots[..out.len()];
            scan_nibbles(&self.head, rows.codes.as_chunks().0, dots);
            for ((similarity, dot), length) in out.iter_mut().zip(dots).zip(rows.inverse_lengths) {
                *similarity = f32::from_le_bytes(*length) * (factor * *dot as f32 + constant);
            }
        }
    }
}

/// Rows compared before their dot products are scaled; the block stays in the processor's cache.
const ROWS_PER_BLOCK: usize = 256;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::QueryVector;

    #[test]
    fn an_estimate_is_near_the_similarity_of_the_head() {
        let value = |at: usize| ((at * at + at * 37) % 255) as u8 as i8;
        let query: Vec<i8> = (0..256).map(|at| value(at + 3)).collect();
        let rows: Vec<Vec<i8>> =
            (0..600).map(|row| (0..256).map(|at| value(at * (row + 1) + row)).collect()).collect();
        let mut codes = Vec::new();
        rows.iter().for_each(|row| encode(&row[..HEAD], &mut codes));
        let lengths: Vec<[u8; 4]> =
            rows.iter().map(|row| inverse_length(row).to_le_bytes()).collect();
        let coarse = CoarseRows { codes: &codes, inverse_lengths: &lengths };
        let mut estimates = vec![0.0; rows.len()];
        CoarseQuery::new(&query).unwrap().estimate(coarse, &mut estimates);
        let exact = QueryVector::new(&query);
        for (row, estimate) in rows.iter().zip(&estimates) {
            let similarity = inverse_length(row) * exact.scaled_dot(&row[..HEAD], &[]);
            assert!((similarity - estimate).abs() < 0.05, "{similarity} is not near {estimate}");
        }
    }

    #[test]
    fn a_code_stands_for_sixteen_numbers() {
        assert_eq!([-128, -113, -112, -1, 0, 15, 127].map(code), [0, 0, 1, 7, 8, 8, 15]);
    }
}
