//! How much work one file may cost, counted so that every machine counts the same.
//!
//! A clock would make the facts of a text depend on the machine. So the parser's own reports of
//! progress are counted, and the pieces of text that it asks for. What is spent on a file grows with
//! its length, and no length makes it more than about a second. Start at [`Work`].

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// The text is handed to the parser in pieces of this size, so that what it reads can be counted.
const PIECE_BYTES: usize = 4096;

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
    pub(crate) fn report(&self) -> ControlFlow<()> {
        self.spend(&self.reports_left);
        match self.check() {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// The piece that starts at a byte; nothing, as if the text had ended, when the work has ended.
    pub(crate) fn read<'a>(&self, text: &'a [u8], start: usize) -> &'a [u8] {
        self.spend(&self.pieces_left);
        let end = match self.check() {
            Ok(()) => text.len().min(start.saturating_add(PIECE_BYTES)),
            Err(_) => start,
        };
        text.get(start..end).unwrap_or_default()
    }

    fn spend(&self, left: &Cell<usize>) {
        match left.get().checked_sub(1) {
            Some(rest) => left.set(rest),
            None if self.ended.get().is_none() => self.ended.set(Some(Ended::TooComplex)),
            None => {}
        }
    }
}
