//! The reasons why files are not in the index.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The reason why a file was left out. Every skipped file is counted and reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    Binary,
    Generated,
    Minified,
    TooLarge,
    /// Hidden, or matched by an ignore file. A folder counts once.
    Ignored,
    /// Neither a regular file nor a folder: a link, a pipe, a device.
    NotAFile,
    Unreadable,
}

impl SkipReason {
    pub fn name(self) -> &'static str {
        match self {
            SkipReason::Binary => "binary",
            SkipReason::Generated => "generated",
            SkipReason::Minified => "minified",
            SkipReason::TooLarge => "too large",
            SkipReason::Ignored => "ignored",
            SkipReason::NotAFile => "not a file",
            SkipReason::Unreadable => "unreadable",
        }
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
