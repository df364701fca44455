//! Cosine similarity of one vector to many.
//!
//! The embedding model is trained so that the first numbers of a vector, its head, work as a shorter
//! vector on their own (Matryoshka embedding). Vectors are stored split, the heads of all rows before
//! their tails, so that a scan over the heads alone takes a fraction of the time. A scan over codes
//! ([`super::coarse`]) takes even less.

use std::num::NonZero;
use std::ops::Range;
use std::thread;

use rutter_embed::dot_row;

use super::row::{HEAD, inverse_length};

/// Rows compared before their dot products are scaled.
// The block stays in the processor's cache.
const ROWS_PER_BLOCK: usize = 256;
/// Chunks of which the greatest score is kept.
// Most blocks are skipped by it as a whole.
pub const ROWS_PER_MAXIMUM: usize = 64;

/// The rows to compare with: the heads, and the tails unless heads are enough.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    pub heads: &'a [i8],
    pub tails: Option<&'a [i8]>,
    /// The inverse length of each row, as bytes of a little-endian number.
    pub inverse_lengths: &'a [[u8; 4]],
}

/// Writes the cosine similarity of each row to `query` to `out`: from -1 to 1, and 0 for rows of zeros. The
/// result is the same on every machine and for any number of threads.
// Sums of integers do not depend on the order in which they are added.
pub fn similarities(query: &[i8], rows: Rows<'_>, out: &mut [f32]) {
    let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
    let n_rows = out.len().div_ceil(n_threads).max(1);
    let query = QueryVector::new(query);
    thread::scope(|scope| {
        for (part, out) in out.chunks_mut(n_rows).enumerate() {
            let first = part * n_rows;
            let rows = rows.part(first..first + out.len(), query.values.len());
            scope.spawn(move || query.compare(rows, out));
        }
    });
}

impl<'a> Rows<'a> {
    /// Some of the rows, which have `dims` numbers each.
    pub fn part(self, rows: Range<usize>, dims: usize) -> Rows<'a> {
        let (n_head, n_tail) = (HEAD.min(dims), dims.saturating_sub(HEAD));
        let values = |n_values: usize| rows.start * n_values..rows.end * n_values;
        Rows {
            heads: &self.heads[values(n_head)],
            tails: self.tails.map(|tails| &tails[values(n_tail)]),
            inverse_lengths: &self.inverse_lengths[rows.clone()],
        }
    }
}

/// A vector to compare rows with.
#[derive(Clone, Copy)]
pub struct QueryVector<'a> {
    values: &'a [i8],
    scale: f32,
}

impl QueryVector<'_> {
    pub fn new(values: &[i8]) -> QueryVector<'_> {
        QueryVector { values, scale: inverse_length(values) }
    }

    /// The dot product with a row, given as its head and tail, divided by the length of this vector.
    pub fn scaled_dot(&self, head: &[i8], tail: &[i8]) -> f32 {
        let (own_head, own_tail) = self.values.split_at(HEAD.min(self.values.len()));
        let in_tail = if tail.is_empty() { 0 } else { dot_row(own_tail, tail) };
        self.scale * (dot_row(own_head, head) + in_tail) as f32
    }

    /// Writes the similarity of each row to `out`.
    pub fn compare(&self, rows: Rows<'_>, out: &mut [f32]) {
        let (head, tail) = self.values.split_at(HEAD.min(self.values.len()));
        let mut dots = [0; ROWS_PER_BLOCK];
        let mut tail_dots = [0; ROWS_PER_BLOCK];
        for (block, out) in out.chunks_mut(ROWS_PER_BLOCK).enumerate() {
            let first = block * ROWS_PER_BLOCK;
            let (dots, tail_dots) = (&mut dots[..out.len()], &mut tail_dots[..out.len()]);
            let part = |n_values: usize| first * n_values..(first + dots.len()) * n_values;
            let (head_part, tail_part) = (part(head.len()), part(tail.len()));
            rutter_embed::scan(head, &rows.heads[head_part], dots);
            if let Some(tails) = rows.tails.filter(|_| !tail.is_empty()) {
                rutter_embed::scan(tail, &tails[tail_part], tail_dots);
                dots.iter_mut().zip(tail_dots).for_each(|(dot, more)| *dot += *more);
            }
            let lengths = &rows.inverse_lengths[first..first + out.len()];
            for ((value, dot), length) in out.iter_mut().zip(dots).zip(lengths) {
                *value = f32::from_le_bytes(*length) * (self.scale * *dot as f32);
            }
        }
    }
}

/// The greatest of some numbers.
// Each lane of a register has its own, so that the compiler compares eight at once.
pub fn greatest(values: &[f32]) -> f32 {
    let (eights, rest) = values.as_chunks::<8>();
    let mut lanes = [f32::MIN; 8];
    for eight in eights {
        for (lane, value) in lanes.iter_mut().zip(eight) {
            *lane = if value > lane { *value } else { *lane };
        }
    }
    lanes.iter().chain(rest).copied().fold(f32::MIN, f32::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_row_is_as_similar_as_in_a_scan() {
        let value = |at: usize| (at * 37 % 251) as u8 as i8;
        for n_values in [HEAD / 2, HEAD, 256] {
            let query: Vec<i8> = (0..n_values).map(value).collect();
            let row: Vec<i8> = (0..n_values).map(|at| value(at + 9)).collect();
            let (head, tail) = row.split_at(HEAD.min(n_values));
            let inverse_lengths = &[inverse_length(&row).to_le_bytes()];
            let mut out = [0.0];
            similarities(
                &query,
                Rows { heads: head, tails: Some(tail), inverse_lengths },
                &mut out,
            );
            let single = inverse_length(&row) * QueryVector::new(&query).scaled_dot(head, tail);
            assert_eq!(single.to_bits(), out[0].to_bits());
        }
    }
}
