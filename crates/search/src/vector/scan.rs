//! Cosine similarity of one vector to many.
//!
//! The embedding model is trained so that the first numbers of a vector, its head, work as a shorter
//! vector on their own (Matryoshka embedding). Vectors are stored split, the heads of all rows before
//! their tails, so that a scan over the heads alone takes a fraction of the time.

use rayon::prelude::*;

/// Numbers in the head of a vector: one cache line, and a length that the built-in model was
/// trained for.
pub const HEAD: usize = 64;

/// Up to this many rows, waking other threads takes longer than it saves.
const MAX_ROWS_SINGLE_THREADED: usize = 262_144;
const ROWS_PER_TASK: usize = 16_384;
/// Rows compared before their dot products are scaled; the block stays in the processor's cache.
const ROWS_PER_BLOCK: usize = 256;

/// The rows to compare with: the heads, and the tails unless heads are enough.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    pub heads: &'a [i8],
    pub tails: Option<&'a [i8]>,
}

/// Replaces each number in `out`, the inverse length of a row, by the row's cosine similarity to
/// `query`: from -1 to 1, and 0 for rows of zeros. The result is the same on every machine and for
/// any number of threads, because the sums are sums of integers.
pub fn similarities(query: &[i8], rows: Rows<'_>, out: &mut [f32]) {
    let query_scale = inverse_length(query);
    let (head, tail) = query.split_at(HEAD.min(query.len()));
    let compare = |first: usize, out: &mut [f32]| {
        let mut dots = [0; ROWS_PER_BLOCK];
        let mut tail_dots = [0; ROWS_PER_BLOCK];
        for (block, out) in out.chunks_mut(ROWS_PER_BLOCK).enumerate() {
            let first = first + block * ROWS_PER_BLOCK;
            let (dots, tail_dots) = (&mut dots[..out.len()], &mut tail_dots[..out.len()]);
            let part = |rows: &'_ [i8], n_values: usize| {
                first * n_values..rows.len().min((first + ROWS_PER_BLOCK) * n_values)
            };
            rutter_embed::scan(head, &rows.heads[part(rows.heads, head.len())], dots);
            if let Some(tails) = rows.tails.filter(|_| !tail.is_empty()) {
                rutter_embed::scan(tail, &tails[part(tails, tail.len())], tail_dots);
                dots.iter_mut().zip(tail_dots).for_each(|(dot, more)| *dot += *more);
            }
            out.iter_mut().zip(dots).for_each(|(value, dot)| *value *= query_scale * *dot as f32);
        }
    };
    if out.len() <= MAX_ROWS_SINGLE_THREADED {
        compare(0, out);
    } else {
        let tasks = out.par_chunks_mut(ROWS_PER_TASK).enumerate();
        tasks.for_each(|(task, out)| compare(task * ROWS_PER_TASK, out));
    }
}

/// One over the length of a vector. 0 for a vector of zeros, so that its similarity to anything is 0.
pub fn inverse_length(row: &[i8]) -> f32 {
    let square: u32 = row.iter().map(|&value| u32::from(value.unsigned_abs()).pow(2)).sum();
    if square == 0 { 0.0 } else { (1.0 / f64::from(square).sqrt()) as f32 }
}
