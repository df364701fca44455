//! Keys while an answer streams: what is typed is collected for later, Ctrl-C and Esc interrupt.
//!
//! A thread reads the keyboard, so that a key is handled at once, however busy the output is. The
//! terminal is restored when [`TypeAhead`] is dropped, also by a panic. Start at [`TypeAhead::start`].

mod keyboard;
mod raw_mode;

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossterm::event;

pub use keyboard::{Collected, InterruptKey, TypeAheadEvent};

use crate::error::Error;
use keyboard::Keyboard;
use raw_mode::RawMode;

/// Interval at which the thread checks whether it should end. Keys wake it at once.
const STOP_INTERVAL: Duration = Duration::from_millis(10);

/// Collects what is typed, from its start until it is finished or dropped.
pub struct TypeAhead {
    keyboard: Arc<Mutex<Keyboard>>,
    is_stopped: Arc<AtomicBool>,
    /// `None` if standard input is not a terminal: then nothing can be typed.
    reader: Option<JoinHandle<()>>,
    raw_mode: Option<RawMode>,
}

impl TypeAhead {
    /// Begins to read. `on_event` runs on the reading thread, so it must be quick.
    pub fn start(
        mut on_event: impl FnMut(TypeAheadEvent) + Send + 'static,
    ) -> Result<TypeAhead, Error> {
        let keyboard = Arc::new(Mutex::new(Keyboard::default()));
        let is_stopped = Arc::new(AtomicBool::new(false));
        if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
            return Ok(TypeAhead { keyboard, is_stopped, reader: None, raw_mode: None });
        }
        let raw_mode = RawMode::enter()?;
        let (thread_keyboard, thread_stopped) = (keyboard.clone(), is_stopped.clone());
        let read = move || {
            while !thread_stopped.load(Ordering::Acquire) {
                // A terminal that went away cannot be read; the answer goes on without keys.
                let Ok(has_event) = event::poll(STOP_INTERVAL) else { return };
                if !has_event {
                    continue;
                }
                let Ok(event) = event::read() else { return };
                // The lock is not held while the caller's function runs: that may take other locks.
                let happened = lock(&thread_keyboard).push(&event);
                happened.into_iter().for_each(&mut on_event);
            }
        };
        let reader = thread::Builder::new()
            .name("type-ahead".to_owned())
            .spawn(read)
            .map_err(Error::Read)?;
        Ok(TypeAhead { keyboard, is_stopped, reader: Some(reader), raw_mode: Some(raw_mode) })
    }

    /// Takes the oldest message that was entered.
    pub fn next_message(&self) -> Option<String> {
        lock(&self.keyboard).next_message()
    }

    /// Ends reading, restores the terminal and returns what was typed.
    pub fn finish(mut self) -> Collected {
        self.stop();
        lock(&self.keyboard).take()
    }

    fn stop(&mut self) {
        self.is_stopped.store(true, Ordering::Release);
        if let Some(reader) = self.reader.take() {
            // If a caller's function panicked there, the terminal is restored all the same.
            let _ = reader.join();
        }
        self.raw_mode = None;
    }
}

impl Drop for TypeAhead {
    fn drop(&mut self) {
        self.stop();
    }
}

fn lock(keyboard: &Mutex<Keyboard>) -> MutexGuard<'_, Keyboard> {
    keyboard.lock().unwrap_or_else(PoisonError::into_inner)
}
