//! Compares one vector with many stored ones, by looking at every one.
//!
//! This needs no structure that would have to be kept up to date. Memory is read once from front
//! to back, which is what limits the speed. Start at [`scan`].

use pulp::{Arch, Simd, WithSimd};

/// Few enough that what was computed of them is still at hand.
const BLOCK_ROWS: usize = 256;

/// The dot product of `query` with each of the rows, which are as long as it is.
pub fn scan(query: &[i8], rows: &[i8], out: &mut [i32]) {
    let wide: Vec<i16> = query.iter().map(|value| i16::from(*value)).collect();
    let n_values = query.len().max(1);
    let arch = Arch::new();
    for (rows, out) in rows.chunks(BLOCK_ROWS * n_values).zip(out.chunks_mut(BLOCK_ROWS)) {
        arch.dispatch(Dots { query: &wide, rows, out });
    }
}

struct Dots<'a> {
    query: &'a [i16],
    rows: &'a [i8],
    out: &'a mut [i32],
}

impl WithSimd for Dots<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Dots { query, rows, out } = self;
        // The loop over a row whose length is known needs no bounds and keeps the query at hand.
        if let Ok(query) = <&[i16; 64]>::try_from(query) {
            four_streams(query, rows.as_chunks::<64>().0, out);
        } else if let Ok(query) = <&[i16; 192]>::try_from(query) {
            four_streams(query, rows.as_chunks::<192>().0, out);
        } else {
            let rows = rows.chunks_exact(query.len().max(1));
            out.iter_mut().zip(rows).for_each(|(out, row)| *out = dot(query, row));
        }
    }
}

/// The dot product of two vectors of the same length.
pub fn dot_row(query: &[i8], row: &[i8]) -> i32 {
    Arch::new().dispatch(RowDot { query, row })
}

struct RowDot<'a> {
    query: &'a [i8],
    row: &'a [i8],
}

impl WithSimd for RowDot<'_> {
    type Output = i32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> i32 {
        // Of a length that is known, no code is needed for what is left over.
        match (self.query.as_chunks::<64>(), self.row.as_chunks::<64>()) {
            ((query, []), (row, [])) => query
                .iter()
                .zip(row)
                .map(|(query, row)| {
                    query
                        .iter()
                        .zip(row)
                        .map(|(one, other)| {
                            i32::from(i16::from(*one)) * i32::from(i16::from(*other))
                        })
                        .sum::<i32>()
                })
                .sum(),
            (_, _) => self
                .query
                .iter()
                .zip(self.row)
                .map(|(one, other)| i32::from(*one) * i32::from(*other))
                .sum(),
        }
    }
}

/// Reads from four places at a time: more of the memory's latency is hidden.
#[inline(always)]
fn four_streams<const DIMS: usize>(query: &[i16; DIMS], rows: &[[i8; DIMS]], out: &mut [i32]) {
    let n_rows = rows.len().min(out.len());
    let (rows, out) = (&rows[..n_rows], &mut out[..n_rows]);
    let n_quarter = rows.len() / 4;
    let (first, rest) = rows.split_at(n_quarter);
    let (second, rest) = rest.split_at(n_quarter);
    let (third, rest) = rest.split_at(n_quarter);
    let (fourth, rest) = rest.split_at(n_quarter);
    let (out_first, out_rest) = out.split_at_mut(n_quarter);
    let (out_second, out_rest) = out_rest.split_at_mut(n_quarter);
    let (out_third, out_rest) = out_rest.split_at_mut(n_quarter);
    let (out_fourth, out_rest) = out_rest.split_at_mut(n_quarter);
    for row in 0..n_quarter {
        out_first[row] = dot(query, &first[row]);
        out_second[row] = dot(query, &second[row]);
        out_third[row] = dot(query, &third[row]);
        out_fourth[row] = dot(query, &fourth[row]);
    }
    for (out, row) in out_rest.iter_mut().zip(rest) {
        *out = dot(query, row);
    }
}

#[inline(always)]
fn dot(query: &[i16], row: &[i8]) -> i32 {
    query.iter().zip(row).map(|(one, other)| i32::from(*one) * i32::from(*other)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look like chance and are the same each time.
    fn values(n: usize, seed: u32) -> Vec<i8> {
        let next = |state: &mut u32| {
            *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            Some((*state >> 24) as i8)
        };
        std::iter::repeat_with(|| 0).scan(seed, |state, _: i32| next(state)).take(n).collect()
    }

    fn check(n_values: usize, n_rows: usize) {
        let (query, rows) = (values(n_values, 1), values(n_values * n_rows, 2));
        let mut out = vec![0; n_rows];
        scan(&query, &rows, &mut out);
        for (row, found) in rows.chunks(n_values).zip(out) {
            let plain: i32 =
                query.iter().zip(row).map(|(one, other)| i32::from(*one) * i32::from(*other)).sum();
            assert_eq!(found, plain, "{n_rows} rows of {n_values}");
        }
    }

    #[test]
    fn every_row_is_compared_exactly() {
        for n_rows in [0, 1, 3, 4, 255, 256, 257, 1_000] {
            for n_values in [1, 64, 100, 192, 256] {
                check(n_values, n_rows);
            }
        }
    }

    #[test]
    fn one_row_is_compared_as_many_are() {
        for n_values in [1, 64, 100, 192] {
            let (query, row) = (values(n_values, 1), values(n_values, 2));
            let mut out = [0];
            scan(&query, &row, &mut out);
            assert_eq!(dot_row(&query, &row), out[0]);
        }
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        assert_eq!(dot_row(&[-128; 4096], &[-128; 4096]), 4096 * 128 * 128);
        let mut out = [0];
        scan(&[-128; 4096], &[-128; 4096], &mut out);
        assert_eq!(out, [4096 * 128 * 128]);
    }
}
