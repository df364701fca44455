//! Vectors of texts, and their similarity.
//!
//! Every step is exact or rounds in one way only: sums of integers, then `f64` in a fixed order.
//! So an index made on one machine is good on any other, whatever instructions it has, and
//! training measures what the program does. Start at [`Model::text`].

use crate::Model;
use pulp::{Simd, WithSimd};
use std::ops::ControlFlow;

/// The pieces of a text that count.
const LIMIT_PIECES: usize = 512;

/// Memory that embedding one text after the other uses again.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    cut: Vec<u16>,
    counted: CountedPieces,
    sums: Vec<i32>,
    values: Vec<f64>,
}

/// The pieces of one text.
#[derive(Debug, Clone, Default)]
struct CountedPieces {
    /// Each once, in the order of their first use.
    distinct: Vec<u16>,
    /// Occurrences of each piece of the model; all zero between two texts.
    counts: Vec<u16>,
    n_left: usize,
}

impl CountedPieces {
    fn begin(&mut self, model: &Model) {
        self.distinct.clear();
        self.counts.resize(self.counts.len().max(model.tokenizer().n_pieces()), 0);
        self.n_left = LIMIT_PIECES;
    }

    /// Breaks when no further piece counts.
    #[inline]
    fn add(&mut self, pieces: &[u16]) -> ControlFlow<()> {
        for id in &pieces[..pieces.len().min(self.n_left)] {
            let count = &mut self.counts[usize::from(*id)];
            if *count == 0 {
                self.distinct.push(*id);
            }
            *count += 1;
        }
        self.n_left = self.n_left.saturating_sub(pieces.len());
        if self.n_left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// A text's direction, unrounded: of length 1, or all zero where nothing of it is known.
#[derive(Debug, Clone, PartialEq)]
pub struct TextVector {
    values: Box<[f64]>,
}

/// A vector as it is stored and compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vector {
    pub values: Box<[i8]>,
    /// The sum of the squares of the values.
    pub norm: u32,
}

impl Vector {
    pub fn similarity(&self, other: &Vector) -> f32 {
        similarity(dot(&self.values, &other.values), self.norm, other.norm)
    }
}

/// The cosine similarity of two stored vectors, by their dot product and their norms.
#[inline]
pub fn similarity(dot: i32, norm: u32, other_norm: u32) -> f32 {
    let product = f64::from(norm) * f64::from(other_norm);
    if product == 0.0 { 0.0 } else { (f64::from(dot) / product.sqrt()) as f32 }
}

/// The sum of the squares of a stored vector's values.
pub fn norm(values: &[i8]) -> u32 {
    dot(values, values).unsigned_abs()
}

fn dot(values: &[i8], others: &[i8]) -> i32 {
    values.iter().zip(others).map(|(value, other)| i32::from(*value) * i32::from(*other)).sum()
}

impl Model {
    /// The vector of a question.
    pub fn text(&self, text: &str, scratch: &mut Scratch) -> Vector {
        self.sum(text, scratch);
        let mut values = vec![0; self.dims()];
        let Scratch { sums, values: exact, .. } = scratch;
        let norm = self.arch.dispatch(Finish { sums, beside: &[], exact, out: &mut values });
        Vector { values: values.into_boxed_slice(), norm }
    }

    /// The direction of a file's path, for [`Model::chunk`].
    pub fn path(&self, path: &str, scratch: &mut Scratch) -> TextVector {
        self.sum(path, scratch);
        let length = length(&scratch.sums);
        let value = |sum: &i32| if length > 0.0 { f64::from(*sum) / length } else { 0.0 };
        TextVector { values: scratch.sums.iter().map(value).collect() }
    }

    /// Puts the vector of a part of a file in `out`, which has [`Model::dims`] places, and returns
    /// its norm. The path counts half as much as the content.
    pub fn chunk(
        &self,
        content: &str,
        path: &TextVector,
        scratch: &mut Scratch,
        out: &mut [i8],
    ) -> u32 {
        self.tokenizer().prepare();
        self.sum(content, scratch);
        self.finish(path, scratch, out)
    }

    /// As [`Model::chunk`], for a caller who knows the pieces of the content: `cut` hands them over in order, any number
    /// at a time, until it returns a break.
    pub fn chunk_of_pieces(
        &self,
        cut: impl FnOnce(&mut dyn FnMut(&[u16]) -> ControlFlow<()>),
        path: &TextVector,
        scratch: &mut Scratch,
        out: &mut [i8],
    ) -> u32 {
        self.tokenizer().prepare();
        scratch.counted.begin(self);
        cut(&mut |pieces| scratch.counted.add(pieces));
        self.add_up(scratch);
        self.finish(path, scratch, out)
    }

    fn finish(&self, path: &TextVector, scratch: &mut Scratch, out: &mut [i8]) -> u32 {
        let Scratch { sums, values: exact, .. } = scratch;
        self.arch.dispatch(Finish { sums, beside: &path.values, exact, out })
    }

    /// Leaves the weighted sum of the text's pieces in `scratch.sums`.
    fn sum(&self, text: &str, scratch: &mut Scratch) {
        let Scratch { cut, counted, .. } = scratch;
        self.tokenizer().cut(text, LIMIT_PIECES, cut);
        counted.begin(self);
        // All were cut; whether more would count does not matter.
        let _ = counted.add(cut);
        self.add_up(scratch);
    }

