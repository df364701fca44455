//! Threads that help with scans, kept from one search to the next.
//!
//! To start a thread takes longer than comparing ten thousand vectors. They are not those of rayon's own pool, in
//! which a search would wait for whatever else the process does. Start at [`ScanThreads::run_beside`].

use std::num::NonZero;
use std::sync::OnceLock;
use std::thread;

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::scan::Scan;

/// Threads that start when they are first needed.
#[derive(Default)]
pub struct ScanThreads {
    pool: OnceLock<Option<ThreadPool>>,
}

impl ScanThreads {
    /// Does something while other threads run a scan, and then whatever is left of the scan.
    pub fn run_beside<T>(&self, scan: &Scan<'_>, work: impl FnOnce() -> T) -> T {
        let start = || {
            let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
            let builder = ThreadPoolBuilder::new().num_threads(n_threads.saturating_sub(1).max(1));
            builder.thread_name(|_| "scan".to_owned()).build().ok()
        };
        let both = || {
            let done = work();
            scan.run();
            done
        };
        // Without threads, the caller's does it all.
        let Some(pool) = self.pool.get_or_init(start) else { return both() };
        pool.in_place_scope(|scope| {
            for _ in 0..scan.n_helpers() {
                scope.spawn(|_| scan.run());
            }
            both()
        })
    }
}
