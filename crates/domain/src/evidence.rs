//! Lines of code that support an entry.

use serde::{Deserialize, Serialize};

/// Lines of a file that support an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    pub path: String,
    /// From 1.
    pub start_line: u32,
    /// From 1, inclusive.
    pub end_line: u32,
}
