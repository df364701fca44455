//! Finds the nearest of many stored vectors by looking at every one.
//!
//! The answer is exact, and needs no structure that would have to be kept up to date. Memory is
//! read once from front to back, which is what limits the speed. Start at [`nearest`].

use crate::{Vector, similarity};
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;
use std::cmp::Ordering;

/// What one thread takes at a time: some milliseconds of work less one.
const SHARE_ROWS: usize = 32_768;
/// Few enough that what was computed of them is still at hand.
const BLOCK_ROWS: usize = 256;

/// How long the vectors of the built-in model are.
const BUILT_IN_DIMS: usize = 256;

/// A row and how near it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest {
    pub row: u32,
    pub similarity: f32,
}

/// The `limit` rows that are most similar to `query`, the nearest first and of equals the earlier.
///
/// `rows` holds vectors as long as the query's, one after the other, and `norms` the norm of each.
/// What is missing from one of the two is left out. Large numbers of rows are split over threads.
pub fn nearest(query: &Vector, rows: &[i8], norms: &[u32], limit: usize) -> Vec<Nearest> {
    let n_values = query.values.len().max(1);
    let arch = Arch::new();
    let share = |index: usize, rows: &[i8], norms: &[u32]| {
        let first = index * SHARE_ROWS;
        arch.dispatch(Best { query, rows, norms, first, limit })
    };
    if rows.len() / n_values <= SHARE_ROWS || norms.len() <= SHARE_ROWS {
        return share(0, rows, norms);
    }
    let mut best: Vec<Nearest> = rows
        .par_chunks(SHARE_ROWS * n_values)
        .zip(norms.par_chunks(SHARE_ROWS))
        .enumerate()
        .flat_map_iter(|(index, (rows, norms))| share(index, rows, norms))
        .collect();
    best.sort_unstable_by(nearer);
    best.truncate(limit);
    best
}

/// The dot product of `query` with each of the rows, which are as long as it is.
pub fn scan(query: &[i8], rows: &[i8], out: &mut [i32]) {
    let wide: Vec<i16> = query.iter().map(|value| i16::from(*value)).collect();
    let n_values = query.len().max(1);
    let arch = Arch::new();
    for (rows, out) in rows.chunks(BLOCK_ROWS * n_values).zip(out.chunks_mut(BLOCK_ROWS)) {
        arch.dispatch(Dots { query: &wide, rows, out });
    }
}

/// Stored bytes as the values of vectors.
pub fn values_of_bytes(bytes: &[u8]) -> &[i8] {
    bytemuck::cast_slice(bytes)
}

fn nearer(one: &Nearest, other: &Nearest) -> Ordering {
    other.similarity.total_cmp(&one.similarity).then(one.row.cmp(&other.row))
}

/// The best of one share, in order.
struct Best<'a> {
    query: &'a Vector,
    rows: &'a [i8],
    norms: &'a [u32],
    /// The number of the first row.
    first: usize,
    limit: usize,
}

impl WithSimd for Best<'_> {
    type Output = Vec<Nearest>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Vec<Nearest> {
        let n_values = self.query.values.len().max(1);
        let query: Vec<i16> = self.query.values.iter().map(|value| i16::from(*value)).collect();
        let mut best = Heap::new(self.limit);
        let mut first = self.first;
        let mut dots = [0; BLOCK_ROWS];
        let mut roughly = [0.0; BLOCK_ROWS];
        let own_length = (self.query.norm as f32).sqrt();
        let blocks = self.rows.chunks(BLOCK_ROWS * n_values).zip(self.norms.chunks(BLOCK_ROWS));
        for (rows, norms) in blocks {
            let n_rows = norms.len().min(rows.len() / n_values);
            let (dots, roughly) = (&mut dots[..n_rows], &mut roughly[..n_rows]);
            Dots { query: &query, rows, out: dots }.with_simd(simd);
            for ((roughly, dot), norm) in roughly.iter_mut().zip(&*dots).zip(norms) {
                *roughly = *dot as f32 / (*norm.max(&1) as f32).sqrt();
            }
            let mut bar = best.rough_bar(own_length);
            for (row, roughly) in roughly.iter().enumerate() {
                if *roughly >= bar {
                    let similarity = similarity(dots[row], self.query.norm, norms[row]);
                    best.offer(Nearest { row: (first + row) as u32, similarity });
                    bar = best.rough_bar(own_length);
                }
            }
            first += n_rows;
        }
        best.into_sorted()
    }
}

/// Keeps the best of what it is offered in the order of rows.
struct Heap {
    limit: usize,
    kept: Vec<Nearest>,
    /// Whoever is not above it is not among the best.
    bar: f32,
}

impl Heap {
    fn new(limit: usize) -> Self {
        let bar = if limit == 0 { f32::INFINITY } else { f32::NEG_INFINITY };
        Self { limit, kept: Vec::new(), bar }
    }

    /// The bar as a dot product over the length of a row, lower by more than single precision
    /// errs: what does not reach it need not be computed exactly.
    #[inline(always)]
    fn rough_bar(&self, own_length: f32) -> f32 {
        if self.bar.is_infinite() { self.bar } else { (self.bar - 1e-5) * own_length }
    }

    #[inline(always)]
    fn offer(&mut self, candidate: Nearest) {
        if candidate.similarity > self.bar {
            self.keep(candidate);
        }
    }

    /// Twice as many as wanted may gather before the worse half goes: no heap to be kept in order.
    #[inline(never)]
    fn keep(&mut self, candidate: Nearest) {
        self.kept.push(candidate);
        if self.kept.len() >= self.limit.saturating_mul(2).max(64) {
            self.cut();
        }
    }

    fn cut(&mut self) {
        if self.limit > 0 && self.kept.len() >= self.limit {
            let (_, last, _) = self.kept.select_nth_unstable_by(self.limit - 1, nearer);
            self.bar = last.similarity;
            self.kept.truncate(self.limit);
        }
    }

    fn into_sorted(mut self) -> Vec<Nearest> {
        self.cut();
        self.kept.sort_unstable_by(nearer);
        self.kept
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
        if let Ok(query) = <&[i16; BUILT_IN_DIMS]>::try_from(query) {
            let (rows, _) = rows.as_chunks::<BUILT_IN_DIMS>();
            let n_rows = rows.len().min(out.len());
            let (rows, out) = (&rows[..n_rows], &mut out[..n_rows]);
            four_streams(query, rows, out);
        } else {
            let rows = rows.chunks_exact(query.len().max(1));
            out.iter_mut().zip(rows).for_each(|(out, row)| *out = dot(query, row));
        }
    }
}

/// Reads from four places at a time: more of the memory's latency is hidden.
#[inline(always)]
fn four_streams<const DIMS: usize>(query: &[i16; DIMS], rows: &[[i8; DIMS]], out: &mut [i32]) {
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
mod tests;
