//! Compares one vector with many of which only the signs of numbers are known.
//!
//! A scan is limited by the memory it reads, and signs take an eighth of what numbers take. Rows are in blocks in which bytes
//! of the same place are side by side. A processor that looks up 32 bytes in a table at once then adds up four numbers of 32
//! rows with one instruction; it is named here, because the compiler does not find it. Start at [`scan_signs`].

use pulp::{Arch, Simd, WithSimd};

/// Numbers of a row.
pub const N_SIGNS: usize = 128;
pub const BLOCK_ROWS: usize = 32;
/// Bytes of a row.
const N_COLUMNS: usize = N_SIGNS / 8;
pub const BLOCK_BYTES: usize = N_COLUMNS * BLOCK_ROWS;
/// The greatest number that a query may have: four times as much, four times, fits in a byte.
pub const MAX_VALUE: i8 = 15;

/// Rows as bits, 1 for a number that is not negative. The byte of eight numbers of the first row is followed by that
/// of the same numbers of the next row, and after those of all rows come the next eight numbers.
pub type Block = [u8; BLOCK_BYTES];

/// Puts the signs of a row in its place in a block of zeros.
pub fn set_signs(values: &[i8; N_SIGNS], row: usize, block: &mut Block) {
    for (column, eight) in values.as_chunks::<8>().0.iter().enumerate() {
        let bit = |(at, value): (usize, &i8)| u8::from(*value >= 0) << at;
        block[column * BLOCK_ROWS + row] = eight.iter().enumerate().map(bit).sum();
    }
}

/// The linear function that turns a sum of query numbers into a similarity.
#[derive(Debug, Clone, Copy)]
pub struct SignScale {
    pub factor: f32,
    pub constant: f32,
}

/// For each row the sum of those numbers of `query` whose bits it has, as `scale` turns it into a similarity.
/// The numbers are at most [`MAX_VALUE`] and at least its opposite.
pub fn scan_signs(query: &[i8; N_SIGNS], blocks: &[Block], scale: SignScale, out: &mut [f32]) {
    #[cfg(target_arch = "x86_64")]
    if let Some(simd) = pulp::x86::V3::try_new() {
        return simd.vectorize(|| x86::scan(simd, query, blocks, scale, out));
    }
    Arch::new().dispatch(Sums { query, blocks, scale, out });
}

/// Writes similarities for the sums of each block.
#[inline(always)]
fn write_each(
    blocks: &[Block],
    scale: SignScale,
    out: &mut [f32],
    sums_of: impl Fn(&Block) -> [i16; BLOCK_ROWS],
) {
    for (block, out) in blocks.iter().zip(out.chunks_mut(BLOCK_ROWS)) {
        let sums = sums_of(block);
        for (out, sum) in out.iter_mut().zip(sums) {
            *out = scale.factor * f32::from(sum) + scale.constant;
        }
    }
}

/// The scan for processors without a version of their own.
struct Sums<'a> {
    query: &'a [i8; N_SIGNS],
    blocks: &'a [Block],
    scale: SignScale,
    out: &'a mut [f32],
}

