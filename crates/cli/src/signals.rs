//! Ctrl-C: work that can stop cleanly does so and keeps its results; everything else just ends.
//!
//! Blocking work, such as an indexing pass, checks a flag that stays set: the program is about to end.
//! A run of a model has a token of its own, so that stopping one run does not affect the next.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rutter_tools::RefreshWait;
use tokio_util::sync::CancellationToken;

use crate::exit::Exit;

/// An indexing pass that has not stopped by then hangs. The index survives if the process is killed.
const LONGEST_END: Duration = Duration::from_secs(20);

/// State shared by the signal handler and the program.
#[derive(Debug, Clone, Default)]
pub struct Signals {
    /// Set by Ctrl-C unless a run takes it.
    pub cancelled: Arc<AtomicBool>,
    /// Set while an indexing pass writes, which must stop cleanly.
    pub is_writing: Arc<AtomicBool>,
    /// The wait for the index. The first Ctrl-C ends it, so that a query is answered at once.
    pub wait: RefreshWait,
    run: Arc<Mutex<Option<CancellationToken>>>,
}

/// While it exists, the first Ctrl-C cancels its token instead of ending the program.
#[derive(Debug)]
pub struct RunGuard {
    pub cancel: CancellationToken,
    signals: Signals,
}

impl Signals {
    pub fn listen() -> Signals {
        let signals = Signals::default();
        let shared = signals.clone();
        // Without a handler Ctrl-C ends the program at once, which the index survives as well.
        let _ = ctrlc::set_handler(move || shared.interrupt());
        signals
    }

    pub fn begin_run(&self) -> RunGuard {
        let cancel = CancellationToken::new();
        if self.cancelled.load(Ordering::SeqCst) {
            cancel.cancel();
        }
        *self.run() = Some(cancel.clone());
        RunGuard { cancel, signals: self.clone() }
    }

    fn interrupt(&self) {
        let run = self.run().clone();
        let is_second = match run {
            Some(run) if !run.is_cancelled() => return run.cancel(),
            Some(_) => true,
            None if self.wait.skip() => return,
            None => self.cancelled.swap(true, Ordering::SeqCst),
        };
        if is_second || !self.is_writing.load(Ordering::SeqCst) {
            std::process::exit(Exit::Interrupted as i32);
        }
        std::thread::spawn(|| {
            std::thread::sleep(LONGEST_END);
            std::process::exit(Exit::Interrupted as i32);
        });
    }

    fn run(&self) -> MutexGuard<'_, Option<CancellationToken>> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for RunGuard {
    fn drop(&mut self) {
        *self.signals.run() = None;
    }
}
