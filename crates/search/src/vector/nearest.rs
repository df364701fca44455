//! Finds the rows that are nearest to a vector, by comparing it with every row.
//!
//! Threads take parts of the rows in turn. The rows that they keep set the similarity that a later row must reach,
//! so that most are dropped several at a time. Where only codes were compared, the rows that were kept are then
//! compared in full, by all threads again. Start at [`Nearest::run`].

use std::cmp::Ordering;
use std::hint;
use std::num::NonZero;
use std::sync::atomic::{self, AtomicU32, AtomicUsize};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use super::coarse::{CoarseQuery, CoarseRows};
use super::row::HEAD;
use super::scan::{QueryVector, Rows};

/// Rows up to which only one further thread helps.
// Waking more takes longer than it saves.
const MAX_ROWS_ONE_HELPER: usize = 262_144;
/// Rows that a thread takes at a time.
const ROWS_PER_TASK: usize = 8_192;
/// Rows that a thread takes at a time to compare them in full.
const WHOLE_ROWS_PER_TASK: usize = 64;
/// Checks for work by a thread before it yields to others.
const N_LOOKS: u32 = 1_000;
/// Rows that are compared with the limit together.
// Most such groups have none that is near enough.
const ROWS_PER_LOOK: usize = 16;
/// Bins in which similarities are counted to find the first limit.
const N_BINS: usize = 256;

/// A row that is near to the vector.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NearRow {
    pub similarity: f32,
    /// Which of the tables it is in, and its number there.
    pub table: u32,
    pub row: u32,
}

/// Answers the questions of the search about rows.
pub trait RowSource: Sync {
    /// State that one thread keeps from row to row.
    type Memory: Default;

    /// Whether a row may be found.
    fn is_wanted(&self, table: u32, row: u32, memory: &mut Self::Memory) -> bool;
    /// The order of two rows that are equally near.
    fn by_position(&self, left: &NearRow, right: &NearRow) -> Ordering;
    /// The similarity of a row of which only the code was compared.
    fn whole_similarity(&self, table: u32, row: u32) -> f32;
}

/// A search for the rows nearest to a vector, to which several threads contribute.
pub struct Nearest<'a, S> {
    query: &'a [i8],
    source: &'a S,
    /// The number of rows to find.
    n: usize,
    n_rows: usize,
    /// Whether codes were compared.
    is_estimate: bool,
    /// Tasks that no thread has taken yet.
    waiting: Mutex<Vec<Task<'a>>>,
    /// Tasks that are waiting or running.
    n_unfinished: AtomicUsize,
    /// Unfinished tasks that scan rows, rather than compare some in full.
    n_to_scan: AtomicUsize,
    kept: Mutex<Kept>,
    /// The bits of the similarity that a row must reach; only ever raised.
    // A stale value only lets a few more rows through, so it is read and written relaxed, without a lock.
    least: AtomicU32,
}

#[derive(Default)]
struct Kept {
    rows: Vec<NearRow>,
    /// The similarity of rows of which some were dropped by their positions.
    // Further rows of this similarity must then be compared by position as well, or the order of threads would decide.
    cut_at: Option<f32>,
}

enum Task<'a> {
    Scan(Part<'a>),
    /// Compare these in full.
    Whole(Vec<NearRow>),
}

/// Some rows of a table.
struct Part<'a> {
    table: u32,
    first: u32,
    n_rows: usize,
    rows: PartRows<'a>,
}