impl WithSimd for Sums<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Sums { query, blocks, scale, out } = self;
        write_each(blocks, scale, out, |block| {
            let mut sums = [0_i16; BLOCK_ROWS];
            let columns = block.as_chunks::<BLOCK_ROWS>().0;
            for (column, values) in columns.iter().zip(query.as_chunks::<8>().0) {
                for (at, value) in values.iter().enumerate() {
                    for (sum, byte) in sums.iter_mut().zip(column) {
                        *sum += i16::from(*value) * i16::from((byte >> at) & 1);
                    }
                }
            }
            sums
        });
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::__m256i;

    use pulp::x86::V3;

    use super::{BLOCK_ROWS, Block, N_SIGNS, SignScale, write_each};

    /// For four numbers, the sums of all choices of them, each raised by the same amount so that none is negative.
    fn table(four: &[i8; 4]) -> [u8; 16] {
        let raised = four.iter().filter(|value| **value < 0).map(|value| -value).sum::<i8>();
        std::array::from_fn(|bits| {
            let chosen = four.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
            (raised + chosen.map(|(_, value)| *value).sum::<i8>()) as u8
        })
    }

    #[inline(always)]
    pub fn scan(
        simd: V3,
        query: &[i8; N_SIGNS],
        blocks: &[Block],
        scale: SignScale,
        out: &mut [f32],
    ) {
        let (avx, avx2) = (simd.avx, simd.avx2);
        let tables: [__m256i; N_SIGNS / 4] = std::array::from_fn(|at| {
            let table = table(&query.as_chunks::<4>().0[at]);
            pulp::cast([table, table])
        });
        let raised: i16 = query.iter().filter(|value| **value < 0).map(|v| -i16::from(*v)).sum();
        let raised = avx._mm256_set1_epi16(raised);
        let mask = avx._mm256_set1_epi8(15);
        write_each(blocks, scale, out, |block| {
            // Two rows share 16 bits: the sums of the second, and those of both, the second's times 256.
            let mut both = avx._mm256_set1_epi16(0);
            let mut second = both;
            let pairs = block.as_chunks::<{ 2 * BLOCK_ROWS }>().0;
            for (pair, tables) in pairs.iter().zip(tables.as_chunks::<4>().0) {
                let [one, two]: [__m256i; 2] = pulp::cast(*pair);
                let low = |bytes| avx2._mm256_and_si256(bytes, mask);
                let high = |bytes| low(avx2._mm256_srli_epi16::<4>(bytes));
                let look_up = |table, indexes| avx2._mm256_shuffle_epi8(table, indexes);
                let add = |left, right| avx2._mm256_add_epi8(left, right);
                let sums = add(
                    add(look_up(tables[0], low(one)), look_up(tables[1], high(one))),
                    add(look_up(tables[2], low(two)), look_up(tables[3], high(two))),
                );
                both = avx2._mm256_add_epi16(both, sums);
                second = avx2._mm256_add_epi16(second, avx2._mm256_srli_epi16::<8>(sums));
            }
            let first = avx2._mm256_sub_epi16(both, avx2._mm256_slli_epi16::<8>(second));
            let first = avx2._mm256_sub_epi16(first, raised);
            let second = avx2._mm256_sub_epi16(second, raised);
            let (front, back) = (
                avx2._mm256_unpacklo_epi16(first, second),
                avx2._mm256_unpackhi_epi16(first, second),
            );
            pulp::cast([
                avx2._mm256_permute2x128_si256::<0x20>(front, back),
                avx2._mm256_permute2x128_si256::<0x31>(front, back),
            ])
        });
    }
}

#[cfg(test)]
mod tests {
    use pulp::Scalar;

    use super::*;

    const SCALE: SignScale = SignScale { factor: 2.0, constant: 0.5 };

    fn check(query: &[i8; N_SIGNS], rows: &[[i8; N_SIGNS]]) {
        let mut blocks = vec![[0; BLOCK_BYTES]; rows.len().div_ceil(BLOCK_ROWS)];
        for (at, row) in rows.iter().enumerate() {
            set_signs(row, at % BLOCK_ROWS, &mut blocks[at / BLOCK_ROWS]);
        }
        let (mut found, mut plain) = (vec![0.0; rows.len()], vec![0.0; rows.len()]);
        scan_signs(query, &blocks, SCALE, &mut found);
        Sums { query, blocks: &blocks, scale: SCALE, out: &mut plain }.with_simd(Scalar);
        assert_eq!(found, plain);
        for (row, found) in rows.iter().zip(found) {
            let chosen = query.iter().zip(row).filter(|(_, value)| **value >= 0);
            let sum: i16 = chosen.map(|(value, _)| i16::from(*value)).sum();
            assert_eq!(found, f32::from(sum) * 2.0 + 0.5);
        }
    }

    #[test]
    fn every_row_is_compared_exactly() {
        let query: [i8; N_SIGNS] = std::array::from_fn(|at| (at * 37 % 31) as i8 - MAX_VALUE);
        for n_rows in [0, 1, 31, 32, 33, 100] {
            let row = |row: usize| {
                std::array::from_fn(|at| ((row * 91 + at * (row + 53)) % 251) as u8 as i8)
            };
            check(&query, &(0..n_rows).map(row).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        for (query, row) in [(MAX_VALUE, 1), (MAX_VALUE, -1), (-MAX_VALUE, 1), (-MAX_VALUE, -1)] {
            check(&[query; N_SIGNS], &[[row; N_SIGNS]; 40]);
        }
    }
}
