//! Threads that help with scans, kept from one search to the next.
//!
//! Starting a thread takes longer than comparing ten thousand vectors. They are not in rayon's own pool, where a
//! search would wait for whatever else the process does. Start at [`ScanThreads::run_beside`].

use std::num::NonZero;
use std::sync::OnceLock;
use std::thread;

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::nearest::{Nearest, RowSource};

/// Threads that start when they are first needed.
#[derive(Default)]
pub struct ScanThreads {
    pool: OnceLock<Option<ThreadPool>>,
}

impl ScanThreads {
    /// Runs `work` while other threads look for near rows, then helps them until all are found.
    pub fn run_beside<S: RowSource, T>(
        &self,
        nearest: &Nearest<'_, S>,
        work: impl FnOnce() -> T,
    ) -> T {
        let start = || {
            let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
            let builder = ThreadPoolBuilder::new().num_threads(n_threads.saturating_sub(1).max(1));
            builder.thread_name(|_| "scan".to_owned()).build().ok()
        };
        let both = || {
            let done = work();
            nearest.run();
            done
        };
        // If no thread can be started, this one does everything.
        let Some(pool) = self.pool.get_or_init(start) else { return both() };
        pool.in_place_scope(|scope| {
            for _ in 0..nearest.n_helpers() {
                scope.spawn(|_| nearest.run());
            }
            both()
        })
    }
}
