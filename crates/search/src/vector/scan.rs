//! Cosine similarity of one vector to many.
//!
//! The embedding model is trained so that the first numbers of a vector, its head, work as a shorter
//! vector on their own (Matryoshka embedding). Vectors are stored split, the heads of all rows before
//! their tails, so that a scan over the heads alone takes a fraction of the time, and one over their codes of
//! 4 bits ([`super::coarse`]) half of that.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread;

use rutter_embed::dot_row;

use super::coarse::{CoarseQuery, CoarseRows};
use super::row::{HEAD, inverse_length};

/// Up to this many rows one further thread helps: waking more takes longer than it saves.
const MAX_ROWS_ONE_HELPER: usize = 262_144;
/// Rows that a thread takes at a time.
const ROWS_PER_TASK: usize = 8_192;
/// Rows compared before their dot products are scaled; the block stays in the processor's cache.
const ROWS_PER_BLOCK: usize = 256;
/// Rows of which the greatest similarity is kept, so that most of them need not be looked at one by one.
pub const ROWS_PER_MAXIMUM: usize = 64;

/// The rows to compare with: the heads, and the tails unless heads are enough.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    pub heads: &'a [i8],
    pub tails: Option<&'a [i8]>,
    /// The inverse length of each row, as bytes of a little-endian number.
    pub inverse_lengths: &'a [[u8; 4]],
}

/// A comparison of one vector with many rows, to which several threads contribute.
pub struct Scan<'a> {
    query: &'a [i8],
    n_rows: usize,
    /// What no thread has taken yet.
    waiting: Mutex<Vec<Task<'a>>>,
}

struct Task<'a> {
    rows: TaskRows<'a>,
    out: Similarities<'a>,
}

enum TaskRows<'a> {
    Exact(Rows<'a>),
    Coarse(CoarseRows<'a>),
}

/// Where the similarities of rows are written.
pub struct Similarities<'a> {
    /// A place for each row.
    pub values: &'a mut [f32],
    /// The greatest of every [`ROWS_PER_MAXIMUM`] values.
    pub maxima: &'a mut [f32],
}

impl<'a> Scan<'a> {
    pub fn new(query: &'a [i8]) -> Scan<'a> {
        Scan { query, n_rows: 0, waiting: Mutex::default() }
    }

    /// Adds rows whose similarities are written to `out`.
    pub fn add(&mut self, rows: Rows<'a>, out: Similarities<'a>) {
        let n_head = HEAD.min(self.query.len());
        let n_tail = self.query.len() - n_head;
        self.add_tasks(out, |first, end| {
            TaskRows::Exact(Rows {
                heads: &rows.heads[first * n_head..end * n_head],
                tails: rows.tails.map(|tails| &tails[first * n_tail..end * n_tail]),
                inverse_lengths: &rows.inverse_lengths[first..end],
            })
        });
    }

    /// Adds rows of which estimates are written to `out`.
    pub fn add_codes(&mut self, rows: CoarseRows<'a>, out: Similarities<'a>) {
        self.add_tasks(out, |first, end| TaskRows::Coarse(rows.part(first, end)));
    }

    fn add_tasks(&mut self, out: Similarities<'a>, rows: impl Fn(usize, usize) -> TaskRows<'a>) {
        let Similarities { values, maxima } = out;
        self.n_rows += values.len();
        let waiting = self.waiting.get_mut().unwrap_or_else(PoisonError::into_inner);
        let maxima = maxima.chunks_mut(ROWS_PER_TASK / ROWS_PER_MAXIMUM);
        let mut first = 0;
        for (values, maxima) in values.chunks_mut(ROWS_PER_TASK).zip(maxima) {
            let end = first + values.len();
            waiting.push(Task { rows: rows(first, end), out: Similarities { values, maxima } });
            first = end;
        }
    }

    /// How many threads should run it beside the caller's.
    pub fn n_helpers(&self) -> usize {
        match self.n_rows {
            0..=MAX_ROWS_ONE_HELPER => 1,
            _ => thread::available_parallelism().map_or(1, NonZero::get).saturating_sub(1).max(1),
        }
    }

    /// Compares rows until no thread has to take any more; others may still be busy with their last.
    pub fn run(&self) {
        let take = || self.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let query = QueryVector::new(self.query);
        let coarse = CoarseQuery::new(self.query);
        while let Some(Task { rows, out }) = take() {
            match (rows, &coarse) {
                (TaskRows::Exact(rows), _) => query.compare(rows, out.values),
                (TaskRows::Coarse(rows), Some(coarse)) => coarse.estimate(rows, out.values),
                // There are no codes of vectors that are shorter than a head.
                (TaskRows::Coarse(_), None) => out.values.fill(0.0),
            }
            for (maximum, values) in out.maxima.iter_mut().zip(out.values.chunks(ROWS_PER_MAXIMUM))
            {
                *maximum = greatest(values);
            }
        }
    }
}

/// Writes the cosine similarity of each row to `query` to `out`: from -1 to 1, and 0 for rows of zeros. The
/// result is the same on every machine and for any number of threads, because the sums are sums of
/// integers.
pub fn similarities(query: &[i8], rows: Rows<'_>, out: &mut [f32]) {
    let mut scan = Scan::new(query);
    let mut maxima = vec![0.0; out.len().div_ceil(ROWS_PER_MAXIMUM)];
    scan.add(rows, Similarities { values: out, maxima: &mut maxima });
    thread::scope(|scope| {
        for _ in 0..scan.n_helpers() {
            scope.spawn(|| scan.run());
        }
        scan.run();
    });
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

    fn compare(&self, rows: Rows<'_>, out: &mut [f32]) {
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

/// The greatest of some numbers, each lane of a register on its own.
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
