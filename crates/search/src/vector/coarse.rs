//! Codes of vectors: the signs of their first numbers, which order vectors roughly by similarity.
//!
//! A scan is limited by the memory it reads. 128 signs order chunks about as well as 64 numbers of 4 bits, in half the
//! memory: of the 64 nearest of 137,000 chunks, 82 % are among the first 512 by signs, and 81 % by such numbers (150
//! queries). So a scan over codes picks the few vectors that are compared in full. Start at [`CoarseQuery`].

use rutter_embed::signs::{
    BLOCK_BYTES, BLOCK_ROWS, Block, MAX_VALUE, N_SIGNS, SignScale, scan_signs, set_signs,
};

/// Whether vectors of this length have codes.
pub fn has_codes(dims: usize) -> bool {
    dims >= N_SIGNS
}

/// Bytes of the codes of `n_rows` rows.
pub fn code_bytes(n_rows: usize) -> usize {
    n_rows.div_ceil(BLOCK_ROWS) * BLOCK_BYTES
}

/// The codes of rows, which have at least [`N_SIGNS`] numbers.
pub fn encode<'a>(rows: impl Iterator<Item = &'a [i8]>) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for (at, row) in rows.enumerate() {
        if at % BLOCK_ROWS == 0 {
            blocks.push([0; BLOCK_BYTES]);
        }
        if let (Some(values), Some(block)) = (row.first_chunk(), blocks.last_mut()) {
            set_signs(values, at % BLOCK_ROWS, block);
        }
    }
    blocks
}

/// The codes of many rows.
#[derive(Clone, Copy)]
pub struct CoarseRows<'a> {
    pub blocks: &'a [Block],
    pub n_rows: usize,
}

impl<'a> CoarseRows<'a> {
    /// The rows from `first`, which begins a block, up to `end`.
    pub fn part(self, first: usize, end: usize) -> CoarseRows<'a> {
        let blocks = &self.blocks[first / BLOCK_ROWS..end.div_ceil(BLOCK_ROWS)];
        CoarseRows { blocks, n_rows: end - first }
    }
}

/// A vector to compare codes with.
pub struct CoarseQuery {
    values: [i8; N_SIGNS],
    /// Converts the sum of the values whose bits a row has to its similarity.
    scale: SignScale,
}

impl CoarseQuery {
    /// `None` if the vector is shorter than a code.
    pub fn new(query: &[i8]) -> Option<CoarseQuery> {
        let first: &[i8; N_SIGNS] = query.first_chunk()?;
        let greatest = first.iter().map(|value| i32::from(*value).abs()).max().unwrap_or(0).max(1);
        let round = |value: i8| {
            let scaled = f64::from(value) * f64::from(MAX_VALUE) / f64::from(greatest);
            scaled.round() as i8
        };
        let values = first.map(round);
        let sum: i32 = values.iter().map(|value| i32::from(*value)).sum();
        let square: i32 = values.iter().map(|value| i32::from(*value).pow(2)).sum();
        // A bit counts as 1 or -1: the dot product is twice the sum of the values whose bit is 1, less the sum of all.
        let per_unit = 1.0 / f64::from(square.max(1) * N_SIGNS as i32).sqrt();
        let scale = SignScale {
            factor: (2.0 * per_unit) as f32,
            constant: (-f64::from(sum) * per_unit) as f32,
        };
        Some(CoarseQuery { values, scale })
    }

    /// Writes the estimated similarity of each row to `out`.
    pub fn estimate(&self, rows: CoarseRows<'_>, out: &mut [f32]) {
        scan_signs(&self.values, rows.blocks, self.scale, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_near_the_similarity_to_the_signs() {
        let value = |at: usize| ((at * at + at * 37) % 255) as u8 as i8;
        let query: Vec<i8> = (0..256).map(|at| value(at + 3)).collect();
        let rows: Vec<Vec<i8>> =
            (0..600).map(|row| (0..256).map(|at| value(at * (row + 1) + row)).collect()).collect();
        let blocks = encode(rows.iter().map(Vec::as_slice));
        assert_eq!(blocks.len() * BLOCK_BYTES, code_bytes(rows.len()));
        let coarse = CoarseRows { blocks: &blocks, n_rows: rows.len() };
        let mut estimates = vec![0.0; rows.len()];
        CoarseQuery::new(&query).unwrap().estimate(coarse, &mut estimates);
        let query: Vec<f64> = query[..N_SIGNS].iter().map(|value| f64::from(*value)).collect();
        let length = query.iter().map(|value| value * value).sum::<f64>().sqrt();
        for (row, estimate) in rows.iter().zip(&estimates) {
            let product = |(value, other): (&f64, &i8)| if *other >= 0 { *value } else { -*value };
            let dot: f64 = query.iter().zip(row).map(product).sum();
            let similarity = dot / (length * (N_SIGNS as f64).sqrt());
            assert!((similarity - f64::from(*estimate)).abs() < 0.02, "{similarity}, {estimate}");
        }
    }

    #[test]
    fn a_part_has_the_estimates_of_its_rows() {
        let rows: Vec<[i8; N_SIGNS]> =
            (0..100).map(|row| [if row % 3 == 0 { -1 } else { 1 }; N_SIGNS]).collect();
        let blocks = encode(rows.iter().map(|row| &row[..]));
        let all = CoarseRows { blocks: &blocks, n_rows: rows.len() };
        let query = CoarseQuery::new(&[5; N_SIGNS]).unwrap();
        let mut estimates = [0.0; 36];
        query.estimate(all.part(64, 100), &mut estimates);
        for (row, estimate) in (64..).zip(estimates) {
            assert_eq!(estimate.round(), if row % 3 == 0 { -1.0 } else { 1.0 });
        }
        assert!(CoarseQuery::new(&[5; N_SIGNS - 1]).is_none() && !has_codes(N_SIGNS - 1));
    }
}
