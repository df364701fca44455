//! How much work one file may cost.
//!
//! A clock would make the facts of a text depend on the machine. So the parser's own reports of
//! progress are counted, and the pieces of text that it asks for; both limits grow with the length of
//! the text. One kind of work shows in neither: after a syntax error the parser tries every way to go
//! on, which may take as long as all that is still open, at every token, without a report. So reports
//! from within errors are counted by how far into the text they are, and a text with more of them
//! than a few errors cause is held to a speed besides, by the processor time of its own thread. That
//! speed is far below what any code with errors is parsed at. Start at [`Work`].

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tree_sitter::ParseState;

/// The text is handed to the parser in pieces of this size, so that what it reads can be counted.
const PIECE_BYTES: usize = 4096;

/// Pieces are this small while the parser is held to a speed, so that it can be ended between tokens.
const GUARDED_PIECE_BYTES: usize = 32;

/// How many bytes before the errors may be gone through again before a text is held to a speed.
/// Error recovery takes about a microsecond a byte at worst.
const FREE_ERROR_BYTES: u64 = 200_000;

/// What a text that is held to a speed may take: this, and the time of its length at a slow speed.
/// Code with errors is parsed at 2 MB/s and more.
const BASE_TIME: Duration = Duration::from_millis(400);
const SLOW_BYTES_PER_SECOND: u64 = 2_000_000;

/// Why a text was not read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The caller asked for it.
    Stopped,
    /// The text needs more work or memory than it may have.
    TooComplex,
}

/// What the parser may still do: take steps, of which it reports every hundredth, and read pieces,
/// of which a scanner that looks for an end that never comes reads all, again and again.
pub(crate) struct Work<'s> {
    stopped: &'s AtomicBool,
    ended: Cell<Option<Ended>>,
    reports_left: Cell<usize>,
    pieces_left: Cell<usize>,
    error_bytes: Cell<u64>,
    /// The processor time of this thread when the work began.
    began: Duration,
    most_time: Duration,
}

impl<'s> Work<'s> {
    /// Ordinary code takes a report for 40 bytes at most and reads a piece ten times at most; this
    /// is ten times as much.
    pub(crate) fn new(n_bytes: usize, stopped: &'s AtomicBool) -> Work<'s> {
        Work {
            stopped,
            ended: Cell::new(None),
            reports_left: Cell::new(2000 + n_bytes / 4),
            pieces_left: Cell::new(1000 + 100 * (n_bytes / PIECE_BYTES)),
            error_bytes: Cell::new(0),
            began: thread_time(),
            most_time: BASE_TIME
                + Duration::from_micros(n_bytes as u64 * 1_000_000 / SLOW_BYTES_PER_SECOND),
        }
    }

    /// An error when the work is to end here.
    pub(crate) fn check(&self) -> Result<(), Ended> {
        if self.ended.get().is_none() && self.stopped.load(Ordering::Relaxed) {
            self.ended.set(Some(Ended::Stopped));
        }
        self.ended.get().map_or(Ok(()), Err)
    }

    /// Counts a report of the parser.
    pub(crate) fn report(&self, state: &ParseState) -> ControlFlow<()> {
        self.spend(&self.reports_left);
        if state.has_error() {
            let n_bytes = self.error_bytes.get() + state.current_byte_offset() as u64;
            self.error_bytes.set(n_bytes);
        }
        self.check_speed();
        match self.check() {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// The piece that starts at a byte; nothing, as if the text had ended, when the work has ended.
    pub(crate) fn read<'a>(&self, text: &'a [u8], start: usize) -> &'a [u8] {
        let piece_bytes = match self.is_guarded() {
            true => GUARDED_PIECE_BYTES,
            false => {
                self.spend(&self.pieces_left);
                PIECE_BYTES
            }
        };
        self.check_speed();
        let mut end = match self.check() {
            Ok(()) => text.len().min(start.saturating_add(piece_bytes)),
            Err(_) => start,
        };
        // A piece ends where a character does: for the rest of one the parser would ask again, and
        // read beyond the end if it then got nothing.
        while end > start && text.get(end).is_some_and(|byte| byte & 0xC0 == 0x80) {
            end -= 1;
        }
        text.get(start..end).unwrap_or_default()
    }

    /// Whether the text has so many errors that it is held to a speed.
    fn is_guarded(&self) -> bool {
        self.error_bytes.get() > FREE_ERROR_BYTES
    }

    fn check_speed(&self) {
        if self.is_guarded()
            && self.ended.get().is_none()
            && thread_time().saturating_sub(self.began) > self.most_time
        {
            self.ended.set(Some(Ended::TooComplex));
        }
    }

    fn spend(&self, left: &Cell<usize>) {
        match left.get().checked_sub(1) {
            Some(rest) => left.set(rest),
            None if self.ended.get().is_none() => self.ended.set(Some(Ended::TooComplex)),
            None => {}
        }
    }
}

/// How long this thread has been at work, whatever else the machine is doing.
#[cfg(unix)]
fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

#[cfg(not(unix))]
fn thread_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
