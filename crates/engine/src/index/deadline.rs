//! A cancellation flag that is set after a timeout.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// Sets its flag when the time is over. Dropping it earlier ends its thread.
#[derive(Debug)]
pub(crate) struct Deadline {
    is_over: Arc<AtomicBool>,
    _end: Sender<()>,
}

impl Deadline {
    pub(crate) fn after(duration: Duration) -> Deadline {
        let is_over = Arc::new(AtomicBool::new(false));
        let (end, ended) = channel::<()>();
        let flag = Arc::clone(&is_over);
        let wait = move || {
            if ended.recv_timeout(duration) == Err(RecvTimeoutError::Timeout) {
                flag.store(true, Ordering::Relaxed);
            }
        };
        // If no thread can be started there is no timeout; an answer without one is better than none.
        drop(thread::Builder::new().name("deadline".to_owned()).spawn(wait));
        Deadline { is_over, _end: end }
    }

    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.is_over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_over_after_its_time_and_not_before() {
        let long = Deadline::after(Duration::from_secs(3600));
        let short = Deadline::after(Duration::ZERO);
        while !short.flag().load(Ordering::Relaxed) {
            thread::yield_now();
        }
        assert!(!long.flag().load(Ordering::Relaxed));
    }
}
