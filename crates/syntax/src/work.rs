//! How much work one file may cost.
//!
//! A clock alone would make the facts of a text depend on the machine. So the parser's own reports of
//! progress are counted, and the pieces of text that it asks for; both limits grow with the length of
//! the text. One kind of work shows in neither: after a syntax error the parser tries every way to go
//! on, which may take as long as all that is still open, at every token, without a report. Crafted
//! texts take seconds for a kilobyte. So a text is held to a speed besides, by the processor time of
//! its own thread, that is far below the speed of any code that people write. Start at [`Work`].

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The text is handed to the parser in pieces of this size, so that what it reads can be counted.
const PIECE_BYTES: usize = 4096;

/// Pieces are this small for a text that is parsed slowly, so that it can be ended between tokens.
const SLOW_PIECE_BYTES: usize = 64;

// Measured on 70,000 files, 680 MB, of twenty languages: code takes a report for 17 bytes at most,
// tables of numbers being the densest, and 17,000 reports at most. What is reported leaves nodes
// behind, about 10 kB of them a report, so that this bounds the memory of a tree as well.
const LEAST_REPORTS: usize = 2_000;
const BYTES_PER_REPORT: usize = 8;
const MOST_REPORTS: usize = 30_000;

/// What a text may take of its thread: this, and the time of its length at a slow speed. Code, with
/// errors or without, is parsed at 3 to 15 MB/s.
const BASE_TIME: Duration = Duration::from_millis(150);
const SLOW_BYTES_PER_SECOND: u64 = 1_000_000;

/// What a text may have taken when its end is reached. There the parser puts the trees together that it
/// has for a text full of errors, which may take gigabytes; so a text that was parsed a hundred times
/// slower than code does not get there.
const END_BASE_TIME: Duration = Duration::from_millis(5);

/// Follows such a text: tokens, after a hundred of which the parser reports and can be ended.
const FILLER: [u8; 256] = {
    let mut filler = [b'a'; 256];
    let mut at = 1;
    while at < filler.len() {
        filler[at] = b'\n';
        at += 2;
    }
    filler
};

/// A scanner that takes all this for one token finds the end behind it.
const MOST_FILLER_BYTES: usize = 64 << 10;

/// Maximum number of attempts to parse a text that took too much time. A machine that stops for a moment, as a virtual
/// one does, counts that moment as work of the thread; a text that is slow by itself is so every time.
const MOST_ATTEMPTS: usize = 3;

/// Up to this time the clock of the thread, which costs a call of the system, is not asked.
const UNSUSPECTED_TIME: Duration = Duration::from_millis(50);

/// The clock is read at every fourth report; this must be a power of two.
const REPORTS_PER_READING: usize = 4;

/// Why a text was not read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The caller asked for it.
    Stopped,
    /// The text needs more work or memory than it may have.
    TooComplex,
}

/// What the parser may still do: take steps, of which it reports every hundredth, and read text, all
/// of which a scanner that looks for an end that never comes reads again and again.
pub(crate) struct Work<'s> {
    stopped: &'s AtomicBool,
    ended: Cell<Option<Ended>>,
    reports_left: Cell<usize>,
    bytes_left: Cell<usize>,
    began: Cell<Instant>,
    /// The processor time of this thread when the work began.
    thread_began: Cell<Duration>,
    thread_time: fn() -> Duration,
    n_bytes: usize,
    is_slow: Cell<bool>,
    /// Whether the clock ended this attempt, and not a count.
    is_out_of_time: Cell<bool>,
    attempts_left: Cell<usize>,
}

