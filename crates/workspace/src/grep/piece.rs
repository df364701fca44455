//! What a worker sends to the thread that collects the output.

use grep_printer::Stats;

use super::GrepReport;
use super::places::FilePlaces;

/// A part of the output, or the result of a batch.
#[derive(Debug)]
pub enum Piece {
    /// The next bytes to be printed.
    Output(Vec<u8>),
    /// A batch of files is done.
    Done(Box<Batch>),
}

/// What one batch of files gave, beside what was printed.
#[derive(Debug, Default)]
pub struct Batch {
    pub report: GrepReport,
    /// Only JSON keeps them.
    pub stats: Stats,
    /// Only [`crate::GrepOutput::Places`] has them.
    pub places: Vec<FilePlaces>,
}
