//! Compares one vector with many whose numbers have 4 bits.
//!
//! Two numbers share a byte, so that a scan reads half as much memory. The compiler does not find the instruction
//! that multiplies and adds bytes, so it is named here for processors that have it. Start at [`scan_nibbles`].

use pulp::{Arch, Simd, WithSimd};

/// Numbers in a row.
const N_VALUES: usize = 64;
/// Bytes in a row: each holds the number at its place in its lower half, and that half a row later in its upper.
const N_BYTES: usize = N_VALUES / 2;

/// The dot product of `query` with each of the rows of numbers from 0 to 15.
pub fn scan_nibbles(query: &[i8; N_VALUES], rows: &[[u8; N_BYTES]], out: &mut [i32]) {
    #[cfg(target_arch = "x86_64")]
    if let Some(simd) = pulp::x86::V3::try_new() {
        return simd.vectorize(|| x86::dots(simd, query, rows, out));
    }
    Arch::new().dispatch(Dots { query, rows, out });
}

/// The same for all processors.
struct Dots<'a> {
    query: &'a [i8; N_VALUES],
    rows: &'a [[u8; N_BYTES]],
    out: &'a mut [i32],
}

impl WithSimd for Dots<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let (low, high) = self.query.split_at(N_BYTES);
        for (row, out) in self.rows.iter().zip(self.out) {
            let product = |(byte, (low, high)): (&u8, (&i8, &i8))| {
                i32::from(*low) * i32::from(byte & 15) + i32::from(*high) * i32::from(byte >> 4)
            };
            *out = row.iter().zip(low.iter().zip(high)).map(product).sum();
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::__m256i;

    use pulp::x86::V3;

    use super::{N_BYTES, N_VALUES};

    #[inline(always)]
    pub fn dots(simd: V3, query: &[i8; N_VALUES], rows: &[[u8; N_BYTES]], out: &mut [i32]) {
        let [low, high]: [__m256i; 2] = pulp::cast(*query);
        let (avx, avx2) = (simd.avx, simd.avx2);
        let (mask, ones) = (avx._mm256_set1_epi8(15), avx._mm256_set1_epi16(1));
        // Eight sums, which add up to the dot product. No sum of four products exceeds 16 bits.
        let sums = |row: &[u8; N_BYTES]| {
            let bytes: __m256i = pulp::cast(*row);
            let lower = avx2._mm256_and_si256(bytes, mask);
            let upper = avx2._mm256_and_si256(avx2._mm256_srli_epi16::<4>(bytes), mask);
            let products = avx2._mm256_add_epi16(
                avx2._mm256_maddubs_epi16(lower, low),
                avx2._mm256_maddubs_epi16(upper, high),
            );
            avx2._mm256_madd_epi16(products, ones)
        };
        let add = |left, right| avx2._mm256_hadd_epi32(left, right);
        let (eights, rest) = rows.as_chunks::<8>();
        let (out_eights, out_rest) = out.as_chunks_mut::<8>();
        for (rows, out) in eights.iter().zip(out_eights) {
            let [one, two, three, four, five, six, seven, eight] = rows.each_ref().map(sums);
            let first = add(add(one, two), add(three, four));
            let second = add(add(five, six), add(seven, eight));
            // Each half of a register has half of four dot products.
            let lower = avx2._mm256_permute2x128_si256::<0x20>(first, second);
            let upper = avx2._mm256_permute2x128_si256::<0x31>(first, second);
            *out = pulp::cast(avx2._mm256_add_epi32(lower, upper));
        }
        for (row, out) in rest.iter().zip(out_rest) {
            let sums: [i32; 8] = pulp::cast(sums(row));
            *out = sums.iter().sum();
        }
    }
}

#[cfg(test)]
mod tests {
    use pulp::Scalar;

    use super::*;

    fn check(query: &[i8; N_VALUES], rows: &[[u8; N_BYTES]]) {
        let (mut found, mut plain) = (vec![0; rows.len()], vec![0; rows.len()]);
        scan_nibbles(query, rows, &mut found);
        Dots { query, rows, out: &mut plain }.with_simd(Scalar);
        assert_eq!(found, plain);
        for (row, dot) in rows.iter().zip(plain) {
            let value = |at: usize| (row[at % N_BYTES] >> (at / N_BYTES * 4)) & 15;
            let products = (0..N_VALUES).map(|at| i32::from(query[at]) * i32::from(value(at)));
            assert_eq!(dot, products.sum::<i32>());
        }
    }

    #[test]
    fn every_row_is_compared_exactly() {
        let query: [i8; N_VALUES] = std::array::from_fn(|at| (at * 37 % 256) as u8 as i8);
        for n_rows in [0, 1, 7, 8, 9, 100] {
            let row = |row: usize| std::array::from_fn(|at| (row * 91 + at * 53 % 251) as u8);
            check(&query, &(0..n_rows).map(row).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        check(&[-128; N_VALUES], &[[255; N_BYTES]; 9]);
        check(&[127; N_VALUES], &[[255; N_BYTES]; 9]);
    }
}
