//! Exact similarity of one vector to many.

use rayon::prelude::*;

use crate::vectors::inverse_length;

/// Fewer rows than this are not worth a second thread.
const ROWS_A_TASK: usize = 16_384;
/// So many rows are compared before their sums are made likenesses.
const ROWS_A_BLOCK: usize = 256;

/// Makes likenesses to `query` of `out`, which holds the inverse of the length of each row: from -1
/// to 1, and 0 for rows of nothing. The same on every machine and for any number of threads: the
/// sums are of integers.
pub fn similarities(query: &[i8], rows: &[i8], out: &mut [f32]) {
    let dims = query.len().max(1);
    let own = inverse_length(query);
    let compare = |rows: &[i8], out: &mut [f32]| {
        let mut dots = [0; ROWS_A_BLOCK];
        for (rows, out) in rows.chunks(ROWS_A_BLOCK * dims).zip(out.chunks_mut(ROWS_A_BLOCK)) {
            let dots = &mut dots[..out.len()];
            rutter_embed::scan(query, rows, dots);
            out.iter_mut().zip(dots).for_each(|(value, dot)| *value *= own * *dot as f32);
        }
    };
    if out.len() <= ROWS_A_TASK {
        compare(rows, out);
    } else {
        rows.par_chunks(ROWS_A_TASK * dims)
            .zip(out.par_chunks_mut(ROWS_A_TASK))
            .for_each(|(rows, out)| compare(rows, out));
    }
}