    fn add_up(&self, scratch: &mut Scratch) {
        let Scratch { counted: CountedPieces { distinct, counts, .. }, sums, .. } = scratch;
        sums.clear();
        sums.resize(self.dims(), 0);
        self.arch.dispatch(Sum { model: self, pieces: distinct, counts, sums });
    }
}

/// Adds the vectors of distinct pieces, and sets their counts to zero.
struct Sum<'a> {
    model: &'a Model,
    pieces: &'a [u16],
    counts: &'a mut [u16],
    sums: &'a mut [i32],
}

impl WithSimd for Sum<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let (rows, dims) = (self.model.rows(), self.model.dims());
        for id in self.pieces {
            let n_times = std::mem::take(&mut self.counts[usize::from(*id)]);
            let root = (f64::from(n_times).sqrt() * 256.0 + 0.5) as u32;
            let factor = ((self.model.weight(*id) * root + 128) >> 8) as i32;
            let row = &rows[usize::from(*id) * dims..][..dims];
            for (sum, value) in self.sums.iter_mut().zip(row) {
                *sum += factor * i32::from(*value);
            }
        }
    }
}

/// Scales a sum to length 1, adds half of `beside`, and rounds the result to 8 bits.
struct Finish<'a> {
    sums: &'a [i32],
    /// Another direction, or nothing.
    beside: &'a [f64],
    exact: &'a mut Vec<f64>,
    out: &'a mut [i8],
}

impl WithSimd for Finish<'_> {
    type Output = u32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> u32 {
        let Finish { sums, beside, exact, out } = self;
        exact.clear();
        match length(sums) {
            0.0 => exact.resize(sums.len(), 0.0),
            length => exact.extend(sums.iter().map(|sum| f64::from(*sum) / length)),
        }
        for (value, beside) in exact.iter_mut().zip(beside) {
            *value += 0.5 * beside;
        }
        let greatest = greatest(exact);
        if greatest == 0.0 {
            out.fill(0);
            return 0;
        }
        for (out, value) in out.iter_mut().zip(exact) {
            let scaled = *value * 127.0 / greatest;
            let rounded = (scaled.abs() + 0.5) as i32;
            *out = (if scaled < 0.0 { -rounded } else { rounded }) as i8;
        }
        dot(out, out).unsigned_abs()
    }
}

/// The order of the additions is part of the result.
#[inline(always)]
fn length(sums: &[i32]) -> f64 {
    sums.iter()
        .map(|sum| f64::from(*sum) * f64::from(*sum))
        .fold(0.0, |sum, square| sum + square)
        .sqrt()
}

/// The greatest absolute value. Eight at a time, since the order does not matter here.
#[inline(always)]
fn greatest(values: &[f64]) -> f64 {
    let (eights, rest) = values.as_chunks::<8>();
    let mut greatest = [0.0_f64; 8];
    for eight in eights {
        for (greatest, value) in greatest.iter_mut().zip(eight) {
            let value = value.abs();
            *greatest = if value > *greatest { value } else { *greatest };
        }
    }
    let all = greatest.iter().chain(rest);
    all.fold(0.0, |greatest, value| f64::max(greatest, value.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pulp::{Arch, Scalar};

    #[test]
    fn wide_instructions_change_no_bit() {
        let model = Model::from_bytes(include_bytes!("../tests/small.model").as_slice()).unwrap();
        let texts = ["", "read", "HTTPServer2 retries", "你好 данные", include_str!("vector.rs")];
        for text in texts {
            let mut scratch = Scratch::default();
            let vector = model.text(text, &mut scratch);
            model.sum(text, &mut scratch);
            let (sums, mut plain) = (scratch.sums.clone(), vec![0; model.dims()]);
            let Scratch { cut: pieces, counted, sums: plain_sums, values } = &mut scratch;
            let counts = &mut counted.counts;
            model.tokenizer().cut(text, LIMIT_PIECES, pieces);
            pieces.iter().for_each(|id| counts[usize::from(*id)] += 1);
            pieces.sort_unstable();
            pieces.dedup();
            plain_sums.fill(0);
            Sum { model: &model, pieces, counts, sums: plain_sums }.with_simd(Scalar);
            assert_eq!(*plain_sums, sums);
            let finish = Finish { sums: &sums, beside: &[], exact: values, out: &mut plain };
            assert_eq!(finish.with_simd(Scalar), vector.norm);
            assert_eq!(*plain, *vector.values, "{:?}", Arch::new());
        }
    }

    #[test]
    fn pieces_that_were_cut_before_give_the_same_vector() {
        let model = Model::from_bytes(include_bytes!("../tests/small.model").as_slice()).unwrap();
        let many = include_str!("vector.rs");
        for text in ["", "read", "HTTPServer2 retries", many] {
            let mut scratch = Scratch::default();
            let path = model.path("src/read.rs", &mut scratch);
            let (mut whole, mut parts) = (vec![0; model.dims()], vec![0; model.dims()]);
            let norm = model.chunk(text, &path, &mut scratch, &mut whole);
            let mut pieces = Vec::new();
            model.tokenizer().cut(text, usize::MAX, &mut pieces);
            assert_eq!(text == many, pieces.len() > LIMIT_PIECES);
            for n_at_once in [1, 7, LIMIT_PIECES + 1] {
                let mut n_parts = 0;
                let cut = |add: &mut dyn FnMut(&[u16]) -> ControlFlow<()>| {
                    n_parts =
                        pieces.chunks(n_at_once).take_while(|part| add(part).is_continue()).count();
                };
                let parts_norm = model.chunk_of_pieces(cut, &path, &mut scratch, &mut parts);
                assert_eq!((parts_norm, &parts), (norm, &whole), "{n_at_once}");
                assert!(n_parts.saturating_sub(1) * n_at_once < LIMIT_PIECES);
            }
        }
    }
}
