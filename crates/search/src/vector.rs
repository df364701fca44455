//! Vectors of chunks: their files, and the comparison of one vector with many.

pub mod coarse;
pub mod file;
pub mod nearest;
pub mod row;
pub mod scan;
pub mod scan_threads;

pub use file::Vectors;
pub use nearest::{NearRow, Nearest, RowSource};
pub use row::HEAD;
pub use scan::{QueryVector, ROWS_PER_MAXIMUM, Rows, greatest, similarities};
pub use scan_threads::ScanThreads;
