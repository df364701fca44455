//! Vectors of chunks: their files, and the comparison of one vector with many.

pub mod file;
pub mod scan;

pub use file::{VectorPart, Vectors};
pub use scan::{HEAD, QueryVector, Rows, Scan, similarities};
