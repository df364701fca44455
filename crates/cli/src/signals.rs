//! Ctrl-C: a pass in progress ends in order and keeps what it has; anything else just ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a program ended by Ctrl-C.
pub const INTERRUPTED: i32 = 130;

/// What the signal handler and the program share.
#[derive(Debug, Clone, Default)]
pub struct Signals {
    /// Set when the user wants to stop.
    pub cancelled: Arc<AtomicBool>,
    /// Set while stopping takes an orderly end.
    pub is_writing: Arc<AtomicBool>,
    /// Set while a model works, which ends in order as well.
    pub is_exploring: Arc<AtomicBool>,
}

impl Signals {
    pub fn listen() -> Signals {
        let signals = Signals::default();
        let heard = signals.clone();
        // Without a handler Ctrl-C ends the program at once, which is safe as well.
        let _ = ctrlc::set_handler(move || {
            let is_second = heard.cancelled.swap(true, Ordering::SeqCst);
            let is_busy = [&heard.is_writing, &heard.is_exploring];
            if is_second || !is_busy.iter().any(|flag| flag.load(Ordering::SeqCst)) {
                std::process::exit(INTERRUPTED);
            }
        });
        signals
    }
}