impl<'s> Work<'s> {
    pub(crate) fn new(n_bytes: usize, stopped: &'s AtomicBool) -> Work<'s> {
        Work::with_clock(n_bytes, stopped, thread_time)
    }

    fn with_clock(n_bytes: usize, stopped: &'s AtomicBool, clock: fn() -> Duration) -> Work<'s> {
        let work = Work {
            stopped,
            ended: Cell::new(None),
            reports_left: Cell::new(0),
            bytes_left: Cell::new(0),
            began: Cell::new(Instant::now()),
            thread_began: Cell::new(Duration::ZERO),
            thread_time: clock,
            n_bytes,
            is_slow: Cell::new(false),
            is_out_of_time: Cell::new(false),
            attempts_left: Cell::new(MOST_ATTEMPTS),
        };
        work.begin();
        work
    }

    /// Sets all counts back. Ordinary code is read ten times at most; the limit is several times as
    /// much.
    fn begin(&self) {
        self.ended.set(None);
        let reports = LEAST_REPORTS + (self.n_bytes / BYTES_PER_REPORT).min(MOST_REPORTS);
        self.reports_left.set(reports);
        self.bytes_left.set(1000 * PIECE_BYTES + 100 * self.n_bytes);
        self.began.set(Instant::now());
        self.thread_began.set((self.thread_time)());
        self.is_slow.set(false);
        self.is_out_of_time.set(false);
        self.attempts_left.set(self.attempts_left.get().saturating_sub(1));
    }

    /// Whether the text may be parsed once more, because nothing but the clock ended this attempt.
    pub(crate) fn begins_again(&self) -> bool {
        let again = self.is_out_of_time.get() && self.attempts_left.get() > 0;
        if again {
            self.begin();
        }
        again
    }

    /// The time of the text at a slow speed.
    fn slow_time(&self) -> Duration {
        Duration::from_micros(self.n_bytes as u64 * 1_000_000 / SLOW_BYTES_PER_SECOND)
    }

    /// An error when the work is to end here.
    pub(crate) fn check(&self) -> Result<(), Ended> {
        if self.ended.get().is_none() && self.stopped.load(Ordering::Relaxed) {
            self.ended.set(Some(Ended::Stopped));
        }
        self.ended.get().map_or(Ok(()), Err)
    }

    /// Counts a report of the parser.
    pub(crate) fn report(&self) -> ControlFlow<()> {
        match self.reports_left.get().checked_sub(1) {
            Some(rest) => self.reports_left.set(rest),
            None => self.ended.set(self.ended.get().or(Some(Ended::TooComplex))),
        }
        // A slow text must be ended soon, a fast one should not pay for the clock.
        if self.is_slow.get() || self.reports_left.get().is_multiple_of(REPORTS_PER_READING) {
            self.check_speed();
        }
        match self.check() {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// The piece that starts at a byte; empty, as if the text had ended, once too much was read.
    /// For an end that has another reason the next report is waited for: at the end of a text full of
    /// errors the parser puts all its trees together, which may take gigabytes.
    pub(crate) fn read<'a>(&self, text: &'a [u8], start: usize) -> &'a [u8] {
        self.check_speed();
        let piece_bytes = if self.is_slow.get() { SLOW_PIECE_BYTES } else { PIECE_BYTES };
        let bytes_left = self.bytes_left.get();
        if bytes_left == 0 {
            self.ended.set(self.ended.get().or(Some(Ended::TooComplex)));
            return &[];
        }
        self.bytes_left.set(bytes_left.saturating_sub(piece_bytes));
        if start >= text.len() {
            return self.end_of_text(text.len(), start);
        }
        let mut end = text.len().min(start.saturating_add(piece_bytes));
        // A piece ends where a character does: for the rest of one the parser would ask again, and
        // read beyond the end if it then got nothing.
        while end > start && text.get(end).is_some_and(|byte| byte & 0xC0 == 0x80) {
            end -= 1;
        }
        text.get(start..end).unwrap_or_default()
    }

    /// What follows the text: nothing, or a filler that keeps the parser busy until it reports and
    /// can be ended.
    fn end_of_text(&self, n_bytes: usize, start: usize) -> &'static [u8] {
        self.end_beyond(END_BASE_TIME + 3 * self.slow_time());
        match self.ended.get() {
            Some(_) if start < n_bytes + MOST_FILLER_BYTES => &FILLER,
            Some(_) | None => &[],
        }
    }

    /// The processor time that the text has taken.
    fn time(&self) -> Duration {
        (self.thread_time)().saturating_sub(self.thread_began.get())
    }

    fn end_beyond(&self, most: Duration) {
        if self.ended.get().is_none() && self.time() > most {
            self.is_out_of_time.set(true);
            self.ended.set(Some(Ended::TooComplex));
        }
    }

    fn check_speed(&self) {
        if !self.is_slow.get() && self.began.get().elapsed() > UNSUSPECTED_TIME {
            self.is_slow.set(true);
        }
        if self.is_slow.get() {
            self.end_beyond(BASE_TIME + self.slow_time());
        }
    }
}

/// Processor time of this thread.
#[cfg(unix)]
fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

#[cfg(not(unix))]
fn thread_time() -> Duration {
    use std::sync::LazyLock;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

#[cfg(test)]
mod tests;
