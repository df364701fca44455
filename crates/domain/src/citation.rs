//! A place in the code that an answer names.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A place in the code that an answer names, and whether it bears the answer out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Citation {
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
    /// Whether every check passed.
    pub holds: bool,
    /// What is wrong with it; empty if it holds.
    pub reason: String,
}
