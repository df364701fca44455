//! Heads in 4 bits a number, which bound the similarity of whole heads from above.
//!
//! A scan is limited by the memory it reads. Half of a head's bits tell nearly all rows apart from the best: with
//! the bits that are left out, none can be more similar than its bound. So a scan over these codes alone tells
//! which few heads have to be compared, and the result is that of comparing all. Start at [`CoarseQuery`].

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

/// The length of what the codes of a head leave out.
pub fn residual(head: &[i8]) -> f32 {
    let left_out = head.iter().map(|&value| {
        let rest = f32::from(value) - (LOWEST + STEP * f32::from(code(value)));
        rest * rest
    });
    left_out.sum::<f32>().sqrt()
}

/// The codes of many heads.
#[derive(Clone, Copy)]
pub struct CoarseRows<'a> {
    pub codes: &'a [u8],
    /// The inverse length of each whole row, as bytes of a little-endian number.
    pub inverse_lengths: &'a [[u8; 4]],
    /// At least the residual of each head.
    pub max_residual: f32,
}

impl<'a> CoarseRows<'a> {
    pub fn part(self, first: usize, end: usize) -> CoarseRows<'a> {
        CoarseRows {
            codes: &self.codes[first * ROW_BYTES..end * ROW_BYTES],
            inverse_lengths: &self.inverse_lengths[first..end],
            ..self
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
    head_length: f32,
}

impl CoarseQuery {
    /// `None` if the vector is shorter than a head.
    pub fn new(query: &[i8]) -> Option<CoarseQuery> {
        let head: &[i8; HEAD] = query.first_chunk()?;
        let sum: i32 = head.iter().map(|&value| i32::from(value)).sum();
        let square: i32 = head.iter().map(|&value| i32::from(value).pow(2)).sum();
        Some(CoarseQuery {
            head: *head,
            scale: inverse_length(query),
            offset: LOWEST * sum as f32,
            head_length: (square as f32).sqrt(),
        })
    }

    /// Writes to `out`, for each row, a number that the similarity of its head does not exceed.
    pub fn bound(&self, rows: CoarseRows<'_>, out: &mut [f32]) {
        // Rounding must not take anything away from the bound.
        let slack = self.head_length * rows.max_residual * 1.001 + 1.0;
        let constant = self.scale * (self.offset + slack);
        let factor = self.scale * STEP;
        let mut dots = [0; ROWS_PER_BLOCK];
        for (block, out) in out.chunks_mut(ROWS_PER_BLOCK).enumerate() {
            let first = block * ROWS_PER_BLOCK;
            let rows = rows.part(first, first + out.len());
            let dots = &mut dots[..out.len()];
            scan_nibbles(&self.head, rows.codes.as_chunks().0, dots);
            for ((bound, dot), length) in out.iter_mut().zip(dots).zip(rows.inverse_lengths) {
                *bound = f32::from_le_bytes(*length) * (factor * *dot as f32 + constant);
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
    fn no_head_is_more_similar_than_its_bound() {
        let value = |at: usize| ((at * at + at * 37) % 255) as u8 as i8;
        let query: Vec<i8> = (0..256).map(|at| value(at + 3)).collect();
        let rows: Vec<Vec<i8>> =
            (0..600).map(|row| (0..256).map(|at| value(at * (row + 1) + row)).collect()).collect();
        let (mut codes, mut max_residual) = (Vec::new(), 0.0_f32);
        for row in &rows {
            encode(&row[..HEAD], &mut codes);
            max_residual = max_residual.max(residual(&row[..HEAD]));
        }
        let lengths: Vec<[u8; 4]> =
            rows.iter().map(|row| inverse_length(row).to_le_bytes()).collect();
        let coarse = CoarseRows { codes: &codes, inverse_lengths: &lengths, max_residual };
        let mut bounds = vec![0.0; rows.len()];
        CoarseQuery::new(&query).unwrap().bound(coarse, &mut bounds);
        let exact = QueryVector::new(&query);
        let mut n_near = 0;
        for (row, bound) in rows.iter().zip(&bounds) {
            let similarity = inverse_length(row) * exact.scaled_dot(&row[..HEAD], &[]);
            assert!(similarity <= *bound, "{similarity} is more than {bound}");
            n_near += usize::from(bound - similarity < 0.1);
        }
        assert!(n_near > 500, "only {n_near} bounds are near");
    }

    #[test]
    fn a_code_stands_for_sixteen_numbers() {
        assert_eq!([-128, -113, -112, -1, 0, 15, 127].map(code), [0, 0, 1, 7, 8, 8, 15]);
        assert!(residual(&[-128, 127, 0, -1]) <= 15.001);
    }
}
