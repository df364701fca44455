//! Answers as text: coloured for a person, the same words without colour in a pipe.
//!
//! Colour codes are always written here; the stream drops them where they are not wanted.

mod graph;
mod report;
mod search;
mod style;

pub use graph::{impact, symbol, symbols};
pub use report::{doctor, index, status};
pub use search::{Shown, search, similar};
