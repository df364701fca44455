//! Likeness of one vector to many.
//!
//! Vectors are kept in two parts, the heads of all of them before their tails, so that heads alone
//! can be gone through in a fraction of the time.

use rayon::prelude::*;

use crate::vectors::inverse_length;

/// How much of a vector its head is: a line of the processor's cache, on which the built-in model
/// was trained to do well.
pub const HEAD: usize = 64;

/// Up to so many rows waking other threads takes longer than it saves.
const MAX_ROWS_ALONE: usize = 262_144;
const ROWS_A_TASK: usize = 16_384;
/// So many rows are compared before their sums are made likenesses.
const ROWS_A_BLOCK: usize = 256;

/// The rows that are compared: the heads, and the tails unless heads are enough.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    pub heads: &'a [i8],
    pub tails: Option<&'a [i8]>,
}

/// Makes likenesses to `query` of `out`, which holds the inverse of the length of each row: from -1
/// to 1, and 0 for rows of nothing. The same on every machine and for any number of threads: the
/// sums are of integers.
pub fn similarities(query: &[i8], rows: Rows<'_>, out: &mut [f32]) {
    let own = inverse_length(query);
    let (head, tail) = query.split_at(HEAD.min(query.len()));
    let compare = |first: usize, out: &mut [f32]| {
        let mut dots = [0; ROWS_A_BLOCK];
        let mut more = [0; ROWS_A_BLOCK];
        for (block, out) in out.chunks_mut(ROWS_A_BLOCK).enumerate() {
            let first = first + block * ROWS_A_BLOCK;
            let (dots, more) = (&mut dots[..out.len()], &mut more[..out.len()]);
            let part = |rows: &'_ [i8], n_values: usize| {
                first * n_values..rows.len().min((first + ROWS_A_BLOCK) * n_values)
            };
            rutter_embed::scan(head, &rows.heads[part(rows.heads, head.len())], dots);
            if let Some(tails) = rows.tails.filter(|_| !tail.is_empty()) {
                rutter_embed::scan(tail, &tails[part(tails, tail.len())], more);
                dots.iter_mut().zip(more).for_each(|(dot, more)| *dot += *more);
            }
            out.iter_mut().zip(dots).for_each(|(value, dot)| *value *= own * *dot as f32);
        }
    };
    if out.len() <= MAX_ROWS_ALONE {
        compare(0, out);
    } else {
        let tasks = out.par_chunks_mut(ROWS_A_TASK).enumerate();
        tasks.for_each(|(task, out)| compare(task * ROWS_A_TASK, out));
    }
}
