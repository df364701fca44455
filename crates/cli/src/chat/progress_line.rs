//! The line below an answer in progress: the model's activity, the usage so far, and what the user types.
//!
//! Its lock is held only while it draws, never while citations are checked, so that a key is
//! echoed at once.

use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rutter_terminal::StatusLine;

use crate::countdown::Countdown;
use crate::render::{dollars, thousands};

/// Time between two redraws.
const TICK: Duration = Duration::from_millis(200);

/// Shows what is typed while an answer arrives.
pub trait Echo: Send + Sync {
    fn show_draft(&self, draft: &str);
    fn show_queued(&self, n_messages: usize);
    fn set_width(&self, columns: usize);
}

/// The line and the output above it.
pub struct ProgressLine<W: Write + Send> {
    state: Arc<Mutex<State<W>>>,
}

impl<W: Write + Send> Clone for ProgressLine<W> {
    fn clone(&self) -> ProgressLine<W> {
        ProgressLine { state: Arc::clone(&self.state) }
    }
}

struct State<W: Write + Send> {
    status: StatusLine<W>,
    /// What the model or a tool does; the line is hidden if empty.
    activity: String,
    since: Instant,
    /// The wait before the next request.
    pause: Option<Countdown>,
    usage: UsageSoFar,
    n_queued: usize,
    /// Whether the answer has ended. Keys typed after that belong to the prompt.
    is_over: bool,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct UsageSoFar {
    pub tokens: u64,
    pub cost: Option<f64>,
    /// Of the last request.
    pub context_tokens: u64,
    /// Zero if it is not known.
    pub window_tokens: u64,
}

impl UsageSoFar {
    fn text(&self) -> String {
        if self.tokens == 0 {
            return String::new();
        }
        let context = match self.window_tokens {
            0 => String::new(),
            window => format!(" · context {} %", self.context_tokens * 100 / window),
        };
        let cost = self.cost.map_or_else(String::new, |cost| format!(" · {}", dollars(cost)));
        format!("{context} · {} tokens{cost}", thousands(self.tokens))
    }
}

impl<W: Write + Send + 'static> ProgressLine<W> {
    /// Starts to redraw the line until it is dropped.
    pub fn start(status: StatusLine<W>) -> ProgressLine<W> {
        let state = Arc::new(Mutex::new(State {
            status,
            activity: String::new(),
            since: Instant::now(),
            pause: None,
            usage: UsageSoFar::default(),
            n_queued: 0,
            is_over: false,
        }));
        let ticking = Arc::downgrade(&state);
        // Without a thread the line only changes with the activity.
        let _ = std::thread::Builder::new().name("status".to_owned()).spawn(move || {
            while let Some(state) = ticking.upgrade() {
                state.lock().unwrap_or_else(PoisonError::into_inner).draw();
                drop(state);
                std::thread::sleep(TICK);
            }
        });
        ProgressLine { state }
    }

    fn lock(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prints above the line. If the output is closed, the run continues and is recorded.
    pub fn print(&self, text: &str) {
        let _ = self.lock().status.print(text);
    }

    pub fn begin_activity(&self, activity: &str) {
        let mut state = self.lock();
        state.activity = activity.to_owned();
        state.since = Instant::now();
        state.pause = None;
        state.draw();
    }

    pub fn pause(&self, pause: Countdown) {
        let mut state = self.lock();
        state.pause = Some(pause);
        state.draw();
    }

    pub fn change_usage(&self, change: impl FnOnce(&mut UsageSoFar)) {
        let mut state = self.lock();
        change(&mut state.usage);
        state.draw();
    }

    pub fn clear(&self) {
        let mut state = self.lock();
        state.activity.clear();
        state.is_over = true;
        let _ = state.status.set_draft("");
        let _ = state.status.clear();
    }
}

impl<W: Write + Send + 'static> Echo for ProgressLine<W> {
    fn show_draft(&self, draft: &str) {
        let mut state = self.lock();
        if !state.is_over {
            // A terminal that is gone needs no echo.
            let _ = state.status.set_draft(draft);
        }
    }

    fn show_queued(&self, n_messages: usize) {
        let mut state = self.lock();
        state.n_queued = n_messages;
        state.draw();
    }

    fn set_width(&self, columns: usize) {
        self.lock().status.set_width(columns);
    }
}

impl<W: Write + Send> State<W> {
    fn draw(&mut self) {
        if self.activity.is_empty() {
            return;
        }
        let pause = self.pause.as_ref().and_then(Countdown::text);
        let activity = pause.unwrap_or_else(|| {
            let seconds = self.since.elapsed().as_secs();
            let elapsed = if seconds > 2 { format!(" {seconds} s") } else { String::new() };
            format!("{}{elapsed}", self.activity)
        });
        let queued = match self.n_queued {
            0 => String::new(),
            1 => " · 1 message waits".to_owned(),
            n_queued => format!(" · {n_queued} messages wait"),
        };
        // A terminal that is gone needs no status line.
        let _ = self.status.set(&format!("{activity}{}{queued}", self.usage.text()));
    }
}
