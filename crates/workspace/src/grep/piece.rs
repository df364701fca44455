//! Messages of a worker to the thread that collects the output.

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

/// The result of one batch of files, apart from its printed output.
#[derive(Debug, Default)]
pub struct Batch {
    pub report: GrepReport,
    /// Only JSON keeps them.
    pub stats: Stats,
    /// Only [`super::grep_places`] asks for them.
    pub places: Vec<FilePlaces>,
}