enum PartRows<'a> {
    Exact(Rows<'a>),
    Coarse(CoarseRows<'a>),
}

impl<'a, S: RowSource> Nearest<'a, S> {
    pub fn new(query: &'a [i8], n: usize, source: &'a S) -> Nearest<'a, S> {
        Nearest {
            query,
            source,
            n: n.max(1),
            n_rows: 0,
            is_estimate: false,
            waiting: Mutex::default(),
            n_unfinished: AtomicUsize::new(0),
            n_to_scan: AtomicUsize::new(0),
            kept: Mutex::default(),
            least: AtomicU32::new(0),
        }
    }

    /// Adds the rows of a table to those that are compared.
    pub fn add(&mut self, table: u32, rows: Rows<'a>) {
        let dims = self.query.len();
        self.is_estimate |= rows.tails.is_none() && dims > HEAD;
        self.add_tasks(table, rows.inverse_lengths.len(), |first, end| {
            PartRows::Exact(rows.part(first..end, dims))
        });
    }

    /// Adds a table of which only codes are compared at first.
    pub fn add_codes(&mut self, table: u32, rows: CoarseRows<'a>) {
        self.is_estimate = true;
        self.add_tasks(table, rows.n_rows, |first, end| PartRows::Coarse(rows.part(first, end)));
    }

    fn add_tasks(&mut self, table: u32, n: usize, rows: impl Fn(usize, usize) -> PartRows<'a>) {
        let waiting = self.waiting.get_mut().unwrap_or_else(PoisonError::into_inner);
        for first in (0..n).step_by(ROWS_PER_TASK) {
            let end = n.min(first + ROWS_PER_TASK);
            let (rows, n_rows) = (rows(first, end), end - first);
            waiting.push(Task::Scan(Part { table, first: first as u32, n_rows, rows }));
            *self.n_unfinished.get_mut() += 1;
            *self.n_to_scan.get_mut() += 1;
        }
        self.n_rows += n;
    }

    /// The number of threads that should run it beside the caller's.
    pub fn n_helpers(&self) -> usize {
        match self.n_rows {
            0..=MAX_ROWS_ONE_HELPER => 1,
            _ => thread::available_parallelism().map_or(1, NonZero::get).saturating_sub(1).max(1),
        }
    }

    /// Works on tasks until all are done.
    pub fn run(&self) {
        let query = QueryVector::new(self.query);
        let coarse = CoarseQuery::new(self.query);
        let mut values = Vec::new();
        let mut memory = S::Memory::default();
        while let Some(task) = self.next_task() {
            let _running = RunningTask(&self.n_unfinished);
            match task {
                Task::Scan(part) => {
                    values.resize(part.n_rows, 0.0);
                    match (&part.rows, &coarse) {
                        (PartRows::Exact(rows), _) => query.compare(*rows, &mut values),
                        (PartRows::Coarse(rows), Some(coarse)) => {
                            coarse.estimate(*rows, &mut values);
                        }
                        // Vectors that are shorter than a code have none, so this does not happen.
                        (PartRows::Coarse(_), None) => values.fill(0.0),
                    }
                    self.keep_near(&part, &values, &mut memory);
                    // The thread that finishes the last scan sees what all others have kept.
                    if self.n_to_scan.fetch_sub(1, atomic::Ordering::AcqRel) == 1 {
                        self.finish_scan();
                    }
                }
                Task::Whole(mut rows) => {
                    for near in &mut rows {
                        near.similarity = self.source.whole_similarity(near.table, near.row);
                    }
                    self.kept().rows.append(&mut rows);
                }
            }
        }
    }

    /// The next task; `None` when all are done. Waits while running tasks may add others.
    // Sleeping and being woken would take longer than the tasks.
    fn next_task(&self) -> Option<Task<'a>> {
        for n_looks in 0.. {
            if let Some(task) = self.waiting().pop() {
                return Some(task);
            }
            if self.n_unfinished.load(atomic::Ordering::Acquire) == 0 {
                break;
            }
            if n_looks < N_LOOKS { hint::spin_loop() } else { thread::yield_now() }
        }
        None
    }

    /// The rows that were found, in no particular order: at least as many as were wanted, or all. There are more if
    /// several are as near as the last.
    pub fn into_rows(self) -> Vec<NearRow> {
        self.kept.into_inner().unwrap_or_else(PoisonError::into_inner).rows
    }

    fn keep_near(&self, part: &Part<'_>, values: &[f32], memory: &mut S::Memory) {
        let mut least = f32::from_bits(self.least.load(atomic::Ordering::Relaxed));
        if least == 0.0 {
            least = self.reached_by_enough(part, values, memory);
        }
        // Rows with a similarity of 0 or less are never kept.
        let least = least.max(f32::MIN_POSITIVE);
        let mut found = Vec::new();
        let mut look = |first: usize, values: &[f32]| {
            for (row, &similarity) in (part.first + first as u32..).zip(values) {
                if similarity >= least && self.source.is_wanted(part.table, row, memory) {
                    found.push(NearRow { similarity, table: part.table, row });
                }
            }
        };
        let (groups, rest) = values.as_chunks::<ROWS_PER_LOOK>();
        for (at, group) in groups.iter().enumerate() {
            // Without a branch for each, the processor compares several at once.
            if group.iter().fold(false, |any, similarity| any | (*similarity >= least)) {
                look(at * ROWS_PER_LOOK, group);
            }
        }
        look(values.len() - rest.len(), rest);
        if found.is_empty() {
            return;
        }
        let mut kept = self.kept();
        kept.rows.append(&mut found);
        if kept.rows.len() >= 3 * self.n {
            self.truncate(&mut kept);
        }
    }

    /// A similarity that enough wanted rows of a part reach, or 0.
    // Without it, every row of the first parts would be kept.
    fn reached_by_enough(&self, part: &Part<'_>, values: &[f32], memory: &mut S::Memory) -> f32 {
        let mut counts = [0_usize; N_BINS];
        for (row, &similarity) in (part.first..).zip(values) {
            if similarity > 0.0 && self.source.is_wanted(part.table, row, memory) {
                counts[((similarity * N_BINS as f32) as usize).min(N_BINS - 1)] += 1;
            }
        }
        let mut n_above = 0;
        let is_enough = |bin: &usize| {
            n_above += counts[*bin];
            n_above >= self.n
        };
        (0..N_BINS).rev().find(is_enough).unwrap_or(0) as f32 / N_BINS as f32
    }

    /// Keeps the nearest, and those that are as near as the last of them; if these are too many, the first ones.
    // Codes of many rows are equally near, and comparing their positions takes long.
    fn truncate(&self, kept: &mut Kept) {
        if kept.rows.len() <= self.n {
            return;
        }
        let by_similarity =
            |left: &NearRow, right: &NearRow| right.similarity.total_cmp(&left.similarity);
        let last = *kept.rows.select_nth_unstable_by(self.n - 1, by_similarity).1;
        kept.rows.retain(|near| near.similarity >= last.similarity);
        if kept.rows.len() > 2 * self.n || kept.cut_at == Some(last.similarity) {
            kept.rows.select_nth_unstable_by(self.n - 1, |left, right| {
                by_similarity(left, right).then_with(|| self.source.by_position(left, right))
            });
            kept.rows.truncate(self.n);
            kept.cut_at = Some(last.similarity);
        }
        // Similarities that are kept are positive; the bits of such numbers have their order.
        self.least.store(last.similarity.to_bits(), atomic::Ordering::Relaxed);
    }

    /// Keeps the nearest rows, and adds tasks that compare them in full if only codes were compared.
    fn finish_scan(&self) {
        let mut kept = self.kept();
        self.truncate(&mut kept);
        if self.is_estimate {
            let tasks =
                kept.rows.chunks(WHOLE_ROWS_PER_TASK).map(|rows| Task::Whole(rows.to_vec()));
            let mut waiting = self.waiting();
            self.n_unfinished.fetch_add(tasks.len(), atomic::Ordering::AcqRel);
            waiting.extend(tasks);
            kept.rows = Vec::with_capacity(kept.rows.len());
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<Task<'a>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts a task as finished when it goes out of scope.
// In a panic too: other threads would wait for the task forever.
struct RunningTask<'a>(&'a AtomicUsize);

impl Drop for RunningTask<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, atomic::Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::row::inverse_length;

    const DIMS: usize = 8;

    /// Rows of which every third may not be found.
    struct Table {
        rows: Vec<i8>,
        lengths: Vec<[u8; 4]>,
    }

    impl Table {
        fn new(n_rows: usize) -> Table {
            // Few different rows, so that many are equally near.
            let value = |at: usize| ((at / DIMS * 7 % 501 + at % DIMS * 31) % 251) as u8 as i8;
            let rows: Vec<i8> = (0..n_rows * DIMS).map(value).collect();
            let length = |row: &[i8]| inverse_length(row).to_le_bytes();
            let lengths = rows.chunks(DIMS).map(length).collect();
            Table { rows, lengths }
        }

        fn similarity(&self, row: u32) -> f32 {
            let row = &self.rows[row as usize * DIMS..][..DIMS];
            inverse_length(row) * QueryVector::new(&QUERY).scaled_dot(row, &[])
        }
    }

    impl RowSource for Table {
        type Memory = ();

        fn is_wanted(&self, _: u32, row: u32, _: &mut ()) -> bool {
            !row.is_multiple_of(3)
        }

        fn by_position(&self, left: &NearRow, right: &NearRow) -> Ordering {
            left.row.cmp(&right.row)
        }

        fn whole_similarity(&self, _: u32, row: u32) -> f32 {
            self.similarity(row)
        }
    }

    const QUERY: [i8; DIMS] = [9, -4, 7, 0, 3, 100, -80, 1];

    #[test]
    fn the_nearest_wanted_rows_are_found_by_any_number_of_threads() {
        for (n_rows, n, n_threads) in [(0, 5, 1), (100, 500, 2), (30_000, 40, 1), (30_000, 700, 3)]
        {
            let table = Table::new(n_rows);
            let mut nearest = Nearest::new(&QUERY, n, &table);
            let rows =
                Rows { heads: &table.rows, tails: Some(&[]), inverse_lengths: &table.lengths };
            nearest.add(0, rows);
            thread::scope(|scope| {
                (0..n_threads).for_each(|_| drop(scope.spawn(|| nearest.run())));
            });
            let mut found = nearest.into_rows();
            found.sort_by_key(|near| near.row);
            let mut all: Vec<NearRow> = (0..n_rows as u32)
                .filter(|row| !row.is_multiple_of(3))
                .map(|row| NearRow { similarity: table.similarity(row), table: 0, row })
                .filter(|near| near.similarity > 0.0)
                .collect();
            all.sort_by(|left, right| right.similarity.total_cmp(&left.similarity));
            let last = all.get(n - 1).map_or(0.0, |near| near.similarity);
            let n_reach = all.iter().filter(|near| near.similarity >= last).count();
            all.truncate(if n_reach > 2 * n { n } else { n_reach });
            all.sort_by_key(|near| near.row);
            assert_eq!(found, all, "{n} of {n_rows} rows, {n_threads} threads");
        }
    }
}
