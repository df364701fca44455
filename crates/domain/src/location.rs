//! Locations: a file of the index, and a span of its text.

use serde::{Deserialize, Serialize};

/// Identifies one version of one file in one index; a changed file gets a new id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FileId(pub u32);

/// A range of the decoded text of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start_byte: u32,
    /// One past the last byte.
    pub end_byte: u32,
    /// Line of the first byte, from 1.
    pub start_line: u32,
    /// Line of the last byte, from 1, inclusive.
    pub end_line: u32,
}

impl Span {
    /// The text of the span; empty if it does not fit `text`.
    pub fn slice<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.start_byte as usize..self.end_byte as usize).unwrap_or("")
    }

    /// The number of lines it touches.
    pub fn n_lines(&self) -> u32 {
        self.end_line.saturating_sub(self.start_line) + 1
    }

    /// Whether `other` is entirely inside.
    pub fn contains(&self, other: &Span) -> bool {
        self.start_byte <= other.start_byte && other.end_byte <= self.end_byte
    }
}
